"""What makes a message of the bot, and what Discord refuses of it."""

import re
from dataclasses import dataclass, field
from typing import Any

from tests.servers.discord.layout import checked_rows
from tests.servers.discord.mentions import Pings, allowed, number, pinged
from tests.servers.discord.records import Json, Sent
from tests.servers.discord.shapes import message_shape, user_shape
from tests.servers.discord.world import DIRECT, FORUM, ApiError, Channel, World, invalid

MOST_TEXT = 2000
MOST_NONCE = 25
MOST_FILES = 10
MOST_BYTES = 10 * 1024 * 1024
REPLIABLE = frozenset({0, 19, 20, 21, 23})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request, taken apart."""

    path: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: Json = field(default_factory=dict)
    files: tuple[tuple[str, bytes, str], ...] = ()
    """Name, content and type of each."""
    items: list[Any] | None = None
    """The body, where that is a list."""


def writable(channel: Channel) -> None:
    """Refuse where the bot may not write."""
    if channel.kind == FORUM:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    if channel.barred is not None:
        raise ApiError(403, *channel.barred)
    if channel.guild is not None and not channel.door.send:
        raise ApiError(403, 50013, "Missing Permissions")
    if channel.archived and channel.locked:
        raise ApiError(400, 50083, "Thread is archived")
    if channel.locked:
        raise ApiError(403, 160005, "Thread is locked")


def text_of(body: Json) -> str:
    """Return the text without the blanks around it, as Discord keeps it."""
    text = body.get("content")
    if text is None:
        return ""
    if not isinstance(text, str):
        raise invalid("content", "STRING_TYPE_CONVERT", f'Could not interpret "{text}" as string.')
    if len(text) > MOST_TEXT:
        what = f"Must be {MOST_TEXT} or fewer in length."
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", what)
    return text.strip()


def nonce_of(body: Json) -> str | None:
    """Return the nonce; it is text or a number, and short."""
    nonce = body.get("nonce")
    if nonce is None:
        return None
    if isinstance(nonce, bool) or not isinstance(nonce, str | int):
        raise invalid("nonce", "NONCE_TYPE_INVALID", "Nonce must be a string or integer.")
    if len(str(nonce)) > MOST_NONCE:
        what = f"Must be {MOST_NONCE} or fewer in length."
        raise invalid("nonce", "BASE_TYPE_MAX_LENGTH", what)
    return str(nonce)


def known(world: World, nonce: str | None, body: Json) -> tuple[Channel, Json] | None:
    """Return the message that was made with the same nonce a short while ago."""
    if nonce is None or body.get("enforce_nonce") is not True or nonce not in world.nonces:
        return None
    at, channel, message_id = world.nonces[nonce]
    if world.now() - at > world.nonce_window or message_id not in channel.messages:
        return None
    return channel, channel.messages[message_id]


def replied(channel: Channel, body: Json) -> Json | None:
    """Return the message that is replied to, or refuse if it is gone and that matters."""
    reference = body.get("message_reference")
    if not reference:
        return None
    if reference.get("type", 0) != 0:
        raise invalid("message_reference", "MESSAGE_REFERENCE_TYPE", "Bots here only reply.")
    target_id = number(reference.get("message_id"), "message_reference.message_id")
    target = channel.messages.get(target_id)
    elsewhere = number(reference.get("channel_id", channel.id), "message_reference.channel_id")
    if target is None or elsewhere != channel.id:
        if reference.get("fail_if_not_exists") is False:
            return None
        raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    if target["type"] not in REPLIABLE:
        code, what = "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", "Cannot reply to a system message"
        raise invalid("message_reference", code, what)
    if channel.guild is not None and not channel.door.read:
        what = "Cannot reply without permission to read message history"
        raise invalid("message_reference", "REPLIES_MISSING_READ_MESSAGE_HISTORY", what)
    return target


def slowed(world: World, channel: Channel) -> None:
    """Refuse a message that follows too soon in slow mode."""
    last = next((one.at for one in reversed(world.sent) if one.channel == channel.id), None)
    if last is None or not channel.slow_s:
        return
    left = channel.slow_s - (world.now() - last).total_seconds()
    if left > 0:
        what = "This action cannot be performed due to slowmode rate limit."
        error = ApiError(429, 20016, what, retry_after=round(left, 3))
        error.headers = {"Retry-After": str(int(left) + 1), "Via": "1.1 google"}
        raise error


def attach(world: World, channel: Channel, name: str, content: bytes, kind: str) -> Json:
    """Keep a file and return it as an attachment; its address is relative."""
    id, name = world.snowflake(), re.sub(r"\s+", "_", name)
    path = f"/attachments/{channel.id}/{id}/{name}"
    world.files[path] = (content, kind)
    return {
        "id": str(id),
        "filename": name,
        "size": len(content),
        "content_type": kind,
        "url": path,
        "flags": 0,
    }


def attached(
    world: World, channel: Channel, asked: Asked, *, asked_by_person: bool = False
) -> list[Json]:
    if not asked.files:
        return []
    if channel.guild is not None and not channel.door.attach and not asked_by_person:
        raise ApiError(403, 50013, "Missing Permissions")
    if len(asked.files) > MOST_FILES:
        raise ApiError(400, 30015, "Maximum number of attachments in a message reached (10)")
    if any(len(content) > MOST_BYTES for _, content, _ in asked.files):
        raise ApiError(413, 40005, "Request entity too large")
    return [attach(world, channel, *file) for file in asked.files]


def reference_to(channel: Channel, target: Json) -> Json:
    """Return what a reply, a pin or a thread's first message says of its source."""
    reference: Json = {"type": 0, "channel_id": str(channel.id), "message_id": target["id"]}
    if channel.guild is not None:
        reference["guild_id"] = str(channel.guild.id)
    return reference


