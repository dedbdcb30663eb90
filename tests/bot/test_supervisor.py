"""A messenger that fails is started anew; it stops no other, and gives up only for an owner."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from structlog.testing import capture_logs

from adapters.clock.virtual import VirtualClock
from bot.supervisor import LONGEST_WAIT, supervise
from core.errors import Misconfigured, Retryable

START = datetime(2026, 1, 10, 12, tzinfo=UTC)


class Serving:
    """What a messenger does at each start."""

    def __init__(self, clock: VirtualClock, *behaviours: Exception | None) -> None:
        self.starts: list[datetime] = []
        self._clock = clock
        self._behaviours = list(behaviours)

    async def __call__(self) -> None:
        self.starts.append(self._clock.now())
        behaviour = self._behaviours.pop(0)
        if behaviour is not None:
            raise behaviour


async def _supervised(clock: VirtualClock, serve: Serving) -> bool:
    """Supervise until the end, letting the clock go wherever it is waited for."""
    task = asyncio.ensure_future(supervise("one", serve, clock, Random(7)))  # noqa: TID251
    while not task.done():
        await asyncio.sleep(0)  # noqa: TID251  # gives way; no time passes
        if (alarm := clock.next_alarm()) is not None:
            clock.advance(alarm)
    return task.result()


def _waits(serve: Serving) -> list[timedelta]:
    return [later - earlier for earlier, later in pairwise(serve.starts)]


async def test_it_is_started_anew_with_growing_waits_until_it_ends_by_itself() -> None:
    clock = VirtualClock(START)
    serve = Serving(clock, *(OSError("network") for _ in range(12)), None)

    assert await _supervised(clock, serve)

    waits = _waits(serve)
    assert timedelta(seconds=0.75) <= waits[0] <= timedelta(seconds=1.25)
    assert all(later > earlier for earlier, later in pairwise(waits[:8]))
    assert max(waits) <= LONGEST_WAIT * 1.25


async def test_a_wait_that_is_asked_for_is_kept() -> None:
    clock = VirtualClock(START)
    asked = Retryable("flood", retry_after=timedelta(minutes=10))
    serve = Serving(clock, asked, None)

    assert await _supervised(clock, serve)

    assert _waits(serve) == [timedelta(minutes=10)]


async def test_what_only_an_owner_can_help_is_told_with_its_cure_and_not_tried_again() -> None:
    clock = VirtualClock(START)
    serve = Serving(clock, Misconfigured("telegram.token is refused: ask @BotFather"))

    with capture_logs() as logs:
        assert not await _supervised(clock, serve)

    assert len(serve.starts) == 1
    assert logs[0]["cure"] == "telegram.token is refused: ask @BotFather"


@pytest.mark.parametrize("error", [OSError, RuntimeError])
async def test_one_that_fails_stops_no_other(error: Callable[[str], Exception]) -> None:
    clock = VirtualClock(START)
    broken = Serving(clock, *(error("broken") for _ in range(5)), None)
    steady = Serving(clock, None)

    ended = await asyncio.gather(_supervised(clock, broken), _supervised(clock, steady))

    assert all(ended)
    assert len(broken.starts) == 6
    assert len(steady.starts) == 1
