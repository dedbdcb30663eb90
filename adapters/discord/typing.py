"""Showing that it types."""

import asyncio
from datetime import datetime
from typing import Final

from adapters.discord.errors import FAILURES, outcome
from adapters.discord.wire import Wire
from core.conversation.model import Route
from core.engine.model import NotSent
from core.engine.ports import Clock

LIMIT_S: Final = 5.0
"""Seconds that showing it may take; then it is too late."""


class Lights:
    """Shows it, but not where Discord asked for less of it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._quiet: dict[str, datetime] = {}
        """Places in which it is not shown before that time."""

    async def show(self, wire: Wire | None, route: Route) -> None:
        """Show it for some seconds; a failure never matters."""
        place = route.thread or route.chat
        until = self._quiet.get(place)
        if wire is None or (until is not None and self._clock.now() < until):
            return
        self._quiet.pop(place, None)
        try:
            async with asyncio.timeout(LIMIT_S):
                await wire.ask("POST", "/channels/{channel_id}/typing", {"channel_id": int(place)})
        except FAILURES as error:
            ended = outcome(error)
            if isinstance(ended, NotSent):
                self._quiet[place] = self._clock.now() + ended.retry_after
