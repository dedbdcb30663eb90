"""When a beat is due: a time of day as the clocks of a zone show it."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from apscheduler.triggers.base import BaseTrigger  # type: ignore[import-untyped]  # it ships no types

from core.days import ONE_DAY, day_of, end_of_day, first_instant, instant_at

EVERY_DAY = frozenset(range(7))


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalTimeTrigger(BaseTrigger):  # type: ignore[misc]  # its base is unknown to mypy
    """Due once on each local date that is chosen, in order, whatever the clocks do.

    A time that the clocks leap over is due at the first instant after the gap, one that they show
    twice the first time alone. A date that a zone left out is left out.
    """

    zone: ZoneInfo
    at: time
    """Local, whole minutes."""
    weekdays: frozenset[int] = EVERY_DAY
    """0 (Monday) to 6 (Sunday)."""
    month_day: int | None = None
    """1 to 31; in a shorter month its last day. None: every day."""

    def __post_init__(self) -> None:
        if self.at.second or self.at.microsecond or self.at.tzinfo is not None:
            raise ValueError(f"a local time of whole minutes is needed, got {self.at!r}")
        if not self.weekdays or not self.weekdays <= EVERY_DAY:
            raise ValueError(f"weekdays are some of 0 to 6, got {sorted(self.weekdays)}")
        if self.month_day is not None and not 1 <= self.month_day <= 31:
            raise ValueError(f"a month has the days 1 to 31, got {self.month_day}")

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        """Return when it is due after `previous_fire_time`, else at `now` or after; aware, UTC."""
        after = previous_fire_time or now - timedelta.resolution
        day = day_of(after, self.zone) - ONE_DAY  # a gap may carry a late hour past midnight
        while not (self._chosen(day) and self._due(day) > after):
            day += ONE_DAY
        return self._due(day)

    def _due(self, day: date) -> datetime:
        return instant_at(day, self.at.hour * 60 + self.at.minute, self.zone)

    def _chosen(self, day: date) -> bool:
        if day.weekday() not in self.weekdays:
            return False
        last = monthrange(day.year, day.month)[1]
        if self.month_day is not None and day.day != min(self.month_day, last):
            return False
        return first_instant(day, self.zone) < end_of_day(day, self.zone)
