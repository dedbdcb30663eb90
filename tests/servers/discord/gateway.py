"""The gateway: sessions over websockets, each event numbered and kept for a resume."""

import asyncio
import json
from datetime import datetime, timedelta
from typing import Any

from aiohttp import WSMsgType, web

from tests.servers.discord.events import CONTENT, HIDEABLE, wanted
from tests.servers.discord.identifying import Closed, identified, presence_of
from tests.servers.discord.records import Json
from tests.servers.discord.sessions import Connection, Session
from tests.servers.discord.shapes import (
    application_shape,
    guild_created,
    me_shape,
    member_shape,
    veiled,
)
from tests.servers.discord.world import Channel, Guild, World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
MEMBERS, INVALID, HELLO, ACK = 8, 9, 10, 11
MOST_BYTES = 4096
"""Of what a client sends at once."""
ENDING = frozenset({1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014})
"""The codes after which a session cannot be resumed, whoever closed."""


class Gateway:
    """All sessions, and the switches that let them fail."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.heartbeat_s = 41.25
        self.acks = True
        """Whether heartbeats are answered; a connection without answers is a zombie."""
        self.greets = True
        """Whether a new connection is told hello."""
        self.most_commands = 120
        """How much a client may send within a minute, heartbeats apart: tests want many."""
        self.least_gap_s = 0.0
        """Between two sessions' starts; Discord wants 5, or the later one is void."""
        self.resumes: list[str] = []
        """The paths at which sessions were taken up again."""
        self.connected = 0
        """How many connections there were."""
        self._started: datetime | None = None
        world.listeners.append(self.heard)

    # What a test may do.

    def open(self, shard: int | None = None) -> list[Connection]:
        """Return the connections of sessions that run, of one shard or all."""
        return [
            one
            for one in self.connections
            if one.session is not None and shard in (None, one.session.shard[0])
        ]

    def ask_reconnect(self, shard: int | None = None) -> None:
        """Ask clients to come again (op 7)."""
        for one in self.open(shard):
            one.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Tell clients that their session is void (op 9)."""
        for one in self.open(shard):
            if not resumable and one.session is not None:
                self.sessions.pop(one.session.id, None)
                one.session = None
            one.send({"op": INVALID, "d": resumable})

    def ask_heartbeat(self, shard: int | None = None) -> None:
        """Ask for a heartbeat out of turn (op 1)."""
        for one in self.open(shard):
            one.send({"op": HEARTBEAT, "d": None})

    def close(self, code: int = 4000, shard: int | None = None) -> None:
        """Close the connections of clients with a code."""
        for one in self.open(shard):
            self._ended(one, code)
            one.close(code)

    def cut(self, shard: int | None = None) -> None:
        """Let connections break; sessions stay."""
        for one in self.open(shard):
            self._left(one)
            one.cut()

    def forget(self) -> None:
        """Lose every session, as after a long absence: none can be resumed."""
        self.cut()
        self.sessions.clear()

    def cut_all(self) -> None:
        """Let all connections break, those without a session too."""
        for one in list(self.connections):
            self._left(one)
            one.cut()

    # What the world tells.

    def heard(self, event: str, body: Json, where: Channel | Guild) -> None:
        """Pass an event on to the sessions that are to hear it."""
        for session in self.sessions.values():
            if not session.covers(where) or not wanted(event, session.intents, where):
                continue
            shown = body
            if event in HIDEABLE and isinstance(where, Channel) and not session.intents & CONTENT:
                shown = veiled(self.world, where, body)
            if event == "GUILD_CREATE" and isinstance(where, Guild):
                shown = guild_created(self.world, where, [self.world.me]) | body
            session.dispatch(event, shown)

    # What clients do.

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Speak with one client until one of the two is gone."""
        socket = web.WebSocketResponse(max_msg_size=4 * MOST_BYTES)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self.connections.append(connection)
        self.connected += 1
        self.world.changed()
        try:
            async with asyncio.TaskGroup() as group:
                writer = group.create_task(connection.write())
                await self._read(connection, request)
                writer.cancel()
        finally:
            self._left(connection)
            self.connections.remove(connection)
            self.world.changed()
        return socket

    async def _read(self, connection: Connection, request: web.Request) -> None:
        if request.query.get("v") != "10":
            connection.close(4012)
        elif self.greets:
            interval = {"heartbeat_interval": round(self.heartbeat_s * 1000)}
            connection.send({"op": HELLO, "d": interval})
        while True:
            message = await connection.socket.receive()
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            try:
                self._took(connection, decoded(message.data))
            except Closed as closed:
                self._ended(connection, closed.code)
                connection.close(closed.code)
        if message.type == WSMsgType.CLOSE:
            self._ended(connection, message.data)

    def _ended(self, connection: Connection, code: int) -> None:
        """Part session and connection; some codes end the session too."""
        self._left(connection)
        if connection.session is not None and code in ENDING:
            self.sessions.pop(connection.session.id, None)

    def _left(self, connection: Connection) -> None:
        if connection.session is not None and connection.session.connection is connection:
            connection.session.connection = None

    def _counted(self, connection: Connection) -> None:
        """Refuse a client that sends too much in a minute."""
        now = self.world.now()
        minute = [at for at in connection.commands if now - at < timedelta(minutes=1)]
        connection.commands = [*minute, now]
        if len(connection.commands) > self.most_commands:
            raise Closed(4008)

    def _took(self, connection: Connection, payload: Json) -> None:
        op, body = payload.get("op"), payload.get("d")
        if op == HEARTBEAT:
            connection.heartbeats += 1
            self.world.changed()
            if self.acks:
                connection.send({"op": ACK})
            return
        self._counted(connection)
        if op == IDENTIFY:
            self._identify(connection, body)
        elif op == RESUME:
            self._resume(connection, body)
        elif connection.session is None:
            raise Closed(4003)
        elif op == PRESENCE:
            self.world.presences.append(
                presence_of(body, connection.session.shard, self.world.now())
            )
        elif op == MEMBERS:
            self._members(connection.session, body)
        elif op != VOICE:
            raise Closed(4001)
        self.world.changed()

    def _identify(self, connection: Connection, body: Any) -> None:
        if connection.session is not None:
            raise Closed(4005)
        world = self.world
        asked = identified(world, body)
        world.identifies.append(asked)
        if self._started and (asked.at - self._started).total_seconds() < self.least_gap_s:
            connection.send({"op": INVALID, "d": False})
            return
        self._started = asked.at
        name = f"{len(world.identifies):032x}"
        session = Session(id=name, shard=asked.shard, intents=asked.intents)
        session.connection, connection.session = connection, session
        self.sessions[session.id] = session
        guilds = [g for g in world.guilds.values() if not g.left and session.covers(g)]
        ready: Json = {
            "v": 10,
            "user": me_shape(world),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": f"ws{world.url.removeprefix('http')}/resume",
            "application": {k: application_shape(world)[k] for k in ("id", "flags")},
            "private_channels": [],
        }
        if "shard" in asked.body:
            ready["shard"] = list(asked.shard)
        session.dispatch("READY", ready)
        for guild in guilds:
            if not guild.unavailable and wanted("GUILD_CREATE", session.intents, guild):
                shape = guild_created(world, guild, [world.me])
                session.dispatch("GUILD_CREATE", {**shape, "unavailable": False})

    def _resume(self, connection: Connection, body: Any) -> None:
        if not isinstance(body, dict) or body.get("token") != self.world.token:
            raise Closed(4004)
        session = self.sessions.get(str(body.get("session_id")))
        if session is None:
            connection.send({"op": INVALID, "d": False})
            return
        seq = body.get("seq")
        if not isinstance(seq, int) or seq > session.seq:
            raise Closed(4007)
        if session.connection is not None:
            session.connection.close(4000)
        session.connection, connection.session = connection, session
        self.resumes.append(connection.path)
        for payload in session.events:
            if payload["s"] > seq:
                connection.send(payload)
        session.dispatch("RESUMED", {"_trace": []})

    def _members(self, session: Session, body: Any) -> None:
        """Answer op 8 with one chunk; the names of all need the intent."""
        guild = self.world.guilds.get(int(body["guild_id"]))
        if guild is None or not session.covers(guild):
            return
        asked = body.get("user_ids")
        named = [int(id) for id in (asked if isinstance(asked, list) else [asked])] if asked else []
        found = [id for id in guild.members if not named or id in named]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [member_shape(self.world, guild, id) for id in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(id) for id in named if id not in found],
        }
        if body.get("nonce"):
            chunk["nonce"] = body["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)


def decoded(text: str | bytes) -> Json:
    """Return a payload, or close as Discord does."""
    if len(text) > MOST_BYTES:
        raise Closed(4002)
    try:
        payload = json.loads(text)
    except ValueError:
        raise Closed(4002) from None
    if not isinstance(payload, dict):
        raise Closed(4002)
    return payload
