"""What people are in a server."""

import pytest

from core.conversation.model import IdentityId, Route
from tests.adapters.discord.conftest import ACCOUNT, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer
from tests.servers.discord.server import OWNER

ADMINISTRATOR, MANAGE_SERVER, KICK = 1 << 3, 1 << 5, 1 << 1


def who(number: int) -> IdentityId:
    return IdentityId(f"discord:{number}")


async def test_roles_and_the_places_that_somebody_administers_are_told(
    server: DiscordServer, make: Maker
) -> None:
    guild = server.guild(900)
    room = server.channel(guild)
    ann, ben, cat, dan = (server.person(n, name) for n, name in enumerate("ABCD", 7))
    for one in (ann, ben, cat, dan):
        one.joins(guild)
    team = server.role(guild, "Team", ann, ben)
    chiefs = server.role(guild, "Chiefs", ben, permissions=ADMINISTRATOR)
    hosts = server.role(guild, "Hosts", cat, permissions=MANAGE_SERVER | KICK)
    ushers = server.role(guild, "Ushers", dan, permissions=KICK)
    mina = make()
    async with hearing(mina, server):
        route = Route(account=ACCOUNT, chat=str(room.id))
        told = {n: await mina.roles(route, who(n)) for n in (7, 8, 9, 10, OWNER)}

    places = {"discord:900", f"discord:{room.id}"}
    assert told == {
        7: {f"discord:{team.id}"},
        8: {f"discord:{team.id}", f"discord:{chiefs.id}"} | places,
        9: {f"discord:{hosts.id}"} | places,
        10: {f"discord:{ushers.id}"},
        OWNER: places,
    }


async def test_in_a_thread_the_thread_is_administered_too(
    server: DiscordServer, make: Maker
) -> None:
    guild = server.guild(900)
    room = server.channel(guild)
    thread = server.person(7, "Ann").opens(room, "holidays")
    mina = make()
    async with hearing(mina, server):
        route = Route(account=ACCOUNT, chat=str(room.id), thread=str(thread.id))
        told = await mina.roles(route, who(OWNER))

    assert told == {"discord:900", f"discord:{room.id}", f"discord:{thread.id}"}


async def test_in_a_direct_talk_for_strangers_and_before_it_is_up_there_are_none(
    server: DiscordServer, make: Maker
) -> None:
    room = server.channel(server.guild(900))
    ann = server.person(7, "Ann")
    ann.says(ann.direct, "hi")
    mina = make()
    here = Route(account=ACCOUNT, chat=str(room.id))
    before = await mina.roles(here, who(OWNER))
    async with hearing(mina, server):
        direct = await mina.roles(Route(account=ACCOUNT, chat=str(ann.direct.id)), who(7))
        stranger = await mina.roles(here, who(7))
        elsewhere = await mina.roles(here, IdentityId("telegram:1"))

    assert before == direct == stranger == elsewhere == frozenset()


@pytest.mark.parametrize("method", ["get_member", "get_guild"])
@pytest.mark.parametrize("kind", ["reset", "hang", "malformed", "error"])
async def test_where_discord_does_not_tell_nobody_is_anything(
    server: DiscordServer, make: Maker, method: str, kind: str
) -> None:
    room = server.channel(server.guild(900))
    server.fail(method, kind, times=9, status=403)
    mina = make(clock=HastyClock())
    async with hearing(mina, server):
        told = await mina.roles(Route(account=ACCOUNT, chat=str(room.id)), who(OWNER))

    assert told == frozenset()
