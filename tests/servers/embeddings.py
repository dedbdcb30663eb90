"""An OpenAI-compatible server that embeds: letters counted, so that likeness is real."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from adapters.scripted.embedder import ScriptedEmbedder
from tests.servers.models import Response, Rule

Body = dict[str, Any]


class EmbeddingServer:
    """Serves on a free port of 127.0.0.1 from entering to leaving."""

    def __init__(
        self, *rules: Rule, size: int = 48, shuffles: bool = False, silent: bool = False
    ) -> None:
        self.rules = list(rules)
        self.size = size
        """Numbers in a vector from now on."""
        self._shuffles = shuffles
        """Whether vectors come last first, with their right numbers."""
        self._silent = silent
        self._runner: web.AppRunner | None = None
        self._port = 0
        self.requests: list[Body] = []
        self.headers: list[Mapping[str, str]] = []

    async def __aenter__(self) -> "EmbeddingServer":
        app = web.Application(client_max_size=2**25)
        app.router.add_post("/v1/embeddings", self._answer)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"http://127.0.0.1:{self._port}/v1"

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body: Body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        if self._silent:
            await asyncio.Event().wait()
        for rule in self.rules:
            if (response := rule(body)) is not None:
                return _plain(response)
        if not all(text.strip() for text in body["input"]):
            return web.json_response({"error": {"message": "'input' is empty"}}, status=400)
        made = await ScriptedEmbedder(size=self.size).embed(body["input"], query=False)
        data = [
            # Of no particular length, as servers may answer.
            {"object": "embedding", "index": place, "embedding": (3 * one.vector).tolist()}
            for place, one in enumerate(made)
        ]
        return web.json_response(
            {
                "object": "list",
                "model": body["model"],
                "data": data[::-1] if self._shuffles else data,
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            }
        )


def _plain(response: Response) -> web.Response:
    text = response.body if isinstance(response.body, str) else json.dumps(response.body)
    return web.Response(
        status=response.status,
        text=text,
        headers=dict(response.headers),
        content_type=response.content_type,
    )
