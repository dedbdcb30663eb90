"""The methods of the REST API, strict: what Discord refuses is refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.servers.discord.commands import get_commands, put_commands
from tests.servers.discord.events import CONTENT
from tests.servers.discord.interactions import (
    answer_interaction,
    delete_original,
    edit_original,
    follow_up,
    get_original,
)
from tests.servers.discord.layout import checked_rows
from tests.servers.discord.mentions import allowed, number, pinged
from tests.servers.discord.reactions import emoji_of, reacted, unreacted
from tests.servers.discord.records import Json, Typing
from tests.servers.discord.sending import (
    REPLIABLE,
    Asked,
    create,
    openable,
    text_of,
    writable,
)
from tests.servers.discord.shapes import (
    application_shape,
    channel_shape,
    guild_shape,
    heard_message,
    me_shape,
    member_shape,
    message_shape,
    user_shape,
    veiled,
)
from tests.servers.discord.world import DIRECT, FORUM, ApiError, Channel, World, invalid

MOST_REACTIONS = 20


def channel_of(world: World, asked: Asked) -> Channel:
    return world.channel(number(asked.path["channel"], "channel_id"))


def found(world: World, asked: Asked) -> tuple[Channel, Json]:
    """Return the message that the path names."""
    channel = channel_of(world, asked)
    message = channel.messages.get(number(asked.path["message"], "message_id"))
    if message is None:
        raise ApiError(404, 10008, "Unknown Message")
    return channel, message


def shown(world: World, channel: Channel, message: Json) -> Json:
    """Return a message as the portal's grants let the bot read it."""
    shape = message_shape(world, channel, message)
    return shape if world.portal & CONTENT else veiled(world, channel, shape)


def get_gateway(world: World, asked: Asked) -> Json:
    return {
        "url": f"ws{world.url.removeprefix('http')}/",
        "shards": world.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": 1000 - len(world.identifies),
            "reset_after": 86_400_000,
            "max_concurrency": 1,
        },
    }


def get_user(world: World, asked: Asked) -> Json:
    user_id = number(asked.path["user"], "user_id")
    if user_id not in world.users:
        raise ApiError(404, 10013, "Unknown User")
    return user_shape(world.users[user_id])


def create_dm(world: World, asked: Asked) -> Json:
    user_id = number(asked.body.get("recipient_id"), "recipient_id")
    return channel_shape(world, openable(world, user_id))


def get_guild(world: World, asked: Asked) -> Json:
    return guild_shape(world, world.guild(number(asked.path["guild"], "guild_id")))


def get_member(world: World, asked: Asked) -> Json:
    guild = world.guild(number(asked.path["guild"], "guild_id"))
    user_id = number(asked.path["user"], "user_id")
    if user_id not in guild.members:
        raise ApiError(404, 10007, "Unknown Member")
    return member_shape(world, guild, user_id)


