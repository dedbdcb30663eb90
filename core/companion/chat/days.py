"""What a chat is told of the companion's days: pure."""

from collections.abc import Sequence
from datetime import datetime

from core.availability.model import AvailabilitySnapshot, Mode
from core.conversation.model import Planned
from core.schedule.model import Granularity, ScheduleEntry

_WORDS = {
    Mode.ONLINE: "you are free to write",
    Mode.DO_NOT_DISTURB: "you are busy and look at your messages now and then",
    Mode.OFFLINE: "you are away from your messages",
}


def planned(entries: Sequence[ScheduleEntry]) -> tuple[Planned, ...]:
    """Return stretches of the schedule; neighbours that are alike are one.

    What is planned for a whole day counts only where the day isn't planned more exactly.
    """
    exact = [one for one in entries if one.granularity is Granularity.TEN_MINUTE]
    whole = [one for one in entries if not any(_meet(one, other) for other in exact)]
    stretches: list[list[ScheduleEntry]] = []
    for entry in sorted([*exact, *whole], key=lambda one: one.start_at):
        last = stretches[-1][-1] if stretches else None
        if last is not None and last.end_at == entry.start_at and _what(last) == _what(entry):
            stretches[-1].append(entry)
        else:
            stretches.append([entry])
    return tuple(
        Planned(
            ref=f"slot:{first.start_at:%Y-%m-%dT%H:%MZ}",
            start_at=first.start_at,
            end_at=last.end_at,
            what=f"{_what(first)} [{first.activity}]",
            activity=first.activity.value,
        )
        for first, last in ((stretch[0], stretch[-1]) for stretch in stretches)
    )


def presence(snapshot: AvailabilitySnapshot, now: datetime) -> str:
    """Return how much the companion is there at `now`, in a sentence for the model."""
    modes = (one.mode for one in snapshot.ranges if one.start_at <= now < one.end_at)
    mode = next(modes, None)
    return "" if mode is None else f"Right now {_WORDS[mode]}."


def _what(entry: ScheduleEntry) -> str:
    return f"{entry.title} ({entry.description})" if entry.description else entry.title


def _meet(one: ScheduleEntry, other: ScheduleEntry) -> bool:
    return one.start_at < other.end_at and other.start_at < one.end_at
