"""Clients that keep what they heard from our own Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from tests.servers.discord import DiscordServer

GUILD = 1001 << 22


ANN = 700_000_000_000_000_007


class Keeps(discord.Client):
    """What a client of these tests does: it keeps what it heard and wastes no time."""

    def __init__(self, **how: Any) -> None:
        intents = how.pop("intents", None) or wanted(message_content=True)
        super().__init__(intents=intents, guild_ready_timeout=0.02, **how)
        self.news: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait between two sessions."""

    def dispatch(self, event: str, /, *values: Any, **more: Any) -> None:
        super().dispatch(event, *values, **more)
        self.news.put_nowait((event, values[0] if values else None))

    async def next(self, kind: str) -> Any:
        """Return the next thing of a kind; what comes before is let go."""
        async with asyncio.timeout(5):
            while True:
                found, value = await self.news.get()
                if found == kind:
                    return value

    def waiting(self, kind: str) -> list[Any]:
        """Return what has come of a kind, and let everything go."""
        found = []
        while not self.news.empty():
            event, value = self.news.get_nowait()
            if event == kind:
                found.append(value)
        return found


class Bot(Keeps):
    """The plain client."""


class Sharded(Keeps, discord.AutoShardedClient):
    """The client with as many connections as the server asks for."""


def wanted(**more: bool) -> discord.Intents:
    intents = discord.Intents.default()
    for name, value in more.items():
        setattr(intents, name, value)
    return intents


@asynccontextmanager
async def running(server: DiscordServer, bot: Keeps) -> AsyncIterator[Keeps]:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(bot.start(server.token))
        try:
            await bot.next("ready")
            yield bot
        finally:
            await bot.close()
            await task


@asynccontextmanager
async def signed_in(server: DiscordServer) -> AsyncIterator[Bot]:
    async with Bot() as bot:
        await bot.login(server.token)
        yield bot


async def talk(bot: Bot, id: int) -> Any:
    return await bot.create_dm(discord.Object(id))
