"""The days ahead: by the schedule role if it plans well, else by the deterministic planner."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import structlog

from core.companion.model import MemorySpace, PlanRequest
from core.companion.ports import ScheduleRole
from core.days import day_of
from core.instants import to_datetime
from core.persona.model import SpaceId
from core.schedule.model import (
    Activity,
    Block,
    DayLine,
    DayPlan,
    Granularity,
    MadeBy,
    MonthPlan,
    PlanFault,
    ScheduleEntry,
)
from core.schedule.rules.entries import day_entries, month_entries
from core.schedule.rules.seed import (
    create_monthly_schedule_entries,
    create_ten_minute_daily_schedule,
)
from core.schedule.rules.titles import clean_description, clean_title
from core.schedule.service import asked_twice

log = structlog.get_logger(__name__)

Part = TypeVar("Part", Block, DayLine)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """Entries, and who planned them."""

    entries: tuple[ScheduleEntry, ...]
    made_by: MadeBy


class Planner:
    """Plans for one persona."""

    def __init__(self, role: ScheduleRole | None, space: MemorySpace, zone: ZoneInfo) -> None:
        self._role, self._space, self._zone = role, space, zone

    async def tomorrow(self, now: datetime, message: str) -> Planned:
        """Return the ten-minute entries of the next local day."""
        plain = create_ten_minute_daily_schedule(
            space_id=self._space.id, now=now, message=message, zone=self._zone
        )
        return await self._planned(now, message, Granularity.TEN_MINUTE, plain, self._day)

    async def month(self, now: datetime, message: str) -> Planned:
        """Return an entry for each of the next thirty local days."""
        plain = create_monthly_schedule_entries(
            space_id=self._space.id, now=now, message=message, zone=self._zone
        )
        return await self._planned(now, message, Granularity.DAY, plain, self._month)

    async def _planned(
        self,
        now: datetime,
        message: str,
        granularity: Granularity,
        plain: Sequence[ScheduleEntry],
        read: "Callable[[PlanRequest, object], tuple[ScheduleEntry, ...]]",
    ) -> Planned:
        """Return what the role plans for the span of `plain`, or `plain` if it plans badly."""
        fallback = Planned(entries=tuple(plain), made_by=MadeBy.RULES)
        if self._role is None:
            return fallback
        days = dict.fromkeys(day_of(entry.start_at, self._zone) for entry in plain)
        request = PlanRequest(
            persona=self._space,
            now=now,
            message=message,
            granularity=granularity,
            days=tuple(days),
            window_start_at=plain[0].start_at,
            window_end_at=plain[-1].end_at,
            zone=self._zone,
        )
        role = self._role
        entries, why_not = await asked_twice(
            lambda problems: role.plan(replace(request, problems=problems)),
            lambda answer: read(request, answer),
        )
        if entries is not None:
            return Planned(entries=entries, made_by=MadeBy.MODEL)
        log.warning("plan.refused", space=self._space.id, reason=why_not)
        return fallback

    def _day(self, request: PlanRequest, answer: object) -> tuple[ScheduleEntry, ...]:
        try:
            plan = DayPlan(
                space=SpaceId(self._space.id),
                day=request.days[0],
                zone=self._zone,
                blocks=_each(_block, answer),
                made_by=MadeBy.MODEL,
                made_at=request.now,
                source_message=request.message,
            )
        except OverflowError as error:  # told as the clocks of a zone, it has no year
            raise PlanFault("a time lies beyond the years that there are") from error
        return day_entries(plan)

    def _month(self, request: PlanRequest, answer: object) -> tuple[ScheduleEntry, ...]:
        plan = MonthPlan(
            space=SpaceId(self._space.id),
            zone=self._zone,
            lines=_each(_line, answer),
            made_by=MadeBy.MODEL,
            made_at=request.now,
            source_message=request.message,
        )
        faults = _day_faults({line.day for line in plan.lines}, set(request.days))
        if faults:
            raise PlanFault(*faults)
        return month_entries(plan)


def _day_faults(planned: set[date], asked: set[date]) -> list[str]:
    missing = [f"{day} is not planned" for day in sorted(asked - planned)]
    return missing + [f"{day} was not asked for" for day in sorted(planned - asked)]


def _each(read: Callable[[object], Part], answer: object) -> tuple[Part, ...]:
    """Return what stands in the answer of a role, read one by one.

    Raises:
        PlanFault: with every fault found, each once.
    """
    if not isinstance(answer, Iterable):
        raise PlanFault(f"a plan is a list, got {type(answer).__name__}")
    parts: list[Part] = []
    faults: dict[str, None] = {}
    for given in answer:
        try:
            parts.append(read(given))
        except PlanFault as fault:
            faults.update(dict.fromkeys(fault.faults))
    if faults:
        raise PlanFault(*faults)
    return tuple(parts)


def _block(given: object) -> Block:
    """Return a block with instants in UTC and an activity of ours, as far as it is one."""
    if not isinstance(given, Block):
        raise PlanFault(f"a day is planned in values of Block, got {type(given).__name__}")
    try:
        start, end = to_datetime(given.start_at), to_datetime(given.end_at)
    except (TypeError, ValueError) as error:
        raise PlanFault(str(error)) from error
    return replace(given, start_at=start, end_at=end, **_told(given))


def _line(given: object) -> DayLine:
    if not isinstance(given, DayLine):
        raise PlanFault(f"a month is planned in values of DayLine, got {type(given).__name__}")
    if type(given.day) is not date:  # a datetime would be one, and compares with none
        raise PlanFault(f"the day of a line is a date, got {type(given.day).__name__}")
    return replace(given, **_told(given))


def _told(given: Block | DayLine) -> dict[str, Any]:
    """Return the words of a part, cleaned; an unknown activity is left for the plan to refuse."""
    activity, title, description = (
        _text(name, getattr(given, name)) for name in ("activity", "title", "description")
    )
    cleaned = clean_title(title)
    if not cleaned:
        raise PlanFault(f"a title of {activity!r} shows nothing")
    return {
        "activity": Activity(activity) if activity in set(Activity) else activity,
        "title": cleaned,
        "description": clean_description(description),
    }


def _text(name: str, given: object) -> str:
    if name == "description" and given is None:
        return ""
    if not isinstance(given, str):
        raise PlanFault(f"{name} is a text, got {type(given).__name__}")
    return given
