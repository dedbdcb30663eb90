"""Servers as the gateway tells of them: what came, what went, and where something was said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import discord

from adapters.discord.errors import UNPARSED
from adapters.discord.translate import instant, snowflake
from core.conversation.model import AccountId, Membership

CATEGORY: Final = 4
"""A channel that only groups others."""
SPOKEN_IN: Final = frozenset({0, 2, 5, 10, 11, 12, 13})
"""Types of what has messages of its own: text, voice, news, threads, stages; a forum has posts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A channel or thread that a server came with."""

    id: int
    parent: int | None
    """The channel that a thread hangs on; None for a channel."""
    kind: int
    newest: int
    """Its newest message."""


def moved(
    event: str, raw: Mapping[str, Any], known: discord.Guild | None, account: AccountId
) -> Sequence[Membership]:
    """Return which chats came or went with a server; an outage takes none away."""
    if event == "GUILD_CREATE":
        channels = raw.get("channels", ()) if known is None else ()
        chats = [snowflake(one["id"]) for one in channels if one.get("type") != CATEGORY]
        return [membership(account, chat, "added", present=True) for chat in chats]
    if raw.get("unavailable") or known is None:
        return []
    left = [one for one in known.channels if one.type.value != CATEGORY]
    return [membership(account, str(one.id), "removed", present=False) for one in left]


def membership(account: AccountId, chat: str, why: str, *, present: bool) -> Membership:
    """Return that the bot is in a chat from now on, or no more."""
    return Membership(account=account, chat=chat, present=present, reason=why)


def joined(raw: Mapping[str, Any]) -> datetime | None:
    """Return when the bot came to a server; None where it does not say."""
    try:
        return instant(raw.get("joined_at"))
    except UNPARSED:
        return None


def rooms(raw: Mapping[str, Any]) -> Iterator[Room]:
    """Yield the channels and living threads in which something was said; broken ones are passed."""
    for one in (*(raw.get("channels") or ()), *(raw.get("threads") or ())):
        try:
            room = _room(one)
        except UNPARSED:
            continue
        if room.kind in SPOKEN_IN and room.newest:
            yield room


def _room(raw: Mapping[str, Any]) -> Room:
    threaded = "thread_metadata" in raw
    number, newest = int(snowflake(raw["id"])), int(snowflake(raw.get("last_message_id") or 0))
    if threaded:  # what opens the post of a forum has the number of the post
        newest = max(newest, number)
    parent = int(snowflake(raw["parent_id"])) if threaded else None
    return Room(id=number, parent=parent, kind=raw["type"], newest=newest)
