"""What a companion does, and when: entries, the plan of a day, the plan of a month."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from zoneinfo import ZoneInfo

from core.days import end_of_day, first_instant
from core.persona.model import SpaceId

SLOT = timedelta(minutes=10)
"""The grain of a day."""


class PlanFault(ValueError):
    """A plan, or a word in it, that can't be taken; says all that is wrong with it."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
        """Each in words, without a full stop."""


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


_KNOWN = frozenset[str](Activity)


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


def tiling_faults(day: date, zone: tzinfo, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return in words why `blocks` are no plan of a local day; () if they tile it exactly.

    They do where they are in order, begin and end at borders of its ten-minute slots, follow each
    other from its first instant to the next day's, and each is a known activity. Times are told as
    the clocks of `zone` show them, the day's end as 24:00.
    """
    naive = [b for b in blocks if b.start_at.utcoffset() is None or b.end_at.utcoffset() is None]
    if naive:
        return tuple(f"the times of {block.activity} have no zone" for block in naive)
    start, end = first_instant(day, zone), end_of_day(day, zone)
    label = _Labels(end, zone)
    faults = [fault for block in blocks for fault in _block_faults(block, start, end, label)]
    if any(later.start_at < earlier.start_at for earlier, later in pairwise(blocks)):
        faults.append("the blocks are not in order")
    reached, holder = start, None
    for block in sorted(blocks, key=lambda block: block.start_at):
        if block.start_at > reached:
            faults.append(f"from {label(reached)} to {label(block.start_at)} nothing is planned")
        elif block.start_at < reached and holder is not None:
            faults.append(f"{label.of(block)} overlaps {label.of(holder)}")
        if block.end_at > reached:
            reached, holder = block.end_at, block
    if reached < end:
        faults.append(f"from {label(reached)} to {label(end)} nothing is planned")
    return tuple(faults)


class _Labels:
    """Instants of one day as its clocks show them."""

    def __init__(self, end: datetime, zone: tzinfo) -> None:
        self._end = end
        self._zone = zone

    def __call__(self, at: datetime) -> str:
        return "24:00" if at == self._end else f"{at.astimezone(self._zone):%H:%M}"

    def of(self, block: Block) -> str:
        return f"{self(block.start_at)} to {self(block.end_at)} ({block.activity})"


def _block_faults(block: Block, start: datetime, end: datetime, label: _Labels) -> Iterator[str]:
    if block.activity not in _KNOWN:
        known = ", ".join(Activity)
        yield f"{block.activity!r} is no known activity; there are {known}"
    if block.end_at <= block.start_at:
        yield f"{label.of(block)} does not end after it begins"
    if block.start_at < start or block.end_at > end:
        yield f"{label.of(block)} lies outside the day"
    for at in (block.start_at, block.end_at):
        if at != end and (at - start) % SLOT:
            yield f"{label(at)} is no border of ten minutes"


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

    def __post_init__(self) -> None:
        faults = tiling_faults(self.day, self.zone, self.blocks)
        if faults:
            raise PlanFault(*faults)


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

    def __post_init__(self) -> None:
        days = [line.day for line in self.lines]
        faults = [f"{day} comes twice" for day in sorted({d for d in days if days.count(d) > 1})]
        if days != sorted(days):
            faults.append("the days are not in order")
        faults += [
            f"{line.day}: {line.activity!r} is no known activity"
            for line in self.lines
            if line.activity not in _KNOWN
        ]
        if faults:
            raise PlanFault(*faults)
