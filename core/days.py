"""Local days and clock times of a zone as instants, whatever its clocks do.

A local day begins at the first instant whose local date is that day or a later one, and ends where
the next one begins. So days follow each other without a gap and without an overlap: a midnight
that does not exist gives the first instant after the gap, one that comes twice the first, and a
date that was skipped altogether (Pacific/Apia, 2011-12-30) a day of no length.

Everything here goes through UTC, since two datetimes of the same ZoneInfo subtract and compare as
wall clocks. Source: PEP 495 (fold 0 in a gap uses the offset before it, fold 1 the one after).
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

SECOND = timedelta(seconds=1)
ONE_DAY = timedelta(days=1)


def first_instant(day: date, zone: tzinfo) -> datetime:
    """Return the first instant of a local date, aware, UTC."""
    return _instant(datetime.combine(day, time()), zone)


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the first instant of the day after, aware, UTC; it no longer belongs to `day`."""
    return first_instant(day + ONE_DAY, zone)


def instant_at(day: date, minutes: int, zone: tzinfo) -> datetime:
    """Return when the clocks of `zone` show a time of `day`, aware, UTC.

    `minutes` counts from 0 (00:00) to 1440 (24:00, the end of the day) as the clock shows them.
    A time in a gap gives the first instant after the gap, one that comes twice the first.

    Raises:
        ValueError: `minutes` is not from 0 to 1440.
    """
    if not 0 <= minutes <= 1440:
        raise ValueError(f"a day has the minutes 0 to 1440, got {minutes}")
    wall = datetime.combine(day, time()) + timedelta(minutes=minutes)
    return _instant(wall, zone)


def day_of(instant: datetime, zone: tzinfo) -> date:
    """Return the local day that `instant` belongs to.

    It is the local date, except where a clock is set back over midnight: what comes then bears the
    old date once more, but the new day has begun.

    Raises:
        TypeError: `instant` is naive.
    """
    if instant.utcoffset() is None:
        raise TypeError(f"an instant needs a time zone, got {instant!r}")
    day = instant.astimezone(zone).date()
    return day + ONE_DAY if end_of_day(day, zone) <= instant.astimezone(UTC) else day


def _instant(wall: datetime, zone: tzinfo) -> datetime:
    """Return the first instant at which the clocks of `zone` show `wall`, or have passed it by."""
    early = wall.replace(tzinfo=zone, fold=0)
    before = early.utcoffset()
    after = wall.replace(tzinfo=zone, fold=1).utcoffset()
    if before is None or after is None:
        raise ValueError(f"not a zone with offsets, got {zone!r}")
    if before < after:
        return _first_after_gap(wall, before, after, zone)
    return early.astimezone(UTC)


def _first_after_gap(wall: datetime, before: timedelta, after: timedelta, zone: tzinfo) -> datetime:
    """Return the first instant after the gap around `wall`, found by halving to the second."""
    utc = wall.replace(tzinfo=UTC)
    low, high = utc - after, utc - before  # the clocks change between them, or at `high`
    while high - low > SECOND:
        middle = low + (high - low) // (2 * SECOND) * SECOND
        if middle.astimezone(zone).utcoffset() == before:
            low = middle
        else:
            high = middle
    return high
