import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from adapters.clock.system import SystemClock
from adapters.discord.client import Discord
from adapters.discord.config import DiscordConfig
from core.admin.model import Command, Suggestion, Unfinished
from core.conversation.model import (
    AccountId,
    ChatKind,
    Deletion,
    Edit,
    Inbound,
    Membership,
    Reaction,
    Route,
    Update,
)
from core.engine.model import LastHeard
from core.engine.ports import Clock
from core.errors import Retryable
from tests.servers.discord import DiscordServer

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
    """What a bot process does with updates: keeps them, knows where it was, or fails for now."""

    def __init__(self) -> None:
        self.updates: list[Update] = []
        self.known: list[LastHeard] = []
        self.closed: set[str] = set()
        """Chats into which not everybody is let."""
        self.failures = 0
        """How often it is to fail yet."""
        self.broken = False
        self.strangers: set[str] = set()
        self.suggestions: list[Suggestion] = []
        self.wondered: list[Unfinished] = []
        self.suggest_fails: Exception | None = None
        self.suggest_hangs = False
        self.refused = asyncio.Event()
        self._news = asyncio.Event()

    async def receive(self, updates: Sequence[Update]) -> None:
        if self.broken:
            raise OSError("the database is gone")
        if self.failures:
            self.failures -= 1
            self.refused.set()
            raise Retryable("the disk is full", retry_after=timedelta(seconds=5))
        self.updates.extend(updates)
        self._news.set()

    async def heard(self) -> Sequence[LastHeard]:
        return self.known

    def is_open(self, chat: str, server: str | None) -> bool:
        return chat not in self.closed

    def is_welcome(self, inbound: Inbound) -> bool:
        return inbound.sender not in self.strangers

    async def suggest(self, unfinished: Unfinished) -> Sequence[Suggestion]:
        self.wondered.append(unfinished)
        if self.suggest_hangs:
            await asyncio.Event().wait()
        if self.suggest_fails is not None:
            raise self.suggest_fails
        return self.suggestions

    def knows(
        self,
        chat: int,
        last: int | None,
        *,
        thread: int | None = None,
        kind: ChatKind = ChatKind.GROUP,
    ) -> None:
        where = Route(
            account=ACCOUNT, chat=str(chat), thread=None if thread is None else str(thread)
        )
        kept = None if last is None else str(last)
        self.known.append(LastHeard(route=where, chat_kind=kind, message_id=kept))

    async def hears(self, count: int) -> list[Update]:
        async with asyncio.timeout(10):
            while len(self.updates) < count:
                self._news.clear()
                await self._news.wait()
        return self.updates

    @property
    def inbounds(self) -> list[Inbound]:
        return [update for update in self.updates if isinstance(update, Inbound)]

    @property
    def texts(self) -> list[str]:
        return [inbound.text for inbound in self.inbounds]

    @property
    def edits(self) -> list[Edit]:
        return [update for update in self.updates if isinstance(update, Edit)]

    @property
    def deletions(self) -> list[Deletion]:
        return [update for update in self.updates if isinstance(update, Deletion)]

    @property
    def reactions(self) -> list[Reaction]:
        return [update for update in self.updates if isinstance(update, Reaction)]

    @property
    def memberships(self) -> list[Membership]:
        return [update for update in self.updates if isinstance(update, Membership)]


Maker = Callable[..., Discord]


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as server:
        yield server


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def make(server: DiscordServer, ear: Ear) -> AsyncIterator[Maker]:
    """Make clients of the server, with short limits; they are closed at the end."""
    async with AsyncExitStack() as stack:

        def one(
            *,
            clock: Clock | None = None,
            window: timedelta = timedelta(hours=12),
            menu: Sequence[Command] = (),
            **settings: Any,
        ) -> Discord:
            limits: Mapping[str, object] = {
                "token": server.token,
                "api_url": server.url,
                "gateway_url": server.gateway_url,
                "request_limit": timedelta(seconds=1),
                "stall_after": timedelta(seconds=100),
            }
            made = Discord(
                DiscordConfig.model_validate({**limits, **settings}),
                account=ACCOUNT,
                clock=clock or SystemClock(),
                rng=Random(7),
                receive=ear.receive,
                heard=ear.heard,
                is_open=ear.is_open,
                backlog_window=window,
                menu=menu,
                suggest=ear.suggest,
                is_welcome=ear.is_welcome,
            )
            stack.push_async_callback(made.close)
            return made

        yield one


@asynccontextmanager
async def hearing(discord: Discord, server: DiscordServer) -> AsyncIterator[None]:
    """Let it serve meanwhile; the body begins when it is there."""
    before = len(server.identifies)
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(discord.serve())
        try:
            await server.world.until(lambda: len(server.identifies) > before)
            await server.until_ready()
            yield
        finally:
            serving.cancel()
