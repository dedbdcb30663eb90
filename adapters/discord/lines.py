"""The library's connections and tasks, those too that it forgets."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from discord.gateway import DiscordWebSocket
from discord.state import AutoShardedConnectionState

AGAIN_S: Final = 0.1
"""Until a task is cancelled anew."""


class Lines(AutoShardedConnectionState[Any]):
    """The library's state. It is told of every connection before anything is heard on it.

    The library forgets a connection whose start is cut short, and its heart goes on beating.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._lines: list[DiscordWebSocket] = []

    def _update_references(self, ws: DiscordWebSocket) -> None:
        self._lines = [line for line in self._lines if not line.socket.closed] + [ws]
        super()._update_references(ws)

    async def hang_up(self, workers: Sequence["asyncio.Task[Any] | None"]) -> None:
        """End the tasks that listen, and close all connections; one that is closed stays so."""
        for task in (*workers, *self._ready_tasks.values(), self._ready_task):
            if task is not None:
                await ended(task)
        closing = [line.close(code=1000) for line in self._lines]
        await asyncio.gather(*closing, return_exceptions=True)


async def ended(task: "asyncio.Task[Any]") -> None:
    """Cancel a task until it has ended.

    The library takes a cancellation for the end of what it is just doing, and goes on.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=AGAIN_S)
