"""The blocks of a day as short JSON: `[[0,42,"sleep","Sleeping"],[42,3,"meal","Breakfast"]]`.

Each is its first slot of the day, its length in slots, its activity, its title and, where there is
one, its description. No instant is in it: a plan follows its local day where a zone's rules change.
"""

import json
from datetime import date, datetime, tzinfo

from core.days import end_of_day, first_instant
from core.schedule.model import SLOT, Activity, Block, DayPlan


def from_blocks(plan: DayPlan) -> str:
    """Return the JSON of a plan's blocks."""
    start = first_instant(plan.day, plan.zone)
    rows = [
        [
            first := (block.start_at - start) // SLOT,
            -((start - block.end_at) // SLOT) - first,  # the last slot of a day may be shorter
            block.activity.value,
            block.title,
            *(() if block.description is None else (block.description,)),
        ]
        for block in plan.blocks
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def to_blocks(stored: str, day: date, zone: tzinfo) -> tuple[Block, ...]:
    """Return the blocks of a local day.

    Raises:
        ValueError, TypeError: it is no JSON, or no JSON of blocks.
        OverflowError: a number in it lies beyond all days.
        RecursionError: it is nested beyond reason.
    """
    start, end = first_instant(day, zone), end_of_day(day, zone)
    return tuple(_block(row, start, end) for row in json.loads(stored))


def _block(row: object, start: datetime, end: datetime) -> Block:
    match row:
        case [int(first), int(length), str(activity), str(title), *rest]:
            begins, ends = start + first * SLOT, start + (first + length) * SLOT
            return Block(
                start_at=begins,
                end_at=end if end < ends < end + SLOT else ends,
                activity=Activity(activity),
                title=title,
                description=_description(rest),
            )
        case _:
            raise ValueError(f"a block is a list of four or five, got a {type(row).__name__}")


def _description(rest: list[object]) -> str | None:
    match rest:
        case []:
            return None
        case [str(description)]:
            return description
        case _:
            raise ValueError(f"a block has one description at most, got {len(rest)} values")
