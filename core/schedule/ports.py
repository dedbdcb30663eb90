"""What planning needs from outside: a place for plans, and the public holidays."""

from collections.abc import Mapping
from datetime import date
from typing import Protocol

from core.persona.model import SpaceId
from core.schedule.model import DayLine, DayPlan, MonthPlan


class Holidays(Protocol):
    """The public holidays of countries."""

    def between(self, country: str, first: date, last: date, language: str) -> Mapping[date, str]:
        """Return the holidays from `first` to `last`, both included, by day.

        `country` is a code of ISO 3166-1 such as `DE`, perhaps with a part as `DE-BY`; an unknown
        one has none. Names are in `language` (a bare code) where the source has it.
        """
        ...


class Plans(Protocol):
    """The plans of days and months. Reading never raises for what is stored."""

    def days(self, space: SpaceId, first: date, last: date) -> list[DayPlan]:
        """Return the plans from `first` to `last`, both included, in order.

        A row that is no valid plan any more is left out, and logged without its text.
        """
        ...

    def save_day(self, plan: DayPlan) -> None:
        """Store the plan of one day in place of the one before."""
        ...

    def lines(self, space: SpaceId, first: date, last: date) -> list[DayLine]:
        """Return the day-level lines from `first` to `last`, both included, in order."""
        ...

    def save_month(self, plan: MonthPlan) -> None:
        """Store lines, each in place of the one before of its day."""
        ...

    def prune(self, space: SpaceId, before: date) -> int:
        """Forget days and lines before a date; return how many rows that were."""
        ...

    def revision(self, space: SpaceId) -> int:
        """Return a number that each write to the space's plans and overrides raises; 0 at first."""
        ...
