"""A day as it is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from core.availability.model import Mode
from core.schedule.model import Activity

WHOLE_DAY = 1440
"""Minutes that the clock shows in a day, however long it lasts."""

ACTIVITY_NAMES: Mapping[Activity, str] = MappingProxyType(
    {activity: activity.value.replace("-", " ").capitalize() for activity in Activity}
)
MODE_NAMES: Mapping[Mode, str] = MappingProxyType(
    {mode: mode.value.replace("-", " ").capitalize() for mode in Mode}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of the day with one activity."""

    start: int
    """Minutes that have passed since the day began; included."""
    end: int
    """Not included."""
    activity: Activity
    title: str
    mode: Mode

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span begins in its day and then ends, got {self!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A change of the clocks within the day."""

    at: int
    """Minutes that have passed since the day began; 0 where its midnight does not exist."""
    by: int
    """Minutes, positive when the clocks leap forward."""

    def __post_init__(self) -> None:
        if self.at < 0 or not -WHOLE_DAY < self.by < WHOLE_DAY:
            raise ValueError(f"clocks change within a day, by less than a day, got {self!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Words in the language of whoever looks; English where none are given."""

    activities: Mapping[Activity, str] = field(default_factory=lambda: ACTIVITY_NAMES)
    modes: Mapping[Mode, str] = field(default_factory=lambda: MODE_NAMES)
    empty: str = "Nothing planned"
    now: str = "now"

    def of(self, what: Activity | Mode) -> str:
        """Return the word for `what`."""
        if isinstance(what, Activity):
            return self.activities.get(what) or ACTIVITY_NAMES[what]
        return self.modes.get(what) or MODE_NAMES[what]


ENGLISH = Labels()


def length_of(shift: Shift | None) -> int:
    """Return how many minutes the day lasts."""
    return WHOLE_DAY - (shift.by if shift else 0)


def wall(minute: int, shift: Shift | None) -> int:
    """Return what the clock shows, in minutes, when `minute` minutes of the day have passed."""
    return minute + (shift.by if shift and minute >= shift.at else 0)


def clock(minute: int, shift: Shift | None) -> str:
    """Return it as `07:30`; the end of the day is `24:00`."""
    hour, rest = divmod(wall(minute, shift), 60)
    return f"{hour:02}:{rest:02}"


def hours(shift: Shift | None) -> list[tuple[int, str]]:
    """Return the full hours of the day, in order: minutes that have passed, and as `07`."""
    return [
        (minute, f"{wall(minute, shift) // 60:02}")
        for minute in range(length_of(shift) + 1)
        if wall(minute, shift) % 60 == 0
    ]


def within(spans: Sequence[Span], shift: Shift | None) -> list[Span]:
    """Return what lies in the day, in order; what reaches beyond its end is drawn to the end."""
    return sorted(
        (span for span in spans if span.start < length_of(shift)),
        key=lambda span: (span.start, span.end),
    )
