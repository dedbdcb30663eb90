"""Buttons and windows, and what Discord refuses of them."""

from typing import Any

from tests.servers.discord.records import Json
from tests.servers.discord.world import invalid

ROW, BUTTON, TEXT, LABEL = 1, 2, 4, 18
LINK = 5


def checked_rows(rows: Any) -> list[Json]:
    """Return the components of a message, or refuse them."""
    if not isinstance(rows, list) or len(rows) > 5:
        raise invalid("components", "BASE_TYPE_MAX_LENGTH", "Must be 5 or fewer in length.")
    known: set[str] = set()
    for row in rows:
        inner = row.get("components")
        if row.get("type") != ROW or not isinstance(inner, list) or not 1 <= len(inner) <= 5:
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", "It takes 1 to 5.")
        for button in inner:
            _button(button, known)
    return rows


def checked_window(data: Json) -> None:
    """Refuse a window that Discord would not open."""
    _text(data.get("title"), 45, "data.title")
    _text(data.get("custom_id"), 100, "data.custom_id")
    parts = data.get("components")
    if not isinstance(parts, list) or not 1 <= len(parts) <= 5:
        raise invalid("data.components", "BASE_TYPE_BAD_LENGTH", "It takes 1 to 5.")
    known: set[str] = set()
    for part in parts:
        if part.get("type") != LABEL:
            raise invalid("data.components", "UNION_TYPE_CHOICES", "A label is needed")
        _text(part.get("label"), 45, "data.components.label")
        if "description" in part:
            _text(part["description"], 100, "data.components.description")
        _input(part.get("component") or {}, known)


def _button(button: Json, known: set[str]) -> None:
    if button.get("type") != BUTTON or button.get("style") not in range(1, 6):
        raise invalid("components", "BASE_TYPE_CHOICES", "No such button")
    _text(button.get("label"), 80, "components.label")
    if button["style"] == LINK:
        if not str(button.get("url")).startswith(("https://", "http://", "discord://")):
            raise invalid("components.url", "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        if "custom_id" in button:
            raise invalid("components", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Both")
        return
    _unique(button.get("custom_id"), known)


def _input(text: Json, known: set[str]) -> None:
    if text.get("type") != TEXT or text.get("style") not in (1, 2):
        raise invalid("data.components", "BASE_TYPE_CHOICES", "No such component")
    _unique(text.get("custom_id"), known)
    most = text.get("max_length", 4000)
    if not 1 <= most <= 4000 or len(text.get("value") or "") > most:
        raise invalid("data.components.max_length", "NUMBER_TYPE_MAX", "At most 4000.")


def _unique(custom_id: object, known: set[str]) -> None:
    _text(custom_id, 100, "components.custom_id")
    if str(custom_id) in known:
        what = "Component custom id cannot be duplicated"
        raise invalid("components.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", what)
    known.add(str(custom_id))


def _text(text: object, most: int, place: str) -> None:
    if not isinstance(text, str) or not 1 <= len(text.strip()) <= len(text) <= most:
        raise invalid(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {most} in length.")
