"""The Bot API over HTTP, on a real socket, with faults on demand."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from adapters.clock.system import SystemClock
from tests.servers.telegram.control import routes
from tests.servers.telegram.faults import Fault, Faults
from tests.servers.telegram.methods import METHODS, bad, parsed, whole
from tests.servers.telegram.people import Person
from tests.servers.telegram.world import ApiError, Call, Chat, Json, Sent, Typing, World

METHOD_NAMES = {name.lower(): name for name in (*METHODS, "getUpdates")}
"""The Bot API does not mind the case of a method."""


class BotApiServer:
    """A Bot API of one bot; its state outlives `unplug`."""

    def __init__(self, *, now: Callable[[], datetime] | None = None) -> None:
        self.world = World(now or SystemClock().now)
        self.faults = Faults()
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._poller: object = None
        self._closing = False

    async def __aenter__(self) -> Self:
        await self.plug()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.unplug()

    @property
    def url(self) -> str:
        """What the setting `telegram.api_url` takes."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        """The only token that it knows."""
        return self.world.token

    @property
    def sent(self) -> list[Sent]:
        """All messages of the bot, in the order of their arrival."""
        return self.world.sent

    @property
    def typings(self) -> list[Typing]:
        """All chat actions that were shown."""
        return self.world.typings

    def calls(self, method: str) -> list[Call]:
        """Return the requests for one method, the failed ones too."""
        return [call for call in self.world.calls if call.method == method]

    async def plug(self, port: int = 0) -> None:
        """Listen: on `port`, or where it listened before, or on a free one."""
        self._closing = False
        app = web.Application()
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        app.add_routes(routes(self))
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port or self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def unplug(self) -> None:
        """End every connection and refuse new ones until `plug`."""
        self._closing = True
        self.world.changed()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def fail(self, method: str, kind: str, **how: Any) -> None:
        """Let the next call of `method` fail; `kind` and `how` are those of `Fault`."""
        self.faults.add(Fault(kind=kind, method=method, **how))  # type: ignore[arg-type]

    def person(
        self, id: int, name: str = "Ann", *, username: str | None = None, language: str = "en"
    ) -> Person:
        """Return somebody; the same id is the same person."""
        user: Json = {"id": id, "is_bot": False, "first_name": name, "language_code": language}
        if username:
            user["username"] = username
        user = self.world.users.setdefault(id, user)
        direct = self.world.chats.setdefault(
            id, Chat(id=id, kind="private", title=name, username=username)
        )
        return Person(self.world, user, direct)

    def group(self, id: int, title: str = "Friends", *, forum: bool = False) -> Chat:
        """Return a group with the bot in it."""
        return self.world.chats.setdefault(
            id, Chat(id=id, kind="supergroup", title=title, forum=forum, opened=True)
        )

    def topic(self, chat: Chat, name: str = "Cats") -> int:
        """Open a topic in a forum, by the bot itself, and return its thread."""
        created = self.world.keep(
            chat,
            {
                "from": self.world.bot,
                "forum_topic_created": {"name": name, "icon_color": 7322096},
                "is_topic_message": True,
            },
        )
        thread = int(created["message_id"])
        created["message_thread_id"] = thread
        chat.topics[thread] = created
        return thread

    def bar(self, chat: Chat, why: str | None = "Forbidden: bot was blocked by the user") -> None:
        """Keep the bot from writing in `chat`; None lets it again."""
        chat.barred = why

    async def until_sent(self, count: int, *, within_s: float = 5.0) -> list[Sent]:
        """Return what was sent once it is `count` messages or more."""
        await self.world.until(lambda: len(self.sent) >= count, within_s=within_s)
        return self.sent

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        method = METHOD_NAMES.get(request.match_info["method"].lower())
        parameters = await parameters_of(request)
        if method is None:
            return refused(ApiError(404, "Not Found"))
        self.world.calls.append(Call(method=method, at=self.world.now(), parameters=parameters))
        self.world.changed()
        if request.match_info["token"] != self.world.token:
            return refused(ApiError(401, "Unauthorized"))
        try:
            fault = self.faults.take(method, whole(parameters, "chat_id"))
            if fault is not None and fault.kind not in ("lost-answer", "late"):
                return await self._failed(request, fault)
            result = await self._result(method, parameters)
        except ApiError as error:
            return refused(error)
        if fault is not None and fault.kind == "late":
            await self._closes(within_s=fault.late_s)
        elif fault is not None:
            return dropped(request)
        if self._closing:
            return dropped(request)
        return web.json_response({"ok": True, "result": result})

    async def _result(self, method: str, parameters: Json) -> object:
        if method == "getUpdates":
            return await self._updates(parameters)
        return METHODS[method](self.world, parameters)

    async def _updates(self, parameters: Json) -> list[Json]:
        """Wait for news; of two polls the older is ended with a 409, as there."""
        if self.world.webhook:
            hint = "can't use getUpdates method while webhook is active"
            raise ApiError(409, f"Conflict: {hint}; use deleteWebhook to delete the webhook first")
        kinds = parsed(parameters, "allowed_updates")
        if kinds is not None:
            self.world.allowed = kinds
        if offset := whole(parameters, "offset"):
            self.world.confirm(offset)
        limit = whole(parameters, "limit") or 100
        if not 1 <= limit <= 100:
            raise bad("limit must be between 1 and 100")
        mine = self._poller = object()
        self.world.changed()
        wait_s = min(whole(parameters, "timeout") or 0, 50)

        def over() -> bool:
            return bool(self.world.updates) or self._poller is not mine or self._closing

        try:
            await self.world.until(over, within_s=wait_s)
        except TimeoutError:
            return []
        if self._poller is not mine:
            hint = "make sure that only one bot instance is running"
            raise ApiError(409, f"Conflict: terminated by other getUpdates request; {hint}")
        return self.world.updates[:limit]

    async def _failed(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        match fault.kind:
            case "hang":
                await self._closes(within_s=3600)
                return dropped(request)
            case "malformed":
                return web.Response(text=fault.body, content_type="application/json")
            case "status":
                page = f"<html><h1>{fault.code}</h1></html>"
                return web.Response(status=fault.code, text=page, content_type="text/html")
            case "flood":
                wait = fault.retry_after
                text = f"Too Many Requests: retry after {wait}"
                return refused(ApiError(429, text, retry_after=wait))
            case "refuse":
                return refused(ApiError(fault.code, fault.description))
            case _:
                return dropped(request)

    async def _closes(self, *, within_s: float) -> None:
        """Wait for the end of the server, at most so long."""
        with suppress(TimeoutError):
            await self.world.until(lambda: self._closing, within_s=within_s)


def refused(error: ApiError) -> web.Response:
    """Return the error as the Bot API words it."""
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.code)


def dropped(request: web.Request) -> web.Response:
    """Cut the connection; what is returned goes nowhere."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def parameters_of(request: web.Request) -> Json:
    """Return the parameters, however they came: address, form or JSON."""
    parameters: Json = dict(request.query)
    if request.content_type == "application/json":
        with_body = await request.text()
        parameters |= json.loads(with_body) if with_body else {}
    else:
        parameters |= {k: v for k, v in (await request.post()).items() if isinstance(v, str)}
    return parameters


async def serve_forever(port: int) -> None:
    """Run until the process is ended."""
    server = BotApiServer()
    await server.plug(port)
    print(json.dumps({"url": server.url, "token": server.token}), flush=True)  # noqa: T201
    try:
        await asyncio.Event().wait()
    finally:
        await server.unplug()