def create(world: World, channel: Channel, asked: Asked) -> Json:
    """Make a message of the bot and return it as it is answered."""
    writable(channel)
    body = asked.body
    text, nonce = text_of(body), nonce_of(body)
    if len(body.get("embeds") or []) > 10:
        raise invalid("embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    if found := known(world, nonce, body):
        return {**message_shape(world, *found), "nonce": nonce}
    slowed(world, channel)
    target = replied(channel, body)
    rule = body.get("allowed_mentions")
    author = int(target["author"]["id"]) if target else None
    author = None if author not in world.users else author
    pings = allowed(channel, pinged(world, channel, text), rule, author)
    kinds = ("embeds", "sticker_ids", "components", "poll")
    if not text and not asked.files and not any(body.get(kind) for kind in kinds):
        raise ApiError(400, 50006, "Cannot send an empty message")
    fields: Json = {
        "author": user_shape(world.bot),
        "content": text,
        "embeds": body.get("embeds") or [],
        "components": checked_rows(body.get("components") or []),
        "flags": body.get("flags") or 0,
        "tts": bool(body.get("tts")),
        "attachments": attached(world, channel, asked),
        **pings.fields(world),
    }
    if target is not None:
        fields |= {"type": 19, "message_reference": reference_to(channel, target)}
    if nonce is not None:
        fields["nonce"] = body["nonce"]
    message = world.keep(channel, fields)
    if nonce is not None:
        world.nonces[nonce] = (world.now(), channel, int(message["id"]))
    recorded(world, channel, message, body, pings)
    shape = message_shape(world, channel, message)
    return shape if nonce is None else {**shape, "nonce": body["nonce"]}


def recorded(world: World, channel: Channel, message: Json, body: Json, pings: Pings) -> None:
    """Keep what the bot said, as it came."""
    reference = message.get("message_reference")
    world.sent.append(
        Sent(
            channel=channel.id,
            message_id=int(message["id"]),
            text=message["content"],
            at=world.now(),
            reply_to=int(reference["message_id"]) if reference else None,
            nonce=None if body.get("nonce") is None else str(body["nonce"]),
            pinged_users=pings.users,
            pinged_roles=pings.roles,
            pinged_everyone=pings.everyone,
            allowed_mentions=body.get("allowed_mentions"),
            attachments=tuple(one["filename"] for one in message["attachments"]),
            body=body,
        )
    )


def openable(world: World, user_id: int) -> Channel:
    """Return the direct talk that the bot opens with somebody."""
    if user_id == world.me:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    if user_id not in world.users:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    channel = world.direct(user_id)
    if world.users[user_id].get("bot") and channel.kind == DIRECT:
        channel.barred = (50007, "Cannot send messages to this user")
    return channel
