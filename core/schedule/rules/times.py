"""Clock times as models and people write them, in minutes of the day from 0 to 1440.

`9`, `9:00`, `09.30`, `9:00 AM`, `9pm`, `24:00`, `0930`, `오후 3시 30분`, `上午9点`, `午後3時半`,
`9h30`, `9 Uhr`, `9 утра`, and ranges of them: `9-11`, `09:00–11:30`, `9~11`, `с 9 до 11`.
Bare numbers are those of a 24-hour clock. What could be read in two ways is refused, with the
value named: `9-11pm` might begin in the morning, while `11-1pm` and `오전 9시~11시` can't be
mistaken. A range lies within one day: one that ends before it begins is refused.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from core.schedule.model import PlanFault
from core.schedule.rules.dayparts import NAMED, WORDS, Hours

DAY = 1440
"""Minutes of a clock's day."""
LONGEST = 60
"""Characters of a time; what is longer is a sentence."""

_UNIT = r"(?:시|時|时|点|點|h|uhr|час(?:а|ов)?|ч\.?|horas?|hrs?\.?|o'?clock)"
_MINUTES = r"(?:분|分|min\.?|minuten?|minutes?|minutos?|мин(?:ут[аы]?)?\.?|m)"
_CLOCKS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<hour>\d{{1,2}})(?:\s*{_UNIT})?",
        rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d\d)(?::[0-5]\d)?(?:\s*{_UNIT})?",
        rf"(?P<hour>\d{{1,2}})\s*{_UNIT}\s*(?P<minute>\d{{1,2}}|반|半)\s*{_MINUTES}?",
        r"(?P<hour>\d\d)(?P<minute>\d\d)(?:\s*h)?",
    )
)
_HALVES = ("반", "半")
_MERIDIEM = re.compile(r"(?<![^\W\d_])([ap])(?:\.\s?|\s)?m(?!\w)\.?")
_LEAD = re.compile(r"^(?:at|from|um|ab|von|de|desde|las?|a las?|в|с)\s+(?:las?\s+)?(?=\S)")
_TRAIL = re.compile(r"\s*(?:까지|まで|부터|から|에|に)$")
_BETWEEN = re.compile(
    r"\s*[-‐-―−~〜]\s*|\s+(?:to|until|till|bis|hasta|a|до)\s+|\s*(?:から|부터|到|至)\s*(?=\S)"
)
_PART_WORDS = sorted(WORDS, key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class _Clock:
    """A time as it is written: the hour has not met the part of the day yet."""

    hour: int
    minute: int
    part: Hours | None


def read_time(text: str) -> int:
    """Return a clock time in minutes from 0 to 1440; only `24:00` is 1440.

    Raises:
        PlanFault: it is no time, or could be two; the value is named.
    """
    clock = _clock(_folded(text), text)
    minutes = _minutes(clock, clock.part)
    if minutes is None:
        raise _no_time(text)
    return minutes


def read_range(text: str) -> tuple[int, int]:
    """Return begin and end of a range of clock times, in minutes; an end at midnight is 1440.

    Raises:
        PlanFault: it is no range, could be two, or does not end after it begins.
    """
    ends = _BETWEEN.split(_folded(text))
    if len(ends) != 2:
        raise PlanFault(f"not a range of times such as 09:00-11:30, got {text!r}")
    first, last = (_clock(end, text) for end in ends)
    readings = set(_readings(first, last))
    if not readings:
        raise _no_time(text)
    forward = [(start, end) for start, end in readings if start < end]
    if not forward:
        raise PlanFault(
            f"{text!r} does not end after it begins; what goes on over midnight is two blocks"
        )
    if len(forward) > 1:
        raise PlanFault(f"{text!r} can be read in two ways; write 24-hour times")
    return forward[0]


def is_range(text: str) -> bool:
    """Return whether a text holds a range of times rather than one."""
    return len(_BETWEEN.split(_folded(text))) == 2


def _readings(first: _Clock, last: _Clock) -> Iterator[tuple[int, int]]:
    """Yield what a range may mean: a part of the day told once may hold for both ends, or not."""
    parts = [(first.part, last.part)]
    if (first.part is None) != (last.part is None):
        shared = first.part or last.part
        parts.append((shared, shared))
    for one, other in parts:
        start, end = _minutes(first, one), _minutes(last, other)
        if start is not None and end is not None:
            yield start, end or DAY


def _minutes(clock: _Clock, part: Hours | None) -> int | None:
    hour = clock.hour
    if part is not None and hour in part:
        hour = part[hour]
    elif part is not None and not (hour > 12 and hour in part.values()):
        return None
    minutes = hour * 60 + clock.minute
    return minutes if clock.minute < 60 and minutes <= DAY else None


def _clock(folded: str, text: str) -> _Clock:
    """Return the one time of a folded text; `text` is what an error names."""
    rest = _TRAIL.sub("", _LEAD.sub("", folded))
    named = NAMED.get(re.sub(r"^12\s*", "", rest))
    if named is not None:
        return _Clock(named // 60, 0, None)
    rest, part = _without_part(rest)
    for pattern in _CLOCKS:
        found = pattern.fullmatch(rest)
        if found:
            minute = found.groupdict().get("minute") or "0"
            return _Clock(int(found["hour"]), 30 if minute in _HALVES else int(minute), part)
    raise _no_time(text)


def _without_part(text: str) -> tuple[str, Hours | None]:
    for word in _PART_WORDS:
        if text.startswith(word):
            return text.removeprefix(word).strip(" ,"), WORDS[word]
        if text.endswith(word):
            return text.removesuffix(word).strip(" ,"), WORDS[word]
    return text, None


def _folded(text: str) -> str:
    if len(text) > LONGEST:
        raise PlanFault(f"not a clock time, got {text[:LONGEST]!r}…")
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return _MERIDIEM.sub(r"\1m", " ".join(plain.split())).strip()


def _no_time(text: str) -> PlanFault:
    return PlanFault(f"not a clock time such as 09:30, got {text!r}")
