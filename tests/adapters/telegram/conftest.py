import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from adapters.clock.system import SystemClock
from adapters.telegram.client import Telegram
from adapters.telegram.config import TelegramConfig
from adapters.telegram.offering import Owners
from core.admin.model import Command
from core.conversation.model import AccountId, Edit, Inbound, Unreadable, Update
from core.engine.ports import Clock
from tests.servers.telegram import BotApiServer

ACCOUNT = AccountId("mina")


class HastyClock:
    """Sleeps in no time: `now` jumps instead, and what was slept is noted."""

    def __init__(self) -> None:
        self.slept: list[timedelta] = []

    def now(self) -> datetime:
        return SystemClock().now() + sum(self.slept, timedelta())

    async def sleep(self, span: timedelta) -> None:
        self.slept.append(max(span, timedelta()))


class Ear:
    """What a bot process does with updates: keeps them, or fails to."""

    def __init__(self) -> None:
        self.updates: list[Update] = []
        self.broken = False
        self.refuses: Exception | None = None
        """What storing raises instead."""
        self._news = asyncio.Event()

    async def receive(self, updates: Sequence[Update]) -> None:
        if self.broken:
            raise OSError("the disk is full")
        if self.refuses is not None:
            raise self.refuses
        self.updates.extend(updates)
        self._news.set()

    async def hears(self, count: int) -> list[Update]:
        async with asyncio.timeout(10):
            while len(self.updates) < count:
                self._news.clear()
                await self._news.wait()
        return self.updates

    async def hears_last(self, text: str) -> None:
        """Return once `text` is the last that was heard."""
        async with asyncio.timeout(10):
            while self.texts[-1:] != [text]:
                self._news.clear()
                await self._news.wait()

    @property
    def inbounds(self) -> list[Inbound]:
        return [update for update in self.updates if isinstance(update, Inbound)]

    @property
    def edits(self) -> list[Edit]:
        return [update for update in self.updates if isinstance(update, Edit)]

    @property
    def unreadable(self) -> list[Unreadable]:
        return [update for update in self.updates if isinstance(update, Unreadable)]

    @property
    def texts(self) -> list[str]:
        return [inbound.text for inbound in self.inbounds]


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


Maker = Callable[..., Telegram]


@pytest.fixture
async def server() -> AsyncIterator[BotApiServer]:
    async with BotApiServer() as server:
        yield server


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def make(server: BotApiServer, ear: Ear) -> AsyncIterator[Maker]:
    """Make clients of the server, with short limits; they are closed at the end."""
    async with AsyncExitStack() as stack:

        def one(
            *,
            clock: Clock | None = None,
            menu: Sequence[Command] = (),
            owners: Owners = tuple,
            **settings: Any,
        ) -> Telegram:
            limits: Mapping[str, object] = {
                "token": server.token,
                "api_url": server.url,
                "poll_timeout": timedelta(seconds=1),
                "connect_limit": timedelta(seconds=2),
                "read_limit": timedelta(seconds=2),
                "stall_after": timedelta(seconds=100),
            }
            made = Telegram(
                TelegramConfig.model_validate({**limits, **settings}),
                account=ACCOUNT,
                clock=clock or SystemClock(),
                rng=Random(7),
                receive=ear.receive,
                menu=menu,
                owners=owners,
            )
            stack.push_async_callback(made.close)
            return made

        yield one


@asynccontextmanager
async def hearing(telegram: Telegram) -> AsyncIterator[None]:
    """Let it serve meanwhile."""
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(telegram.serve())
        try:
            yield
        finally:
            serving.cancel()
