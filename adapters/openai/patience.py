"""How long a call may take, and when it is tried again: the one layer of retries."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import structlog
import tenacity

from adapters.openai.errors import Busy
from core.engine.ports import Clock

log = structlog.get_logger()

Got = TypeVar("Got")

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
JITTER_S = 0.5


class Patience:
    """How long one call may still take, its waits included."""

    def __init__(self, clock: Clock, span: timedelta) -> None:
        self._clock = clock
        self._ends_at = clock.now() + span
        self._loop = asyncio.get_running_loop()
        self._loop_end_s = self._loop.time() + span.total_seconds()

    @property
    def left(self) -> timedelta:
        """Return what is left, 0 or more."""
        return timedelta(seconds=self.left_s)

    @property
    def left_s(self) -> float:
        """Return the seconds that are left, by the stricter of clock and loop."""
        by_clock = (self._ends_at - self._clock.now()).total_seconds()
        return max(0.0, min(by_clock, self._loop_end_s - self._loop.time()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """How often one server is asked, and how long is waited in between."""

    label: str
    """Names the server in logs."""
    retries: int
    """Further tries after the first."""
    clock: Clock
    rng: random.Random

    async def of(
        self, once: Callable[[], Awaitable[Got]], patience: Patience, *, faults: bool = True
    ) -> Got:
        """Return what `once` brings, tried again while the server is busy and time is left.

        A plain 500 is tried again only with `faults`.
        """

        def wait_s(state: tenacity.RetryCallState) -> float:
            grown = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** (state.attempt_number - 1))
            return max(_asked_s(state), grown) + self.rng.uniform(0.0, JITTER_S)

        def worth_it(error: BaseException) -> bool:
            return isinstance(error, Busy) and (faults or not error.fault)

        def enough(state: tenacity.RetryCallState) -> bool:
            return state.attempt_number > self.retries or _asked_s(state) >= patience.left_s

        def note(state: tenacity.RetryCallState) -> None:
            log.info(
                "model.retried",
                model=self.label,
                attempt=state.attempt_number,
                wait_s=round(state.upcoming_sleep, 2),
            )

        retrying = tenacity.AsyncRetrying(
            sleep=lambda seconds: self.clock.sleep(timedelta(seconds=seconds)),
            stop=enough,
            wait=wait_s,
            retry=tenacity.retry_if_exception(worth_it),
            before_sleep=note,
            reraise=True,
        )

        async def attempt() -> Got:
            return await once()

        return await retrying(attempt)


def _asked_s(state: tenacity.RetryCallState) -> float:
    """Return the wait in seconds that the last answer asked for, 0 for none."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.asked if isinstance(error, Busy) else None
    return asked.total_seconds() if asked else 0.0
