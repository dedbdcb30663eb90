"""What the companion said of something that is forgotten: it goes out of sight with it."""

from collections.abc import Iterable
from datetime import datetime

from core.conversation.model import MessageId, Ref
from core.memory.model import OWNER, Fact, FactId, Scope, Status
from core.memory.ports import MemoryShelf
from core.memory.rules.refs import FACT, MESSAGE, numbers_of
from core.memory.rules.taking import FORGOTTEN
from core.persona.model import SpaceId


def words_of(shelf: MemoryShelf, fact: Fact) -> list[MessageId]:
    """Return the messages that a fact rests on, and those of the companion that repeat it."""
    echoes = shelf.sayings.echoes(fact.space, fact.evidence, [fact.statement], [fact.id])
    return list(dict.fromkeys((*fact.evidence, *echoes)))


def withhold_late(
    shelf: MemoryShelf,
    space: SpaceId,
    messages: Iterable[MessageId],
    shown: Iterable[Ref],
    now: datetime,
) -> None:
    """Withhold what was said of something that was forgotten while it was thought, or typed.

    `messages` were answered, and `shown` was put before the model.
    """
    refs = list(shown)
    eye = Scope(space=space, here=OWNER)
    known = shelf.facts.some(eye, [FactId(one) for one in numbers_of(refs, FACT)])
    said = {*messages, *(MessageId(one) for one in numbers_of(refs, MESSAGE))}
    known += shelf.facts.citing(space, said)
    for fact in {one.id: one for one in known}.values():
        if fact.status is Status.HIDDEN and fact.reason == FORGOTTEN:
            shelf.sayings.withhold(words_of(shelf, fact), now)
