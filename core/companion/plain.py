"""Words and dates without libraries: for builders who bring no better ones."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from core.days import first_instant
from core.memory.rules.plain import PlainLexicon
from core.memory.rules.tongues import COMMON
from core.memory.rules.wording import guess
from core.periods import Precision, When

BEGINNING = 4
"""Letters by which words are of one family, as `work` and `works`; our guess."""
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
LONGEST = 2000
"""Characters of a text that are looked at."""


class PlainWords:
    """The port Lexicon without stems: the words of weight, and how the longer ones begin."""

    def __init__(self) -> None:
        self._whole = PlainLexicon()

    def terms(self, text: str, language: str | None = None) -> list[str]:
        """Return the words in order, behind each of four letters or more its beginning."""
        light = COMMON[guess(text, language)]
        found: list[str] = []
        for word in self._whole.terms(text, language):
            if word not in light:
                begins = len(word) >= BEGINNING and word.isalpha()
                found += [word, f"{word[:BEGINNING]}…"] if begins else [word]
        return found


class PlainDates:
    """The port Dates for days as in `2026-05-03` alone."""

    def periods(
        self, text: str, *, at: datetime, zone: ZoneInfo, language: str | None = None
    ) -> tuple[When, ...]:
        """Return the days that `text` names in figures, in order of appearance."""
        found = (_period(match, zone) for match in _DAY.finditer(text[:LONGEST]))
        return tuple(one for one in found if one is not None)


def _period(match: re.Match[str], zone: ZoneInfo) -> When | None:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
        start, end = first_instant(day, zone), first_instant(day + timedelta(days=1), zone)
    except (ValueError, OverflowError):
        return None  # no such day, or none that the calendar of UTC holds
    return When(start_at=start, end_at=end, precision=Precision.DAY, said=match[0])
