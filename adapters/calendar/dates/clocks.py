"""Clock times beside a day: `tomorrow at 3 pm`, `um 15 Uhr am Freitag`."""

import re
from dataclasses import dataclass

from adapters.calendar.dates.phrases import han_number
from adapters.calendar.dates.tables import Table

REACH = 40
"""Letters before a day in which its clock time is looked for."""
AFTERNOON = range(1, 7)
"""`Tomorrow at 3` is 15:00: a bare hour from 1 to 6 lies after noon. Our guess."""
NUMBERS = re.compile(r"(?<!\d)(?P<h>\d{1,2})(?:\D{0,4}?(?P<min>\d\d)(?!\d))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """A day with what stands beside it."""

    start: int
    end: int
    """Where its words begin and end."""
    minutes: int | None
    """Minutes after midnight, as the clock shows them; None where no time is named."""


def timed(plain: str, start: int, end: int, table: Table) -> Timed:
    """Return the day at `start` to `end` with the clock time and part of the day beside it."""
    after = table.clock_after.match(plain, end)
    if after is not None:
        minutes = read(after["clock"], plain[start : after.end()], table)
        if minutes is not None:
            return Timed(start=start, end=after.end(), minutes=minutes)
    part = table.part_after.match(plain, end)
    end = end if part is None else part.end()
    before = table.clock_before.search(plain, max(0, start - REACH), start)
    if before is not None:
        minutes = read(before["clock"], plain[before.start() : end], table)
        if minutes is not None:
            return Timed(start=before.start(), end=end, minutes=minutes)
    return Timed(start=start, end=end, minutes=None)


def read(clock: str, around: str, table: Table) -> int | None:
    """Return the minutes after midnight of a clock time, or None if there is no such time.

    `around` has the words of its day, which may tell morning from evening.
    """
    told = hour_and_minute(clock, table)
    if told is None or told[0] > 24 or told[1] > 59:
        return None
    hour, minute = told
    early = table.morning.search(around) is not None
    late = table.evening.search(around) is not None
    if late and not early and hour < 12:
        hour += 12
    elif early and not late and hour == 12:
        hour = 0
    elif not early and not late and hour in AFTERNOON and not re.search(r"(?<!\d)0\d", clock):
        hour += 12
    total = hour * 60 + minute
    return total if total <= 1439 else None


def hour_and_minute(clock: str, table: Table) -> tuple[int, int] | None:
    """Return what a clock time says, in digits or words."""
    half = 30 if re.search("半|반", clock) else 0
    digits = NUMBERS.search(clock)
    if digits is not None:
        return int(digits["h"]), int(digits["min"] or half)
    han = re.search("[一二两兩三四五六七八九十]+", clock)
    if han is not None:
        return _han(han[0]), half
    words = sorted(table.values["n"].items(), key=lambda one: -len(one[0]))
    for word, value in words:
        if word in clock:
            return int(value), half
    return None


def _han(text: str) -> int:
    try:
        return han_number(text)
    except ValueError:
        return 99
