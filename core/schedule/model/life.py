"""What the owner says of a companion's life; the plans grow from it."""

import re
from calendar import isleap
from dataclasses import dataclass, field
from datetime import date

from core.schedule.model.plans import Activity

LEAP_YEAR = 2000
"""A year in which every date exists."""

_CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)


def clock_minutes(time: str) -> int:
    """Return a local time such as `18:30`, `00:00` to `23:59`, in minutes of the clock.

    Raises:
        ValueError: it is written in another way.
    """
    if _CLOCK.fullmatch(time) is None:
        raise ValueError(f"a local time is written as 18:30, got {time!r}")
    return int(time[:2]) * 60 + int(time[3:])


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialDate:
    """A date that matters to the persona, or a public holiday."""

    month: int
    """1 to 12."""
    day: int
    """1 to 31; a 29th of February is kept on the 28th where there is none."""
    name: str
    year: int | None = None
    """None: every year."""

    def __post_init__(self) -> None:
        date(self.year or LEAP_YEAR, self.month, self.day)  # raises ValueError

    def falls_on(self, day: date) -> bool:
        """Return whether it is kept on `day`."""
        if self.year not in (None, day.year):
            return False
        leap = (self.month, self.day) == (2, 29) and not isleap(day.year)
        return (day.month, day.day) == (self.month, 28 if leap else self.day)


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """Something that the persona does at certain times, by the owner's words."""

    weekdays: frozenset[int]
    """0 (Monday) to 6 (Sunday)."""
    start: str
    """Local time, as `18:30`; rounded down to ten minutes."""
    minutes: int
    """10 to 1440, a multiple of ten; may reach over midnight."""
    activity: Activity
    title: str

    def __post_init__(self) -> None:
        clock_minutes(self.start)
        if not self.weekdays <= frozenset(range(7)):
            raise ValueError(f"weekdays are 0 to 6, got {sorted(self.weekdays)}")
        if not 10 <= self.minutes <= 1440 or self.minutes % 10:
            raise ValueError(f"a habit takes 10, 20, … 1440 minutes, got {self.minutes}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Routine:
    """The frame of this persona's days, local times as `07:00`."""

    wakes: str = "07:00"
    sleeps: str = "23:00"
    """May lie behind midnight, as `01:30`."""
    weekend_later: int = 90
    """Minutes that it sleeps longer on Saturdays and Sundays; 0 to 300, a multiple of ten."""
    habits: tuple[Habit, ...] = ()

    def __post_init__(self) -> None:
        if clock_minutes(self.wakes) == clock_minutes(self.sleeps):
            raise ValueError(f"it wakes and falls asleep at different times, got {self.wakes}")
        if not 0 <= self.weekend_later <= 300 or self.weekend_later % 10:
            raise ValueError(f"weekend_later is 0, 10, … 300 minutes, got {self.weekend_later}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """The frame of all plans."""

    routine: Routine = field(default_factory=Routine)
    occupation: str = ""
    """What it does, in the owner's words; the planner finds its keywords there."""
    country: str | None = None
    """Whose public holidays it keeps: `DE`, `DE-BY`; None for none."""
    dates: tuple[SpecialDate, ...] = ()
    keep_days: int = 90
    """How long plans that have passed are kept."""
    is_lived: bool = True
    """False: it has no schedule, and is always there."""
