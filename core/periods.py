"""Periods of time that words name, and how exactly."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Precision(StrEnum):
    """How exactly a period is known."""

    MINUTE = "minute"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    SPAN = "span"
    """From one day to another, as `the last three days`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A period that words name, such as `yesterday`, resolved in the speaker's zone."""

    start_at: datetime
    """Aware, UTC; included."""
    end_at: datetime
    """Aware, UTC; not included, and later than the start."""
    precision: Precision
    said: str
    """The words that named it."""

    def __post_init__(self) -> None:
        if not self.start_at < self.end_at:
            raise ValueError(f"a period ends after it starts, got {self!r}")

    def meets(self, other: "When") -> bool:
        """Return whether both have an instant in common."""
        return self.start_at < other.end_at and other.start_at < self.end_at
