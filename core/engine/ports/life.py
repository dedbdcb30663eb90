"""A place to keep a life: plans, overrides of availability, and the ledger of duties."""

from datetime import date, datetime
from typing import Protocol

from core.availability.model import Override
from core.engine.model import Duty
from core.persona.model import SpaceId
from core.schedule.model import DayLine, DayPlan, MonthPlan


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


class Overrides(Protocol):
    """What lies over the schedule; one at a time."""

    def active(self, space: SpaceId, now: datetime) -> Override | None:
        """Return the override that holds at `now`."""
        ...

    def put(self, space: SpaceId, override: Override) -> None:
        """Lay `override` over the schedule, in place of the one before."""
        ...

    def clear(self, space: SpaceId) -> bool:
        """Take the override off; False if there was none."""
        ...


class Duties(Protocol):
    """The ledger. What a duty brings and its row commit in the same unit of work."""

    def owe(self, duty: Duty) -> bool:
        """Note what is owed; False, and nothing changes, if the key is known."""
        ...

    def save(self, duty: Duty) -> None:
        """Store everything of a known duty."""
        ...

    def owed(self, limit: int) -> list[Duty]:
        """Return what is owed, by due time, then period, at most `limit`."""
        ...

    def latest(self, space: SpaceId, limit: int) -> list[Duty]:
        """Return the last duties of a space by period, newest first, whatever became of them."""
        ...
