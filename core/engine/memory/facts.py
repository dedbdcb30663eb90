"""Facts in memory."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime

from core.conversation.model import MessageId
from core.engine.memory.revisions import changed, written
from core.engine.memory.state import BLOCKS, Table
from core.memory.model import Audience, Fact, FactDraft, FactId, Scope, Status, Subject
from core.memory.ports import FactCounts, Revision
from core.memory.rules.blocking import keyed_hash
from core.memory.rules.hearing import may_hear
from core.memory.rules.keeping import as_fact, storable_fact
from core.persona.model import SpaceId

_COUNTER = "fact"


class Facts(Table):
    """The port Facts."""

    def add(
        self,
        draft: FactDraft,
        now: datetime,
        *,
        status: Status = Status.ACTIVE,
        reason: str | None = None,
    ) -> Fact:
        number = FactId(self._s.counters.get(_COUNTER, 0) + 1)
        fact = as_fact(draft, number, now, status=status, reason=reason)
        self._s.counters[_COUNTER] = number
        self._s.facts[number] = fact
        written(self._s, fact.space)
        return fact

    def save(self, fact: Fact) -> None:
        known = self._s.facts.get(fact.id)
        if known is None or known.space != fact.space:
            return
        shared = frozenset[Audience]() if fact.status is Status.HIDDEN else known.shared
        self._s.facts[fact.id] = replace(storable_fact(fact), shared=shared)
        if self._s.facts[fact.id].statement != known.statement:
            self._s.vectors.pop((fact.space, fact.ref), None)
        changed(self._s, fact.space)

    def touch(self, space: SpaceId, facts: Collection[FactId], now: datetime) -> None:
        for fact in self._of(space, lambda one: one.id in facts):
            self._s.facts[fact.id] = replace(fact, last_accessed=now)

    def get(self, scope: Scope, fact: FactId) -> Fact | None:
        known = self._s.facts.get(fact)
        return known if known is not None and may_hear(scope, known) else None

    def some(self, scope: Scope, facts: Collection[FactId]) -> list[Fact]:
        found = (self.get(scope, one) for one in sorted(set(facts)))
        return [fact for fact in found if fact is not None]

    def listed(
        self,
        scope: Scope,
        *,
        subject: Subject | None = None,
        statuses: Collection[Status] = (Status.ACTIVE,),
        after: FactId | None = None,
        limit: int = 100_000,
    ) -> list[Fact]:
        heard = self._of(
            scope.space,
            lambda one: (
                one.status in statuses
                and subject in (None, one.subject)
                and one.id > (after or 0)
                and may_hear(scope, one)
            ),
        )
        return heard[: max(0, limit)]

    def of_attribute(self, space: SpaceId, subject: Subject, attribute: str) -> list[Fact]:
        return self._of(
            space,
            lambda one: (
                one.status is Status.ACTIVE and (one.subject, one.attribute) == (subject, attribute)
            ),
        )

    def citing(self, space: SpaceId, messages: Collection[MessageId]) -> list[Fact]:
        return self._of(space, lambda one: not set(messages).isdisjoint(one.evidence))

    def near(self, scope: Scope, start_at: datetime, end_at: datetime) -> list[Fact]:
        if not start_at < end_at:
            return []
        meeting = [
            (fact.when.start_at, fact.id, fact)
            for fact in self.listed(scope)
            if fact.when is not None and fact.when.start_at < end_at and fact.when.end_at > start_at
        ]
        return [fact for _, _, fact in sorted(meeting, key=lambda one: one[:2])]

    def ended(self, space: SpaceId, now: datetime) -> list[Fact]:
        return self._of(
            space,
            lambda one: (
                one.status is Status.ACTIVE
                and one.valid_until is not None
                and one.valid_until <= now
            ),
        )

    def hidden_before(self, space: SpaceId, before: datetime) -> list[Fact]:
        return self._of(
            space,
            lambda one: (
                one.status is Status.HIDDEN and one.closed_at is not None and one.closed_at < before
            ),
        )

    def delete(self, space: SpaceId, facts: Collection[FactId]) -> int:
        known = self._of(space, lambda one: one.id in facts)
        for fact in known:
            del self._s.facts[fact.id]
            self._s.vectors.pop((space, fact.ref), None)
        if known:
            changed(self._s, space)
        return len(known)

    def block(self, space: SpaceId, statement: str | None, messages: Collection[MessageId]) -> None:
        if statement is not None:
            self._s.blocked_statements[space, self._hash(space, statement)] = None
        for message in messages:
            self._s.blocked_messages[space, message] = None
        written(self._s, space)

    def unblock(
        self, space: SpaceId, statement: str | None, messages: Collection[MessageId]
    ) -> None:
        if statement is not None:
            self._s.blocked_statements.pop((space, self._hash(space, statement)), None)
        for message in messages:
            self._s.blocked_messages.pop((space, message), None)
        written(self._s, space)

    def is_blocked(self, space: SpaceId, statement: str, messages: Collection[MessageId]) -> bool:
        return (space, self._hash(space, statement)) in self._s.blocked_statements or any(
            (space, message) in self._s.blocked_messages for message in messages
        )

    def counts(self, space: SpaceId) -> FactCounts:
        all_here = self._of(space, lambda _: True)
        active = [one for one in all_here if one.status is Status.ACTIVE]
        return FactCounts(
            persona=sum(one.is_of_persona for one in active),
            people=sum(not one.is_of_persona for one in active),
            quarantined=sum(one.status is Status.QUARANTINED for one in all_here),
            hidden=sum(one.status is Status.HIDDEN for one in all_here),
        )

    def revision(self, space: SpaceId) -> Revision:
        return self._s.memory_revisions.get(space, Revision())

    def _of(self, space: SpaceId, wanted: Callable[[Fact], bool]) -> list[Fact]:
        return [one for one in self._s.facts.values() if one.space == space and wanted(one)]

    def _hash(self, space: SpaceId, statement: str) -> str:
        return keyed_hash(self._s.hash_keys[BLOCKS], space, statement)
