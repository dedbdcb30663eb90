"""Events of Discord's gateway, and messages of its history, as the core's words.

They are read as raw JSON: one that is not of the documented shape stops no other.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from adapters.discord.forms import UNKNOWN, attachments, short_forms, snapshots
from adapters.discord.markdown import Names, clean, label, line, readable
from core.conversation.model import (
    ChatKind,
    Deletion,
    Edit,
    IdentityId,
    Inbound,
    Reaction,
    Route,
    Update,
)

SPOKEN = frozenset({0, 19, 20, 23})
"""Types of messages that somebody said: plain, a reply, and answers to commands. All others
tell what happened to the place: a join, a pin, a boost, a new thread."""
REPLY = 19
FORWARD = 1
"""The type of a reference to a message that is shown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who the bot is."""

    id: int
    reads: bool
    """Whether it may read messages that don't mention it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something happened."""

    route: Route
    chat_kind: ChatKind
    server: str | None
    names: Names


def translate(
    event: str, raw: Mapping[str, Any], *, place: Place, me: Me, now: datetime
) -> Sequence[Update]:
    """Return what an event says; [] if it is nothing for this bot.

    Args:
        event: By the gateway's name.
        raw: Its content.
        place: Where it happened.
        me: Who hears it.
        now: For what Discord tells no time of.

    Raises:
        Exception: one of `errors.UNPARSED`, for what is not of the documented shape.
    """
    match event:
        case "MESSAGE_CREATE":
            inbound = spoken(raw, place, me)
            return [] if inbound is None else [inbound]
        case "MESSAGE_UPDATE":
            edit = edited(raw, place, me)
            return [] if edit is None else [edit]
        case "MESSAGE_DELETE" | "MESSAGE_DELETE_BULK":
            numbers = raw["ids"] if event == "MESSAGE_DELETE_BULK" else [raw["id"]]
            gone = tuple(snowflake(number) for number in numbers)
            return [Deletion(route=place.route, message_ids=gone, deleted_at=now)]
        case "MESSAGE_REACTION_ADD" | "MESSAGE_REACTION_REMOVE":
            reaction = reacted(raw, place, me, removed=event.endswith("REMOVE"))
            return [] if reaction is None else [reaction]
        case _:
            return []


def spoken(raw: Mapping[str, Any], place: Place, me: Me) -> Inbound | None:
    """Return a message as it was said; None if it is nothing for this bot."""
    text = _said(raw, place, me)
    if text is None:
        return None
    sender, from_bot = _sender(raw)
    application = raw.get("application_id") if raw.get("webhook_id") else None
    return Inbound(
        route=place.route,
        chat_kind=place.chat_kind,
        message_id=snowflake(raw["id"]),
        sender=sender,
        sender_name=display_name(raw["author"], raw.get("member")),
        text=text,
        sent_at=instant(raw["timestamp"]),
        addressed=place.chat_kind is ChatKind.DIRECT or _addressed(raw, place, me),
        from_bot=from_bot,
        via=None if application is None else identity(application),
        server=place.server,
        reply_to=_reply_to(raw),
        attachments=attachments(raw),
    )


def edited(raw: Mapping[str, Any], place: Place, me: Me) -> Edit | None:
    """Return what a message says now; None if nobody changed its words.

    Discord tells as well that it has made a card of an address, or that something was pinned.
    """
    stamp = raw.get("edited_timestamp")
    if stamp is None or "content" not in raw or "author" not in raw:
        return None
    text = _said(raw, place, me)
    if text is None:
        return None
    return Edit(
        route=place.route,
        message_id=snowflake(raw["id"]),
        text=text,
        edited_at=instant(stamp),
    )


def reacted(raw: Mapping[str, Any], place: Place, me: Me, *, removed: bool) -> Reaction | None:
    """Return a reaction that was put or taken away; None for the bot's own."""
    who = snowflake(raw["user_id"])
    if int(who) == me.id:
        return None
    member = raw.get("member") or {}
    user = member.get("user")
    name = place.names.person(int(who)) if user is None else display_name(user, member)
    return Reaction(
        route=place.route,
        message_id=snowflake(raw["message_id"]),
        sender=identity(who),
        sender_name=line(name),
        emoji=emoji(raw["emoji"]),
        removed=removed,
        server=place.server,
    )


