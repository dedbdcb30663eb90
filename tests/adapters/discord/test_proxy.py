"""The way to Discord through a proxy that passes requests on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from urllib.parse import urlsplit

from core.conversation.model import Attachment, Inbound, Route
from core.engine.model import Delivered, Outbound
from tests.adapters.discord.conftest import ACCOUNT, Ear, Maker, hearing
from tests.servers.discord import DiscordServer


class Proxy:
    """Passes each request on, on a connection of its own, and notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.port = 0

    @asynccontextmanager
    async def up(self) -> AsyncIterator["Proxy"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, url, version = head[0].split(" ")
            self.asked.append(f"{method} {urlsplit(url).path}")
            upgrades = any(line.lower().startswith("upgrade:") for line in head)
            where = urlsplit(url)
            path = url.partition(where.netloc)[2] or "/"
            kept = [
                line for line in head[1:-2] if upgrades or not line.lower().startswith("connection")
            ]
            closing = [] if upgrades else ["Connection: close"]
            lines = [f"{method} {path} {version}", *kept, *closing, "", ""]
            back, there = await asyncio.open_connection(where.hostname, where.port)
            there.write("\r\n".join(lines).encode("latin-1"))
            async with asyncio.TaskGroup() as group:
                onward = group.create_task(_piped(reader, there))
                await _piped(back, writer)
                onward.cancel()
        writer.close()


async def _piped(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    try:
        with suppress(ConnectionError):
            while piece := await source.read(64 * 1024):
                sink.write(piece)
                await sink.drain()
    finally:
        sink.close()


async def test_it_hears_speaks_and_fetches_through_a_proxy(
    server: DiscordServer, ear: Ear, make: Maker
) -> None:
    ann = server.person(7, "Ann")
    where = Route(account=ACCOUNT, chat=str(ann.direct.id))

    async with Proxy().up() as proxy:
        mina = make(proxy=f"http://127.0.0.1:{proxy.port}", request_limit=timedelta(seconds=5))
        async with hearing(mina, server):
            ann.says(ann.direct, "look", attachments=[("a.png", b"dots")])
            await ear.hears(1)
            sent = await mina.send(Outbound(route=where, text="nice", key="t1b0"))
            fetched = await mina.fetch(_attached(ear), 100)
        await mina.close()

    assert isinstance(sent, Delivered)
    assert fetched == b"dots"
    assert [one.text for one in server.sent] == ["nice"]
    assert "GET /" in proxy.asked  # the gateway
    assert any(asked.startswith("POST /api/v10/channels/") for asked in proxy.asked)
    assert any(asked.startswith("GET /attachments/") for asked in proxy.asked)
    assert len(proxy.asked) == len(server.world.calls) + server.gateway.connected


def _attached(ear: Ear) -> Attachment:
    (heard,) = ear.updates
    assert isinstance(heard, Inbound)
    return heard.attachments[0]
