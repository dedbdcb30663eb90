"""How far Discord's clock and ours lie apart."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from core.engine.ports import Clock

UNKNOWN: Final = timedelta(seconds=10)
"""Taken for the distance where no answer has told it; our guess."""
SPREAD: Final = timedelta(milliseconds=500)
"""How far the clocks of Discord's own machines may lie apart; our guess."""


class Skew:
    """Measured by the date of each answer, which was written between the question and its arrival.

    The date is cut to a whole second, so that at most a second and the way of the answer are left
    open.
    """

    def __init__(self) -> None:
        self._behind: timedelta | None = None

    def note(self, arrived: datetime, date: str) -> None:
        """Take a measure; a date that can't be read is none."""
        try:
            told = parsedate_to_datetime(date)
        except ValueError:
            return
        self._behind = arrived - (told if told.tzinfo else told.replace(tzinfo=UTC))

    def earliest(self, at: datetime) -> datetime:
        """Return the least that Discord's clock showed at our time `at`."""
        return at - (UNKNOWN if self._behind is None else self._behind + SPREAD)


def measuring(skew: Skew, clock: Clock) -> aiohttp.TraceConfig:
    """Return what lets every answer be a measure."""
    trace = aiohttp.TraceConfig()

    async def ended(
        session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        date: Any = end.response.headers.get("Date")
        if date is not None:
            skew.note(clock.now(), date)

    trace.on_request_end.append(ended)
    return trace
