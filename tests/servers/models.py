"""An OpenAI-compatible server with the manners of servers in the wild.

It does what a general mock does not: refused parameters, reasoning that must or must not come
back, prompts that are cut without a word, answers without choices. Also a process of its own:
`python -m tests.servers.models --port 8099 --say hello`.
"""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiohttp import web

from adapters.scripted.embedder import ScriptedEmbedder

Body = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Response:
    """What goes over the wire instead of a usual answer."""

    status: int = 200
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


Rule = Callable[[Body], Response | None]
"""Looks at a request, and answers it or lets it pass."""

Pace = Callable[[int], Awaitable[None]]
"""Awaited before each word of an answer, by its number; what is not streamed is word 0 alone."""

Answer = Callable[[web.Request, Body], Awaitable[web.StreamResponse]]

Said = str | Body
"""The text of an answer, or its whole message."""


def error(status: int, message: str, **fields: object) -> Response:
    """Return an error in the usual envelope."""
    return Response(status=status, body={"error": {"message": message, **fields}})


def refuses(name: str, *, named: bool = True, status: int = 400) -> Rule:
    """Refuse a parameter; with `named` in the field for it, else in the text alone."""

    def rule(body: Body) -> Response | None:
        if name not in body:
            return None
        if named:
            return error(
                status,
                f"Unsupported parameter: '{name}' is not supported with this model.",
                code="unsupported_parameter",
                param=name,
            )
        return error(status, f"Unrecognized request argument supplied: {name}")

    return rule


def refuses_format(kind: str, *, status: int = 400) -> Rule:
    """Refuse one kind of response format."""

    def rule(body: Body) -> Response | None:
        if body.get("response_format", {}).get("type") != kind:
            return None
        return error(status, f"response_format type {kind} is unavailable")

    return rule


def wants_reasoning_back(body: Body) -> Response | None:
    """Refuse calls of tools whose reasoning is missing, as thinking models do."""
    for message in body["messages"]:
        if message.get("tool_calls") and "reasoning_content" not in message:
            return error(400, "The reasoning_content in the thinking mode must be passed back.")
    return None


def wants_no_reasoning(body: Body) -> Response | None:
    """Refuse reasoning in a message, as older models do."""
    for place, message in enumerate(body["messages"]):
        if "reasoning_content" in message:
            return error(400, f"messages[{place}].reasoning_content: unknown field")
    return None


def has_images(body: Body) -> bool:
    """Return whether any message of a request holds an image."""
    return any(
        part.get("type") == "image_url"
        for message in body.get("messages", ())
        if isinstance(message["content"], list)
        for part in message["content"]
    )


def refuses_images(response: Response) -> Rule:
    """Answer so to whatever holds an image."""
    return lambda body: response if has_images(body) else None


def refuses_language(code: str) -> Rule:
    """Refuse one language of a voice, as OpenAI does with those that it has not learned."""

    def rule(body: Body) -> Response | None:
        if body.get("language") != code:
            return None
        return error(400, f"Language '{code}' is not supported.", param="language")

    return rule


def once(response: Response) -> Rule:
    """Answer the first request so, and let the rest pass."""
    waiting = [response]

    def rule(body: Body) -> Response | None:
        return waiting.pop() if waiting else None

    return rule


def always(response: Response) -> Rule:
    """Answer every request so."""
    return lambda body: response


MOST_BYTES = 32 * 2**20
"""Of one request."""


