"""Times and dates in the words of a table, in the persona's zone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from adapters.pocket.sheet import ClockSheet
from adapters.pocket.tables import Table

MOMENT = timedelta(minutes=5)
"""What is younger was said a moment ago."""


def spoken_clock(now: datetime, zone: ZoneInfo, sheet: ClockSheet) -> str:
    """Return the local time, as in `14:05`."""
    return sheet.clock.format(**_fields(now.astimezone(zone), sheet))


def spoken_date(now: datetime, zone: ZoneInfo, sheet: ClockSheet) -> str:
    """Return the local date with its weekday."""
    return sheet.date.format(**_fields(now.astimezone(zone), sheet))


def spoken_when(then: datetime, now: datetime, zone: ZoneInfo, sheet: ClockSheet) -> str:
    """Return when something was said, as in `yesterday at 14:05`."""
    days = (now.astimezone(zone).date() - then.astimezone(zone).date()).days
    if now - then < MOMENT:
        line = sheet.when.moment
    elif days == 0:
        line = sheet.when.today
    else:
        line = sheet.when.yesterday if days == 1 else sheet.when.day
    fields = _fields(then.astimezone(zone), sheet)
    return line.format(clock=spoken_clock(then, zone, sheet), **fields)


def spoken_day(then: datetime, now: datetime, zone: ZoneInfo, table: Table) -> str:
    """Return the local day of a memory, as in `3 May`; of another year with its year."""
    local = then.astimezone(zone)
    line = table.memory.day
    if local.year != now.astimezone(zone).year:
        line = table.memory.dated
    return line.format(**_fields(local, table.clock))


def hello_for(now: datetime, zone: ZoneInfo, sheet: ClockSheet) -> str:
    """Return the greeting that fits the local hour."""
    hour = now.astimezone(zone).hour
    if 5 <= hour < 11:
        return sheet.hello.morning
    if 11 <= hour < 18:
        return sheet.hello.day
    return sheet.hello.evening if 18 <= hour < 23 else sheet.hello.night


def _fields(local: datetime, sheet: ClockSheet) -> dict[str, int | str]:
    return {
        "hour": local.hour,
        "hour12": local.hour % 12 or 12,
        "minute": local.minute,
        "weekday": sheet.weekdays[local.weekday()],
        "day": local.day,
        "month": sheet.months[local.month - 1],
        "month_number": local.month,
        "year": local.year,
    }
