"""What a person's words ask of memory: to keep something, to forget it, to put it right.

The program itself does it, whatever the model says, so that an answer about it can be true.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, assert_never

from core.conversation.model import Deed, MessageId, Recalled, Ref
from core.memory.model import (
    Drop,
    FactId,
    Keep,
    Merge,
    Quarantine,
    Supersede,
    Verdict,
    Why,
)
from core.memory.model.turns import TurnAsked
from core.memory.ports import Lexicon, MemoryShelf
from core.memory.rules.gate import Weighed
from core.memory.rules.gate.clauses import sentences
from core.memory.rules.lessons import lesson_in
from core.memory.rules.refs import FACT, MESSAGE, numbers_of
from core.memory.rules.requests import (
    Correct,
    Forget,
    ForgetAll,
    Remember,
    Undo,
    denied_for,
    read_request,
)
from core.memory.service.forgetting import forget, undo
from core.memory.service.recall import Recall
from core.memory.service.withholding import words_forgotten

MOST_FORGOTTEN = 20
"""What one sentence forgets at most; where it means more, none."""
SPEAKS_OF = 0.5
"""Share of the words asked about that a memory has to hold to be meant; our guess."""

ASKS = ("?", "？")

Effect = Callable[[MemoryShelf, datetime], object]


class Weighs(Protocol):
    """The gate, as a turn uses it."""

    async def weighed_words(self, words: str) -> Weighed | None:
        """Return what the gate holds of the speaker's own words; None of no words."""
        ...

    async def verdict_of(self, weighed: Weighed) -> Verdict:
        """Return what would become of it."""
        ...

    async def theirs(self, refs: Collection[Ref]) -> frozenset[Ref]:
        """Return those that are about the speaker, or that the speaker said; by id, not name."""
        ...

    async def can_undo(self) -> bool:
        """Return whether anything of the speaker was forgotten or corrected in seven days."""
        ...


@dataclass(slots=True, kw_only=True)
class Heeded:
    """What is to be done, and what the person may be told."""

    deeds: tuple[Deed, ...] = ()
    drafts: list[Weighed] = field(default_factory=list)
    """Kept unless the model words it better."""
    before: list[Effect] = field(default_factory=list)
    """Done before the drafts are kept."""
    effects: list[Effect] = field(default_factory=list)
    forgotten_refs: frozenset[Ref] = frozenset()
    messages: frozenset[MessageId] = frozenset()
    """What is taken out of sight with it."""


async def heed(recall: Recall, lexicon: Lexicon, gate: Weighs, asked: TurnAsked) -> Heeded:
    """Return what the words of a turn ask for; nothing, mostly."""
    if asked.teaching:
        return await _learnt(gate, asked)
    request = read_request(asked.text)
    match request:
        case Remember():
            return await _kept(gate, request.what)
        case Forget():
            return await _forgotten(recall, lexicon, gate, asked, request.what)
        case ForgetAll():
            return Heeded(deeds=(Deed.WHICH,))
        case Undo():
            return await _restored(gate, asked)
        case Correct():
            return await _corrected(gate, request.what)
        case None:
            return await _corrected(gate, denied_for(asked.text))


async def _learnt(gate: Weighs, asked: TurnAsked) -> Heeded:
    """Learn each sentence of a lesson by itself, so that each can be found, and put right."""
    drafts: list[Weighed] = []
    for sentence in sentences(lesson_in(asked.text, asked.persona.names)):
        weighed = await gate.weighed_words(sentence)
        if weighed is not None and refusal(await gate.verdict_of(weighed)) is None:
            drafts.append(weighed)
    return Heeded(deeds=(Deed.LEARNED,), drafts=drafts) if drafts else Heeded()


