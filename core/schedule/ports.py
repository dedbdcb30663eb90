"""What planning needs from outside: a place for plans, and the public holidays."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from core.persona.model import Persona, SpaceId
from core.schedule.model import DayLine, DayPlan, Life, MonthPlan, SpecialDate
from core.schedule.rules.lines import WrittenLine
from core.schedule.rules.written import WrittenBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class DayAsked:
    """What does the persona do on a local day?"""

    persona: Persona
    life: Life
    now: datetime
    day: date
    line: DayLine | None
    """What the day is for, by the month's plan."""
    before: tuple[DayPlan, ...]
    """The days before it, in order."""
    special: tuple[SpecialDate, ...]
    message: str
    """The owner's words; they count most."""
    problems: tuple[str, ...] = ()
    """What was wrong with the plan that came first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthAsked:
    """What are the next days for?"""

    persona: Persona
    life: Life
    now: datetime
    first: date
    days: int
    before: tuple[DayLine, ...]
    special: tuple[SpecialDate, ...]
    message: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDay:
    """A day as the role wrote it, and what that took."""

    blocks: tuple[WrittenBlock, ...]
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMonth:
    """A month as the role wrote it, and what that took."""

    lines: tuple[WrittenLine, ...]
    tokens: int = 0


class ScheduleRole(Protocol):
    """Writes plans; what it writes is checked, and asked for once more if it does not hold.

    Every method raises only what a language model's port raises.
    """

    @property
    def most_tokens(self) -> int:
        """The most that one plan may take."""
        ...

    async def write_day(self, asked: DayAsked) -> WrittenDay:
        """Return the blocks of one local day."""
        ...

    async def write_month(self, asked: MonthAsked) -> WrittenMonth:
        """Return one line for each day."""
        ...


class Holidays(Protocol):
    """The public holidays of countries."""

    async def prepare(self, country: str, first: date, last: date, language: str) -> None:
        """Make ready to answer for these days; it may take seconds, and stops nobody."""
        ...

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
