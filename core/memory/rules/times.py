"""When entries were said, and which times they tell of.

A day counts twice: as a word that is rarer the more exact it is (`#2026-05-03`), and as a boost. So
`in May 2026` finds what was said in it, in any language, and what tells of it.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from core.memory.model import Entry, Precision, Query, When
from core.patterns import Pattern

Scores = NDArray[np.float32]

PERIOD = 1.5
"""Standard deviations for what was said in, or tells of, a period that is asked about."""
SOON_AFTER = timedelta(days=7)
"""People tell of a day in the days after it."""
SOON_AFTER_SHARE = 0.5
"""What that counts beside the day itself; our guess."""
YEARLY = (Precision.MONTH, Precision.DAY)
"""What may be named without its year: then nobody knows whether the last or the next is meant."""
LATELY = 1.0
"""Standard deviations for what was said right now, where `lately` is asked about; our guess."""
LATELY_HALF_LIFE = timedelta(days=14)
"""Our guess."""

A_YEAR_S = timedelta(days=365).total_seconds()
"""A day more or less at a leap year makes no difference to a boost."""

_YEAR = Pattern(r"\d{4}")
_LATELY = Pattern(
    r"\b(?:lately|recently|these days|neulich|kürzlich|letztens|in letzter zeit|últimamente"
    r"|recientemente|dernièrement|récemment|ultimamente|recentemente|di recente|недавно"
    r"|в последнее время|son zamanlarda)\b|最近|近来|近來|このごろ|この頃|요즘|최근",
    re.I,
)


def asks_lately(text: str) -> bool:
    """Return whether `text` asks for what happened lately."""
    return _LATELY.search(text) is not None


def stamps_of_entry(entry: Entry, zone: ZoneInfo) -> list[str]:
    """Return the days, months and years in which `entry` was said and of which it tells."""
    said = _stamps(entry.at, Precision.DAY, zone)
    return [*said, *(stamp for told in entry.periods for stamp in _of_period(told, zone))]


def stamps_of_query(query: Query, zone: ZoneInfo) -> list[str]:
    """Return the days, months and years that `query` names."""
    return [stamp for asked in query.periods for stamp in _of_period(asked, zone)]


def _of_period(period: When, zone: ZoneInfo) -> Iterator[str]:
    return _stamps(period.start_at, period.precision, zone)


def _stamps(at: datetime, precision: Precision, zone: ZoneInfo) -> Iterator[str]:
    day = at.astimezone(zone).date().isoformat()
    yield f"#{day[:4]}"
    if precision is not Precision.YEAR:
        yield f"#{day[:7]}"
    if precision in (Precision.DAY, Precision.MINUTE):
        yield f"#{day}"


def _years_of(period: When) -> Iterator[tuple[float, float]]:
    """Yield the seconds in which `period` begins and ends; a year around it where none is named."""
    start, end = period.start_at.timestamp(), period.end_at.timestamp()
    yield start, end
    if period.precision in YEARLY and not _YEAR.search(period.said):
        yield start - A_YEAR_S, end - A_YEAR_S
        yield start + A_YEAR_S, end + A_YEAR_S


class Times:
    """The times of entries, by position; grows at its end."""

    def __init__(self) -> None:
        """Begin without entries."""
        self._at = array("d")
        self._told_by = array("i")
        self._told_start = array("d")
        self._told_end = array("d")

    def append(self, entry: Entry) -> None:
        """Add the times of an entry."""
        for period in entry.periods:
            self._told_by.append(len(self._at))
            self._told_start.append(period.start_at.timestamp())
            self._told_end.append(period.end_at.timestamp())
        self._at.append(entry.at.timestamp())

    def boosts(self, asked: Sequence[When]) -> Scores:
        """Return what each entry gains by the periods asked about, 0.0 to `PERIOD`.

        All of it where the entry was said in one, or tells of one, in any year if none is named;
        a part soon after.
        """
        gains = np.zeros(len(self._at), dtype=np.float32)
        at = np.array(self._at)
        for period in asked:
            start, end = period.start_at.timestamp(), period.end_at.timestamp()
            if period.precision is not Precision.YEAR:
                soon = (at >= start) & (at < end + SOON_AFTER.total_seconds())
                gains[soon] = np.maximum(gains[soon], SOON_AFTER_SHARE)
            gains[(at >= start) & (at < end)] = 1.0
            for first, last in _years_of(period):
                meets = (np.array(self._told_start) < last) & (np.array(self._told_end) > first)
                gains[np.array(self._told_by, dtype=np.intp)[meets]] = 1.0
        return gains * np.float32(PERIOD)

    def lately(self, now: datetime) -> Scores:
        """Return what each entry gains by being new, 0.0 to `LATELY`; halves with its half-life."""
        ages = np.maximum(now.timestamp() - np.array(self._at), 0.0)
        gains = LATELY * np.exp2(-ages / LATELY_HALF_LIFE.total_seconds())
        return np.asarray(gains, dtype=np.float32)
