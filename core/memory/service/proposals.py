"""What the index proposes, and what the rows make of it."""

from collections import ChainMap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from core.conversation.model import IdentityId, MessageId
from core.memory.model import (
    Fact,
    FactId,
    Found,
    Query,
    Recalled,
    Recollection,
    Ref,
    Saying,
    Scope,
    Status,
)
from core.memory.ports import MemoryShelf
from core.memory.rules.coming import affordable, distinct, is_past, no_longer_true
from core.memory.rules.hearing import may_hear
from core.memory.rules.refs import FACT, MESSAGE, numbers_of
from core.memory.service.shelves import Kind

HEARABLE = (Status.ACTIVE, Status.PAST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is looked for, ready to be searched."""

    query: Query
    words: Sequence[str]
    past: bool
    """Whether what no longer holds may come up."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What an index holds to fit."""

    ranked: Mapping[Kind, Mapping[Ref, Found]]
    """What was found, by reference, the best first."""
    always: frozenset[FactId]
    """Facts that are always in."""
    names: Mapping[IdentityId, str]
    """How people were called last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What is really there, and may be heard."""

    facts: Mapping[Ref, Fact]
    sayings: Mapping[Ref, Saying]
    outdated: Collection[Ref] = ()
    """Sayings whose facts are all superseded."""
    near: Sequence[Fact] = ()
    """Commitments that are due soon."""


def read_rows(
    stores: MemoryShelf,
    scope: Scope,
    proposed: Proposed,
    *,
    now: datetime | None = None,
    until: datetime | None = None,
) -> Rows:
    """Return the rows of what is proposed, and what is near from `now` on, if that is asked."""
    refs = [ref for scores in proposed.ranked.values() for ref in scores]
    facts = {*map(FactId, numbers_of(refs, FACT)), *proposed.always}
    messages = [MessageId(number) for number in numbers_of(refs, MESSAGE)]
    near = stores.facts.near(scope, now, until) if now is not None and until is not None else []
    resting = stores.facts.citing(scope.space, messages) if messages else []
    gone = no_longer_true(fact for fact in resting if may_hear(scope, fact))
    return Rows(
        facts={one.ref: one for one in stores.facts.some(scope, facts)} if facts else {},
        sayings={one.ref: one for one in stores.sayings.some(scope, messages)} if messages else {},
        outdated=frozenset(f"{MESSAGE}:{number}" for number in gone),
        near=near,
    )


def ranked(kind: Kind, asked: Asked, proposed: Proposed, rows: Rows) -> list[Recalled]:
    """Return what is still there of one kind, the best first."""
    found = (
        _recalled(one, asked, proposed, rows) for one in proposed.ranked.get(kind, {}).values()
    )
    return [one for one in found if one is not None]


def recollected(
    asked: Asked, proposed: Proposed, rows: Rows, limits: Mapping[Kind, int], tokens: int
) -> Recollection:
    """Return all that comes up: of facts what is always in first, within `tokens`."""
    now = asked.query.now
    always = [rows.facts[ref] for ref in map(_ref, sorted(proposed.always)) if ref in rows.facts]
    standing = [
        fact
        for fact in {one.id: one for one in (*rows.near, *always)}.values()
        if fact.status is Status.ACTIVE and not is_past(fact, now)
    ]
    found = ChainMap(*map(dict, proposed.ranked.values()))
    fixed = [
        _of_fact(fact, found.get(fact.ref), proposed, now) for fact in affordable(standing, tokens)
    ]
    shown: list[Recalled] = []
    parts: dict[Kind, list[Recalled]] = {}
    for kind, limit in limits.items():
        first = [one for one in fixed if one.kind == kind]
        known = {one.ref for one in first}
        more = (one for one in ranked(kind, asked, proposed, rows) if one.ref not in known)
        parts[kind] = [*first, *islice(distinct(more, [*shown, *first]), limit)]
        shown += parts[kind]
    return Recollection(
        persona=tuple(parts.get("persona", ())),
        person=tuple(parts.get("person", ())),
        said=tuple(parts.get("said", ())),
        notes=asked.notes,
    )


def _recalled(found: Found, asked: Asked, proposed: Proposed, rows: Rows) -> Recalled | None:
    if saying := rows.sayings.get(found.ref):
        is_outdated = found.ref in rows.outdated
        return None if is_outdated and not asked.past else _of_saying(saying, found, is_outdated)
    fact = rows.facts.get(found.ref)
    if fact is None or fact.status not in HEARABLE:
        return None
    if is_past(fact, asked.query.now) and not asked.past:
        return None
    return _of_fact(fact, found, proposed, asked.query.now)


def _of_saying(saying: Saying, found: Found, is_outdated: bool) -> Recalled:
    return Recalled(
        ref=found.ref,
        text=saying.text,
        at=saying.sent_at,
        speaker=saying.sender_name,
        kind="said",
        score=found.score,
        likeness=found.likeness,
        shared=found.shared,
        past=is_outdated,
    )


def _of_fact(fact: Fact, found: Found | None, proposed: Proposed, now: datetime) -> Recalled:
    name = "" if fact.is_of_persona else proposed.names.get(fact.subject, "")
    return Recalled(
        ref=fact.ref,
        text=fact.statement,
        at=fact.created_at,
        speaker=name,
        kind="persona" if fact.is_of_persona else "person",
        score=None if found is None else found.score,
        likeness=None if found is None else found.likeness,
        shared=0 if found is None else found.shared,
        past=is_past(fact, now),
        when=fact.when,
    )


def _ref(fact: FactId) -> Ref:
    return f"{FACT}:{fact}"
