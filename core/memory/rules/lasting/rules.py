"""How long a statement holds."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from core.memory.model import When
from core.memory.rules.lasting.model import SPANS, Passing
from core.memory.rules.lasting.states import STATES
from core.memory.rules.wording import guess
from core.memory.rules.wording.content import plain
from core.memory.rules.wording.mine import PLANNED

LONGEST = timedelta(days=60)
"""A state that is said to last longer is none of those that pass by themselves; our guess."""


def passing(statement: str, language: str | None = None) -> Passing | None:
    """Return what kind of passing state a statement tells; None for what lasts."""
    code = guess(statement, language)
    states = STATES[code]
    if states.chronic.search(statement):
        return None
    for kind, pattern in (
        (Passing.ILLNESS, states.illness),
        (Passing.TRIP, states.trip),
        (Passing.MOMENT, states.moment),
        (Passing.WAITING, states.waiting),
        (Passing.MOOD, states.mood),
    ):
        if pattern.search(statement):
            return kind
    return Passing.PLAN if PLANNED[code].search(statement) else None


def valid_until(
    statement: str,
    said_at: datetime,
    periods: Sequence[When],
    language: str | None = None,
) -> datetime | None:
    """Return until when a statement holds, or None where nothing ends it.

    A state that passes ends with the last of the `periods` that are still to come or under way,
    else by its kind. A plan ends with the period it is for: from then on it is told as past; a
    plan without a date ends with nothing.
    """
    kind = passing(statement, language)
    if kind is None:
        return None
    to_come = [one.end_at for one in periods if said_at < one.end_at <= said_at + LONGEST]
    if kind is Passing.PLAN:
        ends = [one.end_at for one in periods if one.end_at > said_at]
        return max(ends) if ends else None
    return max(to_come) if to_come else said_at + SPANS[kind]


def when_of(periods: Sequence[When], statement: str) -> When | None:
    """Return the period that a statement is about: one whose words it repeats, else the first."""
    told = plain(statement)
    repeated = (one for one in periods if plain(one.said) in told)
    return next(repeated, periods[0] if periods else None)
