"""Plans, overrides and duties in memory."""

from collections.abc import Collection
from datetime import date, datetime

from core.availability.model import Override
from core.engine.memory.state import State, Table
from core.engine.model import Duty, DutyState
from core.persona.model import SpaceId
from core.schedule.model import DayLine, DayPlan, MonthPlan


class Plans(Table):
    """The port Plans."""

    def days(self, space: SpaceId, first: date, last: date) -> list[DayPlan]:
        mine = [
            plan
            for (owner, day), plan in self._s.day_plans.items()
            if owner == space and first <= day <= last
        ]
        return sorted(mine, key=lambda plan: plan.day)

    def save_day(self, plan: DayPlan) -> None:
        self._s.day_plans[plan.space, plan.day] = plan
        raise_revision(self._s, plan.space)

    def lines(self, space: SpaceId, first: date, last: date) -> list[DayLine]:
        mine = [
            line
            for (owner, day), line in self._s.day_lines.items()
            if owner == space and first <= day <= last
        ]
        return sorted(mine, key=lambda line: line.day)

    def save_month(self, plan: MonthPlan) -> None:
        for line in plan.lines:
            self._s.day_lines[plan.space, line.day] = line
        raise_revision(self._s, plan.space)

    def prune(self, space: SpaceId, before: date) -> int:
        pruned = 0
        for table in (self._s.day_plans, self._s.day_lines):
            old = [(owner, day) for owner, day in table if owner == space and day < before]
            for key in old:
                del table[key]
            pruned += len(old)
        if pruned:
            raise_revision(self._s, space)
        return pruned

    def revision(self, space: SpaceId) -> int:
        return self._s.revisions.get(space, 0)


class Overrides(Table):
    """The port Overrides."""

    def active(self, space: SpaceId, now: datetime) -> Override | None:
        override = self._s.overrides.get(space)
        holds = override is not None and override.since <= now < override.until
        return override if holds else None

    def put(self, space: SpaceId, override: Override) -> None:
        self._s.overrides[space] = override
        raise_revision(self._s, space)

    def clear(self, space: SpaceId) -> bool:
        known = space in self._s.overrides
        if known:
            del self._s.overrides[space]
            raise_revision(self._s, space)
        return known


class Duties(Table):
    """The port Duties."""

    def owe(self, duty: Duty, *, again: bool = False) -> bool:
        key = (duty.space, duty.kind, duty.period)
        known = self._s.duties.get(key)
        if known is not None and (known.state is DutyState.OWED or not again):
            return False
        self._s.duties[key] = duty
        return True

    def save(self, duty: Duty) -> None:
        key = (duty.space, duty.kind, duty.period)
        if key in self._s.duties:
            self._s.duties[key] = duty

    def owed(self, spaces: Collection[SpaceId], limit: int) -> list[Duty]:
        mine = [duty for duty in self._s.duties.values() if duty.space in spaces]
        owed = [duty for duty in mine if duty.state is DutyState.OWED]
        owed.sort(key=lambda duty: (duty.due_at, duty.period, duty.space, duty.kind))
        return owed[: max(0, limit)]

    def latest(self, space: SpaceId, limit: int) -> list[Duty]:
        mine = [duty for duty in self._s.duties.values() if duty.space == space]
        mine.sort(key=lambda duty: (duty.period, duty.kind), reverse=True)
        return mine[: max(0, limit)]


def raise_revision(state: State, space: SpaceId) -> None:
    """Count a write of plans or overrides."""
    state.revisions[space] = state.revisions.get(space, 0) + 1