def snowflake(value: object) -> str:
    """Return an id as text; anything but a whole number is refused."""
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).isdecimal():
        raise TypeError(f"an id is a whole number, got {type(value).__name__}")
    return str(int(value))


def identity(number: object) -> IdentityId:
    """Return whoever has this number on Discord."""
    return IdentityId(f"discord:{snowflake(number)}")


def instant(stamp: object) -> datetime:
    """Return a time as Discord writes it."""
    if not isinstance(stamp, str):
        raise TypeError(f"a time is ISO 8601, got {type(stamp).__name__}")
    when = datetime.fromisoformat(stamp)
    if when.tzinfo is None:
        raise ValueError("a time without its zone")
    return when.astimezone(UTC)


def emoji(raw: Mapping[str, Any]) -> str:
    """Return an emoji, or `:name:` of one that a server has made."""
    name = label(raw.get("name")) if raw.get("id") else clean(raw["name"])
    return f":{name or 'emoji'}:" if raw.get("id") else name


def display_name(user: Mapping[str, Any], member: Mapping[str, Any] | None) -> str:
    """Return the name that people see, as one clean line."""
    nick = (member or {}).get("nick")
    return line(nick or user.get("global_name") or user.get("username"))


def _sender(raw: Mapping[str, Any]) -> tuple[IdentityId, bool]:
    """Return who speaks, and whether it counts as a bot."""
    author, webhook = raw["author"], raw.get("webhook_id")
    # What an application answers to a command comes through a webhook of its own number.
    if webhook is not None and str(webhook) != str(raw.get("application_id")):
        return identity(webhook), True
    from_bot = bool(author.get("bot") or author.get("system") or webhook is not None)
    return identity(author["id"]), from_bot


def _said(raw: Mapping[str, Any], place: Place, me: Me) -> str | None:
    """Return the text, or what stands for it; None for what nobody said, or the bot itself."""
    if raw.get("type", 0) not in SPOKEN or int(snowflake(raw["author"]["id"])) == me.id:
        return None
    text = _text(raw, place.names, me)
    forwarded = [_text(inner, place.names, me) or UNKNOWN for inner in snapshots(raw)]
    parts = [text, *(f"[forwarded] {one}" for one in forwarded)]
    whole = " ".join(part for part in parts if part)
    if whole:
        return whole
    veiled = not me.reads and place.server is not None
    return None if veiled else UNKNOWN


def _text(raw: Mapping[str, Any], names: Names, me: Me) -> str:
    """Return what was written; a command stands behind the bot's mention as if it stood alone."""
    mentioned = {
        int(snowflake(user["id"])): display_name(user, user.get("member"))
        for user in raw.get("mentions") or ()
    }
    content = clean(raw.get("content") or "")
    ordered = re.match(rf"\s*<@!?{me.id}>\s*(?=/[A-Za-z])", content)
    words = readable(content[ordered.end() :] if ordered else content, mentioned, names)
    return f"{short_forms(raw)} {words}".strip()


def _reference(raw: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the reference to the message that this one answers."""
    reference = raw.get("message_reference")
    if raw.get("type") != REPLY or reference is None or reference.get("type") == FORWARD:
        return None
    return dict(reference)


def _reply_to(raw: Mapping[str, Any]) -> str | None:
    reference = _reference(raw)
    number = None if reference is None else reference.get("message_id")
    return None if number is None else snowflake(number)


def _addressed(raw: Mapping[str, Any], place: Place, me: Me) -> bool:
    """Return whether a server's message is meant for the bot: by number, never by its text."""
    people = (user["id"] for user in raw.get("mentions") or ())
    if any(snowflake(number) == str(me.id) for number in people):
        return True
    if any(place.names.is_mine(int(snowflake(role))) for role in raw.get("mention_roles") or ()):
        return True
    answered = raw.get("referenced_message")
    if _reference(raw) is None or answered is None:
        return False
    return snowflake(answered["author"]["id"]) == str(me.id)
