"""Taking facts away, and bringing them back: all inside one unit of work.

Forgetting a fact takes the words that it rests on out of recall and window, for good or for seven
days. Other facts that rest on the same words stay: each is a statement of its own, and can be
forgotten by itself; the words themselves come up for none of them. What says the same of the same
subject elsewhere, said in another room, goes with it.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from core.conversation.model import IdentityId, MessageId
from core.memory.model import (
    OWNER,
    PERSONA,
    Fact,
    FactDraft,
    FactId,
    Scope,
    Status,
)
from core.memory.ports import MemoryShelf
from core.memory.rules.gate.standing import still_said
from core.memory.rules.hearing import selves_in
from core.memory.rules.taking import (
    BEFORE,
    DELETED,
    EDITED,
    FORGOTTEN,
    as_before,
    hidden_now,
    is_meant,
    state_of,
)
from core.memory.rules.wording.content import same_statement
from core.memory.service.echoes import words_of
from core.memory.service.tidying import UNDONE_WITHIN
from core.memory.service.writing import closed_by
from core.persona.model import SpaceId


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """Facts that are hidden now, the one that was meant first."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """Facts that hold again."""

    facts: tuple[Fact, ...]
    removed: tuple[FactId, ...] = ()
    """Corrections that were taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """Facts that are gone for good."""

    facts: tuple[FactId, ...]
    rows: int
    """Rows of any table that lost words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """An old fact, past now, and what took its place."""

    old: Fact
    new: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What an edit or a deletion did to the facts that rested on it."""

    hidden: tuple[Fact, ...] = ()
    quarantined: tuple[Fact, ...] = ()
    standing: tuple[Fact, ...] = ()
    """Looked at, and still said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFound:
    """There is no such fact, it may not be heard here, or it is too late."""


def forget(
    shelf: MemoryShelf,
    scope: Scope,
    fact_id: FactId,
    now: datetime,
    asked: Collection[MessageId] = (),
) -> Forgotten | NotFound:
    """Hide a fact, take its words out of recall with those that `asked`, and learn it no more."""
    meant = shelf.facts.get(scope, fact_id)
    if meant is None or meant.status is Status.HIDDEN:
        return NotFound()
    hidden = tuple(hidden_now(one, now, asked) for one in (meant, *_alike(shelf, scope, meant)))
    for one in hidden:
        shelf.facts.save(one)
        shelf.facts.block(one.space, one.statement, one.evidence)
        shelf.sayings.withhold(words_of(shelf, one), now)
    return Forgotten(facts=hidden)


def undo(
    shelf: MemoryShelf, scope: Scope, fact_id: FactId | None, now: datetime
) -> Restored | NotFound:
    """Take the forgetting or the correction of a fact back, within seven days.

    Without an id it is the latest. With what was meant come back what was hidden along with it.
    """
    latest = undone_next(shelf, scope, fact_id, now)
    if latest is None:
        return NotFound()
    if latest.status is Status.PAST:
        return _uncorrected(shelf, scope, latest)
    together = _taken_away(shelf, replace(scope, here=OWNER, personal=True), now)
    along = [
        one
        for one in together
        if one.id != latest.id
        and one.subject in selves_in(scope, latest.subject)
        and one.closed_at == latest.closed_at
        and same_statement(one.statement, latest.statement)
    ]
    return Restored(facts=tuple(_unforgotten(shelf, one) for one in (latest, *along)))


def undone_next(
    shelf: MemoryShelf, scope: Scope, fact_id: FactId | None, now: datetime
) -> Fact | None:
    """Return what `undo` would bring back first; None for nothing."""
    gone = [one for one in _taken_away(shelf, scope, now) if is_meant(scope, one, fact_id)]
    return max(gone, key=lambda one: (one.closed_at or now, -one.id), default=None)


def erase(shelf: MemoryShelf, scope: Scope, fact_ids: Collection[FactId]) -> Erased:
    """Delete facts and the words that they rest on, for good; learn them no more.

    What says the same of the same subject goes with them, wherever it was said.
    """
    meant = shelf.facts.some(scope, fact_ids)
    if not meant:
        return Erased(facts=(), rows=0)
    alike = (other for one in meant for other in _alike(shelf, scope, one, tuple(Status)))
    facts = {one.id: one for one in (*meant, *alike)}.values()
    ids = tuple(one.id for one in facts)
    messages = {message for one in facts for message in one.evidence}
    for one in facts:
        shelf.facts.block(one.space, one.statement, one.evidence)
    rows = shelf.sayings.erase(scope.space, messages, [one.statement for one in facts], ids)
    shelf.facts.delete(scope.space, ids)
    return Erased(facts=ids, rows=rows)


def correct(
    shelf: MemoryShelf,
    scope: Scope,
    fact_id: FactId,
    statement: str,
    now: datetime,
    speaker: IdentityId | None,
) -> Corrected | NotFound:
    """Close a fact as past, and store what is right in its place, for the same ears.

    It rests on no message: whoever corrects it said so by hand. The old words are withheld from
    nothing; they were really said.
    """
    old = shelf.facts.get(scope, fact_id)
    if old is None or old.status not in (Status.ACTIVE, Status.QUARANTINED):
        return NotFound()
    if not statement.strip() or statement.strip() == old.statement:
        return NotFound()
    draft = FactDraft(
        space=old.space,
        subject=old.subject,
        statement=statement.strip(),
        audience=old.audience,
        source=old.source,
        speaker=speaker,
        topics=old.topics,
        attribute=old.attribute,
        importance=old.importance,
    )
    new = shelf.facts.add(draft, now)
    past = replace(closed_by(old, new, now), metadata={**old.metadata, BEFORE: state_of(old)})
    shelf.facts.save(past)
    return Corrected(old=past, new=new)


def follow(
    shelf: MemoryShelf, space: SpaceId, messages: Collection[MessageId], now: datetime
) -> Followed:
    """Look again at the facts that rest on messages which were edited or deleted.

    One of which nothing is left is hidden, without a way back; one that its words say no more is
    quarantined, and comes back when they say it again. Facts of the persona stay: what its owner
    taught is kept until the owner takes it back.
    """
    there = {one.id: one for one in shelf.sayings.some(Scope(space=space, here=OWNER), messages)}
    gone = set(messages) - there.keys()
    hidden: list[Fact] = []
    apart: list[Fact] = []
    standing: list[Fact] = []
    for fact in shelf.facts.citing(space, messages):
        if fact.status is Status.HIDDEN or fact.subject == PERSONA:
            continue
        left = tuple(one for one in fact.evidence if one not in gone)
        if not left:
            kept = replace(fact, status=Status.HIDDEN, closed_at=now, reason=DELETED)
            hidden.append(kept)
        else:
            kept = _looked_at(shelf, replace(fact, evidence=left))
            (apart if kept.status is Status.QUARANTINED else standing).append(kept)
        if kept != fact:
            shelf.facts.save(kept)
    return Followed(hidden=tuple(hidden), quarantined=tuple(apart), standing=tuple(standing))


def release_quarantine(shelf: MemoryShelf, scope: Scope, fact_id: FactId) -> Restored | NotFound:
    """Make a fact of what was set aside: its owner looked at it."""
    fact = shelf.facts.get(scope, fact_id)
    if fact is None or fact.status is not Status.QUARANTINED:
        return NotFound()
    active = replace(fact, status=Status.ACTIVE, reason=None)
    shelf.facts.save(active)
    return Restored(facts=(active,))


def _alike(
    shelf: MemoryShelf,
    scope: Scope,
    meant: Fact,
    statuses: Collection[Status] = frozenset(Status) - {Status.HIDDEN},
) -> list[Fact]:
    """Return what says the same of the same person, of any audience."""
    eye = replace(scope, here=OWNER, personal=True)
    return [
        one
        for subject in sorted(selves_in(scope, meant.subject))
        for one in shelf.facts.listed(eye, subject=subject, statuses=statuses)
        if one.id != meant.id and same_statement(one.statement, meant.statement)
    ]


def _taken_away(shelf: MemoryShelf, scope: Scope, now: datetime) -> list[Fact]:
    """Return what was forgotten or corrected within the time in which that is undone."""
    statuses = (Status.HIDDEN, Status.PAST)
    return [
        one
        for one in shelf.facts.listed(scope, statuses=statuses)
        if BEFORE in one.metadata and one.closed_at and now - one.closed_at <= UNDONE_WITHIN
    ]


def _uncorrected(shelf: MemoryShelf, scope: Scope, past: Fact) -> Restored | NotFound:
    back = as_before(past)
    new = None if past.superseded_by is None else shelf.facts.get(scope, past.superseded_by)
    if new is not None and new.status is not Status.ACTIVE:
        return NotFound()  # what was right took another turn since
    if new is not None:
        shelf.facts.delete(past.space, (new.id,))
    shelf.facts.save(back)
    return Restored(facts=(back,), removed=() if new is None else (new.id,))


def _unforgotten(shelf: MemoryShelf, hidden: Fact) -> Fact:
    """Bring a fact back, and its words as far as no other forgotten fact rests on them."""
    back = as_before(hidden)
    shelf.facts.save(back)
    others = shelf.facts.citing(hidden.space, hidden.evidence)
    kept = {
        message
        for one in others
        if one.id != hidden.id and one.status is Status.HIDDEN and one.reason == FORGOTTEN
        for message in words_of(shelf, one)
    }
    free = tuple(one for one in hidden.evidence if one not in kept)
    shelf.facts.unblock(hidden.space, hidden.statement, free)
    shelf.sayings.withhold([one for one in words_of(shelf, hidden) if one not in kept], None)
    return back


def _looked_at(shelf: MemoryShelf, fact: Fact) -> Fact:
    """Return a fact as its remaining words have it."""
    eye = Scope(space=fact.space, here=OWNER)
    said = shelf.sayings.some(eye, fact.evidence)
    if len(said) < len(set(fact.evidence)):
        return fact  # some words are withheld: what can't be read proves nothing
    holds = still_said(fact, [one for one in said if not one.by_companion])
    if fact.status is Status.ACTIVE and not holds:
        return replace(fact, status=Status.QUARANTINED, reason=EDITED)
    if fact.status is Status.QUARANTINED and fact.reason == EDITED and holds:
        return replace(fact, status=Status.ACTIVE, reason=None)
    return fact
