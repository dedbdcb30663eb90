"""What fills one time awake: the frame of a working day, or of a day off.

A working day: getting up, breakfast, the way there, the main activity with lunch and a break in it,
the way home, dinner, free hours, winding down. A day off: the same meals, and free hours chosen by
weight, the theme of the day first. Lengths vary by the dice; what is left over is free time, and a
short time awake cuts the main activity, then the end. The lengths are our guesses.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from core.schedule.model import Activity
from core.schedule.rules.choice import EVENING, OFF_DAY, chosen, title_of
from core.schedule.titles import Scene, titles

MAIN = frozenset({Activity.WORK, Activity.STUDY, Activity.JOB_SEARCH, Activity.TRAVEL})
"""Activities that make a working day's frame."""
AROUND_MAIN = 420
"""Minutes of a working day that are not given to the main activity, at least."""
LENGTHS: Mapping[Activity, tuple[int, int]] = {
    Activity.FREE_TIME: (60, 120),
    Activity.REST: (30, 60),
    Activity.EXERCISE: (40, 80),
    Activity.SOCIAL: (90, 150),
    Activity.ERRAND: (40, 90),
    Activity.STUDY: (60, 90),
    Activity.TRAVEL: (150, 240),
}
"""Minutes, from and to, of something in free hours."""
THEME = (120, 180)
"""Minutes of what a day off is given to."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a day in minutes of the clock; may reach over midnight."""

    start: int
    end: int
    activity: Activity
    title: str


@dataclass(slots=True)
class Hand:
    """What a frame is laid with: the dice, the language, and what was lately."""

    rng: Random
    language: str
    lately: Counter[Activity] = field(default_factory=Counter)
    """How often things happened in the last days; grows as the day is laid."""
    used: Counter[str] = field(default_factory=Counter)
    """How often titles were used in the last days; grows as well."""

    def minutes(self, least: int, most: int) -> int:
        """Return a length, a multiple of ten."""
        return self.rng.randrange(least, most + 10, 10)

    def title(self, scene: Scene) -> str:
        """Return a title that was used least of late."""
        return title_of(titles(scene, self.language), self.used, self.rng)


@dataclass(slots=True)
class _Course:
    """Stretches one after the other, until the time awake is over."""

    hand: Hand
    now: int
    end: int
    laid: list[Stretch] = field(default_factory=list)

    def lay(self, minutes: int, activity: Activity, title: str, until: int | None = None) -> None:
        stop = min(self.now + minutes, self.end if until is None else min(until, self.end))
        if stop > self.now:
            self.laid.append(Stretch(self.now, stop, activity, title))
            self.now = stop

    def scene(self, least: int, most: int, activity: Activity, scene: Scene) -> None:
        self.lay(self.hand.minutes(least, most), activity, self.hand.title(scene))

    def free_until(self, until: int, weights: Mapping[Activity, float]) -> None:
        """Fill free hours with things chosen by weight; half an hour or less joins the last."""
        while self.now < min(until, self.end):
            activity = chosen(weights, self.hand.lately, self.hand.rng)
            self.hand.lately[activity] += 1
            minutes = self.hand.minutes(*LENGTHS[activity])
            if min(until, self.end) - self.now - minutes <= 30:
                minutes = until - self.now
            self.lay(minutes, activity, self.hand.title(Scene(activity.value)), until)


def working_day(
    start: int, end: int, main: Activity, hand: Hand, title: str | None = None
) -> tuple[Stretch, ...]:
    """Return the stretches of a day with a main activity, from `start` to `end` without a hole.

    `title` names its first stretch; None: chosen like the others.
    """
    course = _Course(hand, start, end)
    course.scene(20, 30, Activity.REST, Scene.WAKING)
    course.scene(20, 30, Activity.MEAL, Scene.BREAKFAST)
    away = main is not Activity.JOB_SEARCH
    way = hand.minutes(30, 50)
    if away:
        course.lay(way, Activity.COMMUTE, hand.title(Scene.GOING))
    whole = max(60, min(hand.minutes(420, 480), end - start - AROUND_MAIN))
    morning = whole * hand.minutes(40, 50) // 1000 * 10
    course.lay(morning, main, title or hand.title(Scene(main.value)))
    course.scene(40, 60, Activity.MEAL, Scene.LUNCH)
    afternoon = whole - morning
    course.lay(afternoon // 20 * 10, main, hand.title(Scene(main.value)))
    course.scene(10, 20, Activity.REST, Scene.BREAK)
    course.lay(afternoon - afternoon // 20 * 10, main, hand.title(Scene(main.value)))
    if away:
        course.lay(way, Activity.COMMUTE, hand.title(Scene.RETURNING))
    course.scene(40, 60, Activity.MEAL, Scene.DINNER)
    return tuple(_evening(course, EVENING))


def day_off(
    start: int, end: int, theme: Activity, hand: Hand, title: str | None = None
) -> tuple[Stretch, ...]:
    """Return the stretches of a day off, from `start` to `end` without a hole.

    Something of the kind `theme` comes first in the afternoon, under `title` if there is one.
    """
    course = _Course(hand, start, end)
    course.scene(20, 40, Activity.REST, Scene.WAKING)
    course.scene(30, 50, Activity.MEAL, Scene.BREAKFAST)
    course.free_until(start + hand.minutes(240, 300), OFF_DAY)
    course.scene(50, 70, Activity.MEAL, Scene.LUNCH)
    scene = Scene(theme.value) if theme in LENGTHS else Scene.FREE_TIME
    hand.lately[theme] += 1
    course.lay(
        hand.minutes(*THEME),
        theme if theme in LENGTHS else Activity.FREE_TIME,
        title or hand.title(scene),
    )
    course.free_until(start + hand.minutes(640, 700), OFF_DAY)
    course.scene(50, 70, Activity.MEAL, Scene.DINNER)
    return tuple(_evening(course, EVENING))


def _evening(course: _Course, weights: Mapping[Activity, float]) -> Iterator[Stretch]:
    course.free_until(course.end - course.hand.minutes(30, 40), weights)
    course.lay(course.end - course.now, Activity.REST, course.hand.title(Scene.WINDING_DOWN))
    yield from course.laid
