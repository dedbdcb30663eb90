"""Parameters as the Bot API reads them, and its words where it cannot."""

import json
from typing import Any

from tests.servers.telegram.records import Json
from tests.servers.telegram.world import ApiError, units

MOST_TEXT = 4096
MOST_CAPTION = 1024
ENTITY_TYPES = frozenset(
    {
        *("mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"),
        *("bold", "italic", "underline", "strikethrough", "spoiler", "code", "pre", "text_link"),
        *("blockquote", "expandable_blockquote", "text_mention", "custom_emoji"),
    }
)


class Upload(bytes):
    """A file of a request, with what is said of it."""

    name: str = "file"
    mime: str = "application/octet-stream"


def bad(what: str) -> ApiError:
    return ApiError(400, f"Bad Request: {what}")


def whole(parameters: Json, name: str) -> int | None:
    """Return a parameter as a number; it may have come as text."""
    value = parameters.get(name)
    if value is None or value == "":
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise bad(f"invalid {name} specified") from None


def truth(parameters: Json, name: str) -> bool:
    """Return a parameter as yes or no; whatever is not a yes is a no, as there."""
    return str(parameters.get(name, "")).lower() in ("true", "yes", "1")


def parsed(parameters: Json, name: str) -> Any:
    """Return a parameter that is JSON, or text that holds JSON."""
    value = parameters.get(name)
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise bad(f"can't parse {name} JSON object") from None


def kinds(parameters: Json) -> list[str] | None:
    """Return the kinds of update that are asked for; None: as before."""
    asked = parsed(parameters, "allowed_updates")
    if asked is None:
        return None
    if not isinstance(asked, list):
        raise bad("can't parse allowed updates: expected an Array of String")
    return [str(kind) for kind in asked]


def entities(text: str, parameters: Json, *, name: str = "entities") -> list[Json]:
    """Return the entities; one that does not fit its text is refused."""
    if parameters.get("parse_mode"):
        raise bad("unsupported parse_mode")
    given = parsed(parameters, name) or []
    borders = {0}
    end = 0
    for ch in text:
        end += units(ch)
        borders.add(end)
    for entity in given:
        if entity.get("type") not in ENTITY_TYPES:
            raise bad("can't parse MessageEntity: unsupported type specified")
        start, length = entity.get("offset"), entity.get("length")
        if not isinstance(start, int) or not isinstance(length, int) or length <= 0:
            raise bad("can't parse MessageEntity: wrong offset or length")
        if start not in borders or start + length not in borders:
            raise bad(f"entity beginning at UTF-16 offset {start} ends outside of the text")
        if entity["type"] == "text_link" and not entity.get("url"):
            raise bad('can\'t parse MessageEntity: Field "url" must be of type String')
    return list(given)


def text_of(parameters: Json, *, too_long: str = "message is too long") -> str:
    text = str(parameters.get("text", ""))
    if not text.strip():
        raise bad("message text is empty")
    if units(text) > MOST_TEXT:
        raise bad(too_long)
    return text


def caption_of(parameters: Json) -> str:
    """Return the caption without the blanks around it; there need be none."""
    caption = str(parameters.get("caption") or "").strip()
    if units(caption) > MOST_CAPTION:
        raise bad("message caption is too long")
    return caption
