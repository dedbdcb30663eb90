"""The server's own routes: for tests that run the bot, or the server, as another process."""

import base64
import json
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.telegram.faults import Fault
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import Chat

if TYPE_CHECKING:
    from tests.servers.telegram.server import BotApiServer

ACTS = frozenset(
    {
        *(
            "says",
            "sends",
            "sends_album",
            "forwards",
            "edits",
            "deletes",
            "posts_as",
            "reacts",
            "presses",
        ),
        *("adds_bot", "removes_bot", "promotes_bot", "demotes_bot", "blocks", "unblocks"),
        *("closes_topic", "reopens_topic", "deletes_topic"),
    }
)


def routes(server: "BotApiServer") -> list[web.RouteDef]:
    """Return the routes under /control, each a JSON object in and out."""
    control = Control(server)
    return [
        web.post("/control/act", control.act),
        web.post("/control/group", control.group),
        web.post("/control/channel", control.channel),
        web.post("/control/migrate", control.migrate),
        web.post("/control/topic", control.topic),
        web.post("/control/update", control.update),
        web.post("/control/fault", control.fault),
        web.delete("/control/fault", control.heal),
        web.post("/control/bar", control.bar),
        web.get("/control/sent", control.sent),
        web.get("/control/typing", control.typing),
        web.get("/control/reactions", control.reactions),
        web.get("/control/amended", control.amended),
        web.delete("/control/paths", control.expire),
        web.post("/control/retry", control.retry),
        web.get("/control/calls", control.calls),
    ]


class Control:
    """What a test may do from outside."""

    def __init__(self, server: "BotApiServer") -> None:
        self._server = server

    async def act(self, request: web.Request) -> web.Response:
        """Let a person do something.

        `{"person": {"id": 7, "name": "Ann"}, "does": "says", "with": {"text": "hi"}}`; `chat` is
        the direct talk unless it is given. Reactions: `"with": {"message_id": 3, "with_": ["👍"]}`.
        """
        order = await request.json()
        person = self._server.person(**order["person"])
        if order["does"] not in ACTS:
            raise web.HTTPBadRequest(text=f"does: one of {sorted(ACTS)}")
        chat = self._chat(order.get("chat")) or person.direct
        how: dict[str, Any] = order.get("with", {})
        if "as_chat" in how:
            how["as_chat"] = self._chat(how["as_chat"])
        if "at" in how:
            how["at"] = datetime.fromisoformat(how["at"])
        reactions = how.pop("with_", ())
        if order["does"] == "reacts":
            person.reacts(chat, how["message_id"], *reactions)
            return web.json_response({"chat": chat.id})
        if order["does"] == "presses":
            return web.json_response({"chat": chat.id, "press": person.presses(chat, **how)})
        done = getattr(person, order["does"])(chat, **how)
        return web.json_response({"chat": chat.id, "message_id": done})

    async def group(self, request: web.Request) -> web.Response:
        """Make a group: `{"id": -1001, "title": "Friends", "forum": false}`."""
        return web.json_response(self._server.group(**await request.json()).shape())

    async def channel(self, request: web.Request) -> web.Response:
        """Make a channel: `{"id": -1002, "title": "News", "linked": -1001, "signed": true}`."""
        order = await request.json()
        order["linked"] = self._chat(order.get("linked"))
        return web.json_response(self._server.channel(**order).shape())

    async def migrate(self, request: web.Request) -> web.Response:
        """Make a supergroup of a group: `{"chat": -5, "to": -1005, "newer_first": false}`."""
        order = await request.json()
        group = self._server.world.chat(order.pop("chat"))
        try:
            newer = self._server.migrate(group, **order)
        except ValueError as error:
            raise web.HTTPBadRequest(text=str(error)) from error
        return web.json_response(newer.shape())

    async def topic(self, request: web.Request) -> web.Response:
        """Open a topic: `{"chat": -1001, "name": "Cats"}`."""
        order = await request.json()
        thread = self._server.topic(self._server.world.chat(order["chat"]), order["name"])
        return web.json_response({"thread": thread})

    async def update(self, request: web.Request) -> web.Response:
        """Queue any update: `{"kind": "message", "body": {...}}`."""
        order = await request.json()
        number = self._server.world.push(order["kind"], order["body"])
        return web.json_response({"update_id": number})

    async def fault(self, request: web.Request) -> web.Response:
        """Let calls fail: the fields of `Fault`."""
        self._server.faults.add(Fault(**await request.json()))
        return web.json_response({})

    async def heal(self, request: web.Request) -> web.Response:
        """Let all be well again."""
        self._server.faults.clear()
        return web.json_response({})

    async def bar(self, request: web.Request) -> web.Response:
        """Block the bot: `{"chat": 7, "why": "Forbidden: …"}`, or null to let it again."""
        order = await request.json()
        self._server.bar(self._server.world.chat(order["chat"]), order["why"])
        return web.json_response({})

    async def sent(self, request: web.Request) -> web.Response:
        """Return all messages of the bot; `?count=3&wait=10` waits for so many, in seconds."""
        try:
            await self._server.until_sent(
                int(request.query.get("count", 0)), within_s=float(request.query.get("wait", 0))
            )
        except TimeoutError:
            return _json([asdict(one) for one in self._server.sent])
        return _json([asdict(one) for one in self._server.sent])

    async def typing(self, request: web.Request) -> web.Response:
        """Return every chat action."""
        return _json([asdict(one) for one in self._server.typings])

    async def reactions(self, request: web.Request) -> web.Response:
        """Return every reaction of the bot."""
        return _json([asdict(one) for one in self._server.reactions])

    async def amended(self, request: web.Request) -> web.Response:
        """Return every change and deletion by the bot."""
        return _json([asdict(one) for one in self._server.amended])

    async def expire(self, request: web.Request) -> web.Response:
        """Let every path of a file end that was given out."""
        self._server.expire_files()
        return web.json_response({})

    async def retry(self, request: web.Request) -> web.Response:
        """Set the pauses between posts to a webhook: `{"first_s": 0.01, "most_s": 0.1}`."""
        order = await request.json()
        self._server.world.retry_first_s = order["first_s"]
        self._server.world.retry_most_s = order["most_s"]
        return web.json_response({})

    async def calls(self, request: web.Request) -> web.Response:
        """Return every request, the failed ones too; `?method=getUpdates` only those."""
        method = request.query.get("method")
        calls = self._server.world.calls
        return _json([asdict(call) for call in calls if method in (None, call.method)])

    def _chat(self, chat_id: int | None) -> Chat | None:
        return None if chat_id is None else self._server.world.chat(chat_id)


def _json(rows: list[Json]) -> web.Response:
    return web.json_response(rows, dumps=lambda value: json.dumps(value, default=_plain))


def _plain(value: object) -> str:
    """Return a time as text, and bytes as base64."""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)
