"""What the companion said of something that is forgotten or erased: it goes with it."""

from collections.abc import Collection, Iterable, Mapping
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


def is_gone(shelf: MemoryShelf, space: SpaceId, shown: Collection[Ref]) -> bool:
    """Return whether any of what was put before the model is out of sight by now."""
    facts, messages = _facts(shelf, space, shown), _messages(shown)
    hidden = any(fact is None or fact.status is Status.HIDDEN for fact in facts.values())
    return hidden or bool(shelf.sayings.gone(messages))


def is_unheard(shelf: MemoryShelf, scope: Scope, shown: Collection[Ref]) -> bool:
    """Return whether anything that was put before the model may not be heard in `scope` by now."""
    facts = {FactId(one) for one in numbers_of(shown, FACT)}
    messages = set(_messages(shown))
    heard = len(shelf.facts.some(scope, facts)) == len(facts)
    return not heard or len(shelf.sayings.some(scope, messages)) < len(messages)


def let_go_late(
    shelf: MemoryShelf,
    space: SpaceId,
    messages: Iterable[MessageId],
    shown: Collection[Ref],
    answers: Collection[MessageId],
    now: datetime,
) -> None:
    """Let go of what was said of something that went while it was thought, or typed.

    `messages` were answered by `answers`, and `shown` was put before the model. What is forgotten
    takes out of sight what repeats it. What was erased can't be compared with anything any more:
    it takes the whole answer along.
    """
    facts, said = _facts(shelf, space, shown), _messages(shown)
    known = [fact for fact in facts.values() if fact is not None]
    known += shelf.facts.citing(space, {*messages, *said})
    for fact in {one.id: one for one in known}.values():
        if fact.status is Status.HIDDEN and fact.reason == FORGOTTEN:
            shelf.sayings.withhold(words_of(shelf, fact), now)
    if answers and (None in facts.values() or shelf.sayings.gone(said)):
        shelf.sayings.erase(space, answers, [])


def _facts(
    shelf: MemoryShelf, space: SpaceId, shown: Collection[Ref]
) -> Mapping[FactId, Fact | None]:
    """Return the facts of `shown`; None of one that is there no more."""
    ids = [FactId(one) for one in numbers_of(shown, FACT)]
    known = {fact.id: fact for fact in shelf.facts.some(Scope(space=space, here=OWNER), ids)}
    return {one: known.get(one) for one in ids}


def _messages(shown: Collection[Ref]) -> list[MessageId]:
    return [MessageId(one) for one in numbers_of(shown, MESSAGE)]
