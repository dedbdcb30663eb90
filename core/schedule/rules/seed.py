"""The pure helpers of the builder's face: a day and a month from one message, without a model.

The main activity is that of the first words contained in the message, anywhere, in this order:
travel/trip/여행, study/exam/공부/시험, job/취업/구직, work/일/회사; else work. The frame around it
is the same for everybody and every day:

    00:00 sleep          09:00 the main activity   19:00 meal
    07:00 rest           12:00 meal                20:00 free time
    07:30 meal           13:00 the main activity   22:00 rest
    08:00 commute        18:00 commute             23:00 sleep

Days are those of UTC unless a zone is given. Source of words and order: the project's API
reference; the hours of the frame are ours. The planning duty is finer: see `days` and `words`.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo

from core.days import day_of, end_of_day
from core.instants import DateTimeInput, to_datetime
from core.schedule.model import Activity, Block, Granularity, ScheduleEntry
from core.schedule.rules.entries import block_entries, entry_id
from core.schedule.rules.slots import slot_at

WORDS: tuple[tuple[Activity, tuple[str, ...]], ...] = (
    (Activity.TRAVEL, ("travel", "trip", "여행")),
    (Activity.STUDY, ("study", "exam", "공부", "시험")),
    (Activity.JOB_SEARCH, ("job", "취업", "구직")),
    (Activity.WORK, ("work", "일", "회사")),
)
"""Matched as plain pieces of text, whatever their case; `homework` is work here."""

DAYS_AHEAD = 30
"""How many days a month's entries cover."""

TITLES = {
    Activity.TRAVEL: "Travelling",
    Activity.STUDY: "Studying",
    Activity.JOB_SEARCH: "Looking for a job",
    Activity.WORK: "Working",
}

FRAME: tuple[tuple[int, Activity | None, str], ...] = (
    (0, Activity.SLEEP, "Sleeping"),
    (7 * 60, Activity.REST, "Waking up"),
    (7 * 60 + 30, Activity.MEAL, "Breakfast"),
    (8 * 60, Activity.COMMUTE, "On the way there"),
    (9 * 60, None, ""),
    (12 * 60, Activity.MEAL, "Lunch"),
    (13 * 60, None, ""),
    (18 * 60, Activity.COMMUTE, "On the way home"),
    (19 * 60, Activity.MEAL, "Dinner"),
    (20 * 60, Activity.FREE_TIME, "Free time"),
    (22 * 60, Activity.REST, "Winding down"),
    (23 * 60, Activity.SLEEP, "Sleeping"),
)
"""Minutes of the clock from which on, activity (None: the main one), title."""


def seed_activity(message: str) -> Activity:
    """Return the main activity that a message names by the pieces of text above; else work."""
    text = message.lower()
    for activity, pieces in WORDS:
        if any(piece in text for piece in pieces):
            return activity
    return Activity.WORK


def schedule_target_day(now: DateTimeInput) -> datetime:
    """Return the first instant of tomorrow, in UTC: the day that a daily schedule plans.

    Raises as `core.instants.to_datetime` does, as all of these do.
    """
    return _tomorrow(now, UTC)


def create_ten_minute_daily_schedule(
    *, space_id: str, now: DateTimeInput, message: str, zone: tzinfo = UTC
) -> list[ScheduleEntry]:
    """Return tomorrow's entries of ten minutes, in order: 144 on a day of 24 hours."""
    blocks = _frame(_tomorrow(now, zone), zone, seed_activity(message))
    return [entry for block in blocks for entry in block_entries(block, space_id, message)]


def create_monthly_schedule_entries(
    *, space_id: str, now: DateTimeInput, message: str, zone: tzinfo = UTC
) -> list[ScheduleEntry]:
    """Return thirty entries of a day each, from tomorrow on, in order."""
    activity = seed_activity(message)
    found: list[ScheduleEntry] = []
    start = _tomorrow(now, zone)
    while len(found) < DAYS_AHEAD:
        end = end_of_day(day_of(start, zone), zone)
        found.append(
            ScheduleEntry(
                id=entry_id(space_id, Granularity.DAY, start),
                space_id=space_id,
                start_at=start,
                end_at=end,
                activity=activity,
                title=TITLES[activity],
                granularity=Granularity.DAY,
                source_message=message,
            )
        )
        start = end
    return found


def date_keys_around(value: DateTimeInput) -> tuple[str, str, str]:
    """Return the dates of yesterday, today and tomorrow in UTC, as `2026-05-01`."""
    today = to_datetime(value).date()
    one = timedelta(days=1)
    return ((today - one).isoformat(), today.isoformat(), (today + one).isoformat())


def _tomorrow(now: DateTimeInput, zone: tzinfo) -> datetime:
    """Return the first instant of the local day after that of `now`."""
    return end_of_day(day_of(to_datetime(now), zone), zone)


def _frame(start: datetime, zone: tzinfo, main: Activity) -> Iterator[Block]:
    """Yield the blocks of the day that begins at `start`; what falls into a gap is left out."""
    day = day_of(start, zone)
    borders = [*(slot_at(day, minutes, zone) for minutes, _, _ in FRAME), end_of_day(day, zone)]
    for (_, activity, title), begins, ends in zip(FRAME, borders, borders[1:], strict=False):
        if begins < ends:
            yield Block(
                start_at=begins,
                end_at=ends,
                activity=activity or main,
                title=title or TITLES[main],
            )
