"""How requests are read and answered over HTTP."""

import json

from aiohttp import web
from aiohttp.web_request import FileField

from tests.servers.telegram.parameters import Upload
from tests.servers.telegram.records import Json
from tests.servers.telegram.world import ApiError


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
    """Return the parameters, however they came: address, form or JSON; files as their bytes."""
    parameters: Json = dict(request.query)
    if request.content_type == "application/json":
        with_body = await request.text()
        parameters |= json.loads(with_body) if with_body else {}
    else:
        for name, value in (await request.post()).items():
            parameters[name] = _uploaded(value) if isinstance(value, FileField) else value
    return parameters


def _uploaded(field: FileField) -> Upload:
    upload = Upload(field.file.read())
    upload.name, upload.mime = field.filename, field.content_type
    return upload
