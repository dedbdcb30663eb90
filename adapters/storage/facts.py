"""Facts, in tables; broken rows are passed by."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    union,
    update,
)

from adapters.storage import memory_tables as t
from adapters.storage.blocked import SqlBlocked
from adapters.storage.chunks import chunks
from adapters.storage.fact_rows import FACTS, from_fact, to_facts
from adapters.storage.revisions import changed, revision, written
from adapters.storage.shares import shared_with, take_back
from adapters.storage.vectors import drop
from core.conversation.model import MessageId
from core.memory.model import (
    EVERYONE,
    OWNER,
    PERSONA,
    Audience,
    Fact,
    FactDraft,
    FactId,
    Scope,
    Status,
    Subject,
    direct,
)
from core.memory.ports import FactCounts, Revision
from core.memory.rules.hearing import may_hear
from core.memory.rules.keeping import as_fact, storable_fact
from core.memory.rules.refs import FACT
from core.persona.model import SpaceId

_f = t.facts.c
_HERE = _f.space == bindparam("in_space")
_ACTIVE = _f.status == t.ACTIVE
_ADD = insert(t.facts).returning(_f.id)
_SAVE = update(t.facts).where(_f.id == bindparam("known"), _HERE)
_STATEMENT = select(_f.statement).where(_f.id == bindparam("known"), _HERE)
_TOUCH = (
    update(t.facts)
    .where(_f.id.in_(bindparam("known", expanding=True)), _HERE)
    .values(last_accessed=bindparam("at"))
)
_OF_ATTRIBUTE = FACTS.where(
    _HERE,
    _f.subject == bindparam("of_subject"),
    _f.attribute == bindparam("of_attribute"),
    _ACTIVE,
).order_by(_f.id)
_CITING = FACTS.where(
    _HERE,
    _f.id.in_(
        select(t.evidence.c.fact).where(
            t.evidence.c.message.in_(bindparam("messages", expanding=True))
        )
    ),
).order_by(_f.id)
_OF_PERSONS = (
    _f.subject.in_(bindparam("persons", expanding=True))
    & _f.speaker.in_(bindparam("persons", expanding=True))
    & ~_f.audience.startswith("direct:")
)
_HEARD = (
    _f.audience.in_(bindparam("audiences", expanding=True))
    | _OF_PERSONS
    | shared_with(bindparam("here"))
)


def _few_of(few: Select[Any]) -> Mapping[bool, Select[Any]]:
    """Return what asks for `few` facts: for an owner's eye (True), and for whoever may hear them.

    They are looked up first, and then whether they may be heard: the other way round all of a talk
    would be looked through.
    """
    return {True: few, False: few.where(_HEARD)}


_SOME = _few_of(FACTS.where(_f.id.in_(bindparam("known", expanding=True)), _HERE).order_by(_f.id))
_NEAR = _few_of(
    FACTS.where(
        _HERE, _ACTIVE, _f.when_end > bindparam("start_at"), _f.when_start < bindparam("end_at")
    )
)
_ENDED = FACTS.where(_HERE, _ACTIVE, _f.valid_until <= bindparam("now")).order_by(_f.id)
_HIDDEN_BEFORE = FACTS.where(
    _HERE, _f.status == t.HIDDEN, _f.closed_at < bindparam("before")
).order_by(_f.id)
_KNOWN = select(_f.id).where(_f.id.in_(bindparam("known", expanding=True)), _HERE)
_DELETE = delete(t.facts).where(_f.id.in_(bindparam("known", expanding=True)))
_DELETE_EVIDENCE = delete(t.evidence).where(
    t.evidence.c.fact.in_(bindparam("known", expanding=True))
)
_CITE = insert(t.evidence)
_COUNTS = (
    select(
        _f.status,
        func.sum(case((_f.subject == PERSONA, 1), else_=0)).label("persona"),
        func.count().label("number"),
    )
    .where(_HERE)
    .group_by(_f.status)
)


class SqlFacts(SqlBlocked):
    """The port Facts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self,
        draft: FactDraft,
        now: datetime,
        *,
        status: Status = Status.ACTIVE,
        reason: str | None = None,
    ) -> Fact:
        unnumbered = as_fact(draft, FactId(0), now, status=status, reason=reason)
        number = FactId(self._connection.execute(_ADD, from_fact(unnumbered)).scalar_one())
        fact = as_fact(draft, number, now, status=status, reason=reason)
        self._cite(fact)
        written(self._connection, fact.space)
        return fact

    def save(self, fact: Fact) -> None:
        key = {"known": fact.id, "in_space": fact.space}

        before = self._connection.execute(_STATEMENT, key).scalar_one_or_none()
        if before is None:
            return
        kept = storable_fact(fact)
        self._connection.execute(_SAVE.values(from_fact(kept)), key)
        self._connection.execute(_DELETE_EVIDENCE, {"known": [fact.id]})
        self._cite(kept)
        if kept.statement != before:
            drop(self._connection, fact.space, FACT, [fact.id])
        if kept.status is Status.HIDDEN:
            take_back(self._connection, [fact.id])
        changed(self._connection, fact.space)

    def touch(self, space: SpaceId, facts: Collection[FactId], now: datetime) -> None:
        for some in chunks(facts):
            self._connection.execute(_TOUCH, {"known": some, "in_space": space, "at": now})

    def get(self, scope: Scope, fact: FactId) -> Fact | None:
        found = self.some(scope, [fact])
        return found[0] if found else None

    def some(self, scope: Scope, facts: Collection[FactId]) -> list[Fact]:
        found: list[Fact] = []
        for some in chunks(sorted(set(facts))):
            found += self._few(scope, _SOME, {"known": some})
        return found

    def listed(
        self,
        scope: Scope,
        *,
        subject: Subject | None = None,
        statuses: Collection[Status] = (Status.ACTIVE,),
        after: FactId | None = None,
        limit: int = 100_000,
    ) -> list[Fact]:
        wanted: list[ColumnElement[bool]] = [_f.status.in_([status.value for status in statuses])]
        if subject is not None:
            wanted.append(_f.subject == subject)
        if after is not None:
            wanted.append(_f.id > after)
        return self._heard(scope, *wanted, limit=max(0, limit))

    def of_attribute(self, space: SpaceId, subject: Subject, attribute: str) -> list[Fact]:
        which = {"in_space": space, "of_subject": subject, "of_attribute": attribute}
        return to_facts(self._connection.execute(_OF_ATTRIBUTE, which).mappings())

    def citing(self, space: SpaceId, messages: Collection[MessageId]) -> list[Fact]:
        found: dict[FactId, Fact] = {}
        for some in chunks(messages):
            which = {"in_space": space, "messages": some}
            rows = self._connection.execute(_CITING, which).mappings()
            found |= {fact.id: fact for fact in to_facts(rows)}
        return [found[number] for number in sorted(found)]

    def near(self, scope: Scope, start_at: datetime, end_at: datetime) -> list[Fact]:
        if not start_at < end_at:
            return []
        meeting = self._few(scope, _NEAR, {"start_at": start_at, "end_at": end_at})
        timed = [(fact.when.start_at, fact.id, fact) for fact in meeting if fact.when is not None]
        return [fact for _, _, fact in sorted(timed, key=lambda one: one[:2])]

    def ended(self, space: SpaceId, now: datetime) -> list[Fact]:
        which = {"in_space": space, "now": now}
        return to_facts(self._connection.execute(_ENDED, which).mappings())

    def hidden_before(self, space: SpaceId, before: datetime) -> list[Fact]:
        which = {"in_space": space, "before": before}
        return to_facts(self._connection.execute(_HIDDEN_BEFORE, which).mappings())

    def delete(self, space: SpaceId, facts: Collection[FactId]) -> int:
        deleted = 0
        for some in chunks(facts):
            here = {"known": some, "in_space": space}
            known = list(self._connection.scalars(_KNOWN, here))
            if known:
                self._connection.execute(_DELETE_EVIDENCE, {"known": known})
                take_back(self._connection, [FactId(one) for one in known])
                self._connection.execute(_DELETE, {"known": known})
                drop(self._connection, space, FACT, known)
                deleted += len(known)
        if deleted:
            changed(self._connection, space)
        return deleted

    def counts(self, space: SpaceId) -> FactCounts:
        rows = self._connection.execute(_COUNTS, {"in_space": space})
        found = {row.status: (row.number, int(row.persona)) for row in rows}
        active, persona = found.get(Status.ACTIVE.value, (0, 0))
        return FactCounts(
            persona=persona,
            people=active - persona,
            quarantined=found.get(Status.QUARANTINED.value, (0, 0))[0],
            hidden=found.get(Status.HIDDEN.value, (0, 0))[0],
        )

    def revision(self, space: SpaceId) -> Revision:
        return revision(self._connection, space)

    def _heard(
        self, scope: Scope, *wanted: ColumnElement[bool], limit: int | None = None
    ) -> list[Fact]:
        """Return facts that may be heard; what can't be is neither read nor counted."""
        ids = [select(_f.id).where(*branch, *wanted) for branch in _branches(scope)]
        asked = FACTS.where(_f.id.in_(union(*ids) if len(ids) > 1 else ids[0])).order_by(_f.id)
        rows = self._connection.execute(asked if limit is None else asked.limit(limit)).mappings()
        return [fact for fact in to_facts(rows) if may_hear(scope, fact)]

    def _few(
        self, scope: Scope, asked: Mapping[bool, Select[Any]], which: Mapping[str, object]
    ) -> list[Fact]:
        """Return those of a few facts that may be heard."""
        everything = scope.here == OWNER
        persons = sorted(scope.persons) if scope.is_direct else []
        audiences = [] if everything else sorted(_audiences(scope))
        where = {"in_space": scope.space, "audiences": audiences, "persons": persons}
        where |= {"here": scope.here}
        rows = self._connection.execute(asked[everything], {**which, **where}).mappings()
        return [fact for fact in to_facts(rows) if may_hear(scope, fact)]

    def _cite(self, fact: Fact) -> None:
        rows = [{"fact": fact.id, "message": message} for message in fact.evidence]
        if rows:
            self._connection.execute(_CITE, rows)


def _branches(scope: Scope) -> Iterator[tuple[ColumnElement[bool], ...]]:
    """Yield, in SQL, the ways in which a fact may be heard: one for each index.

    The same as `may_hear`, which looks at the rows once more.
    """
    here = [_f.space == scope.space]
    if not scope.personal:
        here.append(_f.subject == PERSONA)
    if scope.here == OWNER:
        yield tuple(here)
        return
    yield (*here, _f.audience.in_(sorted(_audiences(scope))))
    if not scope.is_direct:
        yield (*here, shared_with(scope.here))
    elif scope.persons:
        persons = sorted(scope.persons)
        of_person = (_f.subject.in_(persons), _f.speaker.in_(persons))
        yield (*here, *of_person, ~_f.audience.startswith("direct:"))


def _audiences(scope: Scope) -> set[Audience]:
    """Return what was said to whom is heard in `scope`, whoever said it."""
    persons = scope.persons if scope.is_direct else ()
    return {EVERYONE, scope.here, *map(direct, persons)}
