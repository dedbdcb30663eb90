"""What a bubble brings along beside its words: a picture or a file, and buttons."""

import io
import json
from collections.abc import Mapping
from typing import Any, Final

import discord

from adapters.discord.components import buttons
from adapters.discord.once import Once
from core.engine.model import Outbound

CLOSED_MENTIONS: Final[Mapping[str, object]] = {"parse": [], "replied_user": True}
"""Whatever a text says, it pings nobody but the person whom it answers."""
FILE: Final = "files[0]"
"""What Discord calls the first file of a message."""


def words(outbound: Outbound, direct: str | None = None) -> dict[str, object]:
    """Return the text of a new message with its buttons; `direct` is as in `buttons`."""
    said: dict[str, object] = {"content": outbound.text, "allowed_mentions": CLOSED_MENTIONS}
    if rows := buttons(outbound.choices, direct):
        said["components"] = rows
    return said


def instead(outbound: Outbound, direct: str | None = None) -> dict[str, object]:
    """Return the text that takes another's place, and its buttons that of all buttons there."""
    return {"components": [], **words(outbound, direct)}


def carries(outbound: Outbound) -> bool:
    """Return whether a file goes with it."""
    return outbound.picture is not None or outbound.file is not None


def packed(said: Mapping[str, object], outbound: Outbound) -> dict[str, Any]:
    """Return how `said` is sent, together with the picture or the file."""
    if outbound.file is not None:
        name, kind, content = outbound.file.name, outbound.file.mime, outbound.file.content
    elif outbound.picture is not None:
        name, kind, content = "picture.png", "image/png", outbound.picture
    else:
        return {"json": said}
    file = discord.File(io.BytesIO(content), filename=name)
    part = {"name": FILE, "value": file.fp, "filename": file.filename, "content_type": kind}
    # The library winds `files` back if it repeats.
    return {"form": [_told(said), part], "files": [file]}


def packed_once(said: Mapping[str, object], outbound: Outbound) -> dict[str, Any]:
    """Return how `said` is sent if it is never to be sent twice."""
    how = packed(said, outbound)
    how["form"] = how["trace_request_ctx"] = Once(how.get("form") or [_told(said)])
    how.pop("json", None)
    return how


def _told(said: Mapping[str, object]) -> dict[str, str]:
    return {
        "name": "payload_json",
        "value": json.dumps(said),
        "content_type": "application/json",  # with a type, a form without files is one of parts
    }
