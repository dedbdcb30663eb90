"""What the bot did, as it is looked at afterwards."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One message of the bot, as it arrived."""

    chat: int
    message_id: int
    text: str
    at: datetime
    thread: int | None
    reply_to: int | None
    entities: tuple[Json, ...]
    photo: bytes | None = None
    """With it the text is a caption."""
    document: bytes | None = None
    """With it, too."""
    file_name: str = ""
    buttons: tuple[tuple[Json, ...], ...] = ()
    """Row by row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """One chat action that was shown."""

    chat: int
    action: str
    at: datetime
    thread: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reacted:
    """One reaction that the bot set; nothing in `with_` takes it away."""

    chat: int
    message_id: int
    with_: tuple[str, ...]
    """Emoji, or ids of custom emoji."""
    big: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """One message that the bot changed or took back."""

    kind: Literal["edited", "deleted"]
    chat: int
    message_id: int
    at: datetime
    text: str = ""
    """What it says now."""
    entities: tuple[Json, ...] = ()
    buttons: tuple[tuple[Json, ...], ...] = ()
    """What it has below now, row by row."""


@dataclass(slots=True, kw_only=True)
class Callback:
    """One press of a button, and how often it was answered."""

    user: int
    answered: int = 0
    expired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request that came in, answered or not."""

    method: str
    at: datetime
    parameters: Json
