"""Choosing what fills free hours, and what to call it: varied, and rare things stay rare.

Each kind has a weight. What happened lately counts for less, the more so the rarer the kind is:
weight × LATELY^n with n times in the days looked at, and for the common ones only a little less.
The weights and factors are our guesses at an ordinary week.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from core.schedule.model import Activity

RARE = 2.0
"""A weight up to this is one of a rare kind."""
LATELY = 0.25
"""Of a rare kind's weight, for each time that it happened lately."""
AGAIN = 0.8
"""Of a common kind's weight."""

EVENING: Mapping[Activity, float] = {
    Activity.FREE_TIME: 5.0,
    Activity.REST: 2.5,
    Activity.EXERCISE: 2.0,
    Activity.SOCIAL: 1.2,
    Activity.ERRAND: 1.2,
    Activity.STUDY: 0.4,
}
"""After a day of work or the like."""
OFF_DAY: Mapping[Activity, float] = {
    Activity.FREE_TIME: 5.0,
    Activity.REST: 2.5,
    Activity.ERRAND: 2.0,
    Activity.EXERCISE: 2.0,
    Activity.SOCIAL: 2.0,
    Activity.STUDY: 0.4,
    Activity.TRAVEL: 0.15,
}
"""The hours of a day off."""
WEEKEND: Mapping[Activity, float] = {
    Activity.FREE_TIME: 5.0,
    Activity.REST: 2.5,
    Activity.SOCIAL: 2.0,
    Activity.ERRAND: 2.0,
    Activity.EXERCISE: 1.5,
    Activity.TRAVEL: 0.3,
}
"""What a whole day off is given to."""


def weights_now(
    weights: Mapping[Activity, float], lately: Mapping[Activity, int]
) -> dict[Activity, float]:
    """Return the weights after what happened lately, by how often it did."""
    return {
        activity: weight * (LATELY if weight <= RARE else AGAIN) ** lately.get(activity, 0)
        for activity, weight in weights.items()
    }


def chosen(
    weights: Mapping[Activity, float], lately: Mapping[Activity, int], rng: Random
) -> Activity:
    """Return one of the kinds, by their weights now."""
    now = weights_now(weights, lately)
    return rng.choices(list(now), list(now.values()))[0]


def title_of(pool: Sequence[str], used: Counter[str], rng: Random) -> str:
    """Return one of the titles used least, and count it."""
    least = min(used[title] for title in pool)
    title = rng.choice([title for title in pool if used[title] == least])
    used[title] += 1
    return title
