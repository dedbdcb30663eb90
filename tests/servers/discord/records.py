"""What the bot did, kept as it came."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One message of the bot, as it arrived."""

    channel: int
    message_id: int
    text: str
    at: datetime
    reply_to: int | None
    nonce: str | None
    pinged_users: tuple[int, ...]
    """Who got a notification by name, after `allowed_mentions`."""
    pinged_roles: tuple[int, ...]
    pinged_everyone: bool
    allowed_mentions: Json | None
    attachments: tuple[str, ...]
    body: Json
    """All that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """One typing indicator that was shown."""

    channel: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request that came in, answered or not."""

    method: str
    at: datetime
    channel: int | None
    parameters: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Identify:
    """One start of a session, without its token."""

    shard: tuple[int, int]
    at: datetime
    intents: int
    presence: Json | None
    body: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """One change of the bot's presence."""

    shard: tuple[int, int]
    at: datetime
    status: str
    activities: tuple[Json, ...]
    body: Json