class ModelServer:
    """Serves on a free port of 127.0.0.1 from entering to leaving."""

    def __init__(
        self,
        *rules: Rule,
        says: Iterable[Said] = ("hello",),
        finish: str = "stop",
        reads_at_most: int | None = None,
        counts: bool = True,
        silent: bool = False,
        pace: Pace | None = None,
        port: int = 0,
    ) -> None:
        self._rules = rules
        self._says = list(says)
        """Taken one by one; the last is repeated."""
        self._finish = finish
        self._reads_at_most = reads_at_most
        """Tokens of a prompt; what is more is cut off its beginning."""
        self._counts = counts
        self._silent = silent
        """Whether requests are taken in and never answered."""
        self.pace = pace
        self._port = port
        self._runner: web.AppRunner | None = None
        self.requests: list[Body] = []
        """Bodies, oldest first; of a voice its fields, with `file` as name, type and content."""
        self.headers: list[Mapping[str, str]] = []

    async def __aenter__(self) -> "ModelServer":
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post("/v1/chat/completions", partial(self._serve, self._complete))
        app.router.add_post("/v1/audio/transcriptions", partial(self._serve, self._transcribe))
        app.router.add_post("/v1/embeddings", partial(self._serve, self._embed))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"http://127.0.0.1:{self._port}/v1"

    async def _serve(self, answer: Answer, request: web.Request) -> web.StreamResponse:
        body = await _read(request)
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        if self._silent:
            await asyncio.Event().wait()
        for rule in self._rules:
            if (response := rule(body)) is not None:
                return _plain(response)
        return await answer(request, body)

    async def _complete(self, request: web.Request, body: Body) -> web.StreamResponse:
        said = self._next()
        message = {"role": "assistant", "content": said} if isinstance(said, str) else said
        if body.get("stream"):
            return await self._stream(request, body, message)
        await self._paced(0)
        choice = {"index": 0, "message": message, "finish_reason": self._finish}
        return web.json_response({**self._frame(body, message), "choices": [choice]})

    async def _transcribe(self, _: web.Request, body: Body) -> web.StreamResponse:
        return web.json_response({"text": self._next(), "usage": {"type": "duration"}})

    async def _embed(self, _: web.Request, body: Body) -> web.StreamResponse:
        """Count letters, so that likeness is real; vectors are of no particular length."""
        if not all(text.strip() for text in body["input"]):
            return _plain(error(400, "'input' is empty"))
        made = await ScriptedEmbedder().embed(body["input"], query=False)
        data = [
            {"object": "embedding", "index": place, "embedding": (3 * one.vector).tolist()}
            for place, one in enumerate(made)
        ]
        return web.json_response({"object": "list", "model": body["model"], "data": data})

    async def _paced(self, number: int) -> None:
        if self.pace is not None:
            await self.pace(number)

    def _next(self) -> Said:
        return self._says.pop(0) if len(self._says) > 1 else self._says[0]

    def _frame(self, body: Body, message: Body) -> Body:
        sent = len(json.dumps(body["messages"], ensure_ascii=False)) // 4
        read = sent if self._reads_at_most is None else min(sent, self._reads_at_most)
        wrote = len(str(message.get("content") or "")) // 4 + 1
        usage = {"prompt_tokens": read, "completion_tokens": wrote, "total_tokens": read + wrote}
        frame = {"id": "x", "object": "chat.completion", "created": 0, "model": body["model"]}
        return {**frame, "usage": usage} if self._counts else frame

    async def _stream(self, request: web.Request, body: Body, message: Body) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        text = str(message.get("content") or "")
        deltas: list[Body] = [{name: value} for name, value in message.items() if name != "content"]
        deltas += [{"content": word} for word in text.replace(" ", " \0").split("\0") if word]
        choices: list[list[Body]] = [[{"index": 0, "delta": delta}] for delta in deltas]
        choices.append([{"index": 0, "delta": {}, "finish_reason": self._finish}])
        frame = self._frame(body, message)
        usage = frame.pop("usage", None)
        for number, choice in enumerate(choices):
            await self._paced(number)
            await _event(response, {**frame, "choices": choice})
        if body.get("stream_options", {}).get("include_usage") and usage:
            await _event(response, {**frame, "choices": [], "usage": usage})
        await response.write(b"data: [DONE]\n\n")
        await response.write_eof()
        return response


async def _read(request: web.Request) -> Body:
    if request.content_type != "multipart/form-data":
        body: Body = await request.json()
        return body
    body = {}
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            with value.file as file:
                body[name] = (value.filename, value.content_type, file.read())
        else:
            body[name] = value
    return body


async def _event(response: web.StreamResponse, value: Body) -> None:
    await response.write(f"data: {json.dumps(value)}\n\n".encode())


def _plain(response: Response) -> web.Response:
    text = response.body if isinstance(response.body, str) else json.dumps(response.body)
    return web.Response(
        status=response.status,
        text=text,
        headers=dict(response.headers),
        content_type=response.content_type,
    )


async def _serve(port: int, text: str) -> None:
    async with ModelServer(says=[text], port=port) as server:
        print(server.url, flush=True)  # noqa: T201
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A model server that always says the same.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--say", default="hello")
    arguments = parser.parse_args()
    asyncio.run(_serve(arguments.port, arguments.say))
