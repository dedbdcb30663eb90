"""Instants in the words of one time zone, as they stand in a prompt."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

# Not by strftime: its names depend on the host.
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SPANS = (
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)


def clock_line(now: datetime, zone: ZoneInfo) -> str:
    """Return weekday, date, time and zone: `Friday, 2026-05-01, 09:05 (Asia/Tokyo, UTC+09:00)`."""
    local = now.astimezone(zone)
    offset = local.isoformat()[-6:]
    return f"{WEEKDAYS[local.weekday()]}, {local:%Y-%m-%d, %H:%M} ({zone}, UTC{offset})"


def stamp(before: datetime | None, at: datetime, zone: ZoneInfo) -> str:
    """Return when something was said, as in `3 hours later, Friday 09:05`.

    The date is told with the first stamp (`before` is None) and when the local day changes.
    """
    local = at.astimezone(zone)
    day = WEEKDAYS[local.weekday()]
    if before is None or before.astimezone(zone).date() != local.date():
        day = f"{day} {local:%Y-%m-%d}"
    later = "" if before is None else f"{_span(at - before)} later, "
    return f"{later}{day} {local:%H:%M}"


def _span(span: timedelta) -> str:
    """Return the largest whole unit, as in `3 hours`; under a minute is `moments`."""
    for unit, length in _SPANS:
        count = span // length
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "moments"
