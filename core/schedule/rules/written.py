"""A day as a model wrote it, made blocks of a plan, or refused with all that is wrong.

Starts are rounded down to ten minutes. An end is the last minute that counts where it is written
so (`09:59`, `23:59`), and is rounded down after that. A block without an end lasts until the next
one begins, the last one until the day's end. Order does not matter, and what stands there twice
counts once. What falls into a gap of the clock is left out. Nothing else is mended: a hole, an
overlap, an unknown word or a time with two readings is told, for the model to repair.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, tzinfo
from itertools import pairwise

from core.schedule.model import Activity, Block, PlanFault, tiling_faults
from core.schedule.rules.activities import read_activity
from core.schedule.rules.slots import slot_at
from core.schedule.rules.times import DAY, is_range, read_range, read_time
from core.schedule.rules.titles import clean_description, clean_title


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenBlock:
    """A stretch of a day, every word as it came."""

    time: str
    """A clock time, or a range of them."""
    end: str | None = None
    """A clock time; None: `time` holds it, or the next block tells."""
    activity: str
    title: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """A block in minutes of the clock."""

    start: int
    end: int | None
    activity: Activity
    title: str
    description: str | None


def read_blocks(day: date, zone: tzinfo, written: Sequence[WrittenBlock]) -> tuple[Block, ...]:
    """Return the blocks of a local day, in order; they tile it exactly.

    Raises:
        PlanFault: with every fault found, in words.
    """
    stretches: set[_Stretch] = set()
    faults: list[str] = []
    for block in written:
        try:
            stretches.add(_stretch(block))
        except PlanFault as fault:
            faults += [one for one in fault.faults if one not in faults]
    if faults:
        raise PlanFault(*faults)
    blocks = _placed(day, zone, _ended(stretches))
    faults += tiling_faults(day, zone, blocks)
    if faults:
        raise PlanFault(*faults)
    return blocks


def _stretch(block: WrittenBlock) -> _Stretch:
    faults: list[str] = []
    start, end = 0, None
    activity = Activity.REST
    try:
        start, end = _span(block)
    except PlanFault as fault:
        faults += fault.faults
    try:
        activity = read_activity(block.activity)
    except PlanFault as fault:
        faults += fault.faults
    title = clean_title(block.title)
    if not title:
        faults.append(f"the block at {block.time!r} has no title")
    if faults:
        raise PlanFault(*faults)
    said = clean_description(block.description)
    return _Stretch(start=start, end=end, activity=activity, title=title, description=said)


def _span(block: WrittenBlock) -> tuple[int, int | None]:
    if block.end is None and not is_range(block.time):
        return _border(read_time(block.time)), None
    if block.end is None:
        start, last = read_range(block.time)
    else:
        start, last = read_time(block.time), read_time(block.end) or DAY
    begins, ends = _border(start), _border(last + 1) if last < DAY else DAY
    shown = block.time if block.end is None else f"{block.time} - {block.end}"
    if last <= start:
        raise PlanFault(
            f"{shown!r} does not end after it begins; what goes on over midnight is two blocks"
        )
    if ends <= begins:
        raise PlanFault(f"{shown!r} is shorter than the ten minutes from one border to the next")
    return begins, ends


def _border(minutes: int) -> int:
    return minutes // 10 * 10


def _ended(stretches: set[_Stretch]) -> list[_Stretch]:
    """Return stretches in order, each with an end."""
    ordered = sorted(stretches, key=lambda one: (one.start, one.end or 0, one.activity, one.title))
    starts = sorted({one.start for one in ordered})
    following = dict(pairwise((*starts, DAY)))
    return [
        one if one.end is not None else replace(one, end=following[one.start]) for one in ordered
    ]


def _placed(day: date, zone: tzinfo, stretches: Sequence[_Stretch]) -> tuple[Block, ...]:
    """Return stretches as blocks of a day; what its clocks pass over is left out."""
    found = []
    for one in stretches:
        start, end = (slot_at(day, minutes, zone) for minutes in (one.start, one.end or DAY))
        if start < end:
            found.append(
                Block(
                    start_at=start,
                    end_at=end,
                    activity=one.activity,
                    title=one.title,
                    description=one.description,
                )
            )
    return tuple(found)
