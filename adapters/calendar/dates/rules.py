"""What a date in words means on a given day."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from adapters.calendar.dates import spans
from adapters.calendar.dates.sheet import Meaning
from adapters.calendar.dates.slots import Leaning, Seen, Slots
from adapters.calendar.dates.spans import ONE_DAY, Stretch
from core.days import day_of

WEEK = timedelta(days=7)
SATURDAY = 5
FURTHEST = {"hour": 72, "day": 999, "week": 520, "month": 240, "year": 200}
"""How many units away something may be; more is no date. Our guess."""


def resolved(meaning: Meaning, slots: Slots, seen: Seen) -> Stretch | None:
    """Return the days that are meant, or None where there are no such days."""
    resolve = MEANINGS.get(meaning)
    if resolve is None:
        return None
    try:
        return resolve(slots, seen)
    except (ValueError, OverflowError, KeyError):
        return None  # 31 February, a year beyond the calendar


def counted(slots: Slots, seen: Seen, sign: int) -> Stretch | None:
    """Return what lies some units ago or ahead."""
    unit = slots.text("unit")
    count = slots.number("n") if slots.has("n") else 1
    if count > FURTHEST[unit]:
        return None
    if unit == "hour":
        there = seen.at + timedelta(hours=sign * (count or 3))
        return spans.day(day_of(there, seen.zone))
    if count == 0:
        return spans.few_away(seen.today, unit, sign)
    return spans.away(seen.today, unit, sign * count)


def run(slots: Slots, seen: Seen, sign: int) -> Stretch | None:
    """Return the last or next few units, today included."""
    unit = slots.text("unit")
    count = slots.number("n") if slots.has("n") else 1
    if unit == "hour" or count > FURTHEST[unit]:
        return None
    there = spans.shifted(seen.today, unit, sign * (count or max(spans.FEW)))
    first, last = sorted((seen.today, there))
    return spans.span(first, last + ONE_DAY)


def dated(slots: Slots, seen: Seen) -> Stretch:
    """Return a day of a month; without a year the nearest that fits the sentence."""
    year = slots.year()
    month, number = slots.month(), slots.number("day")
    if year is not None:
        return spans.day(date(year, month, number))
    near = range(seen.today.year - 4, seen.today.year + 5)  # 29 February comes every fourth
    days = [date(year, month, number) for year in near if exists(year, month, number)]
    return spans.day(nearest(days, seen))


def exists(year: int, month: int, number: int) -> bool:
    """Return whether there is such a day."""
    try:
        return bool(date(year, month, number))
    except ValueError:
        return False


def nearest(days: list[date], seen: Seen) -> date:
    """Return the day nearest to today on the side that the sentence looks to.

    Raises:
        ValueError: there is none.
    """
    if seen.leaning is Leaning.PAST:
        days = [one for one in days if one <= seen.today]
    if seen.leaning is Leaning.FUTURE:
        days = [one for one in days if one >= seen.today]
    return min(days, key=lambda one: (abs(one - seen.today), one))


def day_of_month(slots: Slots, seen: Seen) -> Stretch:
    """Return a day of this, the last or the next month; of none that is named, the nearest."""
    number = slots.number("day")
    if slots.has("m"):
        begin = spans.month_begin(seen.today.year, seen.today.month + int(slots.word("m")))
        return spans.day(begin.replace(day=number))
    begins = (spans.month_begin(seen.today.year, seen.today.month + off) for off in range(-2, 3))
    days = [one.replace(day=number) for one in begins if exists(one.year, one.month, number)]
    return spans.day(nearest(days, seen))


def weekday(slots: Slots, seen: Seen, leaning: Leaning) -> Stretch:
    """Return the last such day before today, or the next after it."""
    ahead = (int(slots.word("weekday")) - seen.today.weekday() - 1) % 7 + 1
    there = seen.today + timedelta(days=ahead)
    if leaning is Leaning.PAST:
        there -= WEEK if ahead < 7 else 2 * WEEK
    return spans.day(there)


def weekday_bare(slots: Slots, seen: Seen) -> Stretch:
    """Return the last one where the sentence tells of the past, else the next; today counts."""
    if int(slots.word("weekday")) == seen.today.weekday():
        return spans.day(seen.today)
    return weekday(slots, seen, seen.leaning)


def weekday_in(slots: Slots, seen: Seen) -> Stretch:
    """Return the day of a week: of this one unless another is named."""
    off = int(slots.word("w")) if slots.has("w") else 0
    monday = seen.today + off * WEEK - timedelta(days=seen.today.weekday())
    day = slots.word("sign" if slots.has("sign") else "weekday")
    return spans.day(monday + timedelta(days=int(day)))


def month_from(slots: Slots, seen: Seen, leaning: Leaning) -> Stretch:
    """Return the last such month that is over, or the next that has not begun."""
    month, this = slots.month(), seen.today.month
    if leaning is Leaning.PAST:
        return spans.month(seen.today.year - (month >= this), month)
    return spans.month(seen.today.year + (month <= this), month)


def month_bare(slots: Slots, seen: Seen) -> Stretch:
    """Return the latest such month, this one included; the next if the sentence looks ahead."""
    month = slots.month()
    if month == seen.today.month:
        return spans.month(seen.today.year, month)
    ahead = seen.leaning is Leaning.FUTURE
    return month_from(slots, seen, Leaning.FUTURE if ahead else Leaning.PAST)


def season_from(slots: Slots, seen: Seen, leaning: Leaning) -> Stretch:
    """Return the last such season that is over, or the next that has not begun."""
    name, this = slots.text("season"), seen.today.year
    near = [spans.season(name, year) for year in range(this - 2, this + 3)]
    if leaning is Leaning.PAST:
        return [one for one in near if one.end <= seen.today][-1]
    return next(one for one in near if one.first > seen.today)


def season_bare(slots: Slots, seen: Seen) -> Stretch:
    """Return the one that is, else the last; the next if the sentence looks ahead."""
    name, this = slots.text("season"), seen.today.year
    for found in (spans.season(name, this), spans.season(name, this - 1)):
        if found.first <= seen.today < found.end:
            return found
    ahead = seen.leaning is Leaning.FUTURE
    return season_from(slots, seen, Leaning.FUTURE if ahead else Leaning.PAST)


def season_this(slots: Slots, seen: Seen) -> Stretch:
    """Return the season of this year; before June, the winter is the one of last year."""
    name = slots.text("season")
    before = name == "winter" and seen.today.month < spans.SEASONS["summer"]
    return spans.season(name, seen.today.year - before)


def feast(slots: Slots, seen: Seen) -> Stretch:
    """Return a feast; without a year the nearest that fits the sentence."""
    first, last = (tuple(map(int, one.split("-"))) for one in slots.text("feast").split("/"))
    year = slots.year()
    if year is None:
        near = range(seen.today.year - 1, seen.today.year + 2)
        year = nearest([date(one, *first) for one in near], seen).year
    begin, end = date(year, *first), date(year, *last) + ONE_DAY
    return spans.day(begin) if end - begin == ONE_DAY else spans.span(begin, end)


def weekend(slots: Slots, seen: Seen) -> Stretch:
    """Return a weekend; `the weekend` of a sentence about the past is the last that began."""
    off = int(slots.word("we"))
    if off == 0 and seen.leaning is Leaning.PAST and seen.today.weekday() < SATURDAY:
        off = -1
    return spans.weekend(seen.today + WEEK * off)


def whole_year(slots: Slots, seen: Seen) -> Stretch | None:
    """Return the year that is named."""
    year = slots.year()
    return None if year is None else spans.year(year)


def month_in(slots: Slots, seen: Seen) -> Stretch | None:
    """Return the month of the year that is named."""
    year = slots.year()
    return None if year is None else spans.month(year, slots.month())


def season_in(slots: Slots, seen: Seen) -> Stretch | None:
    """Return the season of the year that is named."""
    year = slots.year()
    return None if year is None else spans.season(slots.text("season"), year)


def offset(slots: Slots, seen: Seen, slot: str, unit: str) -> Stretch:
    """Return what a phrase such as `last week` stands for."""
    return spans.away(seen.today, unit, int(slots.word(slot)))


MEANINGS: Mapping[Meaning, Callable[[Slots, Seen], Stretch | None]] = {
    "date": dated,
    "day_of_month": day_of_month,
    "day_only": day_of_month,
    "weekday_of_week": weekday_in,
    "weekday_this": weekday_in,
    "weekday_last": lambda slots, seen: weekday(slots, seen, Leaning.PAST),
    "weekday_next": lambda slots, seen: weekday(slots, seen, Leaning.FUTURE),
    "weekday": weekday_bare,
    "season_of_year": season_in,
    "season_last": lambda slots, seen: season_from(slots, seen, Leaning.PAST),
    "season_next": lambda slots, seen: season_from(slots, seen, Leaning.FUTURE),
    "season_this": season_this,
    "season": season_bare,
    "month_of_year": month_in,
    "month_last": lambda slots, seen: month_from(slots, seen, Leaning.PAST),
    "month_next": lambda slots, seen: month_from(slots, seen, Leaning.FUTURE),
    "month_this": lambda slots, seen: spans.month(seen.today.year, slots.month()),
    "month": month_bare,
    "feast": feast,
    "ago": lambda slots, seen: counted(slots, seen, -1),
    "ahead": lambda slots, seen: counted(slots, seen, 1),
    "lately": lambda slots, seen: run(slots, seen, -1),
    "soon": lambda slots, seen: run(slots, seen, 1),
    "weekend": weekend,
    "week": lambda slots, seen: offset(slots, seen, "w", "week"),
    "month_away": lambda slots, seen: offset(slots, seen, "m", "month"),
    "day": lambda slots, seen: offset(slots, seen, "d", "day"),
    "year_away": whole_year,
    "year": whole_year,
}
"""What is not here, `never`, is no date."""
