"""What stands in a pattern, and from where it is seen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from adapters.calendar.dates.phrases import han_number
from adapters.calendar.dates.tables import Table


class Leaning(StrEnum):
    """Which way a sentence looks."""

    PAST = "past"
    FUTURE = "future"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """From where a date is seen."""

    at: datetime
    """Aware, UTC."""
    zone: ZoneInfo
    today: date
    leaning: Leaning


class Slots:
    """What stood in the slots of a pattern, as values."""

    def __init__(self, found: Mapping[str, str], table: Table, today: date) -> None:
        self._found = found
        self._table = table
        self._today = today

    def word(self, slot: str) -> int | str:
        """Return what the word in a slot stands for.

        Raises:
            KeyError: the slot is not there, or its word is unknown.
        """
        return self._table.values[slot][self._plain(slot)]

    def text(self, slot: str) -> str:
        """Return `word`, where it is a text."""
        return str(self.word(slot))

    def number(self, slot: str) -> int:
        """Return the number in a slot, in digits or words.

        Raises:
            KeyError: the slot is not there.
            ValueError: it is no number.
        """
        text = self._plain(slot)
        given = self._table.values.get(slot, {}).get(text)
        return int(given) if given is not None else han_number(text)

    def has(self, slot: str) -> bool:
        """Return whether something stood there."""
        return slot in self._found

    def month(self) -> int:
        """Return the month from 1 to 12, by name or number."""
        for slot in ("month", "long_month"):
            if self.has(slot):
                return int(self._table.values["month"][self._plain(slot)])
        return self.number("mon")

    def _plain(self, slot: str) -> str:
        return " ".join(self._found[slot].split())

    def year(self) -> int | None:
        """Return the year that is named, if any."""
        if self.has("year"):
            return int(self._found["year"])
        if self.has("yw"):
            return self._today.year + int(self._table.values["y"][self._plain("yw")])
        if not self.has("y"):
            return None
        digits = re.match(r"\d{4}", self._found["y"])
        return int(digits[0]) if digits else self._today.year + int(self.word("y"))
