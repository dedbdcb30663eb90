"""The month's plan that needs no model: one line for each day, in the shape of a week.

Weekdays are for what the message names, else for work; a trip takes the weekends as well. Saturdays
and Sundays are days off, each given to something chosen by weight, Sundays rather to rest; a habit
of two hours or more takes the day off it falls on. Special dates stand above all of that. What
happened within `LOOKS_BACK` days, in the lines before or in these, becomes less likely, and least
so what is rare: a trip now and then, not every weekend.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta, tzinfo

from core.days import end_of_day, first_instant
from core.schedule.model import Activity, DayLine, Habit, Routine, SpecialDate
from core.schedule.rules.choice import WEEKEND, chosen, title_of
from core.schedule.rules.dice import dice
from core.schedule.rules.rhythm import SATURDAY, SUNDAY
from core.schedule.rules.words import activity_in
from core.schedule.titles import Scene, titles

DAYS = 30
LOOKS_BACK = 61
"""Days whose lines count: two months."""
LATELY = 14
"""Days within which anything but a trip counts."""
LONG_HABIT = 120
"""Minutes from which on a habit makes a day off its own."""
SUNDAYS_REST = 2.0
"""How much likelier rest is on a Sunday; a guess."""

_SCENES = {
    Activity.WORK: Scene.DAY_WORK,
    Activity.STUDY: Scene.DAY_STUDY,
    Activity.JOB_SEARCH: Scene.DAY_JOB_SEARCH,
    Activity.TRAVEL: Scene.DAY_TRAVEL,
    Activity.EXERCISE: Scene.DAY_EXERCISE,
    Activity.SOCIAL: Scene.DAY_SOCIAL,
    Activity.ERRAND: Scene.DAY_ERRAND,
    Activity.REST: Scene.DAY_REST,
}


def plan_month(
    *,
    first: date,
    zone: tzinfo,
    routine: Routine,
    seed: str,
    message: str = "",
    previous: Sequence[DayLine] = (),
    special: Sequence[SpecialDate] = (),
    language: str = "en",
    days: int = DAYS,
) -> tuple[DayLine, ...]:
    """Return the lines of `days` days from `first` on, in order; a date that was skipped has none.

    `previous` may hold any lines before `first`, in any order; those of two months count.
    """
    named = activity_in(message)
    used = Counter(line.title for line in previous if 0 < (first - line.day).days <= LATELY)
    lines: list[DayLine] = []
    for day in _real_days(first, zone, days):
        known = [line for line in (*previous, *lines) if 0 < (day - line.day).days <= LOOKS_BACK]
        activity, title = _special(day, special) or _ordinary(day, named, routine, known, seed)
        if title is None:
            pool = titles(_SCENES.get(activity, Scene.DAY_FREE_TIME), language)
            fresh = [one for one in pool if not lines or one != lines[-1].title]
            title = title_of(fresh, used, dice(seed, day, "line title"))
        lines.append(DayLine(day=day, activity=activity, title=title))
    return tuple(lines)


def _real_days(first: date, zone: tzinfo, days: int) -> Iterator[date]:
    day = first
    while days:
        if first_instant(day, zone) < end_of_day(day, zone):
            yield day
            days -= 1
        day += timedelta(days=1)


def _special(day: date, special: Sequence[SpecialDate]) -> tuple[Activity, str] | None:
    """Return the line of a special date: a day off under its name, or its names."""
    names = [one.name for one in special if one.falls_on(day)]
    return (Activity.FREE_TIME, ", ".join(dict.fromkeys(names))) if names else None


def _ordinary(
    day: date, named: Activity | None, routine: Routine, known: Sequence[DayLine], seed: str
) -> tuple[Activity, str | None]:
    if named is Activity.TRAVEL:
        return named, None
    if day.weekday() < SATURDAY:
        return named or Activity.WORK, None
    habit = _long_habit(day, routine.habits)
    if habit is not None:
        return habit.activity, habit.title
    weights = dict(WEEKEND)
    if day.weekday() == SUNDAY:
        weights[Activity.REST] *= SUNDAYS_REST
    happened = Counter(
        line.activity
        for line in known
        if line.activity is Activity.TRAVEL or (day - line.day).days <= LATELY
    )
    return chosen(weights, happened, dice(seed, day, "line")), None


def _long_habit(day: date, habits: Sequence[Habit]) -> Habit | None:
    """Return the longest habit that fills a good part of a day, other than sleep."""
    long = [
        habit
        for habit in habits
        if day.weekday() in habit.weekdays
        and habit.minutes >= LONG_HABIT
        and habit.activity is not Activity.SLEEP
    ]
    return max(long, key=lambda habit: habit.minutes, default=None)
