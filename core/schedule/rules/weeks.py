"""A week as a value that a table can be drawn from, in the clock times of the plans' own zone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from core.days import end_of_day
from core.schedule.model import Activity, DayLine, DayPlan
from core.schedule.rules.entries import block_entries, joined

HOURS = 24
DAYS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A block of a day, as its clocks show it."""

    start: str
    """Such as `09:40`."""
    end: str
    """Such as `12:00`; `24:00` at the day's end."""
    activity: Activity
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekDay:
    """One row, or column, of a week."""

    day: date
    weekday: int
    """0 (Monday) to 6 (Sunday)."""
    line: DayLine | None
    """What the month's plan says of it."""
    parts: tuple[Part, ...]
    """In order; () if the day is not planned."""
    hours: tuple[Activity | None, ...]
    """What fills most of each hour from 00 to 23; None: not planned, or no such hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekView:
    """Seven days in a row."""

    days: tuple[WeekDay, ...]


def week_view(first: date, plans: Sequence[DayPlan], lines: Sequence[DayLine] = ()) -> WeekView:
    """Return the seven days from `first` on with the plans and lines there are for them.

    Of two plans for one day, the later in `plans` counts; so with lines.
    """
    planned = {plan.day: plan for plan in plans}
    told = {line.day: line for line in lines}
    week = [first + timedelta(days=number) for number in range(DAYS)]
    return WeekView(days=tuple(_week_day(day, planned.get(day), told.get(day)) for day in week))


def _week_day(day: date, plan: DayPlan | None, line: DayLine | None) -> WeekDay:
    return WeekDay(
        day=day,
        weekday=day.weekday(),
        line=line,
        parts=() if plan is None else _parts(plan),
        hours=(None,) * HOURS if plan is None else _hours(plan),
    )


def _parts(plan: DayPlan) -> tuple[Part, ...]:
    end = end_of_day(plan.day, plan.zone)
    return tuple(
        Part(
            start=_clock(block.start_at, plan.zone),
            end="24:00" if block.end_at == end else _clock(block.end_at, plan.zone),
            activity=block.activity,
            title=block.title,
        )
        for block in joined(plan.blocks)
    )


def _hours(plan: DayPlan) -> tuple[Activity | None, ...]:
    """Return what fills each hour of the clock; what came first wins a tie."""
    counts = [Counter[Activity]() for _ in range(HOURS)]
    for block in plan.blocks:
        for entry in block_entries(block, plan.space):
            counts[entry.start_at.astimezone(plan.zone).hour][entry.activity] += 1
    return tuple(count.most_common(1)[0][0] if count else None for count in counts)


def _clock(at: datetime, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%H:%M}"
