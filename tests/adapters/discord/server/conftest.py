"""Our own Discord, where the plain client looks for the real one."""

from collections.abc import AsyncIterator

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.servers.discord import DiscordServer


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
