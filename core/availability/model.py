"""Whether a companion is there: modes, ranges, overrides."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
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
    until: datetime
    """Not included."""
    reason: str
    """Such as `set by the owner`, `said goodbye`; for whoever asks why."""
