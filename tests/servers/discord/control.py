"""The server's own routes: for tests that run the bot, or the server, as another process."""

import base64
import json
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.discord.faults import Fault
from tests.servers.discord.people import Person
from tests.servers.discord.shapes import channel_shape
from tests.servers.discord.world import FORUM, NEWS, TEXT, Channel

if TYPE_CHECKING:
    from tests.servers.discord.server import DiscordServer

ACTS = frozenset(
    {"says", "sends", "sends_voice", "forwards", "edits", "reacts", "unreacts", "pins", "opens"}
    | {"uses", "presses", "fills"}
)
GATEWAY = frozenset({"ask_reconnect", "invalidate", "ask_heartbeat", "close", "cut", "forget"})
KINDS = {"text": TEXT, "news": NEWS, "forum": FORUM}
SETTINGS = frozenset({"portal", "shards", "heartbeat_s", "acks", "greets", "least_gap_s"})
RECORDS = ("sent", "typings", "identifies", "presences")


def routes(server: "DiscordServer") -> list[web.RouteDef]:
    """Return the routes under /control, each a JSON object in and out."""
    control = Control(server)
    return [
        web.post("/control/act", control.act),
        web.post("/control/delete", control.delete),
        web.post("/control/guild", control.guild),
        web.post("/control/member", control.member),
        web.post("/control/outage", control.outage),
        web.post("/control/leave", control.leave),
        web.post("/control/channel", control.channel),
        web.post("/control/allow", control.allow),
        web.post("/control/archive", control.archive),
        web.post("/control/remove", control.remove),
        web.post("/control/fault", control.fault),
        web.delete("/control/fault", control.heal),
        web.post("/control/limit", control.limit),
        web.post("/control/bar", control.bar),
        web.post("/control/settings", control.settings),
        web.post("/control/gateway", control.gateway),
        web.get("/control/calls", control.calls),
        web.get("/control/{record}", control.record),
    ]