async def _kept(gate: Weighs, what: str) -> Heeded:
    """Keep it; who asks for it by hand may be told again what was forgotten before."""
    weighed = await gate.weighed_words(what)
    if weighed is None:
        return Heeded(deeds=(Deed.NOT_REMEMBERED,))
    why = refusal(await gate.verdict_of(weighed))
    if why is Why.BLOCKED and weighed.why is None:
        draft = weighed.draft

        def unblock(shelf: MemoryShelf, _now: datetime) -> None:
            shelf.facts.unblock(draft.space, draft.statement, ())

        return Heeded(deeds=(Deed.REMEMBERED,), drafts=[weighed], before=[unblock])
    if why is not None:
        return Heeded(deeds=(Deed.NOT_REMEMBERED,))
    return Heeded(deeds=(Deed.REMEMBERED,), drafts=[weighed])


async def _corrected(gate: Weighs, what: str) -> Heeded:
    """Put right what is known; where nothing known is meant, it is talk like any other."""
    weighed = await gate.weighed_words(what)
    if weighed is None or not isinstance(await gate.verdict_of(weighed), Supersede):
        return Heeded()
    return Heeded(deeds=(Deed.CORRECTED,), drafts=[weighed])


async def _restored(gate: Weighs, asked: TurnAsked) -> Heeded:
    """Take back what was forgotten last; where nothing was, it is talk like any other."""
    own = asked.own_scope
    if not await gate.can_undo():
        return Heeded()

    def effect(shelf: MemoryShelf, now: datetime) -> None:
        undo(shelf, own, None, now)

    return Heeded(deeds=(Deed.RESTORED,), effects=[effect])


async def _forgotten(
    recall: Recall, lexicon: Lexicon, gate: Weighs, asked: TurnAsked, what: str
) -> Heeded:
    """Forget what the words speak of: facts of this person, and words of their own."""
    found = await recall.search(
        asked.scope,
        what,
        now=asked.now,
        language=asked.language,
        speaker=asked.speaker_name,
        zone=asked.zone,
        top_k=4 * MOST_FORGOTTEN,
        kinds=("person", "said"),
        names=asked.persona.names,
    )
    request = {said.ref for said in asked.evidence}  # it is heard already, and goes along below
    theirs = await gate.theirs([one.ref for one in found if one.ref not in request])
    meant = [one for one in found if one.ref in theirs and _speaks_of(lexicon, one, what, asked)]
    if len(meant) > MOST_FORGOTTEN:
        return Heeded(deeds=(Deed.WHICH,))
    if not meant:
        return Heeded(deeds=(Deed.NOTHING_TO_FORGET,))
    refs = frozenset(one.ref for one in meant)
    facts = [FactId(number) for number in numbers_of(sorted(refs), FACT)]
    words = [MessageId(number) for number in numbers_of(sorted(refs), MESSAGE)]
    scope, own = asked.scope, [said.id for said in asked.evidence]

    def effect(shelf: MemoryShelf, now: datetime) -> None:
        for fact in facts:
            forget(shelf, scope, fact, now, own)
        words_forgotten(shelf, scope, words, asked.selves, now, own)
        shelf.sayings.withhold(own, now)  # the request names what is to be forgotten

    return Heeded(
        deeds=(Deed.FORGOTTEN,),
        effects=[effect],
        forgotten_refs=refs,
        messages=frozenset(words),
    )


def refusal(verdict: Verdict) -> Why | None:
    """Return why it may not be kept; None if it may, or if it is known already."""
    match verdict:
        case Keep() | Merge() | Supersede() | Drop(why=Why.RECALLED):
            return None
        case Quarantine(why=why) | Drop(why=why):
            return why
        case _:
            assert_never(verdict)


def _speaks_of(lexicon: Lexicon, one: Recalled, what: str, asked: TurnAsked) -> bool:
    """Return whether a memory holds enough of the words that are asked about.

    What only asks, for something or of memory, tells nothing that could be forgotten.
    """
    only_asks = one.text.rstrip().endswith(ASKS) or read_request(one.text) is not None
    if one.kind == "said" and only_asks:
        return False
    wanted = set(lexicon.terms(what, asked.language))
    held = set(lexicon.terms(one.text, asked.language))
    return bool(wanted) and len(wanted & held) >= SPEAKS_OF * len(wanted)
