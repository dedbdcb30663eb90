"""Forgetting words that no fact rests on, so that they too come back within a week or are deleted.

Who forgets words leaves a fact behind that is hidden from the start and rests on them: it is shown
as forgotten, undone like any other, and deleted with its words when its time has come.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from core.conversation.model import MessageId
from core.memory.model import Fact, FactDraft, Saying, Scope, Status, Subject
from core.memory.ports import MemoryShelf
from core.memory.rules.taking import hidden_now
from core.memory.service.echoes import words_of
from core.memory.service.forgetting import Forgotten, forget

SOURCE = "circadia.forget"
"""Of a fact that stands for forgotten words alone."""


def words_forgotten(
    shelf: MemoryShelf,
    scope: Scope,
    messages: Collection[MessageId],
    selves: Sequence[Subject],
    now: datetime,
    asked: Collection[MessageId] = (),
) -> list[tuple[Fact, ...]]:
    """Take messages out of recall and window, and with them what a person is believed by them.

    `selves` are the person's identities, the one that asks first. The messages that `asked` for it
    go along. Returns what is hidden, by message: facts that rest on nothing else, else one that
    stands for the words.
    """
    gone: list[tuple[Fact, ...]] = []
    for saying in shelf.sayings.some(scope, messages):
        resting = [
            forget(shelf, scope, fact.id, now, asked)
            for fact in shelf.facts.citing(scope.space, (saying.id,))
            if fact.subject in selves and set(fact.evidence) <= set(messages)
        ]
        facts = [one.facts for one in resting if isinstance(one, Forgotten)]
        whose = next((one for one in selves if one == saying.sender), selves[0])
        gone += facts or [(_stand_in(shelf, scope, saying, whose, now, asked),)]
    return gone


def put_back(shelf: MemoryShelf, restored: Iterable[Fact]) -> None:
    """Delete what stood for words that are back: it says nothing of its own."""
    for fact in restored:
        if fact.source == SOURCE:
            shelf.facts.delete(fact.space, (fact.id,))


def _stand_in(
    shelf: MemoryShelf,
    scope: Scope,
    saying: Saying,
    subject: Subject,
    now: datetime,
    asked: Collection[MessageId],
) -> Fact:
    draft = FactDraft(
        space=scope.space,
        subject=subject,
        statement=saying.text.strip() or saying.ref,
        audience=saying.audience,
        source=SOURCE,
        speaker=saying.sender,
        evidence=(saying.id,),
    )
    hidden = hidden_now(shelf.facts.add(draft, now, status=Status.PAST), now, asked)
    shelf.facts.save(hidden)
    shelf.facts.block(scope.space, None, (saying.id,))
    shelf.sayings.withhold(words_of(shelf, hidden), now)
    return hidden
