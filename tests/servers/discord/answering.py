"""How a request is answered: token, faults, limits, method; and the files of messages."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from aiohttp import BodyPartReader, web

from tests.servers.discord.faults import Fault, Faults
from tests.servers.discord.limits import Limits, too_many
from tests.servers.discord.methods import METHODS
from tests.servers.discord.records import Call, Json
from tests.servers.discord.sending import Asked
from tests.servers.discord.world import ApiError, World, invalid

JSON: Mapping[str, str] = {"Content-Type": "application/json"}
_ROUTES = [
    (name, method.verb, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", method.path)))
    for name, method in METHODS.items()
]


class Rest:
    """The REST API and the files."""

    def __init__(self, world: World, faults: Faults, limits: Limits) -> None:
        self.closing = False
        self._world = world
        self._faults = faults
        self._limits = limits

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Do what is asked and answer as Discord does, unless it is to fail."""
        try:
            name, path = routed(request)
            asked = await taken_apart(request, path)
        except ApiError as error:
            return refused(error)
        channel = int(path["channel"]) if path.get("channel", "").isdecimal() else None
        parameters = {**asked.path, **asked.query, **asked.body}
        call = Call(method=name, at=self._world.now(), channel=channel, parameters=parameters)
        self._world.calls.append(call)
        self._world.changed()
        known = request.headers.get("Authorization") == f"Bot {self._world.token}"
        if not known and "token" not in path:  # which is enough for what it belongs to
            return refused(ApiError(401, 0, "401: Unauthorized"))
        fault = self._faults.take(name, channel)
        if fault is not None and fault.kind not in ("lost-answer", "late"):
            return await self.failed(request, fault)
        headers: dict[str, str] = {}
        try:
            headers = self._limits.take(name, channel)
            result = METHODS[name].do(self._world, asked)
        except ApiError as error:
            error.headers = headers | error.headers
            return refused(error)
        self._world.changed()
        if fault is not None and fault.kind == "late":
            await self._closes(within_s=fault.late_s)
        if self.closing or (fault is not None and fault.kind == "lost-answer"):
            return dropped(request)
        if result is None:
            return web.Response(status=204, headers=headers)
        return answered(result, headers=headers)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Return the bytes of an attachment; no token is needed."""
        self._world.calls.append(
            Call(method="attachment", at=self._world.now(), channel=None, parameters={})
        )
        fault = self._faults.take("attachment", None)
        if fault is not None:
            return await self.failed(request, fault)
        if request.path not in self._world.files:
            return web.Response(status=404, text="This content is no longer available.")
        content, kind = self._world.files[request.path]
        return web.Response(body=content, content_type=kind)

    async def failed(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        """Fail as the fault says."""
        match fault.kind:
            case "hang":
                await self._closes(within_s=3600)
                return dropped(request)
            case "malformed":
                return web.Response(body=fault.body.encode(), headers=dict(JSON))
            case "status":
                page = f"<html><h1>{fault.status}</h1></html>"
                return web.Response(status=fault.status, text=page, content_type="text/html")
            case "error":
                return refused(ApiError(fault.status, 0, f"{fault.status}: {fault.message}"))
            case "flood":
                return refused(too_many(fault.retry_after, everywhere=fault.everywhere))
            case "refuse":
                return refused(ApiError(fault.status, fault.code, fault.message))
            case _:
                return dropped(request)

    async def _closes(self, *, within_s: float) -> None:
        """Wait for the end of the server, at most so long."""
        with suppress(TimeoutError):
            await self._world.until(lambda: self.closing, within_s=within_s)


def routed(request: web.Request) -> tuple[str, dict[str, str]]:
    """Return the method that a request is for, and the parts of its path."""
    path = request.raw_path.partition("?")[0].removeprefix("/api/v10")
    path = path.replace("%40", "@")
    verbs = set()
    for name, verb, pattern in _ROUTES:
        if (found := pattern.fullmatch(path)) is None:
            continue
        verbs.add(verb)
        if verb == request.method:
            return name, found.groupdict()
    if verbs:
        raise ApiError(405, 0, "405: Method Not Allowed")
    raise ApiError(404, 0, "404: Not Found")


async def taken_apart(request: web.Request, path: dict[str, str]) -> Asked:
    """Return query, JSON and files of a request."""
    query = dict(request.query)
    if request.content_type == "multipart/form-data":
        body, files = await _parts(request)
        return Asked(path=path, query=query, body=body, files=tuple(files))
    text = await request.text()
    if text.startswith("[") and path.keys() >= {"application"}:
        return Asked(path=path, query=query, items=json.loads(text))
    return Asked(path=path, query=query, body=_json(text) if text else {})


async def _parts(request: web.Request) -> tuple[Json, list[tuple[str, bytes, str]]]:
    body: Json = {}
    files = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = _json(content)
        elif re.fullmatch(r"files\[\d+\]", part.name or ""):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            files.append((part.filename or "unknown", content, kind))
    return body, files


def _json(text: str | bytes) -> Json:
    try:
        body: Any = json.loads(text)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
    if not isinstance(body, dict):
        raise invalid("_errors", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a Model")
    return body


def refused(error: ApiError) -> web.Response:
    """Return the error as Discord words it."""
    return answered(error.body, status=error.status, headers=error.headers)


def answered(
    body: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return JSON, its type without a charset as Discord names it: clients compare it whole."""
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={**(headers or {}), **JSON}
    )


def dropped(request: web.Request) -> web.Response:
    """Cut the connection; what is returned goes nowhere."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
