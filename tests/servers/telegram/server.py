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
from tests.servers.patience import PATIENCE_S
from tests.servers.telegram.answers import dropped, parameters_of, refused
from tests.servers.telegram.control import routes
from tests.servers.telegram.faults import Fault, Faults
from tests.servers.telegram.files import expire, found
from tests.servers.telegram.methods import METHODS
from tests.servers.telegram.parameters import bad, kinds, whole
from tests.servers.telegram.places import Places
from tests.servers.telegram.records import Amended, Call, Json, Reacted, Sent, Typing
from tests.servers.telegram.webhook import deliver
from tests.servers.telegram.world import ApiError, World

METHOD_NAMES = {name.lower(): name for name in (*METHODS, "getUpdates")}
"""The Bot API does not mind the case of a method."""


class BotApiServer(Places):
    """A Bot API of one bot; its state outlives `unplug`."""

    def __init__(self, *, now: Callable[[], datetime] | None = None) -> None:
        super().__init__(World(now or SystemClock().now))
        self.faults = Faults()
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._delivery: asyncio.Task[None] | None = None
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

    @property
    def reactions(self) -> list[Reacted]:
        """All reactions that the bot set or took away."""
        return self.world.reactions

    @property
    def amended(self) -> list[Amended]:
        """All messages that the bot changed or took back, in that order."""
        return self.world.amended

    def calls(self, method: str) -> list[Call]:
        """Return the requests for one method, the failed ones too."""
        return [call for call in self.world.calls if call.method == method]

    async def plug(self, port: int = 0) -> None:
        """Listen: on `port`, or where it listened before, or on a free one."""
        self._closing = False
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        app.add_routes(routes(self))
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port or self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self._delivery = asyncio.get_running_loop().create_task(deliver(self.world))

    async def unplug(self) -> None:
        """End every connection and refuse new ones until `plug`."""
        self._closing = True
        self.world.changed()
        if self._delivery is not None:
            self._delivery.cancel()
            with suppress(asyncio.CancelledError):
                await self._delivery
            self._delivery = None
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def fail(self, method: str, kind: str, **how: Any) -> None:
        """Let the next call of `method` fail; `kind` and `how` are those of `Fault`."""
        self.faults.add(Fault(kind=kind, method=method, **how))  # type: ignore[arg-type]

    def expire_files(self) -> None:
        """Let every path of a file end that was given out."""
        expire(self.world)

    def expire_presses(self) -> None:
        """Let every press be too old to be answered."""
        for callback in self.world.callbacks.values():
            callback.expired = True

    async def until_sent(self, count: int, *, within_s: float = PATIENCE_S) -> list[Sent]:
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

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Answer with a file; it fails as the method `download` does."""
        path = request.match_info["path"]
        call = Call(method="download", at=self.world.now(), parameters={"path": path})
        self.world.calls.append(call)
        self.world.changed()
        if request.match_info["token"] != self.world.token:
            return refused(ApiError(401, "Unauthorized"))
        fault = self.faults.take("download", None)
        if fault is not None:
            return await self._failed(request, fault)
        try:
            content = found(self.world, path).content
        except ApiError as error:
            return refused(error)
        return web.Response(body=content, content_type="application/octet-stream")

    async def _result(self, method: str, parameters: Json) -> object:
        if method == "getUpdates":
            return await self._updates(parameters)
        return METHODS[method](self.world, parameters)

    async def _updates(self, parameters: Json) -> list[Json]:
        """Wait for news; of two polls the older is ended with a 409, as there."""
        if self.world.webhook:
            hint = "can't use getUpdates method while webhook is active"
            raise ApiError(409, f"Conflict: {hint}; use deleteWebhook to delete the webhook first")
        asked = kinds(parameters)
        if asked is not None:
            self.world.allowed = asked
        if offset := whole(parameters, "offset"):
            self.world.confirm(offset)
        limit = whole(parameters, "limit") or 100
        if not 1 <= limit <= 100:
            raise bad("limit must be between 1 and 100")
        mine = self._poller = object()
        self.world.changed()
        wait_s = min(whole(parameters, "timeout") or 0, 50)

        def over() -> bool:
            ended = self._poller is not mine or self._closing or bool(self.world.webhook)
            return ended or bool(self.world.updates)

        try:
            await self.world.until(over, within_s=wait_s)
        except TimeoutError:
            return []
        if self.world.webhook:
            raise ApiError(409, "Conflict: terminated by setWebhook request")
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


async def serve_forever(port: int) -> None:
    """Run until the process is ended."""
    server = BotApiServer()
    await server.plug(port)
    print(json.dumps({"url": server.url, "token": server.token}), flush=True)  # noqa: T201
    try:
        await asyncio.Event().wait()
    finally:
        await server.unplug()
