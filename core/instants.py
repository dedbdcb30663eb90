"""Instants as they come in and go out: read once at the border, aware UTC ever after."""

from datetime import UTC, datetime, timedelta
from typing import TypeAlias

DateTimeInput: TypeAlias = datetime | str | float
"""An aware datetime, an ISO 8601 string with an offset, or seconds since 1970 (int or float)."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_datetime(value: DateTimeInput) -> datetime:
    """Return the instant that `value` names, aware, UTC, to the microsecond.

    Raises:
        TypeError: a naive datetime, or another type than the three (a bool is no number).
        ValueError: a string that is no ISO 8601 date and time or has no offset; a number or a
            date beyond the years 1 to 9999.
    """
    match value:
        case bool():
            raise TypeError(f"an instant is a datetime, a string or seconds, got {value!r}")
        case datetime():
            return _to_utc(value, value)
        case str():
            return _from_text(value)
        case int() | float():
            return _from_seconds(value)
        case _:
            raise TypeError(f"an instant is a datetime, a string or seconds, got {value!r}")


def to_iso(value: DateTimeInput) -> str:
    """Return an instant as UTC with milliseconds, as in `2026-04-30T23:00:00.000Z`.

    What is finer than a millisecond is cut off. Raises as `to_datetime` does.
    """
    at = to_datetime(value)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def start_of_utc_day(value: DateTimeInput) -> datetime:
    """Return the midnight, in UTC, at or before `value`. Raises as `to_datetime` does."""
    return to_datetime(value).replace(hour=0, minute=0, second=0, microsecond=0)


def add_utc_days(value: DateTimeInput, days: int) -> datetime:
    """Return `value` moved by whole days of 24 hours, back if negative, at the same time in UTC.

    Raises:
        ValueError: the result lies beyond the years 1 to 9999; else as `to_datetime` does.
    """
    try:
        return to_datetime(value) + timedelta(days=days)
    except OverflowError as error:
        raise ValueError(f"no such day: {value!r} and {days} days") from error


def _to_utc(at: datetime, written: DateTimeInput) -> datetime:
    if at.utcoffset() is None:
        raise TypeError(f"an instant needs a time zone, got {written!r}")
    try:
        return at.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"not between the years 1 and 9999 in UTC, got {written!r}") from error


def _from_text(value: str) -> datetime:
    try:
        read = datetime.fromisoformat(value.strip())
    except ValueError as error:
        raise ValueError(f"not an ISO 8601 date and time, got {value!r}") from error
    if read.utcoffset() is None:
        raise ValueError(f"a time needs an offset, such as Z or +09:00, got {value!r}")
    return _to_utc(read, value)


def _from_seconds(value: float) -> datetime:
    try:
        return EPOCH + timedelta(seconds=value)
    except (OverflowError, ValueError) as error:
        raise ValueError(f"not seconds since 1970, got {value!r}") from error
