"""How Discord shows what it knows: users, guilds, channels, messages."""

from collections.abc import Collection
from urllib.parse import quote

from tests.servers.discord.records import Json
from tests.servers.discord.world import (
    APPLICATION,
    DIRECT,
    FORUM,
    THREADS,
    Channel,
    Guild,
    Role,
    World,
    instant,
)

VIEW, SEND, READ, REACT, ATTACH = 1 << 10, 1 << 11, 1 << 16, 1 << 6, 1 << 15
PING_EVERYONE, SEND_IN_THREADS = 1 << 17, 1 << 38
EVERYTHING = VIEW | SEND | READ | REACT | ATTACH | PING_EVERYONE | SEND_IN_THREADS
"""What everybody may do where no switch forbids it."""

LIMITED_FLAGS = {1 << 8: 1 << 13, 1 << 1: 1 << 15, 1 << 15: 1 << 19}
"""The application's flag that tells of each privileged intent."""

HIDDEN: dict[str, object] = {"content": "", "embeds": [], "attachments": [], "components": []}
"""What a bot without the content intent sees of others' messages."""


def user_shape(user: Json) -> Json:
    """Return a user; more than Discord's least fields stays as it was given."""
    return {"discriminator": "0", "avatar": None, "bot": False, **user, "id": str(user["id"])}


def me_shape(world: World) -> Json:
    return {**user_shape(world.bot), "mfa_enabled": True, "verified": True, "flags": 0}


def application_shape(world: World) -> Json:
    flags = sum(flag for intent, flag in LIMITED_FLAGS.items() if world.portal & intent)
    return {
        "id": str(APPLICATION),
        "name": str(world.bot["username"]),
        "icon": None,
        "description": "",
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "team": None,
        "owner": user_shape({"id": 1, "username": "owner"}),
        "flags": flags,
        "bot": user_shape(world.bot),
    }


def member_shape(world: World, guild: Guild, user_id: int, *, with_user: bool = True) -> Json:
    shape: Json = {
        "nick": guild.nicks.get(user_id),
        "avatar": None,
        "roles": [str(role.id) for role in guild.roles.values() if user_id in role.members],
        "joined_at": guild.members.get(user_id, instant(guild.id)).isoformat(),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if with_user:
        shape["user"] = user_shape(world.users[user_id])
    return shape


def role_shape(role: Role, guild: Guild) -> Json:
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0 if role.id == guild.id else 1,
        "permissions": str(role.permissions | (EVERYTHING if role.id == guild.id else 0)),
        "managed": False,
        "mentionable": role.mentionable,
        "flags": 0,
    }


def forbidden(channel: Channel) -> int:
    """Return the permissions that the switches of a channel take away."""
    taken = (
        (channel.view, VIEW),
        (channel.send, SEND | SEND_IN_THREADS),
        (channel.read, READ),
        (channel.react, REACT),
        (channel.attach, ATTACH),
        (channel.ping_everyone, PING_EVERYONE),
    )
    return sum(bits for allowed, bits in taken if not allowed)


def channel_shape(world: World, channel: Channel) -> Json:
    last = str(max(channel.messages)) if channel.messages else None
    shape: Json = {"id": str(channel.id), "type": channel.kind, "last_message_id": last}
    if channel.kind == DIRECT:
        return shape | {"recipients": [user_shape(world.users[channel.owner])], "flags": 0}
    if channel.guild is not None:
        shape["guild_id"] = str(channel.guild.id)
    shape |= {"name": channel.name, "flags": 0, "rate_limit_per_user": channel.slow_s}
    if channel.kind in THREADS:
        return shape | _thread_fields(channel)
    denied = forbidden(channel)
    overwrite = {"id": str(world.me), "type": 1, "allow": "0", "deny": str(denied)}
    shape |= {
        "position": 0,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [overwrite] if denied else [],
    }
    if channel.kind == FORUM:
        shape |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    return shape


def _thread_fields(thread: Channel) -> Json:
    return {
        "parent_id": str(thread.door.id),
        "owner_id": str(thread.owner),
        "message_count": len(thread.messages),
        "total_message_sent": len(thread.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": instant(thread.id).isoformat(),
            "create_timestamp": instant(thread.id).isoformat(),
        },
    }


