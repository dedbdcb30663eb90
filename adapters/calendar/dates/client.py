"""Dates in words, by tables of patterns: the port `Dates`."""

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from adapters.calendar.dates import finding, spans, tables
from adapters.calendar.dates.clocks import Timed, timed
from adapters.calendar.dates.finding import Candidate
from adapters.calendar.dates.rules import resolved
from adapters.calendar.dates.slots import Leaning, Seen, Slots
from adapters.calendar.dates.spans import Stretch
from adapters.calendar.dates.tables import Table
from core.days import day_of, first_instant, instant_at
from core.memory.model import Precision, When

LONGEST = 2000
"""Characters of a text that are looked at."""
MOST = 8
"""Periods of a text that are told."""
ONE_MINUTE = timedelta(minutes=1)


class SpokenDates:
    """The port Dates over tables of words for fifteen languages.

    Making one reads and compiles all tables: files are read, for some hundred milliseconds.
    Afterwards nothing is read, nothing changes, and any thread may ask.
    """

    def __init__(self) -> None:
        self._tables = tables.load()

    def periods(
        self, text: str, *, at: datetime, zone: ZoneInfo, language: str | None = None
    ) -> tuple[When, ...]:
        """Return the periods that `text` names, in order of appearance; see the port.

        `language` is a tag of BCP 47; without a table for it the language is guessed. Only the
        beginning of a long text is looked at, and only so many periods are told.

        Raises:
            TypeError: `at` is naive.
        """
        if at.utcoffset() is None:
            raise TypeError(f"an instant needs a time zone, got {at!r}")
        composed = unicodedata.normalize("NFC", text[:LONGEST])
        read = finding.Text.of(composed)
        asked = self._asked(read.plain, language)
        candidates = finding.chosen(finding.candidates(read, asked, language))
        if not candidates:
            return ()
        today = day_of(at, zone)
        found: list[When] = []
        for one in candidates:
            leaning = leans(read.plain, one)
            seen = Seen(at=at.astimezone(UTC), zone=zone, today=today, leaning=leaning)
            when = period(composed, read.plain, one, seen)
            if when is not None:
                found.append(when)
            if len(found) == MOST:
                break
        return tuple(found)

    def _asked(self, plain: str, language: str | None) -> Sequence[Table]:
        """Return whose dates are looked for: the hint's alone where the text shows that it holds.

        A client's language is not always the one that its person writes.
        """
        known = language and self._tables.get(language.replace("_", "-").split("-")[0].lower())
        spoken = finding.spoken(plain, self._tables.values())
        if known and (not spoken or finding.fits(plain, known, spoken)):
            return [known]
        return spoken or [self._tables["en"]]


def leans(plain: str, one: Candidate) -> Leaning:
    """Return which way the sentence of a date looks; ahead if it looks both ways."""
    if one.table.future is None and one.table.past is None:
        return Leaning.NONE
    sentence = finding.sentence(plain, one.start, one.end)
    if one.table.future is not None and one.table.future.search(sentence):
        return Leaning.FUTURE
    if one.table.past is not None and one.table.past.search(sentence):
        return Leaning.PAST
    return Leaning.NONE


def period(composed: str, plain: str, one: Candidate, seen: Seen) -> When | None:
    """Return the period that a candidate names, or None if it names none."""
    days = stretch(plain, one, seen)
    if days is None:
        return None
    beside = Timed(start=one.start, end=one.end, minutes=None)
    if days.precision is Precision.DAY:
        beside = timed(plain, one.start, one.end, one.table)
    said = composed[beside.start : beside.end].strip()
    try:
        start, end = instants(days, beside.minutes, seen.zone)
    except (ValueError, OverflowError):
        return None  # before year 1 or after 9999 in UTC
    if start >= end:
        return None  # a date that the zone skipped
    precision = days.precision if beside.minutes is None else Precision.MINUTE
    return When(start_at=start, end_at=end, precision=precision, said=said)


def stretch(plain: str, one: Candidate, seen: Seen) -> Stretch | None:
    """Return the local days that a candidate names, or None."""
    if one.figures is not None:
        return spans.day(one.figures.on)
    if one.rule is None:
        return None
    return resolved(one.rule.meaning, Slots(one.slots, one.table, seen.today), seen)


def instants(days: Stretch, minutes: int | None, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the first instant, and the first that no longer belongs to it, in UTC.

    Raises:
        ValueError, OverflowError: the calendar does not reach so far.
    """
    if minutes is None:
        return first_instant(days.first, zone), first_instant(days.end, zone)
    start = instant_at(days.first, minutes, zone)
    return start, start + ONE_MINUTE
