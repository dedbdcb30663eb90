"""A session of the gateway, and the connection over which it is heard."""

import asyncio
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from aiohttp import web

from tests.servers.discord.records import Json
from tests.servers.discord.world import Channel, Guild

DISPATCH = 0


@dataclass(slots=True, eq=False)
class Session:
    """What a client started with an identify; it outlives its connection."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    events: list[Json] = field(default_factory=list)
    """All that it was to hear, for a resume."""
    connection: "Connection | None" = None

    def covers(self, where: Channel | Guild) -> bool:
        """Return whether this shard hears of what happens there."""
        guild = where if isinstance(where, Guild) else where.guild
        home = 0 if guild is None else (guild.id >> 22) % self.shard[1]
        return home == self.shard[0]

    def dispatch(self, event: str, body: Json) -> None:
        """Number an event, keep it, and send it if somebody is connected."""
        self.seq += 1
        payload = {"op": DISPATCH, "t": event, "s": self.seq, "d": body}
        self.events.append(payload)
        if self.connection is not None:
            self.connection.send(payload)


class Connection:
    """One websocket; what it sends keeps its order."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.path = request.path
        self.session: Session | None = None
        self.heartbeats = 0
        """How many came in."""
        self.commands: list[datetime] = []
        """When it sent something within the last minute."""
        self._transport = request.transport
        packed = request.query.get("compress") == "zlib-stream"
        self._stream = zlib.compressobj() if packed else None
        self._waiting: asyncio.Queue[Json | int] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        self._waiting.put_nowait(payload)

    def close(self, code: int) -> None:
        """Close it with `code`, after what waits."""
        self._waiting.put_nowait(code)

    def cut(self) -> None:
        """Let the connection break, without a word."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Send what waits, until it is closed."""
        while True:
            match await self._waiting.get():
                case int(code):
                    await self.socket.close(code=code, drain=True)
                    return
                case payload:
                    await self._written(json.dumps(payload))

    async def _written(self, text: str) -> None:
        with suppress(ConnectionError):
            if self._stream is None:
                await self.socket.send_str(text)
            else:
                packed = self._stream.compress(text.encode())
                packed += self._stream.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(packed)
