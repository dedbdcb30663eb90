"""From plans to what is drawn: spans, the change of the clocks, and words."""

from datetime import UTC, date, datetime, timedelta, tzinfo

from adapters.pictures.model import Labels, Shift, Span
from core.availability.model import Mode, ModeTable
from core.days import end_of_day, first_instant
from core.phrases import Phrase, activity_phrase, mode_phrase, phrase
from core.schedule.model import SLOT, Activity, DayPlan

MINUTE = timedelta(minutes=1)


def spans_of(plan: DayPlan, modes: ModeTable) -> tuple[Span, ...]:
    """Return the blocks of a day as they are drawn."""
    start = first_instant(plan.day, plan.zone)
    return tuple(
        Span(
            start=(block.start_at - start) // MINUTE,
            end=(block.end_at - start) // MINUTE,
            activity=block.activity,
            title=block.title,
            mode=modes.modes[block.activity],
        )
        for block in plan.blocks
    )


def shift_of(day: date, zone: tzinfo) -> Shift | None:
    """Return how the clocks change within a day; of several changes the first."""
    start, end = first_instant(day, zone), end_of_day(day, zone)
    midnight = datetime.combine(day, datetime.min.time())
    at = start
    while at < end:
        shown = at.astimezone(zone).replace(tzinfo=None) - midnight
        if by := shown - (at - start):
            return Shift(at=(at - start) // MINUTE, by=by // MINUTE)
        at += SLOT
    return None


def minute_of(now: datetime, day: date, zone: tzinfo) -> int | None:
    """Return how many minutes of a day have passed at `now`; None outside of it."""
    start, end = first_instant(day, zone), end_of_day(day, zone)
    return (now - start) // MINUTE if start <= now.astimezone(UTC) < end else None


def labels_for(language: str) -> Labels:
    """Return the words in the language of a BCP 47 tag, or in English."""
    return Labels(
        activities={activity: activity_phrase(activity, language) for activity in Activity},
        modes={mode: _capital(mode_phrase(mode, language)) for mode in Mode},
        empty=phrase(Phrase.NOTHING_PLANNED, language),
        now=phrase(Phrase.NOW, language),
    )


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