def guild_shape(world: World, guild: Guild) -> Json:
    """Return a guild as REST shows it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "owner_id": str(guild.owner),
        "roles": [role_shape(role, guild) for role in guild.roles.values()],
        "emojis": [
            {"id": str(id), "name": name, "animated": False, "available": True, "roles": []}
            for id, name in guild.emojis.items()
        ],
        "stickers": [],
        "features": [],
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "description": None,
    }


def guild_created(world: World, guild: Guild, members: Collection[int]) -> Json:
    """Return the body of GUILD_CREATE, with those members that the bot gets to know.

    A guild that was known before comes with `unavailable` false besides.
    """
    inside = [c for c in world.channels.values() if c.guild is guild and not c.gone]
    return {
        **guild_shape(world, guild),
        "joined_at": guild.members[world.me].isoformat(),
        "large": len(guild.members) > 250,
        "member_count": len(guild.members),
        "members": [member_shape(world, guild, id) for id in members],
        "channels": [channel_shape(world, c) for c in inside if not c.is_thread],
        "threads": [
            channel_shape(world, c) for c in inside if c.is_thread and c.seen and not c.archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji_shape(key: str) -> Json:
    """Return an emoji from `👍` or `name:id`."""
    name, _, id = key.rpartition(":")
    return {"id": id, "name": name, "animated": False} if name else {"id": None, "name": key}


def message_shape(world: World, channel: Channel, message: Json, *, deep: bool = True) -> Json:
    """Return a message as REST shows it, with what it replies to as that is now."""
    shape: Json = {key: value for key, value in message.items() if key not in ("nonce", "shown_to")}
    shape["attachments"] = [with_address(world, one) for one in message["attachments"]]
    if snapshots := message.get("message_snapshots"):
        shape["message_snapshots"] = [_addressed(world, one) for one in snapshots]
    if found := channel.reactions.get(int(message["id"])):
        shape["reactions"] = [_reaction(world, key, who) for key, who in found.items()]
    thread = world.channels.get(int(message["id"]))
    if thread is not None and thread.is_thread and thread is not channel and not thread.gone:
        shape["thread"] = channel_shape(world, thread)
    if deep and message["type"] in (19, 21):
        reference = message["message_reference"]
        source = world.channels.get(int(reference["channel_id"]))
        target = source and source.messages.get(int(reference["message_id"]))
        shape["referenced_message"] = (
            message_shape(world, source, target, deep=False) if source and target else None
        )
    return shape


def _addressed(world: World, snapshot: Json) -> Json:
    inner = snapshot["message"]
    files = [with_address(world, one) for one in inner["attachments"]]
    return {"message": {**inner, "attachments": files}}


def with_address(world: World, attachment: Json) -> Json:
    """Return an attachment with where it lies on this server, as long as it listens here."""
    path = f"{world.url}{quote(attachment['url'])}?ex=7fffffff&is=0&hm=0"
    return {**attachment, "url": path, "proxy_url": path}


def _reaction(world: World, key: str, who: list[int]) -> Json:
    return {
        "emoji": emoji_shape(key),
        "count": len(who),
        "count_details": {"burst": 0, "normal": len(who)},
        "burst_colors": [],
        "me_burst": False,
        "me": world.me in who,
    }


def veiled(world: World, channel: Channel, shape: Json) -> Json:
    """Return a message as a bot without the content intent sees it."""
    shape = dict(shape)
    if shape.get("referenced_message"):
        shape["referenced_message"] = veiled(world, channel, shape["referenced_message"])
    mine = str(world.me)
    named = any(user["id"] == mine for user in shape["mentions"])
    if channel.guild is None or named or shape["author"]["id"] == mine:
        return shape
    if "message_snapshots" in shape:
        shape["message_snapshots"] = [
            {"message": {**one["message"], **HIDDEN}} for one in shape["message_snapshots"]
        ]
    shape.pop("poll", None)
    return {**shape, **HIDDEN}


def heard_message(world: World, channel: Channel, message: Json) -> Json:
    """Return a message as the gateway tells of it."""
    shape = message_shape(world, channel, message)
    if "nonce" in message:
        shape["nonce"] = message["nonce"]
    guild = channel.guild
    if guild is None:
        return shape
    shape["guild_id"] = str(guild.id)
    author = int(message["author"]["id"])
    if "webhook_id" not in message and author in guild.members:
        shape["member"] = member_shape(world, guild, author, with_user=False)
    shape["mentions"] = [
        {**user, "member": member_shape(world, guild, int(user["id"]), with_user=False)}
        if int(user["id"]) in guild.members
        else user
        for user in message["mentions"]
    ]
    return shape
