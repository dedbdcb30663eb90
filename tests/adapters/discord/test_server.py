"""The Discord of our own: the real client must find it as strict as the real one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.servers.discord import DiscordServer

GUILD = 1001 << 22


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    server = DiscordServer()
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with server:
        server.gateway.heartbeat_s = 0.1
        Route.BASE = server.url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
        yield server
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


class Bot(discord.Client):
    """A client that keeps what it heard and wastes no time."""

    def __init__(self, **how: Any) -> None:
        intents = how.pop("intents", None) or wanted(message_content=True)
        super().__init__(intents=intents, guild_ready_timeout=0.02, **how)
        self.heard: list[discord.Message] = []
        self.news: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait between two sessions."""

    async def on_ready(self) -> None:
        self.news.put_nowait(("ready", None))

    async def on_resumed(self) -> None:
        self.news.put_nowait(("resumed", None))

    async def on_message(self, message: discord.Message) -> None:
        self.news.put_nowait(("message", message))

    async def next(self, kind: str) -> Any:
        """Return the next thing of a kind; what comes before is let go."""
        async with asyncio.timeout(5):
            while True:
                found, value = await self.news.get()
                if found == kind:
                    return value


def wanted(**more: bool) -> discord.Intents:
    intents = discord.Intents.default()
    for name, value in more.items():
        setattr(intents, name, value)
    return intents


@asynccontextmanager
async def running(server: DiscordServer, bot: Bot) -> AsyncIterator[Bot]:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(bot.start(server.token))
        try:
            await bot.next("ready")
            yield bot
        finally:
            await bot.close()
            await task


async def test_a_client_becomes_ready_with_its_guilds(server: DiscordServer) -> None:
    guild = server.guild(GUILD, "Friends")
    server.channel(guild, "general")

    async with running(server, Bot()) as bot:
        assert [(one.name, one.channels[0].name) for one in bot.guilds] == [("Friends", "general")]
        assert bot.user is not None
        assert bot.user.id == server.world.me


async def test_what_people_write_is_heard_and_answered(server: DiscordServer) -> None:
    ann = server.person(7)
    async with running(server, Bot()) as bot:
        ann.says(ann.direct, "hi")

        message = await bot.next("message")
        await message.reply("hello <@7>")

    assert (message.content, message.author.id, message.guild) == ("hi", 7, None)
    assert [(one.text, one.reply_to) for one in server.sent] == [("hello <@7>", message.id)]
