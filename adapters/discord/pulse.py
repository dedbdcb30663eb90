"""When Discord was heard last, and how long a silence may be."""

import asyncio
from datetime import datetime, timedelta

from adapters.discord.errors import SOON
from core.engine.ports import Clock
from core.errors import Retryable


class Pulse:
    """Beats whenever anything comes in."""

    def __init__(self, clock: Clock, stall_after: timedelta) -> None:
        self._clock = clock
        self._limit_s = stall_after.total_seconds()
        self._beaten = asyncio.Event()
        self.last_at: datetime | None = None

    def beat(self) -> None:
        """Note that Discord is there."""
        self.last_at = self._clock.now()
        self._beaten.set()

    def last(self) -> datetime:
        """Return when it was there last; now, if it never was."""
        return self.last_at or self._clock.now()

    async def watch(self) -> None:
        """End a connection that says nothing any more."""
        try:
            while True:
                async with asyncio.timeout(self._limit_s):
                    await self._beaten.wait()
                self._beaten.clear()
        except TimeoutError as error:
            silent = f"discord: nothing heard for {self._limit_s:.0f} s"
            raise Retryable(silent, retry_after=SOON) from error
