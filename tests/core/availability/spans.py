"""Ranges and entries written in one line each."""

import itertools
from datetime import UTC, date, datetime, timedelta

from core.availability.model import AvailabilityRange, Mode
from core.schedule.model import Activity, Granularity, ScheduleEntry

DAY = date(2026, 5, 4)


def at(time: str) -> datetime:
    """Return `18:30` of the day, and `1+02:00` of the day after."""
    days, _, clock = time.rpartition("+")
    hours, minutes = clock.split(":")
    return datetime(DAY.year, DAY.month, DAY.day, tzinfo=UTC) + timedelta(
        days=int(days or 0), hours=int(hours), minutes=int(minutes)
    )


def ranges(*borders: str) -> tuple[AvailabilityRange, ...]:
    """Return ranges from `00:00 offline`, `07:00 online`, … the last of them `2+00:00 end`."""
    marks = [border.split(" ", 1) for border in borders]
    return tuple(
        AvailabilityRange(
            start_at=at(begins),
            end_at=at(ends),
            mode=Mode(mode),
            source_schedule_ids=(),
            reason="planned",
        )
        for (begins, mode), (ends, _) in itertools.pairwise(marks)
    )


def entry(
    start: str, end: str, activity: Activity, granularity: str = "ten-minute", name: str = ""
) -> ScheduleEntry:
    return ScheduleEntry(
        id=name or f"{granularity} {start}",
        space_id="mina",
        start_at=at(start),
        end_at=at(end),
        activity=activity,
        title="A title",
        granularity=Granularity(granularity),
    )


def told(found: tuple[AvailabilityRange, ...]) -> list[str]:
    """Return ranges as `07:00 online: meal`, and the end of the last."""
    lines = [f"{_clock(one.start_at)} {one.mode}: {one.reason}" for one in found]
    return [*lines, _clock(found[-1].end_at)] if found else []


def _clock(instant: datetime) -> str:
    days = (instant.date() - DAY).days
    return f"{days}+{instant:%H:%M}" if days else f"{instant:%H:%M}"
