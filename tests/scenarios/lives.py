"""Lives of companions, for scenarios."""

from core.schedule.model import Activity, Habit, Life, Routine

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
