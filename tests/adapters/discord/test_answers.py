"""Answers to commands reach whoever gave them, once, and nobody else."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from adapters.clock.system import SystemClock
from adapters.discord.client import Discord
from adapters.discord.errors import UNKNOWN_MESSAGE
from core.admin.model import Choice
from core.conversation.model import IdentityId, Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Enclosure,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
)
from tests.adapters.discord.conftest import ACCOUNT, Ear, HastyClock, Maker, hearing
from tests.adapters.discord.table import TABLE
from tests.contracts.pixels import DOT
from tests.servers.discord import CLOSED, DiscordServer, Person
from tests.servers.discord.interactions import EPHEMERAL
from tests.servers.discord.world import Channel

ANN = IdentityId("discord:7")
DATA = Enclosure(name="my-data.json", mime="application/json", content=b'{"a": 1}')
YES = Choice(label="Yes", line="/mood set good yes")
THERE = Choice(label="Talk to me directly", line="/memories", in_direct=True)


@pytest.fixture
def ann(server: DiscordServer) -> Person:
    return server.person(7, "Ann")


@pytest.fixture
def room(server: DiscordServer) -> Channel:
    return server.channel(server.guild(900))


@asynccontextmanager
async def listening(server: DiscordServer, make: Maker, **how: Any) -> AsyncIterator[Discord]:
    mina = make(menu=TABLE, **how)
    async with hearing(mina, server):
        await server.world.until(lambda: None in server.world.commands)
        yield mina


async def given(ear: Ear, ann: Person, where: Channel) -> str:
    """Let Ann give a command, and return its id once it is heard."""
    before = len(ear.updates)
    id = ann.uses(where, "/status")
    await ear.hears(before + 1)
    return str(id)


def bubble(channel: Channel, answers: str | None, text: str = "hello", **more: Any) -> Outbound:
    route = Route(account=ACCOUNT, chat=str(channel.id))
    only_for = ANN if channel.guild is not None else None
    fields = {"key": "t1b0", "only_for": only_for, **more}
    return Outbound(route=route, text=text, answers=answers, **fields)


# By the token.


async def test_pages_come_one_after_the_other_for_one_pair_of_eyes(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        pages = [f"page {n} " + "x" * 1900 for n in range(4)]
        outcomes = [
            await mina.send(bubble(room, command, text, key=f"t1b{n}"))
            for n, text in enumerate(pages)
        ]

    assert all(isinstance(one, Delivered) for one in outcomes)
    assert ann.reads(room) == pages
    assert all(message["flags"] == EPHEMERAL for message in ann.sees(room))
    assert server.person(8, "Ben").sees(room) == []
    assert not any(sent.pinged_everyone for sent in server.sent)


async def test_in_a_direct_talk_the_first_takes_the_place_and_the_rest_is_said_with_nonces(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, ann.direct)
        for n in range(3):
            await mina.send(bubble(ann.direct, command, f"page {n}", key=f"t1b{n}"))

    assert ann.reads(ann.direct) == ["page 0", "page 1", "page 2"]
    assert len(server.calls("edit_original")) == 1
    assert [sent.nonce is None for sent in server.sent] == [True, False, False]


async def test_it_pings_nobody(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        for n in range(2):
            await mina.send(bubble(room, command, "@everyone <@7>", key=f"t1b{n}"))

    assert [(one.pinged_everyone, one.pinged_users) for one in server.sent] == [(False, ())] * 2


@pytest.mark.parametrize("kind", ["lost-answer", "reset", "malformed", "error", "hang"])
async def test_the_first_is_said_again_without_an_answer_and_shows_once(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel, kind: str
) -> None:
    async with listening(server, make, clock=HastyClock()) as mina:
        command = await given(ear, ann, room)
        server.fail("edit_original", kind, **({"status": 502} if kind == "error" else {}))
        first = await mina.send(bubble(room, command))
        again = await mina.settle(bubble(room, command), SystemClock().now())

    assert isinstance(first, Delivered)
    assert isinstance(again, Delivered)
    assert ann.reads(room) == ["hello"]


@pytest.mark.parametrize("kind", ["lost-answer", "malformed", "status"])
async def test_what_follows_for_one_alone_is_in_doubt_without_an_answer_and_never_twice(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel, kind: str
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        await mina.send(bubble(room, command))
        more = bubble(room, command, "more", key="t1b1", picture=DOT, kind=BubbleKind.PICTURE)
        server.fail("follow_up", kind, **({"status": 502} if kind == "status" else {}))
        outcome = await mina.send(more)
        settled = await mina.settle(more, SystemClock().now())

    assert isinstance(outcome, InDoubt)
    assert isinstance(settled, InDoubt)
    assert len(server.calls("follow_up")) == 1
    assert ann.reads(room) in (["hello"], ["hello", "more"])


async def test_a_short_wait_is_sat_out_and_a_long_one_is_told(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        await mina.send(bubble(room, command))
        server.fail("follow_up", "flood", retry_after=0.05)
        short = await mina.send(bubble(room, command, "more", key="t1b1"))
        server.fail("follow_up", "flood", retry_after=900.0)
        long = await mina.send(bubble(room, command, "rest", key="t1b2"))

    assert isinstance(short, Delivered)
    assert isinstance(long, NotSent)
    assert ann.reads(room) == ["hello", "more"]


async def test_where_the_place_of_an_answer_is_gone_it_is_said_anew(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        await mina.send(bubble(room, command, choices=(YES,)))
        pressed = ann.presses(room, "Yes")
        await ear.hears(2)
        room.hidden.clear()
        outcomes = [await mina.send(bubble(room, str(pressed), key="t2b0"))]
        other = await given(ear, ann, room)
        room.hidden.popitem()  # before it was whole
        outcomes.append(await mina.send(bubble(room, other, "other", key="t3b0")))

    assert all(isinstance(one, Delivered) for one in outcomes)
    assert (ann.reads(room), ann.reads(ann.direct)) == (["hello"], ["other"])


async def test_a_picture_and_a_file_go_along_and_a_later_answer_takes_the_picture_away(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person
) -> None:
    here = ann.direct
    async with listening(server, make) as mina:
        command = await given(ear, ann, here)
        shown = bubble(
            here, command, "my day", kind=BubbleKind.PICTURE, picture=DOT, choices=(YES,)
        )
        await mina.send(shown)
        (message,) = ann.sees(here)
        files = [server.world.files[one["url"]] for one in message["attachments"]]
        pressed = ann.presses(here, "Yes")
        await ear.hears(2)
        await mina.send(bubble(here, str(pressed), "done", key="t2b0"))
        other = await given(ear, ann, here)
        await mina.send(bubble(here, other, "yours", key="t3b0", kind=BubbleKind.FILE, file=DATA))

    assert files == [(DOT, "image/png")]
    first, second = ann.sees(here)
    assert (first["content"], first["attachments"], first["components"]) == ("done", [], [])
    (file,) = second["attachments"]
    assert server.world.files[file["url"]] == (DATA.content, DATA.mime)
    assert file["filename"] == "my-data.json"


async def test_a_button_into_the_direct_talk_leads_there(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        await mina.send(bubble(room, command, choices=(THERE,)))
        server.fail("create_dm", "error", status=400)

    (message,) = ann.sees(room)
    (button,) = message["components"][0]["components"]
    assert button["url"].endswith(f"/@me/{ann.direct.id}")


# Without it.


async def test_after_a_restart_what_is_for_one_alone_goes_into_the_direct_talk(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
    await mina.close()
    again = make(menu=TABLE)
    async with hearing(again, server):
        outcome = await again.send(bubble(room, command, choices=(YES,)))
        plain = await again.send(bubble(room, command, "more", only_for=None, key="t1b1"))

    assert isinstance(outcome, Delivered)
    assert isinstance(plain, Delivered)
    assert ann.reads(ann.direct) == ["hello"]
    assert ann.sees(ann.direct)[0]["components"]
    assert server.person(8, "Ben").reads(room) == ["more"]


async def test_a_token_that_discord_does_not_take_any_more_is_done_without(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, room)
        server.world.interactions[int(command)].at -= timedelta(minutes=16)
        outcomes = [await mina.send(bubble(room, command, key=f"t1b{n}")) for n in range(2)]

    assert all(isinstance(one, Delivered) for one in outcomes)
    assert ann.reads(ann.direct) == ["hello", "hello"]
    assert len(server.calls("edit_original")) == 1


async def test_a_token_is_forgotten_after_a_quarter_of_an_hour(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, room: Channel
) -> None:
    clock = HastyClock()
    async with listening(server, make, clock=clock) as mina:
        command = await given(ear, ann, room)
        await clock.sleep(timedelta(minutes=15))
        outcome = await mina.send(bubble(room, command))

    assert isinstance(outcome, Delivered)
    assert ann.reads(ann.direct) == ["hello"]
    assert server.calls("edit_original") == []


async def test_a_closed_direct_talk_closes_nothing_but_itself(
    server: DiscordServer, make: Maker, ann: Person, room: Channel
) -> None:
    server.bar(ann.direct, CLOSED)
    mina = make()
    async with hearing(mina, server):
        outcome = await mina.send(bubble(room, "12345"))

    assert isinstance(outcome, Refused)
    assert server.sent == []


async def test_after_a_crash_what_one_alone_was_shown_is_in_doubt(
    server: DiscordServer, make: Maker, ann: Person, room: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        outcome = await mina.settle(bubble(room, "12345"), SystemClock().now())

    assert isinstance(outcome, InDoubt)
    assert ann.sees(ann.direct) == []


@pytest.mark.parametrize("pressed", [False, True], ids=["a command", "a button"])
async def test_after_a_crash_what_took_a_place_in_a_direct_talk_is_known(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person, pressed: bool
) -> None:
    here = ann.direct
    async with listening(server, make) as mina:
        command = await given(ear, ann, here)
        await mina.send(bubble(here, command, "which?", choices=(YES,)))
        if pressed:
            command = str(ann.presses(here, "Yes"))
            await ear.hears(2)
            await mina.send(bubble(here, command, "done", key="t2b0"))
        told = bubble(here, command, "done" if pressed else "which?", key="t2b0")
    await mina.close()
    again = make(menu=TABLE)
    async with hearing(again, server):
        outcome = await again.settle(told, SystemClock().now())

    assert isinstance(outcome, Delivered)
    assert len(ann.sees(here)) == 1


async def test_after_a_crash_what_took_no_place_is_said(
    server: DiscordServer, make: Maker, ear: Ear, ann: Person
) -> None:
    async with listening(server, make) as mina:
        command = await given(ear, ann, ann.direct)
    await mina.close()
    again = make(menu=TABLE)
    async with hearing(again, server):
        told = bubble(ann.direct, command)
        outcomes = [await again.settle(told, SystemClock().now()) for _ in range(2)]

    assert all(isinstance(one, Delivered) for one in outcomes)
    assert ann.reads(ann.direct) == ["", "hello"]


# Commands that were written as a text.


async def test_the_answer_to_a_text_has_its_buttons_too(
    server: DiscordServer, make: Maker, ann: Person, room: Channel
) -> None:
    said = ann.says(room, "<@424242424242424242> /mood")
    mina = make(menu=TABLE)
    async with hearing(mina, server):
        outcome = await mina.send(bubble(room, str(said), only_for=None, choices=(YES, THERE)))

    assert isinstance(outcome, Delivered)
    (row,) = ann.sees(room)[0]["components"]
    assert [button["label"] for button in row["components"]] == ["Yes"]


async def test_a_changed_message_has_the_new_buttons_alone(
    server: DiscordServer, make: Maker, ann: Person
) -> None:
    other = Choice(label="Other", line="/mood")
    mina = make()
    async with hearing(mina, server):
        said = await mina.send(bubble(ann.direct, None, choices=(YES,)))
        assert isinstance(said, Delivered)
        change = bubble(ann.direct, None, "hi", amends=said.message_id)
        await mina.send(replace(change, choices=(other,)))
        labels = [b["label"] for b in ann.sees(ann.direct)[0]["components"][0]["components"]]
        await mina.send(change)

    assert labels == ["Other"]
    assert ann.sees(ann.direct)[0]["components"] == []


async def test_a_file_is_sent_once_and_without_one_nothing(
    server: DiscordServer, make: Maker, ann: Person
) -> None:
    server.fail("send_message", "lost-answer")
    mina = make(clock=HastyClock())
    async with hearing(mina, server):
        file = bubble(ann.direct, None, "yours", kind=BubbleKind.FILE, file=DATA)
        outcome = await mina.send(file)
        without = await mina.send(replace(file, file=None))

    assert isinstance(outcome, Delivered)
    assert isinstance(without, Refused)
    (message,) = ann.sees(ann.direct)
    assert [one["filename"] for one in message["attachments"]] == ["my-data.json"]


async def test_what_was_said_can_be_taken_back_and_twice_is_once(
    server: DiscordServer, make: Maker, ann: Person
) -> None:
    mina = make(clock=HastyClock())
    async with hearing(mina, server):
        said = await mina.send(bubble(ann.direct, None))
        assert isinstance(said, Delivered)
        gone = bubble(
            ann.direct, None, "", kind=BubbleKind.REMOVAL, amends=said.message_id, key="t2b0"
        )
        server.fail("delete_message", "lost-answer")
        first = await mina.send(gone)
        again = await mina.settle(gone, SystemClock().now())
        nothing = await mina.send(replace(gone, amends=None))

    assert isinstance(first, Delivered)
    assert isinstance(again, Delivered)
    assert isinstance(nothing, Refused)
    assert ann.sees(ann.direct) == []
    assert UNKNOWN_MESSAGE == 10008


# Secrets.


async def test_no_token_of_an_interaction_is_in_any_line_of_a_log(
    server: DiscordServer,
    make: Maker,
    ear: Ear,
    ann: Person,
    room: Channel,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG, logger="discord.http")
    async with listening(server, make, clock=HastyClock()) as mina:
        server.fail("answer_interaction", "flood", retry_after=0.01)
        command = await given(ear, ann, room)
        for kind in ("flood", "error", "malformed", "hang"):
            server.fail("edit_original", kind, retry_after=0.01, status=502)
        await mina.send(bubble(room, command))
        server.fail("follow_up", "refuse", status=400, message="no")
        await mina.send(bubble(room, command, key="t1b1"))

    lines = caplog.text + "".join(capsys.readouterr())
    assert "secretpartofthetoken" not in lines
    assert "/webhooks/424242424242424242/***" in lines
