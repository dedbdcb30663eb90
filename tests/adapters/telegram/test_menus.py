"""The menus over the wire: who sees what, and what is asked of Telegram for it."""

import pytest
from structlog.testing import capture_logs

from core.admin.entries import COMMANDS
from core.admin.model import Right
from core.admin.rules import usable
from tests.adapters.telegram.conftest import Ear, Maker, hearing
from tests.adapters.telegram.test_commands import TABLE
from tests.servers.telegram import BotApiServer

FRIENDS, GROUPS, ALL = (
    *(["help", "mine", "mixed"], ["help", "mixed"]),
    ["help", "mine", "mixed", "order", "steer"],
)


async def polled(server: BotApiServer) -> None:
    polls = len(server.calls("getUpdates"))
    await server.world.until(lambda: len(server.calls("getUpdates")) > polls)


def set_since(server: BotApiServer, calls: int) -> list[str]:
    """Return the methods that changed a menu since the first `calls` requests."""
    changing = ("setMyCommands", "deleteMyCommands")
    return [call.method for call in server.world.calls[calls:] if call.method in changing]


async def test_friends_groups_and_owners_see_their_own_menus(
    server: BotApiServer, make: Maker
) -> None:
    ann, bo, group = server.person(7), server.person(8, language="de"), server.group(-1001)
    for person in (ann, bo):
        person.says(person.direct, "hi")

    async with hearing(make(menu=TABLE, owners=lambda: ["8"])):
        await polled(server)

    assert ann.menu(ann.direct) == FRIENDS
    assert (ann.menu(group), bo.menu(group)) == (GROUPS, GROUPS)
    assert bo.menu(bo.direct) == ALL
    assert server.world.commands["chat 8", "de"][0]["description"] == "Macht help"
    assert server.world.commands["chat 8", ""][0]["description"] == "Does help"
    assert not [menu for menu in server.world.commands if menu[0] == "default"]


async def test_a_menu_for_everybody_of_an_older_version_is_taken_away(
    server: BotApiServer, make: Maker
) -> None:
    old = [{"command": "steer", "description": "Does steer"}]
    server.world.commands["default", ""] = server.world.commands["default", "de"] = old

    async with hearing(make(menu=TABLE)):
        await polled(server)

    assert not [menu for menu in server.world.commands if menu[0] == "default"]


async def test_what_is_set_already_is_not_set_again(server: BotApiServer, make: Maker) -> None:
    ann = server.person(7)
    ann.says(ann.direct, "hi")
    telegram = make(menu=TABLE, owners=lambda: ["7"])
    async with hearing(telegram):
        await polled(server)
        calls = len(server.world.calls)
        await telegram.offer()
    async with hearing(make(menu=TABLE, owners=lambda: ["7"])):
        await polled(server)

    assert set_since(server, 0) == ["setMyCommands"] * 6
    assert set_since(server, calls) == []


async def test_who_becomes_an_owner_sees_the_commands_and_who_is_none_any_more_does_not(
    server: BotApiServer, make: Maker
) -> None:
    ann, bo = server.person(7), server.person(8)
    for person in (ann, bo):
        person.says(person.direct, "hi")
    owners = ["7"]
    telegram = make(menu=TABLE, owners=lambda: owners)

    async with hearing(telegram):
        await polled(server)
        before = ann.menu(ann.direct), bo.menu(bo.direct)
        owners[:] = ["8"]
        await telegram.offer()

    assert before == (ALL, FRIENDS)
    assert (ann.menu(ann.direct), bo.menu(bo.direct)) == (FRIENDS, ALL)


async def test_an_owner_who_has_not_written_yet_is_no_fault_and_gets_the_menu_then(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    ann = server.person(7)

    with capture_logs() as logs:
        async with hearing(make(menu=TABLE, owners=lambda: ["7", "a name"])):
            await polled(server)
            ann.says(ann.direct, "hi")
            await server.world.until(lambda: ann.menu(ann.direct) == ALL)

    assert ear.texts == ["hi"]
    assert not [line for line in logs if line["event"] == "telegram.menu.failed"]


@pytest.mark.parametrize("method", ["getMyCommands", "setMyCommands"])
async def test_a_menu_that_fails_is_told_once_and_keeps_nothing_from_working(
    method: str, server: BotApiServer, make: Maker, ear: Ear
) -> None:
    server.fail(method, "status", code=500, times=2)
    ann = server.person(7)

    with capture_logs() as logs:
        async with hearing(make(menu=TABLE)):
            ann.says(ann.direct, "hi")
            await ear.hears(1)

    failed = [line for line in logs if line["event"] == "telegram.menu.failed"]
    assert [line["log_level"] for line in failed] == ["warning"]
    assert ann.menu(server.group(-1001)) == GROUPS


async def test_before_it_knows_who_it_is_nothing_is_offered(
    server: BotApiServer, make: Maker
) -> None:
    await make(menu=TABLE).offer()

    assert server.world.calls == []


async def test_the_whole_table_is_taken(server: BotApiServer, make: Maker) -> None:
    ann, bo = server.person(7, language="ko"), server.person(8, language="fr")
    for person in (ann, bo):
        person.says(person.direct, "hi")

    with capture_logs() as logs:
        async with hearing(make(menu=COMMANDS, owners=lambda: ["8"])):
            await polled(server)

    assert not [line for line in logs if line["event"] == "telegram.menu.failed"]
    assert ann.menu(ann.direct) == [one.name for one in usable(COMMANDS, Right.FRIEND)]
    assert bo.menu(bo.direct) == [one.name for one in usable(COMMANDS, Right.OWNER)]
