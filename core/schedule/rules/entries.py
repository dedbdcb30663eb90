"""Plans as entries, and entries as blocks again.

A plan is kept as a few blocks and told as slots: 144 entries of a usual day. Going there and back
loses nothing, because neighbours are joined only where all that tells them apart is equal; blocks
that were cut more often than that come back as one.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from core.days import end_of_day, first_instant
from core.schedule.model import (
    SLOT,
    Block,
    DayPlan,
    Granularity,
    MonthPlan,
    PlanFault,
    ScheduleEntry,
)


def entry_id(space_id: str, granularity: Granularity, start_at: datetime) -> str:
    """Return the id of an entry: the same for the same space, granularity and start, always.

    Such as `mina:ten-minute:2026-05-02T09:00Z`.
    """
    stamp = start_at.replace(tzinfo=None) - (start_at.utcoffset() or timedelta(0))
    return f"{space_id}:{granularity}:{stamp.isoformat(timespec='minutes')}Z"


def day_entries(plan: DayPlan) -> tuple[ScheduleEntry, ...]:
    """Return the ten-minute entries of a day, in order."""
    return tuple(
        entry
        for block in plan.blocks
        for entry in block_entries(block, plan.space, plan.source_message)
    )


def block_entries(
    block: Block, space_id: str, source_message: str | None = None
) -> Iterator[ScheduleEntry]:
    """Return the ten-minute entries of one block, in order."""
    start = block.start_at
    while start < block.end_at:
        end = min(start + SLOT, block.end_at)
        yield ScheduleEntry(
            id=entry_id(space_id, Granularity.TEN_MINUTE, start),
            space_id=space_id,
            start_at=start,
            end_at=end,
            activity=block.activity,
            title=block.title,
            description=block.description,
            granularity=Granularity.TEN_MINUTE,
            source_message=source_message,
        )
        start = end


def month_entries(plan: MonthPlan) -> tuple[ScheduleEntry, ...]:
    """Return one entry for each local day of a month's plan; none for a date that was skipped."""
    found = []
    for line in plan.lines:
        start, end = first_instant(line.day, plan.zone), end_of_day(line.day, plan.zone)
        if start < end:
            found.append(
                ScheduleEntry(
                    id=entry_id(plan.space, Granularity.DAY, start),
                    space_id=plan.space,
                    start_at=start,
                    end_at=end,
                    activity=line.activity,
                    title=line.title,
                    description=line.description,
                    granularity=Granularity.DAY,
                    source_message=plan.source_message,
                )
            )
    return tuple(found)


def packed(entries: Iterable[ScheduleEntry]) -> tuple[Block, ...]:
    """Return ten-minute entries as blocks, in order; equal neighbours become one.

    Raises:
        PlanFault: an entry is no ten-minute entry, or two overlap.
    """
    blocks: list[Block] = []
    for entry in sorted(entries, key=lambda entry: entry.start_at):
        if entry.granularity != Granularity.TEN_MINUTE:
            raise PlanFault(f"only ten-minute entries make blocks, got {entry.granularity!r}")
        last = blocks[-1] if blocks else None
        if last is not None and entry.start_at < last.end_at:
            raise PlanFault(f"two entries overlap at {entry.start_at.isoformat()}")
        begins = entry.start_at
        if last is not None and _continues(last, entry):
            begins = blocks.pop().start_at
        blocks.append(
            Block(
                start_at=begins,
                end_at=entry.end_at,
                activity=entry.activity,
                title=entry.title,
                description=entry.description,
            )
        )
    return tuple(blocks)


def joined(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return blocks in order with equal neighbours made one: what `packed` gives back."""
    return packed(entry for block in blocks for entry in block_entries(block, ""))


def _continues(block: Block, entry: ScheduleEntry) -> bool:
    return (block.end_at, block.activity, block.title, block.description) == (
        entry.start_at,
        entry.activity,
        entry.title,
        entry.description,
    )
