"""What a person is in a server."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog

from adapters.discord.errors import FAILURES, reason
from adapters.discord.translate import snowflake
from adapters.discord.wire import Wire
from core.conversation.model import IdentityId, Route

log = structlog.get_logger()

ADMINISTRATOR: Final = 1 << 3
MANAGE_SERVER: Final = 1 << 5
LIMIT_S: Final = 5.0


async def roles_of(wire: Wire, route: Route, person: IdentityId) -> frozenset[str]:
    """Return the roles of a person, and the places that they administer, as `discord:99`.

    () for a direct talk, for who is no member, and where Discord does not tell in time.
    """
    platform, _, number = person.partition(":")
    if platform != "discord" or not number.isdecimal() or not route.chat.isdecimal():
        return frozenset()
    try:
        async with asyncio.timeout(LIMIT_S):
            guild = await _guild_of(wire, int(route.chat))
            if guild is None:
                return frozenset()
            ids = {"guild_id": guild, "user_id": int(number)}
            member = await wire.ask("GET", "/guilds/{guild_id}/members/{user_id}", ids)
            server = await wire.ask("GET", "/guilds/{guild_id}", {"guild_id": guild})
            return _named(member, server, number, route)
    except FAILURES as error:
        log.info("discord.roles.unknown", account=route.account, reason=reason(error))
        return frozenset()


async def _guild_of(wire: Wire, channel: int) -> int | None:
    known = wire.get_channel(channel)
    guild = getattr(known, "guild", None)
    if guild is not None:
        return int(guild.id)
    raw = await wire.ask("GET", "/channels/{channel_id}", {"channel_id": channel})
    told = raw.get("guild_id")
    return None if told is None else int(snowflake(told))


def _named(
    member: Mapping[str, Any], server: Mapping[str, Any], person: str, route: Route
) -> frozenset[str]:
    everybody = snowflake(server["id"])  # the role that all have is called as the server is
    held = {snowflake(role) for role in member["roles"]} - {everybody}
    rights = [
        int(role["permissions"])
        for role in server["roles"]
        if snowflake(role["id"]) in held | {everybody}
    ]
    mighty = any(right & (ADMINISTRATOR | MANAGE_SERVER) for right in rights)
    if mighty or snowflake(server["owner_id"]) == person:
        held |= {everybody, route.chat, *filter(None, (route.thread,))}
    return frozenset(f"discord:{number}" for number in held)
