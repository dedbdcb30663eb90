"""Lives of companions, for scenarios."""

from datetime import timedelta

from core.availability.model import Mode, Override
from core.engine.ports import Stores, Work
from core.schedule.model import Activity, Habit, Life, Routine
from tests.world import MINA, World

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
SATURDAY_NIGHT = "2026-01-10T23:30+00:00"
"""Half past midnight on Sunday, in Berlin."""
MONDAY_NOON = "2026-01-12T11:00+00:00"
"""Noon in Berlin."""

EVERY_DAY = frozenset(range(7))
LIVED = Life()


def sleeper() -> Life:
    """Return a life that sleeps from 22:30 to 07:00 on every day."""
    night = Habit(
        weekdays=EVERY_DAY, start="22:30", minutes=510, activity=Activity.SLEEP, title="asleep"
    )
    breakfast = Habit(
        weekdays=EVERY_DAY, start="07:00", minutes=240, activity=Activity.REST, title="coffee"
    )
    return Life(routine=Routine(habits=(night, breakfast)))


def works_at(start: str, minutes: int) -> Life:
    """Return a life with work at that time on every day."""
    work = Habit(
        weekdays=EVERY_DAY,
        start=start,
        minutes=minutes,
        activity=Activity.WORK,
        title="the office",
    )
    return Life(routine=Routine(habits=(work,)))


async def lay_over(work: Work, override: Override) -> None:
    """Lay an override over Mina's schedule; nobody is told of it."""

    def laid(stores: Stores) -> None:
        stores.overrides.put(MINA.space, override)

    await work.write(laid)


async def put(world: World, mode: Mode, span: timedelta) -> None:
    """Lay a mode over Mina's schedule from now on, and let the engine see it."""
    now = world.clock.now()
    override = Override(mode=mode, since=now, until=now + span, reason="by the owner: a secret")
    await lay_over(world.work, override)
    world.engine.looks_anew()
