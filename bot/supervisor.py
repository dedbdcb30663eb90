"""Keeps each messenger going by itself: one that fails is started anew and stops no other."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random

import structlog

from core.engine.ports import Clock
from core.errors import Misconfigured, Retryable

log = structlog.get_logger(__name__)

FIRST_WAIT = timedelta(seconds=1)
LONGEST_WAIT = timedelta(minutes=5)
STEADY = timedelta(minutes=5)
"""Whoever ran this long starts again with the first wait."""


async def supervise(
    name: str, serve: Callable[[], Awaitable[None]], clock: Clock, rng: Random
) -> bool:
    """Run `serve` until it ends by itself (True) or only an owner can help (False).

    Between two starts it waits, doubling from a second to five minutes, give or take a quarter.
    """
    wait = FIRST_WAIT
    while True:
        started_at = clock.now()
        try:
            await serve()
        except Misconfigured as error:
            log.error("messenger.misconfigured", messenger=name, cure=str(error))
            return False
        except Exception as error:  # an outermost loop: one for each messenger
            if clock.now() - started_at > STEADY:
                wait = FIRST_WAIT
            asked = error.retry_after if isinstance(error, Retryable) else timedelta(0)
            pause = max(asked, wait * rng.uniform(0.75, 1.25))
            log.warning(
                "messenger.restarts",
                messenger=name,
                error=type(error).__name__,
                reason=str(error),
                wait_s=round(pause.total_seconds(), 1),
                exc_info=None if isinstance(error, Retryable) else error,
            )
            await clock.sleep(pause)
            wait = min(wait * 2, LONGEST_WAIT)
        else:
            return True


@asynccontextmanager
async def one_group() -> AsyncIterator[asyncio.TaskGroup]:
    """Hold the one task group; a lone error comes out as itself, so that it can be told plainly."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as errors:
        lone: BaseException = errors
        while isinstance(lone, BaseExceptionGroup) and len(lone.exceptions) == 1:
            lone = lone.exceptions[0]
        raise lone from None
