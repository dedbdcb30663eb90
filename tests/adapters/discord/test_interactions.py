"""Commands, buttons and windows over the wire: answered at once, and heard as lines."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest

from adapters.discord.client import Discord
from adapters.discord.interactions import EPHEMERAL
from core.admin.model import Choice, Suggestion
from core.conversation.model import ChatKind, Inbound, Route, Unreadable
from core.engine.model import Delivered, Outbound
from core.errors import Misconfigured
from tests.adapters.discord.conftest import ACCOUNT, Ear, Maker, hearing
from tests.adapters.discord.table import TABLE
from tests.servers.discord import DiscordServer, Person
from tests.servers.discord.interactions import LATER, LATER_HERE, LOADING, WINDOW, Pending
from tests.servers.discord.world import NEWS, Channel


@asynccontextmanager
async def listening(server: DiscordServer, make: Maker, **how: Any) -> AsyncIterator[Discord]:
    mina = make(menu=TABLE, **how)
    async with hearing(mina, server):
        await server.world.until(lambda: None in server.world.commands)
        yield mina


@pytest.fixture
def ann(server: DiscordServer) -> Person:
    return server.person(7, "Ann")


@pytest.fixture
def room(server: DiscordServer) -> Channel:
    return server.channel(server.guild(900))


async def answered(server: DiscordServer, interaction: int) -> Pending:
    """Return an interaction once the first answer to it is there."""
    pending: Pending = server.world.interactions[interaction]
    await server.world.until(lambda: pending.answer is not None)
    return pending


async def test_in_a_server_it_is_answered_at_once_for_one_pair_of_eyes_and_heard(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make):
        given = ann.uses(room, "/mood set", {"how": "good", "span": "2h"}, locale="ko")
        (heard,) = await ear.hears(1)

    assert isinstance(heard, Inbound)
    pending = await answered(server, given)
    assert pending.answer == {"type": LATER, "data": {"flags": EPHEMERAL}}
    assert heard.text == "/mood set for 2h good"
    assert (heard.message_id, heard.sender, heard.sender_name) == (str(given), "discord:7", "Ann")
    assert (heard.language, heard.unseen, heard.addressed) == ("ko", True, True)
    assert (heard.server, heard.reply_to) == ("900", None)
    assert heard.route == Route(account=ACCOUNT, chat=str(room.id))
    assert ann.sees(room)[0]["flags"] & LOADING
    assert server.person(8, "Ben").sees(room) == []


async def test_in_a_direct_talk_it_is_answered_like_anything_there(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person
) -> None:
    async with listening(server, make):
        given = ann.uses(ann.direct, "/status")
        (heard,) = await ear.hears(1)

    assert isinstance(heard, Inbound)
    assert (await answered(server, given)).answer == {"type": LATER}
    assert (heard.chat_kind, heard.unseen, heard.server) == (ChatKind.DIRECT, False, None)


async def test_in_a_thread_and_in_news_it_is_heard_where_it_was_given(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    thread = ann.opens(room, "holidays")
    news = server.channel(server.guild(900), "news", kind=NEWS)
    async with listening(server, make):
        ann.uses(thread, "/status")
        ann.uses(news, "/status")
        updates = await ear.hears(2)

    heard = {one.route.chat: one for one in updates if isinstance(one, Inbound)}
    assert heard[str(room.id)].route.thread == str(thread.id)
    assert heard[str(news.id)].chat_kind is ChatKind.CHANNEL


async def test_a_store_that_fails_for_now_holds_up_no_answer(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    ear.failures = 1  # five seconds
    async with listening(server, make):
        given = ann.uses(room, "/status")
        await answered(server, given)
        assert ear.updates == []
        await ear.hears(1)

    assert ear.texts == ["/status"]


async def test_two_at_once_are_both_answered_and_heard(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    ben = server.person(8, "Ben")
    async with listening(server, make):
        both = [ann.uses(room, "/status"), ben.uses(room, "/status")]
        updates = await ear.hears(2)
        for one in both:
            await answered(server, one)

    senders = {one.sender: one.message_id for one in updates if isinstance(one, Inbound)}
    assert senders == {"discord:7": str(both[0]), "discord:8": str(both[1])}


@pytest.mark.parametrize("kind", ["lost-answer", "reset", "malformed"])
async def test_an_answer_that_got_lost_is_given_again_and_the_command_is_heard_once(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel, kind: str
) -> None:
    server.fail("answer_interaction", kind)
    async with listening(server, make):
        given = ann.uses(room, "/status")
        await ear.hears(1)
        await answered(server, given)

    assert ear.texts == ["/status"]


async def test_what_discord_gave_up_already_is_not_done(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make):
        late = ann.uses(room, "/mood set", {"how": "bad"})
        server.world.interactions[late].at -= timedelta(seconds=10)
        await server.world.until(lambda: len(server.calls("answer_interaction")) == 1)
        ann.uses(room, "/status")
        await ear.hears(1)

    assert ear.texts == ["/status"]


async def test_who_is_not_let_in_hears_so_at_once_and_alone(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    ear.strangers.add("discord:7")
    async with listening(server, make):
        given = ann.uses(room, "/voice set", locale="de")
        pending = await answered(server, given)

    assert pending.original is not None
    assert pending.original["flags"] & EPHEMERAL
    assert ann.reads(room) == ["Sorry, das darfst du hier nicht benutzen."]


# Windows.


async def test_a_long_text_is_asked_for_in_a_window_and_heard_whole(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    text = "one\n\n/two " + "x" * 3000
    async with listening(server, make):
        given = ann.uses(room, "/voice tune", {"kind": "warm"})
        pending = await answered(server, given)
        filled = ann.fills(room, given, {"text": text})
        (heard,) = await ear.hears(1)
        done = await answered(server, filled)

    assert isinstance(heard, Inbound)
    assert pending.answer is not None
    assert pending.answer["type"] == WINDOW
    assert (heard.text, heard.message_id) == (f"/voice tune warm {text}", str(filled))
    assert done.answer == {"type": LATER, "data": {"flags": EPHEMERAL}}


# What is completed.


def types(ann: Person, room: Channel) -> int:
    return ann.types(room, "/mood log drop", "which", "#1")


async def test_values_are_suggested_for_what_is_being_written(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    ear.suggestions = [Suggestion(label=f"#{n} {'y' * 200}", value=f"#{n}") for n in range(40)]
    ear.suggestions[1] = Suggestion(label="too long", value="z" * 101)
    ear.suggestions[2] = Suggestion(label=" ", value="blank")
    async with listening(server, make):
        pending = await answered(server, types(ann, room))

    (asked,) = ear.wondered
    assert (asked.line, asked.option, asked.sender) == ("/mood log drop #1", "which", "discord:7")
    assert (asked.server, asked.chat_kind) == ("900", ChatKind.GROUP)
    assert len(pending.choices) == 25
    assert pending.choices[1]["value"] == "#3"
    assert ear.updates == []


def _fails(ear: Ear) -> None:
    ear.suggest_fails = Misconfigured("gone")


def _breaks(ear: Ear) -> None:
    ear.suggest_fails = OSError("the database is gone")


def _hangs(ear: Ear) -> None:
    ear.suggest_hangs = True


@pytest.mark.parametrize("trouble", [_fails, _breaks, _hangs])
async def test_where_that_fails_or_takes_too_long_nothing_is_suggested(
    server: DiscordServer,
    make: Maker,
    ear: Ear,
    ann: Person,
    room: Channel,
    trouble: Callable[[Ear], None],
) -> None:
    trouble(ear)
    async with listening(server, make):
        pending = await answered(server, types(ann, room))
        ann.uses(room, "/status")
        await ear.hears(1)

    assert pending.choices == []


# Buttons.


def offer(channel: Channel, *choices: Choice, key: str = "t1b0", **more: Any) -> Outbound:
    where = Route(account=ACCOUNT, chat=str(channel.id))
    return Outbound(route=where, text="Which?", key=key, choices=choices, **more)


YES = Choice(label="Yes", line="/mood set good yes")


async def test_a_button_in_a_direct_talk_gives_its_line_and_the_answer_takes_its_place(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person
) -> None:
    async with listening(server, make) as mina:
        await mina.send(offer(ann.direct, YES))
        pressed = ann.presses(ann.direct, "Yes")
        (heard,) = await ear.hears(1)
        await mina.send(offer(ann.direct, key="t2b0", answers=str(pressed)))

    assert isinstance(heard, Inbound)
    assert heard.text == "/mood set good yes"
    assert (await answered(server, pressed)).answer == {"type": LATER_HERE}
    (message,) = ann.sees(ann.direct)
    assert message["components"] == []


async def test_a_button_that_all_see_acts_for_whoever_presses_it_and_answers_them_alone(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    ben = server.person(8, "Ben")
    async with listening(server, make) as mina:
        await mina.send(offer(room, YES))
        pressed = ben.presses(room, "Yes")
        (heard,) = await ear.hears(1)
        told = offer(room, key="t2b0", answers=str(pressed), only_for="discord:8")
        outcome = await mina.send(told)

    assert isinstance(heard, Inbound)
    assert isinstance(outcome, Delivered)
    assert (heard.sender, heard.unseen) == ("discord:8", True)
    assert (await answered(server, pressed)).answer == {
        "type": LATER,
        "data": {"flags": EPHEMERAL},
    }
    assert len(ben.sees(room)) == 2
    (public,) = ann.sees(room)
    assert public["components"]


async def test_a_button_that_one_alone_sees_gives_its_place_to_the_answer(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        given = ann.uses(room, "/status")
        await ear.hears(1)
        asked = offer(room, YES, answers=str(given), only_for="discord:7")
        await mina.send(asked)
        pressed = ann.presses(room, "Yes")
        await ear.hears(2)
        await mina.send(offer(room, key="t2b0", answers=str(pressed), only_for="discord:7"))

    assert (await answered(server, pressed)).answer == {"type": LATER_HERE}
    (message,) = ann.sees(room)
    assert message["components"] == []
    assert server.person(8, "Ben").sees(room) == []


# What can't be read.


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param({"type": 77}, id="of a kind that there is not"),
        pytest.param({"token": None}, id="without a token"),
        pytest.param({"data": {"name": "usr/bin"}}, id="no command"),
        pytest.param({"data": None}, id="empty"),
        pytest.param({"type": 3, "data": {"component_type": 2, "custom_id": "hi"}}, id="no line"),
        pytest.param({"type": 3, "data": {"component_type": 3, "custom_id": "/a"}}, id="no button"),
        pytest.param({"context": 2}, id="in a talk of others"),
        pytest.param({"member": None}, id="by nobody"),
        pytest.param({"channel_id": {}}, id="nowhere"),
        pytest.param({"id": 2**80}, id="at a time beyond all times"),
    ],
)
async def test_what_can_not_be_read_is_noted_and_stops_nothing(
    server: DiscordServer,
    make: Maker,
    ear: Ear,
    ann: Person,
    room: Channel,
    broken: dict[str, Any],
) -> None:
    async with listening(server, make):
        whole = {
            "id": "5",
            "token": "x",
            "type": 2,
            "guild_id": "900",
            "channel_id": str(room.id),
            "member": {"user": {"id": "7", "username": "ann"}},
            "data": {"name": "status"},
        }
        server.world.tell("INTERACTION_CREATE", whole | broken, room)
        await ear.hears(1)
        ann.uses(room, "/status")
        updates = await ear.hears(2)

    assert isinstance(updates[0], Unreadable)
    assert ear.texts == ["/status"]


async def test_one_that_is_no_object_stops_nothing(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make):
        nothing: Any = None
        server.world.tell("INTERACTION_CREATE", nothing, room)
        ann.uses(room, "/status")
        await ear.hears(2)

    assert ear.texts == ["/status"]
