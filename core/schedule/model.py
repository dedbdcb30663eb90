"""What a companion does, and when: entries, the plan of a day, the plan of a month."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from zoneinfo import ZoneInfo

from core.persona.model import SpaceId

SLOT = timedelta(minutes=10)
"""The grain of a day."""


class Activity(StrEnum):
    """What a companion can be doing."""

    SLEEP = "sleep"
    REST = "rest"
    MEAL = "meal"
    COMMUTE = "commute"
    WORK = "work"
    STUDY = "study"
    JOB_SEARCH = "job-search"
    TRAVEL = "travel"
    EXERCISE = "exercise"
    SOCIAL = "social"
    ERRAND = "errand"
    FREE_TIME = "free-time"


class Granularity(StrEnum):
    """How fine an entry is."""

    DAY = "day"
    TEN_MINUTE = "ten-minute"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleEntry:
    """A half-open span of time with one activity, as a builder sees it."""

    id: str
    """Stable: the same slot of the same space always has it."""
    space_id: str
    start_at: datetime
    """Aware, UTC; included."""
    end_at: datetime
    """Aware, UTC; not included."""
    activity: Activity
    title: str
    description: str | None = None
    granularity: Granularity
    source_message: str | None = None
    """The words that it was planned from."""
    metadata: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A stretch of a day's plan, as it is kept: whole slots, one activity, one title."""

    start_at: datetime
    """Aware, UTC; included."""
    end_at: datetime
    """Aware, UTC; not included."""
    activity: Activity
    title: str
    description: str | None = None


class MadeBy(StrEnum):
    """Who made a plan."""

    MODEL = "model"
    RULES = "rules"
    """The deterministic planner, which needs no model."""
    OWNER = "owner"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlan:
    """One local day, tiled by its blocks without a gap and without an overlap."""

    space: SpaceId
    day: date
    """The local day."""
    zone: ZoneInfo
    blocks: tuple[Block, ...]
    """In order, from the day's first instant to the next day's; checked when it is made."""
    made_by: MadeBy
    made_at: datetime
    source_message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayLine:
    """One day of a month's plan, in one line."""

    day: date
    activity: Activity
    title: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthPlan:
    """Day-level lines, each day at most once, in order."""

    space: SpaceId
    zone: ZoneInfo
    lines: tuple[DayLine, ...]
    made_by: MadeBy
    made_at: datetime
    source_message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialDate:
    """A date that matters to the persona, or a public holiday."""

    month: int
    """1 to 12."""
    day: int
    """1 to 31; a 29th of February is kept on the 28th where there is none."""
    name: str
    year: int | None = None
    """None: every year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """Something that the persona does at certain times, by the owner's words."""

    weekdays: frozenset[int]
    """0 (Monday) to 6 (Sunday)."""
    start: str
    """Local time, as `18:30`."""
    minutes: int
    """A multiple of ten."""
    activity: Activity
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Routine:
    """The frame of this persona's days, local times as `07:00`."""

    wakes: str = "07:00"
    sleeps: str = "23:00"
    """May lie behind midnight, as `01:30`."""
    weekend_later: int = 90
    """Minutes that it sleeps longer on Saturdays and Sundays; a multiple of ten."""
    habits: tuple[Habit, ...] = ()
