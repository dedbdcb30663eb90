"""Stretches of local days, and the arithmetic of weeks, months, seasons and years."""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from core.memory.model import Precision

ONE_DAY = timedelta(days=1)
FEW = (2, 5)
"""How many `a few` are, fewest and most: our guess."""
SEASONS: Mapping[str, int] = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""The first month of each, of three: the seasons of meteorology, north of the equator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Local days in a row."""

    first: date
    end: date
    """Not included, and later than the first."""
    precision: Precision


def day(on: date) -> Stretch:
    """Return one day."""
    return Stretch(first=on, end=on + ONE_DAY, precision=Precision.DAY)


def week(on: date) -> Stretch:
    """Return the week around a day; it begins on Monday."""
    first = on - timedelta(days=on.weekday())
    return Stretch(first=first, end=first + timedelta(days=7), precision=Precision.WEEK)


def weekend(on: date) -> Stretch:
    """Return the Saturday and Sunday of the week around a day."""
    monday = on - timedelta(days=on.weekday())
    return span(monday + timedelta(days=5), monday + timedelta(days=7))


def month(year: int, number: int) -> Stretch:
    """Return a month; `number` may lie outside 1 to 12 and then counts into other years.

    Raises:
        ValueError: its year is not from 1 to 9999.
    """
    first = month_begin(year, number)
    return Stretch(first=first, end=month_begin(year, number + 1), precision=Precision.MONTH)


def year(number: int) -> Stretch:
    """Return a year.

    Raises:
        ValueError: it, or the next one, is not from 1 to 9999.
    """
    return Stretch(first=date(number, 1, 1), end=date(number + 1, 1, 1), precision=Precision.YEAR)


def season(name: str, number: int) -> Stretch:
    """Return a season of a year; a winter belongs to the year in which it begins."""
    begins = SEASONS[name]
    return span(month_begin(number, begins), month_begin(number, begins + 3))


def span(first: date, end: date) -> Stretch:
    """Return the days from `first` to `end`, which is not included."""
    return Stretch(first=first, end=end, precision=Precision.SPAN)


def month_begin(year: int, number: int) -> date:
    """Return the first day of a month; see `month` for its `number`."""
    years, months = divmod(number - 1, 12)
    return date(year + years, months + 1, 1)


def shifted(on: date, unit: str, count: int) -> date:
    """Return the day that lies `count` units after another; a short month gives its last day."""
    if unit in ("day", "week"):
        return on + timedelta(days=count * (7 if unit == "week" else 1))
    begin = month_begin(on.year, on.month + count * (12 if unit == "year" else 1))
    return begin.replace(day=min(on.day, monthrange(begin.year, begin.month)[1]))


def around(on: date, unit: str) -> Stretch:
    """Return the day, week, month or year that a day lies in."""
    if unit == "day":
        return day(on)
    if unit == "week":
        return week(on)
    return month(on.year, on.month) if unit == "month" else year(on.year)


def away(today: date, unit: str, count: int) -> Stretch:
    """Return the unit that lies `count` of its kind ahead; a negative count lies behind."""
    return around(shifted(today, unit, count), unit)


def few_away(today: date, unit: str, sign: int) -> Stretch:
    """Return the days in which `a few` units ago or ahead lie."""
    ends = sorted((away(today, unit, sign * count) for count in FEW), key=lambda one: one.first)
    return span(ends[0].first, ends[1].end)
