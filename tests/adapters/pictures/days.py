"""Days to draw."""

from adapters.pictures.model import Span
from core.availability.model import Mode
from core.schedule.model import Activity


def span(
    start: int, end: int, activity: Activity, title: str = "", mode: Mode = Mode.ONLINE
) -> Span:
    return Span(start=start, end=end, activity=activity, title=title, mode=mode)


USUAL = (
    span(0, 420, Activity.SLEEP, "Asleep", Mode.OFFLINE),
    span(420, 480, Activity.MEAL, "Breakfast"),
    span(480, 1020, Activity.WORK, "The spring catalogue", Mode.DO_NOT_DISTURB),
    span(1020, 1380, Activity.FREE_TIME, "Reading"),
    span(1380, 1440, Activity.SLEEP, "Asleep", Mode.OFFLINE),
)
