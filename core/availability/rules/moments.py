"""Questions to ranges of availability: what holds now, what comes next, what lies over them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from core.availability.model import (
    AvailabilityRange,
    Mode,
    Override,
)
from core.availability.rules.ranges import merged


def with_overrides(
    ranges: Sequence[AvailabilityRange], overrides: Iterable[Override]
) -> tuple[AvailabilityRange, ...]:
    """Return the ranges with overrides over them; of several, the one that began last counts.

    Their window stays the same. Of those that began at once, the last given counts.
    """
    found = list(ranges)
    for override in sorted(overrides, key=lambda one: one.since):
        found = [piece for one in found for piece in _covered(one, override)]
    return merged(found)


def range_at(ranges: Sequence[AvailabilityRange], instant: datetime) -> AvailabilityRange | None:
    """Return the range that holds at an instant; None outside the window."""
    return next((one for one in ranges if one.start_at <= instant < one.end_at), None)


def mode_at(ranges: Sequence[AvailabilityRange], instant: datetime) -> Mode | None:
    """Return the mode at an instant; None outside the window."""
    found = range_at(ranges, instant)
    return None if found is None else found.mode


def mode_until(ranges: Sequence[AvailabilityRange], instant: datetime) -> datetime | None:
    """Return when the mode of an instant ends, at the latest with the window; None outside it.

    A change of reason alone ends nothing.
    """
    ahead = [one for one in ranges if one.end_at > instant]
    if not ahead or ahead[0].start_at > instant:
        return None
    other = next((one.start_at for one in ahead if one.mode != ahead[0].mode), None)
    return ahead[-1].end_at if other is None else other


def next_transition(ranges: Sequence[AvailabilityRange], instant: datetime) -> datetime | None:
    """Return the next instant at which the mode changes; None if it does not within the window."""
    until = mode_until(ranges, instant)
    return None if until is None or mode_at(ranges, until) is None else until


def _covered(one: AvailabilityRange, override: Override) -> list[AvailabilityRange]:
    """Return a range in up to three pieces, the one under the override changed."""
    start, end = max(one.start_at, override.since), min(one.end_at, override.until)
    if start >= end:
        return [one]
    under = AvailabilityRange(
        start_at=start,
        end_at=end,
        mode=override.mode,
        source_schedule_ids=(),
        reason=override.reason,
    )
    pieces = [replace(one, end_at=start), under, replace(one, start_at=end)]
    return [piece for piece in pieces if piece.start_at < piece.end_at]
