"""Drafts become facts here alone: weighed outside a unit of work, written inside one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from core.conversation.model import IdentityId
from core.conversation.rules.quotations import quotation
from core.errors import CircadiaError
from core.memory.model import (
    OWNER,
    Drop,
    Fact,
    FactDraft,
    FactId,
    Keep,
    Merge,
    Quarantine,
    Saying,
    Scope,
    Status,
    Subject,
    Supersede,
    Verdict,
    When,
    Why,
)
from core.memory.ports import Dates, MemoryShelf
from core.memory.rules.attributes import attribute_of
from core.memory.rules.counting import mentioned
from core.memory.rules.covering import covers, once_closed
from core.memory.rules.gate import GateDials, Testimony, Weighed, verdict, weigh, without_said
from core.memory.rules.gate.invariants import own_words
from core.memory.rules.lasting import passing, valid_until, when_of
from core.memory.rules.topics import topics_for
from core.memory.rules.wording.content import holds
from core.persona.model import SpaceId

QUESTION = (
    "Is the statement true of the person named, going only by what they themselves said in the"
    " talk, in earnest and of themselves? Jokes, irony, scenes, stories, quotes, questions, plans"
    " told as done, and words of others make it untrue."
)
PASSING_MOST = 0.4
"""The importance of what passes, at most; our guess."""
JUDGED = 0.7
"""The weight of the judge beside the rules; our guess."""
UNJUDGED = frozenset({Why.INSTRUCTION, Why.SECRET, Why.PROMPT_TEXT})
"""What no judge is asked about: its text was written to move one."""


class Judge(Protocol):
    """A model that is asked how sure something is."""

    async def __call__(self, question: str, material: str) -> float:
        """Return how surely the answer is yes, 0.0 to 1.0.

        Raises:
            CircadiaError: there is no answer; the rules decide alone.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of a draft."""

    verdict: Verdict
    fact: Fact | None = None
    """The fact as it is stored now: new, merged into, or quarantined; None for what was dropped."""
    closed: tuple[Fact, ...] = ()
    """What it took the place of, as it is stored now."""


class Writer:
    """The gate with all that it needs."""

    def __init__(
        self,
        dials: GateDials,
        dates: Dates,
        prompt_examples: Iterable[str] = (),
    ) -> None:
        """Take its dials, who reads dates, and what stands in prompts as example."""
        self._dials, self._dates = dials, dates
        self._examples = frozenset(one.casefold() for one in prompt_examples)

    async def weigh(
        self,
        draft: FactDraft,
        testimony: Testimony,
        *,
        zone: ZoneInfo,
        language: str | None,
        judge: Judge | None = None,
    ) -> Weighed:
        """Return `draft` weighed, with its attribute, its time, and until when it holds.

        Periods are those that its evidence names, seen from when that was said, in `zone`. The
        `judge`, if there is one, is asked where the rules are unsure; its failure changes nothing.
        """
        known = replace(
            testimony,
            prompt_examples=testimony.prompt_examples | self._examples,
            language=language or testimony.language,
        )
        told = self._undated(draft, known, zone)
        weighed = weigh(self._completed(draft, known, zone), known, told)
        if judge is not None and self._is_unsure(weighed):
            weighed = await self._judged(judge, weighed, known)
        sure = min(weighed.draft.confidence, max(0.0, min(1.0, weighed.score)))
        return replace(weighed, draft=replace(weighed.draft, confidence=sure))

    def decide(self, shelf: MemoryShelf, weighed: Weighed) -> Verdict:
        """Return what would become of a weighed draft as things stand; writes nothing."""
        draft = weighed.draft
        if shelf.facts.is_blocked(draft.space, draft.statement, draft.evidence):
            return Drop(why=Why.BLOCKED)
        return self._placed(weighed, _known(shelf, draft))

    def write(self, shelf: MemoryShelf, weighed: Weighed, now: datetime) -> Written:
        """Write what becomes of a weighed draft; call it inside a unit of work."""
        draft, found = weighed.draft, self.decide(shelf, weighed)
        match found:
            case Drop():
                return Written(verdict=found)
            case Keep():
                return Written(verdict=found, fact=shelf.facts.add(draft, now))
            case Merge(into=into):
                return Written(verdict=found, fact=_counted(shelf, into, draft))
            case Supersede(old=old):
                return _superseded(shelf, found, old, now)
            case Quarantine():
                return _quarantined(shelf, found, now)

    def _completed(self, draft: FactDraft, testimony: Testimony, zone: ZoneInfo) -> FactDraft:
        language = testimony.language
        said = [one for one in testimony.evidence if one.id in draft.evidence]
        own = [one for one in said if not one.by_companion] or said
        periods = self._periods(own, zone, language)
        at = own[-1].sent_at if own else None
        passes = passing(draft.statement, language) is not None
        attribute = attribute_of(draft.statement, language)
        when = draft.when or when_of(periods, draft.statement)
        until = draft.valid_until
        if until is None and at is not None:
            until = valid_until(draft.statement, at, periods, language)
        return replace(
            draft,
            when=when,
            valid_until=until,
            topics=topics_for(
                draft.topics, [draft.statement, *(one.text for one in own)], language
            ),
            attribute=draft.attribute or (attribute.name if attribute else None),
            importance=min(draft.importance, PASSING_MOST) if passes else draft.importance,
        )

    def _undated(self, draft: FactDraft, testimony: Testimony, zone: ZoneInfo) -> str:
        """Return the statement without dates that were said in other words, as `tomorrow`."""
        language = testimony.language
        own = own_words(draft, testimony)
        said = self._periods(own, zone, language)
        if not said:
            return draft.statement
        seen = replace(own[-1], text=draft.statement)
        return without_said(draft.statement, self._periods([seen], zone, language), said)

    def _periods(
        self, said: Sequence[Saying], zone: ZoneInfo, language: str | None
    ) -> tuple[When, ...]:
        return tuple(
            period
            for one in said
            for period in self._dates.periods(
                one.text, at=one.sent_at, zone=zone, language=language
            )
        )

    def _is_unsure(self, weighed: Weighed) -> bool:
        in_band = self._dials.quarantine <= weighed.score < self._dials.keep
        return in_band and not weighed.refused and weighed.why not in UNJUDGED

    async def _judged(self, judge: Judge, weighed: Weighed, testimony: Testimony) -> Weighed:
        talk = testimony.around or testimony.evidence
        lines = [f"{one.sender_name}: {' '.join(one.text.split())}" for one in talk]
        about = f"Person: {testimony.subject_name}\nStatement: {weighed.draft.statement}"
        try:
            sure = await judge(QUESTION, "\n".join([about, "Talk:", *lines]))
        except CircadiaError:
            return weighed
        sure = max(0.0, min(1.0, sure)) if sure == sure else weighed.score  # NaN is no answer
        return replace(weighed, score=JUDGED * sure + (1 - JUDGED) * weighed.score)

    def _placed(self, weighed: Weighed, known: Sequence[Fact]) -> Verdict:
        """Return the verdict; what is heard elsewhere is never merged into.

        A fact of a direct talk that is told in a room stands beside as the room's own.
        """
        draft, left = weighed.draft, list(known)
        while True:
            found = verdict(weighed, left, self._dials)
            if not isinstance(found, Merge):
                return found
            into = next(one for one in left if one.id == found.into)
            if covers(into.audience, draft.audience):
                return found
            left.remove(into)


def draft_from_words(
    saying: Saying, what: str, *, space: SpaceId, source: str, importance: float = 0.7
) -> FactDraft | None:
    """Return a draft of what somebody asked to be remembered; None of nobody, or of nothing.

    It quotes them, `Ana: "my birthday is 3 May"`: third person in any language, nothing invented.
    """
    statement = quotation(saying.sender_name, what)
    if saying.sender is None or saying.by_companion or not statement:
        return None
    return FactDraft(
        space=space,
        subject=Subject(IdentityId(saying.sender)),
        statement=statement,
        audience=saying.audience,
        source=source,
        speaker=saying.sender,
        evidence=(saying.id,),
        importance=importance,
    )


def _known(shelf: MemoryShelf, draft: FactDraft) -> list[Fact]:
    """Return the active facts of the subject: of any audience, for the gate alone."""
    eye = Scope(space=draft.space, here=OWNER)
    found = {one.id: one for one in shelf.facts.listed(eye, subject=draft.subject)}
    if draft.attribute is not None:
        same = shelf.facts.of_attribute(draft.space, draft.subject, draft.attribute)
        found |= {one.id: one for one in same}
    return [found[one] for one in sorted(found)]


def _counted(shelf: MemoryShelf, into: FactId, draft: FactDraft) -> Fact:
    known = next(one for one in _known(shelf, draft) if one.id == into)
    kept = mentioned(known, draft)
    if kept != known:
        shelf.facts.save(kept)
    return kept


def _superseded(
    shelf: MemoryShelf, found: Supersede, old: Sequence[FactId], now: datetime
) -> Written:
    before = [one for one in _known(shelf, found.draft) if one.id in set(old)]
    made = shelf.facts.add(found.draft, now)
    closed = tuple(closed_by(one, made, now) for one in before)
    for one in closed:
        shelf.facts.save(one)
    return Written(verdict=found, fact=made, closed=closed)


def closed_by(old: Fact, new: Fact, now: datetime) -> Fact:
    """Return `old` as past since `new` holds, heard where both may be."""
    until = max(old.valid_from, min(new.valid_from, now))
    return replace(
        old,
        status=Status.PAST,
        valid_until=until,
        closed_at=now,
        superseded_by=new.id,
        audience=once_closed(old.audience, new.audience, old.subject),
    )


def _quarantined(shelf: MemoryShelf, found: Quarantine, now: datetime) -> Written:
    """Set a draft aside; what was unsure twice, in other words of the same person, is a fact."""
    draft, reason = found.draft, found.why.value
    eye = Scope(space=draft.space, here=OWNER)
    apart = shelf.facts.listed(eye, subject=draft.subject, statuses=(Status.QUARANTINED,))
    for known in apart:
        covered = covers(known.audience, draft.audience)
        if not covered or not holds(known.statement, draft.statement):
            continue
        kept = mentioned(known, draft)
        twice = kept.mentions > known.mentions and found.why is Why.UNSURE
        if twice and known.reason == Why.UNSURE.value:
            kept = replace(kept, status=Status.ACTIVE, reason=None)
            shelf.facts.save(kept)
            return Written(verdict=Merge(draft=draft, into=kept.id), fact=kept)
        if kept != known:
            shelf.facts.save(kept)
        return Written(verdict=found, fact=kept)
    made = shelf.facts.add(draft, now, status=Status.QUARANTINED, reason=reason)
    return Written(verdict=found, fact=made)
