"""The end of a stay, whatever the library is in the middle of: it swallows cancellations."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from discord.gateway import KeepAliveHandler

from adapters.discord.client import Discord
from core.errors import Retryable
from tests.adapters.discord.conftest import Ear, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer

Trouble = Callable[[DiscordServer], None]


def _voided(server: DiscordServer) -> None:
    server.gateway.invalidate()


def _silenced(server: DiscordServer) -> None:
    server.gateway.greets = False
    server.gateway.ask_reconnect()


def _silenced_and_voided(server: DiscordServer) -> None:
    server.gateway.greets = False
    server.gateway.invalidate()


def _refused(server: DiscordServer) -> None:
    server.fail("connect", "status", status=503, times=1000)
    server.gateway.cut()


def _hung(server: DiscordServer) -> None:
    server.fail("connect", "hang", times=1000)
    server.gateway.cut()


TROUBLES = [
    pytest.param(_voided, id="between two sessions"),
    pytest.param(_silenced, id="a resume that nobody greets"),
    pytest.param(_silenced_and_voided, id="a new session that nobody greets"),
    pytest.param(_refused, id="a gateway that refuses"),
    pytest.param(_hung, id="a gateway that hangs"),
]


async def _troubled(server: DiscordServer, trouble: Trouble) -> None:
    """Return when the line is down, and the library in the middle of coming again."""
    trouble(server)
    await server.world.until(lambda: not server.gateway.open())
    with suppress(TimeoutError):
        await server.world.until(lambda: False, within_s=0.4)


def _others(before: set["asyncio.Task[object]"]) -> set["asyncio.Task[object]"]:
    return asyncio.all_tasks() - before


@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_it_ends_within_seconds_whatever_it_is_in_the_middle_of(
    server: DiscordServer, make: Maker, trouble: Trouble, shards: int
) -> None:
    server.world.shards = shards
    mina = make(clock=HastyClock() if shards > 1 else None)
    client = asyncio.all_tasks()

    async with asyncio.timeout(15), asyncio.TaskGroup() as group:
        serving = group.create_task(mina.serve())
        await server.until_ready(shards, within_s=10)
        await _troubled(server, trouble)
        serving.cancel()
        async with asyncio.timeout(5):
            await asyncio.wait({serving})
    await mina.close()
    server.faults.clear()
    await server.unplug()

    assert serving.cancelled()
    assert [task for task in _others(client) if "discord" in repr(task.get_coro())] == []
    beating = [one for one in threading.enumerate() if isinstance(one, KeepAliveHandler)]
    assert [one for one in beating if not one._stop_ev.is_set()] == []


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(_silenced, id="a resume"),
        pytest.param(_silenced_and_voided, id="a new session"),
        pytest.param(_hung, id="no answer at all"),
    ],
)
async def test_a_silence_while_it_comes_again_ends_the_stay_and_the_next_one_hears(
    server: DiscordServer, ear: Ear, make: Maker, trouble: Trouble
) -> None:
    ann = server.person(7, "Ann")
    mina = make(clock=HastyClock(), stall_after=timedelta(seconds=1))
    server.gateway.heartbeat_s = 0.2

    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        serving = group.create_task(_fails(mina))
        await server.until_ready()
        trouble(server)
        await serving
    server.gateway.greets = True
    server.faults.clear()
    async with hearing(mina, server):
        ann.says(ann.direct, "back?")
        await ear.hears(1)

    assert ear.texts == ["back?"]


async def test_a_store_that_breaks_while_it_comes_again_ends_the_stay(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann, mina = server.person(7, "Ann"), make()
    ear.failures = 1

    async with asyncio.timeout(15), asyncio.TaskGroup() as group:
        serving = group.create_task(_fails(mina))
        await server.until_ready()
        ann.says(ann.direct, "hi")  # it is tried again after five seconds
        await ear.refused.wait()
        server.gateway.greets = False
        server.gateway.ask_reconnect()
        ear.broken = True
        await serving

    assert not mina.health.connected


async def _fails(discord: Discord) -> None:
    with pytest.raises(Retryable):
        await discord.serve()
