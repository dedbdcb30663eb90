"""What a companion's life is made of, as people write it: times, dates, days, activities.

Every parser raises `ValueError` with what is wrong, as those of `bot.settings.written` do.
"""

import re
from datetime import date, time
from typing import Final

from bot.settings.written import meant, unquoted
from core.availability.model import Mode
from core.conversation.rules.names import NOBODY, one_line
from core.schedule.model import LEAP_YEAR, Activity, PlanFault, SpecialDate
from core.schedule.rules.activities import read_activity
from core.schedule.rules.times import DAY, read_time

WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""As they are kept, from 0 (Monday) on."""

_NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DATE: Final = re.compile(r"(?:(\d{4})-)?(\d{1,2})-(\d{1,2})(?:[ \t:,]+(.*))?", re.ASCII)
_COUNTRY: Final = re.compile(r"[A-Z]{2}(?:-[A-Z0-9]{1,3})?", re.ASCII)
_MODES: Final = {
    "busy": Mode.DO_NOT_DISTURB,
    "dnd": Mode.DO_NOT_DISTURB,
    **{mode.value: mode for mode in Mode},
}


def clock(value: object) -> str:
    """Return a local time as `07:00`, of `7:00`, `7 am`, `24:00`, or a time of TOML."""
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if not isinstance(value, str):
        raise ValueError("is no local time such as 07:00")  # noqa: TRY004 - pydantic collects these
    try:
        minutes = read_time(unquoted(value)) % DAY
    except PlanFault:
        raise ValueError("is no local time such as 07:00") from None
    return f"{minutes // 60:02}:{minutes % 60:02}"


def country(value: object) -> str | None:
    """Return a country's code as `DE` or `DE-BY`."""
    if value is None:
        return None
    code = unquoted(value).upper().replace("_", "-") if isinstance(value, str) else ""
    if not _COUNTRY.fullmatch(code):
        raise ValueError("is no country's code such as DE, or DE-BY for a part of it")
    return code


def dated(value: object) -> str:
    """Return a date and its name as `05-02 name` or `2026-05-02 name`."""
    special = special_date(value)
    year = "" if special.year is None else f"{special.year:04}-"
    return f"{year}{special.month:02}-{special.day:02} {special.name}"


def special_date(value: object) -> SpecialDate:
    """Return the date that `value` spells."""
    found = _DATE.fullmatch(unquoted(value)) if isinstance(value, str) else None
    if found is None:
        raise ValueError("is not written as 05-02 Mina's birthday, month first, then the day")
    year, month, day, name = found.groups()
    if not (name or "").strip():
        raise ValueError("lacks the name of the day, as in 05-02 Mina's birthday")
    try:
        date(int(year) if year else LEAP_YEAR, int(month), int(day))
    except ValueError:
        raise ValueError(
            "is no date of the calendar: the month comes first, then the day"
        ) from None
    return SpecialDate(
        month=int(month),
        day=int(day),
        name=" ".join(name.split()),
        year=int(year) if year else None,
    )


def weekday(value: object) -> str:
    """Return a day of the week as `mon`, of its first letters or its English name."""
    name = unquoted(value).lower().rstrip(".") if isinstance(value, str) else ""
    known = dict(zip(_NAMES, WEEKDAYS, strict=True))
    for full, short in known.items():
        if len(name) >= 3 and full.startswith(name):
            return short
    raise ValueError(f"is no day of the week; there are {', '.join(WEEKDAYS)}{meant(name, known)}")


def activity(value: object) -> str:
    """Return one of the twelve activities."""
    try:
        return read_activity(unquoted(value) if isinstance(value, str) else "").value
    except PlanFault:
        raise ValueError(f"is no activity; there are {', '.join(Activity)}") from None


def title(value: object) -> str:
    """Return what a habit is called, on one clean line."""
    told = one_line(unquoted(value)) if isinstance(value, str) else NOBODY
    if told == NOBODY:
        raise ValueError("is no title: write in a few words what it does")
    return told


def mode(value: object) -> str:
    """Return how much a companion is there: `busy` and `dnd` mean do-not-disturb."""
    name = unquoted(value).lower() if isinstance(value, str) else ""
    found = _MODES.get("-".join(name.replace("_", " ").replace("-", " ").split()))
    if found is None:
        raise ValueError(f"is none of {', '.join(Mode)}")
    return found.value
