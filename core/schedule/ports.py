"""What planning needs from outside."""

from collections.abc import Mapping
from datetime import date
from typing import Protocol


class Holidays(Protocol):
    """The public holidays of countries."""

    def between(self, country: str, first: date, last: date, language: str) -> Mapping[date, str]:
        """Return the holidays from `first` to `last`, both included, by day.

        `country` is a code of ISO 3166-1 such as `DE`, perhaps with a part as `DE-BY`; an unknown
        one has none. Names are in `language` (a bare code) where the source has it.
        """
        ...
