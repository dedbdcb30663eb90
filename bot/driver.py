"""Drives the one motor: calls it when something is due or new, at the least once a minute."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog

from core.conversation.model import Update
from core.engine.ports import Clock
from core.engine.service import Engine
from core.errors import Misconfigured, Retryable

log = structlog.get_logger(__name__)

LONGEST_WAIT = timedelta(minutes=1)
"""The wall clock is looked at anew at least this often: a suspended laptop loses nothing."""
AFTER_FAILURE = timedelta(seconds=5)


class Driver:
    """Keeps an engine going, and knows when it has nothing left to do."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine, self._clock = engine, clock
        self._idle = asyncio.Event()
        self._receiving = 0

    async def drive(self) -> None:
        """Call the motor for ever; a database that fails is tried again."""
        while True:
            self._engine.nudged.clear()
            try:
                next_due = await self._engine.run_due(self._clock.now())
            except Exception as error:  # the outermost loop of the process
                log.error("motor.failed", error=type(error).__name__, exc_info=error)
                await self._clock.sleep(AFTER_FAILURE)
                continue
            if self._engine.quiet and self._is_idle():
                self._idle.set()
            await self._wait(next_due)

    async def receive(self, updates: Sequence[Update]) -> None:
        """Hand `updates` to the engine; it is busy from now on.

        Raises:
            Retryable: they could not be kept. Whatever is wrong with the database, a full disk
                included, is not the messenger's fault: it tries again, and confirms nothing.
        """
        self._idle.clear()
        self._receiving += 1
        try:
            await self._engine.receive(updates)
        except Misconfigured as error:
            raise Retryable(str(error)) from error
        finally:
            self._receiving -= 1

    async def settled(self) -> None:
        """Wait until everything that was received is answered, or waits for nothing in sight."""
        await self._idle.wait()

    def _is_idle(self) -> bool:
        """Return whether nothing runs, and nothing came in while the motor looked."""
        return not (self._engine.running() or self._receiving or self._engine.nudged.is_set())

    async def _wait(self, next_due: datetime | None) -> None:
        wait = LONGEST_WAIT
        if next_due is not None:
            wait = min(wait, max(timedelta(0), next_due - self._clock.now()))
        try:
            async with asyncio.timeout(wait.total_seconds()):
                await self._engine.nudged.wait()
        except TimeoutError:
            return
