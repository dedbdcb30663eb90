"""Dates in figures: `2023-05-08`, `8.5.2023`, `5/8/2023`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

YEAR_FIRST = re.compile(
    r"(?<![\w./-])(?P<y>(?:19|20)\d\d)(?P<sign>[-/.])\s?(?P<a>\d{1,2})(?P=sign)\s?(?P<b>\d{1,2})"
    r"(?![\w/-]|\.\d)"
)
YEAR_LAST = re.compile(
    r"(?<![\w./-])(?P<a>\d{1,2})(?P<sign>[-/.])\s?(?P<b>\d{1,2})(?P=sign)\s?"
    r"(?P<y>(?:19|20)\d\d|(?<=/)\d\d)(?![\w/-]|\.\d)"
)
"""Two figures stand for a year of this century after a slash alone: `1.2.23` is a version."""
MONTH_FIRST = ("en-us", "en-ph")
"""Who writes the month before the day; of English without a country it is the guess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A date in figures, and where it stands."""

    start: int
    end: int
    on: date


def dates(plain: str, *, month_first: bool) -> Iterator[Figures]:
    """Yield the dates in figures; numbers that fit only one order are read in that."""
    for found in YEAR_FIRST.finditer(plain):
        yield from _made(found, int(found["y"]), int(found["a"]), int(found["b"]))
    for found in YEAR_LAST.finditer(plain):
        first, second = int(found["a"]), int(found["b"])
        swap = first > 12 or (second <= 12 and not month_first)
        month, day = (second, first) if swap else (first, second)
        year = int(found["y"]) + (2000 if len(found["y"]) == 2 else 0)
        yield from _made(found, year, month, day)


def _made(found: re.Match[str], year: int, month: int, day: int) -> Iterator[Figures]:
    try:
        on = date(year, month, day)
    except ValueError:
        return
    yield Figures(start=found.start(), end=found.end(), on=on)


def writes_month_first(language: str) -> bool:
    """Return whether people of a BCP 47 tag write the month before the day."""
    tag = language.replace("_", "-").lower()
    return tag == "en" or tag.startswith(MONTH_FIRST)
