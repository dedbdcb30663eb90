"""The typing indicator: one light a chat, and it always goes out."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from core.conversation.model import Route
from core.engine.ports import Clock, Messenger

REFRESH = timedelta(seconds=4)
"""Telegram shows the action for 5 seconds, Discord for 10."""

Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
"""Starts background work in the one task group of the process."""


class TypingLights:
    """Keeps a chat's indicator lit until a deadline, or until it is put out."""

    def __init__(self, clock: Clock, spawn: Spawn) -> None:
        self._clock = clock
        self._spawn = spawn
        self._lit: dict[Route, asyncio.Task[None]] = {}

    def light(self, messenger: Messenger, route: Route, until: datetime) -> None:
        """Show that it types until `until`; a light that is on is replaced."""
        self.put_out(route)
        self._lit[route] = self._spawn(self._keep(messenger, route, until))

    def put_out(self, route: Route) -> None:
        """Stop; nothing happens where no light is on."""
        task = self._lit.pop(route, None)
        if task is not None:
            task.cancel()

    def put_all_out(self) -> None:
        """Stop everywhere: the process ends."""
        for route in list(self._lit):
            self.put_out(route)

    async def _keep(self, messenger: Messenger, route: Route, until: datetime) -> None:
        with suppress(asyncio.CancelledError):
            while (left := until - self._clock.now()) > timedelta(0):
                await messenger.typing(route)
                await self._clock.sleep(min(REFRESH, left))
