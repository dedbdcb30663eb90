"""From schedule entries to ranges of availability that cover a window exactly.

Where several entries hold, a ten-minute one counts before a day's, and of equals the one that is
there least; all that agree with it stand as sources. Where none holds, the table's gap does.
Neighbours with the same mode and reason become one range. A reason is the bare activity, never a
title: whoever asks why may be another person than the one that a title speaks of.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from heapq import heappop, heappush
from itertools import pairwise

from core.availability.model import (
    AvailabilityRange,
    AvailabilitySnapshot,
    Mode,
    ModeTable,
)
from core.availability.rules.modes import DEFAULT_TABLE, availability_mode_for_entry
from core.days import day_of, end_of_day, first_instant
from core.instants import DateTimeInput, to_datetime
from core.schedule.model import Granularity, ScheduleEntry

NOTHING_PLANNED = "nothing planned"
"""The reason of a gap."""

_PRESENCE = (Mode.OFFLINE, Mode.DO_NOT_DISTURB, Mode.ONLINE)


def build_availability_snapshot(
    *,
    now: DateTimeInput,
    entries: Iterable[ScheduleEntry],
    zone: tzinfo = UTC,
    table: ModeTable = DEFAULT_TABLE,
) -> AvailabilitySnapshot:
    """Return the availability of the local day of `now` and the next, from midnight on.

    Days are those of UTC unless a zone is given. Entries may come in any order; what lies outside
    the window is cut off. Raises as `core.instants.to_datetime` does.
    """
    made_at = to_datetime(now)
    start, end = window(made_at, zone)
    return AvailabilitySnapshot(
        generated_at=made_at,
        window_start_at=start,
        window_end_at=end,
        ranges=availability_ranges(entries, start, end, table),
    )


def window(now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the two local days from the midnight at or before `now`, aware, UTC.

    A date that was skipped is none of them.
    """
    day = day_of(now, zone)
    following = day_of(end_of_day(day, zone), zone)
    return first_instant(day, zone), end_of_day(following, zone)


def availability_ranges(
    entries: Iterable[ScheduleEntry], start: datetime, end: datetime, table: ModeTable
) -> tuple[AvailabilityRange, ...]:
    """Return the ranges of the half-open window in order; () if it is empty."""
    found = sorted(
        (entry for entry in entries if entry.start_at < end and entry.end_at > start),
        key=lambda entry: (entry.start_at, entry.id),
    )
    edges = {at for entry in found for at in (entry.start_at, entry.end_at)}
    cuts = sorted({start, end} | {at for at in edges if start < at < end})
    pieces: list[AvailabilityRange] = []
    holding: list[tuple[datetime, int, ScheduleEntry]] = []  # by end, so the over fall out first
    coming = 0
    for begins, ends in pairwise(cuts):
        while coming < len(found) and found[coming].start_at <= begins:
            heappush(holding, (found[coming].end_at, coming, found[coming]))
            coming += 1
        while holding and holding[0][0] <= begins:
            heappop(holding)
        entries_now = [entry for _, _, entry in sorted(holding, key=lambda held: held[1])]
        pieces.append(_piece(begins, ends, entries_now, table))
    return merged(pieces)


def merged(pieces: Iterable[AvailabilityRange]) -> tuple[AvailabilityRange, ...]:
    """Return ranges in order with neighbours of the same mode and reason made one."""
    found: list[AvailabilityRange] = []
    sources: list[dict[str, None]] = []  # a set that keeps the order
    for piece in pieces:
        last = found[-1] if found else None
        if last is not None and _continues(last, piece):
            sources[-1].update(dict.fromkeys(piece.source_schedule_ids))
            found[-1] = _spanning(last, piece.end_at, last.source_schedule_ids)
        else:
            found.append(piece)
            sources.append(dict.fromkeys(piece.source_schedule_ids))
    return tuple(
        _spanning(range_, range_.end_at, tuple(ids))
        for range_, ids in zip(found, sources, strict=True)
    )


def _piece(
    begins: datetime, ends: datetime, entries: Sequence[ScheduleEntry], table: ModeTable
) -> AvailabilityRange:
    fine = [entry for entry in entries if entry.granularity == Granularity.TEN_MINUTE] or entries
    modes = [availability_mode_for_entry(entry, table) for entry in fine]
    mode = min(modes, key=_PRESENCE.index, default=table.gap)
    decisive = [entry for entry, its in zip(fine, modes, strict=True) if its == mode]
    return AvailabilityRange(
        start_at=begins,
        end_at=ends,
        mode=mode,
        source_schedule_ids=tuple(entry.id for entry in decisive),
        reason=str(decisive[0].activity) if decisive else NOTHING_PLANNED,
    )


def _continues(last: AvailabilityRange, piece: AvailabilityRange) -> bool:
    return (last.end_at, last.mode, last.reason) == (piece.start_at, piece.mode, piece.reason)


def _spanning(
    range_: AvailabilityRange, end: datetime, sources: tuple[str, ...]
) -> AvailabilityRange:
    return AvailabilityRange(
        start_at=range_.start_at,
        end_at=end,
        mode=range_.mode,
        source_schedule_ids=sources,
        reason=range_.reason,
    )
