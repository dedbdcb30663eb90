"""The library that bots use, on a server of ours."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import telegram

from tests.servers.telegram.server import BotApiServer


@asynccontextmanager
async def library(server: BotApiServer) -> AsyncIterator[telegram.Bot]:
    """Give a bot of python-telegram-bot that knows no other server."""
    async with telegram.Bot(
        server.token, base_url=f"{server.url}/bot", base_file_url=f"{server.url}/file/bot"
    ) as bot:
        yield bot
