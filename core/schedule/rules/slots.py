"""The ten-minute slots of a local day.

A day has 144, and 138 or 150 where the clock changes by an hour, 141 or 147 by half an hour, none
where the date was skipped. Were a day no multiple of ten minutes long (no zone has had one since
1972), its last slot would be shorter: slots always tile the day.
"""

from datetime import date, datetime, tzinfo
from itertools import pairwise

from core.days import end_of_day, first_instant, instant_at
from core.schedule.model import SLOT


def slot_starts(day: date, zone: tzinfo) -> tuple[datetime, ...]:
    """Return when each slot of a local day begins, in order, aware, UTC."""
    start, end = first_instant(day, zone), end_of_day(day, zone)
    count = -((start - end) // SLOT)
    return tuple(start + number * SLOT for number in range(count))


def slots(day: date, zone: tzinfo) -> tuple[tuple[datetime, datetime], ...]:
    """Return the half-open spans that tile a local day, in order, aware, UTC."""
    return tuple(pairwise((*slot_starts(day, zone), end_of_day(day, zone))))


def slot_at(day: date, minutes: int, zone: tzinfo) -> datetime:
    """Return the border of slots for a clock time, `minutes` from 0 to 1440, rounded down.

    A time in a gap gives the border after the gap, one that comes twice the first.
    """
    start, end = first_instant(day, zone), end_of_day(day, zone)
    at = instant_at(day, minutes, zone)
    return end if at >= end else start + (at - start) // SLOT * SLOT
