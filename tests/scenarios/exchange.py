"""One Bot API address for several bots, each with a server of its own behind it."""

from types import TracebackType
from typing import Self

import aiohttp
from aiohttp import web

from tests.servers.telegram import BotApiServer


class Exchange:
    """Passes each call on to the server that knows its token; other tokens are refused."""

    def __init__(self, *servers: BotApiServer) -> None:
        self._servers = {server.token: server for server in servers}
        self._port = 0

    @property
    def url(self) -> str:
        """What the setting `telegram.api_url` takes."""
        return f"http://127.0.0.1:{self._port}"

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/bot{token}/{method}", self._passed)
        self._session = aiohttp.ClientSession()
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()
        await self._session.close()

    async def _passed(self, request: web.Request) -> web.StreamResponse:
        server = self._servers.get(request.match_info["token"])
        if server is None:
            refused = {"ok": False, "error_code": 401, "description": "Unauthorized"}
            return web.json_response(refused, status=401)
        kind = {"Content-Type": request.headers.get("Content-Type", "application/json")}
        try:
            async with self._session.request(
                request.method,
                f"{server.url}{request.rel_url}",
                data=await request.read(),
                headers=kind,
            ) as answer:
                body = await answer.read()
        except aiohttp.ClientError:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        return web.Response(status=answer.status, body=body, content_type=answer.content_type)
