"""The planner that needs no model: a local day in blocks, from routine, habits and what was before.

A day is painted on the 144 tens of minutes of a clock: sleep below; over it what is left of the
time awake that began the day before (a late bedtime), the time awake that begins today, and the
habits, which the owner's words put first. Then the clock's times become instants of the day as it
really is, so that the blocks tile it whatever the clocks do; what they pass over is left out, and
what they show twice lasts longer.

Everything is decided by the arguments and dice seeded by `seed` and the date: the same day planned
again is the same, and another date or seed differs while the frame stays.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from itertools import groupby
from typing import TypeAlias

from core.phrases import LANGUAGES
from core.schedule.model import (
    Activity,
    Block,
    DayLine,
    DayPlan,
    Habit,
    Routine,
    SpecialDate,
    clock_minutes,
)
from core.schedule.rules.dice import dice
from core.schedule.rules.frame import MAIN, Hand, Stretch, day_off, working_day
from core.schedule.rules.rhythm import DAY, SATURDAY, waking
from core.schedule.rules.slots import slot_at
from core.schedule.rules.words import activity_in
from core.schedule.titles import Scene, titles

ONE_DAY = timedelta(days=1)
LOOKS_BACK = 2
"""Days whose plans count for what happens today."""
STILL_UP = 20
"""Minutes that a day goes on after midnight at least, if the last plan ended awake."""
DOZE = 90
"""Minutes; shorter sleep beside a habit is no sleep: it is spent waking up."""

ORDINARY = frozenset(
    title
    for language in LANGUAGES
    for scene in Scene
    if scene.name.startswith("DAY_")
    for title in titles(scene, language)
)
"""Titles of days that the month's planner gives; they name no stretch of a day."""

Cell: TypeAlias = tuple[Activity, str]
"""What ten minutes of the clock hold: an activity and its title."""


@dataclass(frozen=True, slots=True)
class _Brief:
    """What holds for every day of a persona."""

    routine: Routine
    seed: str
    message: str
    special: Sequence[SpecialDate]
    language: str


def plan_day(
    *,
    day: date,
    zone: tzinfo,
    routine: Routine,
    seed: str,
    line: DayLine | None = None,
    message: str = "",
    previous: Sequence[DayPlan] = (),
    special: Sequence[SpecialDate] = (),
    language: str = "en",
) -> tuple[Block, ...]:
    """Return the blocks of a local day, in order; they tile it exactly.

    `line` is the day's line of the month's plan: what the day is for. Without one it is what
    `message` names on a weekday, else work, and a day off at weekends and on special dates.
    `previous` may hold any plans in any order; those of the last `LOOKS_BACK` days count.
    """
    lately = [plan for plan in previous if timedelta(0) < day - plan.day <= LOOKS_BACK * ONE_DAY]
    brief = _Brief(routine, seed, message, special, language)
    hand = Hand(dice(seed, day, "sleep"), language)
    cells: list[Cell] = [(Activity.SLEEP, hand.title(Scene.SLEEP))] * (DAY // 10)
    _paint(cells, _left_over(day, brief, lately))
    _paint(cells, _awake(day, brief, line, lately))
    _paint_habits(cells, day, routine.habits, hand.title(Scene.WAKING))
    return tuple(_blocks(cells, day, zone))


def day_activity(
    day: date, line: DayLine | None, message: str, special: Sequence[SpecialDate]
) -> tuple[Activity, str | None]:
    """Return what a day is for, and the title of it where somebody gave one."""
    if line is not None:
        return line.activity, None if line.title in ORDINARY else line.title
    for one in special:
        if one.falls_on(day):
            return Activity.FREE_TIME, one.name
    named = activity_in(message)
    if day.weekday() >= SATURDAY and named is not Activity.TRAVEL:
        return Activity.FREE_TIME, None
    return named or Activity.WORK, None


def _left_over(day: date, brief: _Brief, lately: Sequence[DayPlan]) -> list[Stretch]:
    """Return what is left, after midnight, of the time awake that began the day before.

    What that day's plan ended with goes on for a while; if it ended asleep, nothing is left.
    """
    before = day - ONE_DAY
    last = next((plan.blocks[-1] for plan in lately if plan.day == before and plan.blocks), None)
    end = waking(before, brief.routine, brief.seed).end
    if last is not None:
        end = 0 if last.activity is Activity.SLEEP else max(end, DAY + STILL_UP)
    left = [
        Stretch(max(one.start - DAY, 0), one.end - DAY, one.activity, one.title)
        for one in _awake(before, brief, None, (), end)
        if one.end > DAY
    ]
    if last is not None and left:
        left[0] = replace(left[0], activity=last.activity, title=last.title)
    return left


def _awake(
    day: date,
    brief: _Brief,
    line: DayLine | None,
    lately: Sequence[DayPlan],
    until: int | None = None,
) -> tuple[Stretch, ...]:
    """Return the stretches of the time awake that begins on a date, until bedtime or `until`."""
    awake = waking(day, brief.routine, brief.seed)
    activity, title = day_activity(day, line, brief.message, brief.special)
    happened = Counter(kind for plan in lately for kind in {b.activity for b in plan.blocks})
    happened.update(h.activity for h in brief.routine.habits if day.weekday() in h.weekdays)
    used = Counter(block.title for plan in lately for block in plan.blocks)
    hand = Hand(dice(brief.seed, day, "day"), brief.language, happened, used)
    lay = working_day if activity in MAIN else day_off
    return lay(awake.start, awake.end if until is None else until, activity, hand, title)


def _paint(cells: list[Cell], stretches: Iterable[Stretch]) -> None:
    """Put stretches into the day's cells; what lies outside the day is cut off."""
    for stretch in stretches:
        first, stop = max(stretch.start, 0) // 10, min(stretch.end, DAY) // 10
        for number in range(first, stop):
            cells[number] = (stretch.activity, stretch.title)


def _paint_habits(cells: list[Cell], day: date, habits: Sequence[Habit], waking_up: str) -> None:
    """Put habits over the day, the last named on top, and make a doze beside one a waking up."""
    painted: set[int] = set()
    for habit in habits:
        for began, shift in ((day - ONE_DAY, -DAY), (day, 0)):
            if began.weekday() in habit.weekdays:
                start = clock_minutes(habit.start) // 10 * 10 + shift
                stretch = Stretch(start, start + habit.minutes, habit.activity, habit.title)
                _paint(cells, [stretch])
                painted.update(range(max(start, 0) // 10, max(start + habit.minutes, 0) // 10))
    asleep = [
        cell[0] is Activity.SLEEP and number not in painted for number, cell in enumerate(cells)
    ]
    for sleeping, numbers in groupby(range(len(cells)), key=asleep.__getitem__):
        run = list(numbers)
        beside = run[0] - 1 in painted or run[-1] + 1 in painted
        within = run[0] > 0 and run[-1] < len(cells) - 1
        if sleeping and beside and within and len(run) * 10 < DOZE:
            _paint(cells, [Stretch(run[0] * 10, run[-1] * 10 + 10, Activity.REST, waking_up)])


def _blocks(cells: Sequence[Cell], day: date, zone: tzinfo) -> Iterator[Block]:
    """Yield the cells as blocks of the day as its clocks really go."""
    reached = 0
    for (activity, title), same in groupby(cells):
        start, reached = reached, reached + 10 * len(list(same))
        start_at, end_at = slot_at(day, start, zone), slot_at(day, reached, zone)
        if start_at < end_at:
            yield Block(start_at=start_at, end_at=end_at, activity=activity, title=title)
