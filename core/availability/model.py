"""Whether a companion is there: modes, ranges, overrides."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from core.schedule.model import Activity


class Mode(StrEnum):
    """How much it is there."""

    ONLINE = "online"
    DO_NOT_DISTURB = "do-not-disturb"
    OFFLINE = "offline"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeTable:
    """Which mode each of the twelve activities means, and a gap between them."""

    modes: Mapping[Activity, Mode]
    gap: Mode

    def __post_init__(self) -> None:
        missing = [activity for activity in Activity if activity not in self.modes]
        if missing:
            raise ValueError(f"every activity needs a mode, got none for {', '.join(missing)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityRange:
    """A half-open span with one mode, and why."""

    start_at: datetime
    """Aware, UTC; included."""
    end_at: datetime
    """Aware, UTC; not included."""
    mode: Mode
    source_schedule_ids: tuple[str, ...]
    """Of the entries behind it; empty for a gap and for an override."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilitySnapshot:
    """Two local days of availability from a midnight on; its ranges cover the window exactly."""

    generated_at: datetime
    window_start_at: datetime
    window_end_at: datetime
    ranges: tuple[AvailabilityRange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A mode that lies over the schedule for a while."""

    mode: Mode
    since: datetime
    """Aware, UTC; included."""
    until: datetime
    """Aware, UTC; not included."""
    reason: str
    """Such as `set by the owner`, `said goodbye`; for whoever asks why."""

    def __post_init__(self) -> None:
        if self.until <= self.since:
            raise ValueError(f"an override ends after it begins, got {self.since} to {self.until}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingDials:
    """How long a companion that is not to be disturbed, or wakes up, lets others wait."""

    scale: timedelta = timedelta(minutes=25)
    """Within this, 63 % of the messages are answered."""
    shape: float = 1.8
    """Over 1: the chance of an answer rises while one waits."""
    flow: timedelta = timedelta(minutes=3)
    """So long after its own last word it is still in the talk."""
    yawn_least: timedelta = timedelta(minutes=1)
    yawn_most: timedelta = timedelta(minutes=12)
    """From waking to the first answer."""

    def __post_init__(self) -> None:
        if self.scale <= timedelta(0):
            raise ValueError(f"scale is longer than nothing, got {self.scale}")
        if not 1 < self.shape <= 10:
            raise ValueError(f"shape is over 1 and up to 10, got {self.shape}")
        if self.flow < timedelta(0):
            raise ValueError(f"flow is not negative, got {self.flow}")
        if not timedelta(0) <= self.yawn_least <= self.yawn_most:
            raise ValueError(f"a yawn lasts from least to most, got {self.yawn_least} least")


class AnswerReason(StrEnum):
    """Why a message is answered when it is."""

    ONLINE = "online"
    FLOW = "in the flow of the talk"
    URGENT = "urgent"
    WAITED = "busy, but looked at it"
    FREED = "no longer busy"
    WOKE = "no longer offline"
    PLAN_ENDS = "nothing is known beyond"
    """The plan ends before an answer is due: decide again then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """One draw of the waiting-time law."""

    since: datetime
    scale: timedelta
    shape: float
    u: float
    """The dice: 0.0 to 1.0, 1.0 not included."""
    drawn: timedelta
    """What the law says to `u`."""
    cut_at: datetime
    """Where being busy ends; no wait goes beyond it."""
    law: str = "weibull"


@dataclass(frozen=True, slots=True, kw_only=True)
class Yawn:
    """From being reachable again to the first answer."""

    woke_at: datetime
    u: float
    drawn: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAt:
    """When a message is answered by the bot, reading and typing apart, and why."""

    at: datetime
    """Aware, UTC; never before the message was heard."""
    reason: AnswerReason
    urgent: str | None = None
    """The word that made it urgent."""
    steps: tuple[Wait | Yawn, ...] = ()
    """What was drawn on the way, in order."""
