"""Discord is told of the commands when they changed, and shows each of them once."""

from dataclasses import replace

import pytest

from adapters.discord.commands import application_commands
from core.conversation.model import Route
from core.engine.model import Delivered, Outbound
from tests.adapters.discord.conftest import ACCOUNT, HastyClock, Maker, hearing
from tests.adapters.discord.table import MOOD, TABLE, summary
from tests.servers.discord import DiscordServer

NAMES = ["status", "mood", "voice"]


def copies(server: DiscordServer, guild: int) -> None:
    """Let a guild have commands of its own, from before."""
    server.world.commands[guild] = [
        {**one, "id": "5", "application_id": "6", "version": "7", "guild_id": str(guild)}
        for one in application_commands(TABLE)
    ]


async def test_a_new_bot_tells_its_commands_once_and_a_restart_tells_nothing(
    server: DiscordServer, make: Maker
) -> None:
    server.guild(900)
    for _ in range(2):
        mina = make(menu=TABLE)
        async with hearing(mina, server):
            await server.world.until(lambda: bool(server.world.commands))
            await server.world.until(lambda: len(server.calls("get_copies")) > 0)
        await mina.close()

    assert server.world.told_commands == [(None, NAMES)]
    assert len(server.calls("get_commands")) == 2


async def test_a_second_session_of_the_same_process_asks_nothing(
    server: DiscordServer, make: Maker
) -> None:
    mina = make(menu=TABLE)
    for _ in range(2):
        async with hearing(mina, server):
            await server.world.until(lambda: bool(server.world.told_commands))

    assert len(server.calls("get_commands")) == 1


async def test_a_changed_word_is_told(server: DiscordServer, make: Maker) -> None:
    first = make(menu=TABLE)
    async with hearing(first, server):
        await server.world.until(lambda: len(server.world.told_commands) == 1)
    await first.close()

    changed = replace(MOOD, summary=summary("All about it"))
    async with hearing(make(menu=(changed,)), server):
        await server.world.until(lambda: len(server.world.told_commands) == 2)

    (mood,) = server.world.commands[None]
    assert mood["description"] == "All about it"
    assert mood["description_localizations"]["ko"] == "All about it (ko)"
    assert mood["description_localizations"]["es-419"] == "All about it (es)"


async def test_copies_of_a_server_are_taken_away_once(server: DiscordServer, make: Maker) -> None:
    for id in (900, 901):
        server.guild(id)
    copies(server, 900)
    for _ in range(2):
        mina = make(menu=TABLE)
        server.world.calls.clear()
        async with hearing(mina, server):
            await server.world.until(
                lambda: len(server.calls("get_copies")) == 2 and not server.world.commands[900]
            )
        await mina.close()

    assert server.world.told_commands == [(None, NAMES), (900, [])]


@pytest.mark.parametrize(
    ("kind", "how"),
    [
        ("error", {"status": 403}),
        ("malformed", {}),
        ("status", {"status": 503}),
        ("flood", {"retry_after": 999.0}),
        ("hang", {}),
    ],
)
@pytest.mark.parametrize("method", ["get_commands", "put_commands"])
async def test_what_fails_there_stops_nothing(
    server: DiscordServer, make: Maker, method: str, kind: str, how: dict[str, float]
) -> None:
    server.fail(method, kind, times=99, **how)
    ann = server.person(7, "Ann")
    mina = make(menu=TABLE, clock=HastyClock())
    async with hearing(mina, server):
        await server.world.until(lambda: len(server.calls(method)) > 0)
        where = Route(account=ACCOUNT, chat=str(ann.direct.id))
        outcome = await mina.send(Outbound(route=where, text="hello", key="t1b0"))

    assert isinstance(outcome, Delivered)
    assert server.world.told_commands == []


async def test_after_a_fault_that_passes_it_is_told(server: DiscordServer, make: Maker) -> None:
    server.fail("get_commands", "reset")
    async with hearing(make(menu=TABLE, clock=HastyClock()), server):
        await server.world.until(lambda: server.world.told_commands == [(None, NAMES)])