class Control:
    """What a test may do from outside."""

    def __init__(self, server: "DiscordServer") -> None:
        self._server = server

    async def act(self, request: web.Request) -> web.Response:
        """Let a person or a webhook do something.

        `{"person": {"id": 7, "name": "Ann"}, "does": "says", "with": {"text": "hi"}}`; `channel`
        is the direct talk unless it is given; attachments are pairs of name and base64.
        """
        order = await request.json()
        person: Person
        if "webhook" in order:
            person = self._server.webhook(**order["webhook"])
        else:
            person = self._server.person(**order["person"])
        if order["does"] not in ACTS:
            raise web.HTTPBadRequest(text=f"does: one of {sorted(ACTS)}")
        channel = self._channel(order["channel"]) if "channel" in order else person.direct
        how: dict[str, Any] = order.get("with", {})
        if "at" in how:
            how["at"] = datetime.fromisoformat(how["at"])
        if "attachments" in how:
            how["attachments"] = [(n, base64.b64decode(code)) for n, code in how["attachments"]]
        done = getattr(person, order["does"])(channel, **how)
        if isinstance(done, Channel):
            return web.json_response({"channel": done.id})
        return web.json_response({"channel": channel.id, "message_id": done})

    async def delete(self, request: web.Request) -> web.Response:
        """Delete messages: `{"channel": 5, "messages": [1, 2]}`."""
        order = await request.json()
        nobody = self._server.person(1, "Owner")
        nobody.deletes(self._channel(order["channel"]), *order["messages"])
        return web.json_response({})

    async def guild(self, request: web.Request) -> web.Response:
        """Make a guild: `{"id": 1001, "name": "Friends"}`."""
        return web.json_response({"id": self._server.guild(**await request.json()).id})

    async def member(self, request: web.Request) -> web.Response:
        """Let somebody come or go: `{"person": {"id": 7}, "does": "joins", "guild": 1001}`."""
        order = await request.json()
        person = self._server.person(**order["person"])
        guild = self._server.world.guild(order["guild"])
        if order["does"] == "leaves":
            person.leaves(guild)
            return web.json_response({})
        welcome = self._channel(order["channel"]) if "channel" in order else None
        return web.json_response({"message_id": person.joins(guild, welcome)})

    async def outage(self, request: web.Request) -> web.Response:
        """Let a guild be unavailable, or come back: `{"guild": 1001, "over": false}`."""
        order = await request.json()
        guild = self._server.world.guild(order["guild"])
        self._server.outage(guild, over=order.get("over", False))
        return web.json_response({})

    async def leave(self, request: web.Request) -> web.Response:
        """Throw the bot out of a guild: `{"guild": 1001}`."""
        self._server.leave(self._server.world.guild((await request.json())["guild"]))
        return web.json_response({})

    async def channel(self, request: web.Request) -> web.Response:
        """Make a channel: `{"guild": 1001, "name": "general", "kind": "text"}`."""
        order = await request.json()
        guild = self._server.world.guild(order.pop("guild"))
        kind = KINDS[order.pop("kind", "text")]
        made = self._server.channel(guild, kind=kind, **order)
        return web.json_response(channel_shape(self._server.world, made))

    async def allow(self, request: web.Request) -> web.Response:
        """Set what the bot may do: `{"channel": 5, "send": false}`."""
        order = await request.json()
        self._server.allow(self._channel(order.pop("channel")), **order)
        return web.json_response({})

    async def archive(self, request: web.Request) -> web.Response:
        """Put a thread away: `{"channel": 5, "archived": true, "locked": false}`."""
        order = await request.json()
        self._server.archive(self._channel(order.pop("channel")), **order)
        return web.json_response({})

    async def remove(self, request: web.Request) -> web.Response:
        """Delete a channel or thread: `{"channel": 5}`."""
        self._server.remove(self._channel((await request.json())["channel"]))
        return web.json_response({})

    async def fault(self, request: web.Request) -> web.Response:
        """Let calls fail: the fields of `Fault`."""
        self._server.faults.add(Fault(**await request.json()))
        return web.json_response({})

    async def heal(self, request: web.Request) -> web.Response:
        """Let all be well again."""
        self._server.faults.clear()
        return web.json_response({})

    async def limit(self, request: web.Request) -> web.Response:
        """Limit a method in each channel: `{"method": "send_message", "count": 5, "per_s": 5}`."""
        self._server.limits.set(**await request.json())
        return web.json_response({})

    async def bar(self, request: web.Request) -> web.Response:
        """Close a direct talk: `{"person": 7, "why": [50007, "…"]}`, or null to open it."""
        order = await request.json()
        direct = self._server.world.direct(order["person"])
        self._server.bar(direct, tuple(order["why"]) if order["why"] else None)
        return web.json_response({})

    async def settings(self, request: web.Request) -> web.Response:
        """Set `portal` (the granted intents) or another of `SETTINGS`."""
        for name, value in (await request.json()).items():
            owner = self._server.world if name in ("portal", "shards") else self._server.gateway
            if name not in SETTINGS:
                raise web.HTTPBadRequest(text=f"one of {sorted(SETTINGS)}")
            setattr(owner, name, value)
        return web.json_response({})

    async def gateway(self, request: web.Request) -> web.Response:
        """Trouble the sessions: `{"does": "close", "with": {"code": 4000, "shard": 0}}`."""
        order = await request.json()
        if order["does"] not in GATEWAY:
            raise web.HTTPBadRequest(text=f"does: one of {sorted(GATEWAY)}")
        getattr(self._server.gateway, order["does"])(**order.get("with", {}))
        return web.json_response({})

    async def calls(self, request: web.Request) -> web.Response:
        """Return every request, the failed ones too; `?method=send_message` only those."""
        method = request.query.get("method")
        calls = self._server.world.calls
        return _json([asdict(call) for call in calls if method in (None, call.method)])

    async def record(self, request: web.Request) -> web.Response:
        """Return what the bot did; `?count=3&wait=10` waits for so many, in seconds."""
        name = request.match_info["record"]
        if name not in RECORDS:
            raise web.HTTPNotFound(text=f"one of {RECORDS}")
        rows = getattr(self._server.world, name)
        count, wait_s = int(request.query.get("count", 0)), float(request.query.get("wait", 0))
        try:
            await self._server.world.until(lambda: len(rows) >= count, within_s=wait_s)
        except TimeoutError:
            return _json([asdict(one) for one in rows])
        return _json([asdict(one) for one in rows])

    def _channel(self, channel_id: int) -> Channel:
        return self._server.world.channels[channel_id]


def _json(rows: list[dict[str, Any]]) -> web.Response:
    return web.json_response(rows, dumps=lambda value: json.dumps(value, default=str))
