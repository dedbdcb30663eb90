"""Reactions: which emojis there are, and who reacted with them."""

import re
import unicodedata
from urllib.parse import unquote

from tests.servers.discord.records import Json
from tests.servers.discord.sending import Asked
from tests.servers.discord.shapes import emoji_shape, member_shape
from tests.servers.discord.world import ApiError, Channel, World

CUSTOM = re.compile(r"(?:a?:)?\w{2,32}:(\d+)", re.ASCII)
JOINERS = frozenset("\u200d\ufe0f\u20e3#*0123456789")


def emoji_of(world: World, asked: Asked) -> str:
    """Return the emoji of the path; one that is none, or not the bot's to use, is refused."""
    emoji = unquote(asked.path["emoji"])
    if own := CUSTOM.fullmatch(emoji):
        id = int(own[1])
        for guild in world.guilds.values():
            if id in guild.emojis and not guild.left:
                return f"{guild.emojis[id]}:{id}"
    elif any(is_picture(ch) for ch in emoji) and all(is_picture(c) or c in JOINERS for c in emoji):
        return emoji
    raise ApiError(400, 10014, "Unknown Emoji")


def is_picture(ch: str) -> bool:
    """Return whether `ch` can be part of an emoji."""
    return ch == "\u20e3" or (ord(ch) > 0xA8 and unicodedata.category(ch) in ("So", "Sk", "Sm"))


def reacted(world: World, channel: Channel, message: Json, emoji: str, user: int) -> None:
    """Put a reaction, once per person."""
    who = channel.reactions.setdefault(int(message["id"]), {}).setdefault(emoji, [])
    if user in who:
        return
    who.append(user)
    body = _reaction_body(channel, message, emoji, user)
    body["message_author_id"] = message["author"]["id"]
    if channel.guild is not None and user in channel.guild.members:
        body["member"] = member_shape(world, channel.guild, user)
    world.tell("MESSAGE_REACTION_ADD", body, channel)


def unreacted(world: World, channel: Channel, message: Json, emoji: str, user: int) -> None:
    """Take a reaction back, if it is there."""
    there = channel.reactions.get(int(message["id"]), {})
    if user not in there.get(emoji, []):
        return
    there[emoji].remove(user)
    if not there[emoji]:
        del there[emoji]
    body = _reaction_body(channel, message, emoji, user)
    world.tell("MESSAGE_REACTION_REMOVE", body, channel)


def _reaction_body(channel: Channel, message: Json, emoji: str, user: int) -> Json:
    body: Json = {
        "user_id": str(user),
        "channel_id": str(channel.id),
        "message_id": message["id"],
        "emoji": emoji_shape(emoji),
        "burst": False,
        "type": 0,
    }
    if channel.guild is not None:
        body["guild_id"] = str(channel.guild.id)
    return body
