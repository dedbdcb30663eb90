"""Which events a session hears, by its intents."""

from tests.servers.discord.world import Channel

GUILDS, MEMBERS, PRESENCES, CONTENT = 1 << 0, 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | CONTENT
KNOWN = (1 << 17) - 1 | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25)
"""All intents that exist, with some room below; others are invalid."""

NEEDED: dict[str, tuple[int, int]] = {
    "GUILD_CREATE": (GUILDS, 0),
    "GUILD_UPDATE": (GUILDS, 0),
    "GUILD_DELETE": (GUILDS, 0),
    "CHANNEL_CREATE": (GUILDS, 0),
    "CHANNEL_UPDATE": (GUILDS, 0),
    "CHANNEL_DELETE": (GUILDS, 0),
    "THREAD_CREATE": (GUILDS, 0),
    "THREAD_UPDATE": (GUILDS, 0),
    "THREAD_DELETE": (GUILDS, 0),
    "GUILD_MEMBER_ADD": (MEMBERS, 0),
    "GUILD_MEMBER_REMOVE": (MEMBERS, 0),
    "MESSAGE_CREATE": (1 << 9, 1 << 12),
    "MESSAGE_UPDATE": (1 << 9, 1 << 12),
    "MESSAGE_DELETE": (1 << 9, 1 << 12),
    "MESSAGE_DELETE_BULK": (1 << 9, 0),
    "MESSAGE_REACTION_ADD": (1 << 10, 1 << 13),
    "MESSAGE_REACTION_REMOVE": (1 << 10, 1 << 13),
}
"""The intent that an event needs in a guild, and the one in a direct talk; 0: it never comes.
An event that is not here, as INTERACTION_CREATE, needs none."""

HIDEABLE = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE"})
"""Events whose content needs an intent of its own."""

UNSEEN = frozenset({"CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_DELETE"})
"""Events that a bot hears about channels it may not look into."""


def wanted(event: str, intents: int, where: object) -> bool:
    """Return whether a session with `intents` hears of `event`."""
    if event == "INTERACTION_CREATE":  # also where the bot may not look
        return True
    if isinstance(where, Channel):
        if where.guild is not None and (where.guild.left or where.guild.unavailable):
            return False
        if event not in UNSEEN and not where.seen:
            return False
    if event not in NEEDED:
        return True
    in_guild, in_direct = NEEDED[event]
    direct = isinstance(where, Channel) and where.guild is None
    return bool(intents & (in_direct if direct else in_guild))
