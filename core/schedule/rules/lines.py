"""A month as a model wrote it, made lines of a plan, or refused with all that is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo

from core.days import end_of_day, first_instant
from core.schedule.model import Activity, DayLine, PlanFault
from core.schedule.rules.activities import read_activity
from core.schedule.rules.titles import clean_description, clean_title


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine:
    """One day of a month, every word as it came."""

    day: str
    """A date, as `2026-05-02`."""
    activity: str
    title: str
    description: str | None = None


def real_days(first: date, days: int, zone: tzinfo) -> Iterator[date]:
    """Yield `days` dates from `first` on, without one that the zone skipped."""
    for number in range(days):
        day = first + timedelta(days=number)
        if first_instant(day, zone) < end_of_day(day, zone):
            yield day


def read_lines(
    first: date, days: int, zone: tzinfo, written: Sequence[WrittenLine]
) -> tuple[DayLine, ...]:
    """Return one line for every day from `first` on, in order; other days are left out.

    Raises:
        PlanFault: with every fault found, in words.
    """
    wanted = tuple(real_days(first, days, zone))
    found: dict[date, DayLine] = {}
    faults: list[str] = []
    for line in written:
        try:
            read = _line(line)
        except PlanFault as fault:
            faults += fault.faults
            continue
        if read.day in found:
            faults.append(f"{read.day} is planned twice")
        if read.day in wanted:
            found[read.day] = read
    faults += [f"{day} is not planned" for day in wanted if day not in found]
    if faults:
        raise PlanFault(*faults)
    return tuple(found[day] for day in wanted)


def _line(line: WrittenLine) -> DayLine:
    faults: list[str] = []
    day, activity = date.min, Activity.REST
    try:
        day = date.fromisoformat(line.day.strip())
    except ValueError:
        faults.append(f"{line.day!r} is no date such as 2026-05-02")
    try:
        activity = read_activity(line.activity)
    except PlanFault as fault:
        faults += fault.faults
    title = clean_title(line.title)
    if not title:
        faults.append(f"the line of {line.day!r} has no title")
    if faults:
        raise PlanFault(*faults)
    said = clean_description(line.description)
    return DayLine(day=day, activity=activity, title=title, description=said)