def get_messages(world: World, asked: Asked) -> list[Json]:
    """Return a page of the history, newest first."""
    channel = channel_of(world, asked)
    if channel.kind == FORUM:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    limit = _limit(asked)
    if channel.guild is not None and not channel.door.read:
        return []
    ids = sorted(channel.messages)
    if "before" in asked.query:
        edge = number(asked.query["before"], "before")
        ids = [id for id in ids if id < edge][-limit:]
    elif "after" in asked.query:
        edge = number(asked.query["after"], "after")
        ids = [id for id in ids if id > edge][:limit]
    elif "around" in asked.query:
        edge = number(asked.query["around"], "around")
        older = [id for id in ids if id < edge][-(limit // 2) :]
        ids = older + [id for id in ids if id >= edge][: limit - len(older)]
    else:
        ids = ids[-limit:]
    return [shown(world, channel, channel.messages[id]) for id in reversed(ids)]


def _limit(asked: Asked) -> int:
    limit = number(asked.query.get("limit", 50), "limit")
    if limit > 100:
        what = "int value should be less than or equal to 100."
        raise invalid("limit", "NUMBER_TYPE_MAX", what)
    if limit < 1:
        what = "int value should be greater than or equal to 1."
        raise invalid("limit", "NUMBER_TYPE_MIN", what)
    return limit


def get_message(world: World, asked: Asked) -> Json:
    channel = channel_of(world, asked)
    if channel.guild is not None and not channel.door.read:
        raise ApiError(403, 50013, "Missing Permissions")
    return shown(world, *found(world, asked))


def send_message(world: World, asked: Asked) -> Json:
    channel = channel_of(world, asked)
    count = len(world.sent)
    shape = create(world, channel, asked)
    if len(world.sent) == count:
        return shape
    if channel.archived:
        channel.archived = False
        world.tell("THREAD_UPDATE", channel_shape(world, channel), channel)
    message = channel.messages[int(shape["id"])]
    world.tell("MESSAGE_CREATE", heard_message(world, channel, message), channel)
    return shape


def edit_message(world: World, asked: Asked) -> Json:
    channel, message = found(world, asked)
    if int(message["author"]["id"]) != world.me:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if message["type"] not in REPLIABLE:
        raise ApiError(403, 50021, "Cannot execute action on a system message")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    body = asked.body
    text = text_of(body) if "content" in body else message["content"]
    changes: Json = {k: body[k] or [] for k in ("embeds", "components", "attachments") if k in body}
    checked_rows(changes.get("components", []))
    kept = [changes.get(k, message[k]) for k in ("embeds", "components", "attachments")]
    if not text and not any(kept):
        raise ApiError(400, 50006, "Cannot send an empty message")
    if "attachments" in changes:
        ids = {str(one.get("id")) for one in changes["attachments"]}
        changes["attachments"] = [one for one in message["attachments"] if one["id"] in ids]
    pings = allowed(channel, pinged(world, channel, text), body.get("allowed_mentions"), None)
    message |= {"content": text, **changes, **pings.fields(world)}
    message["edited_timestamp"] = world.now().isoformat()
    world.tell("MESSAGE_UPDATE", heard_message(world, channel, message), channel)
    return message_shape(world, channel, message)


def delete_message(world: World, asked: Asked) -> None:
    channel, message = found(world, asked)
    if int(message["author"]["id"]) != world.me:
        if channel.kind == DIRECT:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        raise ApiError(403, 50013, "Missing Permissions")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    removed(world, channel, [int(message["id"])])


def removed(world: World, channel: Channel, ids: list[int]) -> None:
    """Delete messages, one or several at once."""
    for id in ids:
        del channel.messages[id]
        channel.reactions.pop(id, None)
    where: Json = {"channel_id": str(channel.id)}
    if channel.guild is not None:
        where["guild_id"] = str(channel.guild.id)
    if len(ids) == 1:
        world.tell("MESSAGE_DELETE", {"id": str(ids[0]), **where}, channel)
    else:
        world.tell("MESSAGE_DELETE_BULK", {"ids": [str(id) for id in ids], **where}, channel)


def add_reaction(world: World, asked: Asked) -> None:
    channel, message = found(world, asked)
    emoji = emoji_of(world, asked)
    if channel.barred is not None:
        raise ApiError(403, 90001, "Reaction was blocked")
    there = channel.reactions.get(int(message["id"]), {})
    door = channel.door
    if channel.guild is not None and not (door.read and (door.react or emoji in there)):
        raise ApiError(403, 50013, "Missing Permissions")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if emoji not in there and len(there) >= MOST_REACTIONS:
        raise ApiError(400, 30010, "Maximum number of reactions reached (20)")
    reacted(world, channel, message, emoji, world.me)


def remove_reaction(world: World, asked: Asked) -> None:
    channel, message = found(world, asked)
    unreacted(world, channel, message, emoji_of(world, asked), world.me)


def trigger_typing(world: World, asked: Asked) -> None:
    channel = channel_of(world, asked)
    writable(channel)
    world.typings.append(Typing(channel=channel.id, at=world.now()))


def join_thread(world: World, asked: Asked) -> None:
    channel = channel_of(world, asked)
    if not channel.is_thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")


@dataclass(frozen=True, slots=True)
class Method:
    """One route and what answers it; without an answer it is a 204."""

    verb: str
    path: str
    do: Callable[[World, Asked], object]


_MESSAGES = "/channels/{channel}/messages"
_COMMANDS = "/applications/{application}/commands"
_COPIES = "/applications/{application}/guilds/{guild}/commands"
_ANSWER = "/webhooks/{application}/{token}"
_MINE = _MESSAGES + "/{message}/reactions/{emoji}/@me"
METHODS: Mapping[str, Method] = {
    "get_gateway": Method("GET", "/gateway/bot", get_gateway),
    "get_me": Method("GET", "/users/@me", lambda world, _: me_shape(world)),
    "get_user": Method("GET", "/users/{user}", get_user),
    "get_application": Method(
        "GET", "/oauth2/applications/@me", lambda world, _: application_shape(world)
    ),
    "create_dm": Method("POST", "/users/@me/channels", create_dm),
    "get_guild": Method("GET", "/guilds/{guild}", get_guild),
    "get_member": Method("GET", "/guilds/{guild}/members/{user}", get_member),
    "get_channel": Method(
        "GET",
        "/channels/{channel}",
        lambda world, asked: channel_shape(world, channel_of(world, asked)),
    ),
    "get_messages": Method("GET", _MESSAGES, get_messages),
    "get_message": Method("GET", _MESSAGES + "/{message}", get_message),
    "send_message": Method("POST", _MESSAGES, send_message),
    "edit_message": Method("PATCH", _MESSAGES + "/{message}", edit_message),
    "delete_message": Method("DELETE", _MESSAGES + "/{message}", delete_message),
    "add_reaction": Method("PUT", _MINE, add_reaction),
    "remove_reaction": Method("DELETE", _MINE, remove_reaction),
    "trigger_typing": Method("POST", "/channels/{channel}/typing", trigger_typing),
    "get_commands": Method("GET", _COMMANDS, get_commands),
    "put_commands": Method("PUT", _COMMANDS, put_commands),
    "get_copies": Method("GET", _COPIES, get_commands),
    "put_copies": Method("PUT", _COPIES, put_commands),
    "answer_interaction": Method(
        "POST", "/interactions/{interaction}/{token}/callback", answer_interaction
    ),
    "get_original": Method("GET", _ANSWER + "/messages/@original", get_original),
    "edit_original": Method("PATCH", _ANSWER + "/messages/@original", edit_original),
    "delete_original": Method("DELETE", _ANSWER + "/messages/@original", delete_original),
    "follow_up": Method("POST", _ANSWER, follow_up),
    "join_thread": Method("PUT", "/channels/{channel}/thread-members/@me", join_thread),
}
"""By name."""
