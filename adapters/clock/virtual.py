"""A clock that stands still until it is told to go on."""

import asyncio
from datetime import datetime, timedelta
from typing import Any


class VirtualClock:
    """The port Clock for tests and simulations: time passes by `advance` alone."""

    def __init__(self, now: datetime) -> None:
        if now.tzinfo is None:
            raise TypeError(f"an instant is aware, got {now!r}")
        self._now = now
        self._sleepers: dict[asyncio.Future[None], tuple[datetime, asyncio.Task[Any] | None]] = {}

    def now(self) -> datetime:
        """Return the instant that it stands at."""
        return self._now

    async def sleep(self, span: timedelta) -> None:
        """Return once `span` has passed by `advance`."""
        if span <= timedelta(0):
            return
        alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers[alarm] = (self._now + span, asyncio.current_task())
        try:
            await alarm
        finally:
            self._sleepers.pop(alarm, None)

    def sleeping(self) -> set[asyncio.Task[Any] | None]:
        """Return the tasks that wait for it."""
        return {task for alarm, (_, task) in self._sleepers.items() if not alarm.done()}

    def next_alarm(self) -> datetime | None:
        """Return when the first sleeper wakes, or None."""
        return min((at for at, _ in self._sleepers.values()), default=None)

    def advance(self, to: datetime) -> None:
        """Set the clock to `to`, which may lie back, and wake who is due."""
        self._now = to
        for alarm, (at, _) in list(self._sleepers.items()):
            if at <= to and not alarm.done():
                alarm.set_result(None)
