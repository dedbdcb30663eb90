"""When a persona is awake: from the waking of one date to the bedtime after it.

Waking and bedtime come from the routine, later at weekends (the mornings of Saturday and Sunday,
the nights before them), and move a little from day to day by the seed. A bedtime may lie behind
midnight. At least `LEAST_SLEEP` is left before the next waking and `LEAST_AWAKE` before bed, so any
routine makes a day. The spread is our guess at what nobody would notice.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from core.schedule.model import Routine, clock_minutes
from core.schedule.rules.dice import dice

DAY = 1440
LEAST_SLEEP = 240
"""Minutes."""
LEAST_AWAKE = 360
"""Minutes."""
WAKES_MOVED = (-10, 0, 0, 10, 20)
SLEEPS_MOVED = (-20, -10, 0, 0, 10, 20, 30)
SATURDAY, SUNDAY, FRIDAY = 5, 6, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Waking:
    """One time awake, in minutes of the clock from the midnight of its date."""

    date: date
    start: int
    """0 to 1430, a multiple of ten."""
    end: int
    """Bedtime; over 1440 behind the next midnight."""


def waking(day: date, routine: Routine, seed: str) -> Waking:
    """Return when the persona gets up on a date, and when it goes to bed after that."""
    start = _wakes(day, routine, seed)
    later = clock_minutes(routine.sleeps) // 10 * 10
    if later <= clock_minutes(routine.wakes):
        later += DAY
    if day.weekday() in (FRIDAY, SATURDAY):
        later += routine.weekend_later
    later += dice(seed, day, "sleeps").choice(SLEEPS_MOVED)
    latest = _wakes(day + timedelta(days=1), routine, seed) + DAY - LEAST_SLEEP
    return Waking(date=day, start=start, end=min(max(later, start + LEAST_AWAKE), latest))


def _wakes(day: date, routine: Routine, seed: str) -> int:
    start = clock_minutes(routine.wakes) // 10 * 10
    if day.weekday() in (SATURDAY, SUNDAY):
        start += routine.weekend_later
    start += dice(seed, day, "wakes").choice(WAKES_MOVED)
    return min(max(start, 0), DAY - 10)
