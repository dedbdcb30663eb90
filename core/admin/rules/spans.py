"""Days, spans and moments ahead as people type them behind a command.

What can't be read is None: the command answers with the right form.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, timedelta, tzinfo

from core.days import ONE_DAY, day_of, instant_at
from core.schedule.model import PlanFault
from core.schedule.rules.times import read_time

LONGEST = 60
"""Characters of a span or a moment; what is longer is a sentence."""

_UNITS: Mapping[timedelta, str] = {
    timedelta(minutes=1): "m min mins minute minutes minuten minuto minutos мин минут минуты "
    "минуту 분 分",
    timedelta(hours=1): "h hr hrs hour hours std stunde stunden hora horas ч час часа часов "
    "시간 時間",
    timedelta(days=1): "d day days tag tage tagen día días dia dias д день дня дней 일 日",
}
_UNIT = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_PART = re.compile(r"(\d{1,5}(?:[.,]\d{1,3})?)\s*([^\W\d_]+)\.?\s*")
_DAYS: Mapping[str, int] = {
    **dict.fromkeys(("yesterday", "gestern", "ayer", "вчера", "昨日", "어제"), -1),
    **dict.fromkeys(("today", "heute", "hoy", "сегодня", "今日", "오늘"), 0),
    **dict.fromkeys(("tomorrow", "morgen", "mañana", "завтра", "明日", "내일"), 1),
}
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def read_day(word: str, today: date) -> date | None:
    """Return the local day that one word names: `tomorrow`, `2026-05-02`."""
    plain = _folded(word)
    if plain in _DAYS:
        return today + _DAYS[plain] * ONE_DAY
    if _DATE.fullmatch(plain) is None:
        return None
    try:
        return date.fromisoformat(plain)
    except ValueError:
        return None


def read_span(text: str) -> timedelta | None:
    """Return how long `2h`, `90m`, `1h 30m` or `1.5 hours` is; a bare number is none."""
    rest, whole = _folded(text), timedelta(0)
    if len(rest) > LONGEST:
        return None
    while rest:
        found = _PART.match(rest)
        unit = _UNIT.get(found[2]) if found else None
        if found is None or unit is None:
            return None
        whole += float(found[1].replace(",", ".")) * unit
        rest = rest[found.end() :]
    return whole or None


def read_moment(text: str, now: datetime, zone: tzinfo) -> datetime | None:
    """Return the instant that `18:30`, `tomorrow 9:00` or `2026-05-02 18:30` means in `zone`.

    A bare time is the next one after `now`; what is not after it is None.
    """
    today = day_of(now, zone)
    first, _, rest = _folded(text).partition(" ")
    day = read_day(first, today)
    try:
        minutes = read_time(_folded(text) if day is None else rest)
        if day is not None:
            found = instant_at(day, minutes, zone)
        else:
            found = instant_at(today, minutes, zone)
            if found <= now:
                found = instant_at(today + ONE_DAY, minutes, zone)
    except (PlanFault, OverflowError):
        return None
    return found if found > now else None


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
