"""The one motor: it does what is due and says when it wants to be called again."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from core.conversation.model import ConversationId
from core.engine.model import Lane
from core.engine.service.acts import Surroundings
from core.engine.service.lane import LaneWorker
from core.engine.service.typing import Spawn
from core.errors import CircadiaError

log = structlog.get_logger(__name__)

LONGEST_REST = timedelta(minutes=1)
"""A lane that keeps failing is tried again this often."""

LOOK_S = 0.1
"""Seconds between two looks at who only thinks, while the process ends."""

Key = tuple[ConversationId, Lane]


class Motor:
    """Starts a worker for every lane that is due; any number at once, one a lane."""

    def __init__(
        self, around: Surroundings, spawn: Spawn, nudge: Callable[[], None], *, at_once: int
    ) -> None:
        self.around = around
        self._spawn = spawn
        self._nudge = nudge
        self._at_once = at_once
        self._running: dict[Key, tuple[asyncio.Task[None], LaneWorker]] = {}
        self._resting: dict[Key, tuple[datetime, int]] = {}
        self._stopped = False

    async def run_due(self, now: datetime) -> datetime | None:
        """Start what is due at `now`; return when something is due next, None for nothing.

        It returns without waiting for the work that it starts, and never starts more than
        `at_once` workers: whoever ends nudges.
        """
        room = self._at_once - len(self._running)
        if self._stopped or room <= 0:
            return None
        limit = len(self._running) + len(self._resting) + room + 1
        rows = await self.around.work.read(lambda stores: stores.conversations.upcoming(limit))
        next_due: list[datetime] = []
        for row in rows:
            key = (row.conversation, row.lane)
            if key in self._running:
                continue
            due_at = max(row.due_at, self._resting[key][0]) if key in self._resting else row.due_at
            if due_at > now:
                next_due.append(due_at)
            elif len(self._running) < self._at_once:
                worker = LaneWorker(*key, self.around)
                self._running[key] = (self._spawn(self._work(key, worker)), worker)
        return min(next_due, default=None)

    def running(self) -> set[asyncio.Task[None]]:
        """Return the workers under way."""
        return {task for task, _ in self._running.values()}

    async def settle(self) -> None:
        """Wait until no worker is under way."""
        while self._running:
            await asyncio.wait(self.running())

    async def stop(self, patience: timedelta) -> None:
        """Start nothing more, and end what is under way.

        Who only waits for a model is cut short at once, all else after `patience`: a send under
        way had better be settled. What is cut short is found again by its rows.
        """
        self._stopped = True
        ends_at = asyncio.get_running_loop().time() + patience.total_seconds()
        cut: set[asyncio.Task[None]] = set()  # once each: it still writes down that it was cut
        while self._running and (left_s := ends_at - asyncio.get_running_loop().time()) > 0:
            for task, worker in self._running.values():
                if worker.thinks and task not in cut:
                    cut.add(task)
                    task.cancel()
            await asyncio.wait(self.running(), timeout=min(left_s, LOOK_S))
        for task in self.running():
            task.cancel()

    async def _work(self, key: Key, worker: LaneWorker) -> None:
        try:
            await worker.work()
            self._resting.pop(key, None)
        except Exception as error:  # noqa: BLE001  # the outermost loop of every turn
            self._rest(key, error)
        finally:
            del self._running[key]
            self._nudge()

    def _rest(self, key: Key, error: Exception) -> None:
        """Leave a lane that failed alone for a while; its rows say where to go on."""
        failures = self._resting[key][1] + 1 if key in self._resting else 1
        wait = min(timedelta(seconds=2**failures), LONGEST_REST)
        self._resting[key] = (self.around.clock.now() + wait, failures)
        log.error(
            "lane.failed",
            conversation=key[0],
            lane=key[1].value,
            error=type(error).__name__,
            reason=str(error) if isinstance(error, CircadiaError) else None,
            failures=failures,
            retry_after_s=wait.total_seconds(),
            exc_info=None if isinstance(error, CircadiaError) else error,
        )
