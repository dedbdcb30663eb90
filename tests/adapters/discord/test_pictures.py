"""Pictures go out as files of a message, whose text stands beside them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.clock.system import SystemClock
from adapters.discord.speaking import NONCE_WINDOW
from core.conversation.model import Route
from core.engine.model import BubbleKind, Delivered, NotSent, Outbound, Refused
from tests.adapters.discord.conftest import ACCOUNT, HastyClock, Maker, hearing
from tests.contracts.pixels import DOT
from tests.servers.discord import DiscordServer
from tests.servers.discord.world import Channel

HEAVY = DOT + bytes(2 * 1024 * 1024)


@pytest.fixture
def direct(server: DiscordServer) -> Channel:
    ann = server.person(7, "Ann")
    ann.says(ann.direct, "hi")
    return ann.direct


def picture(
    channel: Channel, *, drawn: bytes | None = DOT, reply_to: str | None = None
) -> Outbound:
    return Outbound(
        route=Route(account=ACCOUNT, chat=str(channel.id)),
        text="**my day**, @everyone",
        key="t1b0",
        reply_to=reply_to,
        kind=BubbleKind.PICTURE,
        picture=drawn,
    )


def files(server: DiscordServer, channel: Channel) -> list[tuple[str, bytes, str]]:
    """Return text, content and kind of every file in the channel."""
    return [
        (str(message["content"]), *server.world.files[one["url"]])
        for message in channel.messages.values()
        for one in message["attachments"]
    ]


async def test_a_picture_arrives_whole_beside_its_text_and_pings_nobody(
    server: DiscordServer, make: Maker
) -> None:
    room = server.channel(server.guild(900))
    said = server.person(7, "Ann").says(room, "your day?")
    mina = make()

    async with hearing(mina, server):
        outcome = await mina.send(picture(room, reply_to=str(said)))

    (sent,) = server.sent
    assert isinstance(outcome, Delivered)
    assert outcome.message_id == str(sent.message_id)
    assert files(server, room) == [("**my day**, @everyone", DOT, "image/png")]
    assert (sent.attachments, sent.reply_to) == (("picture.png",), said)
    assert not sent.pinged_everyone


async def test_a_picture_that_was_not_drawn_is_refused(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        sent = await mina.send(picture(direct, drawn=None))
        settled = await mina.settle(picture(direct, drawn=None), SystemClock().now())

    assert isinstance(sent, Refused)
    assert isinstance(settled, Refused)
    assert server.calls("send_message") == []


@pytest.mark.parametrize("kind", ["lost-answer", "reset", "malformed", "error"])
async def test_without_an_answer_it_is_shown_again_with_the_same_nonce_and_shows_once(
    kind: str, server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", kind, **({"status": 502} if kind == "error" else {}))
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        outcome = await mina.send(picture(direct, drawn=HEAVY))

    assert isinstance(outcome, Delivered)
    assert [content for _, content, _ in files(server, direct)] == [HEAVY]
    assert len({call.parameters["nonce"] for call in server.calls("send_message")}) == 1


async def test_after_a_wait_that_the_library_sits_out_it_goes_out_whole(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", "flood", retry_after=0.05)
    mina = make()

    async with hearing(mina, server):
        outcome = await mina.send(picture(direct, drawn=HEAVY))

    assert isinstance(outcome, Delivered)
    assert [content for _, content, _ in files(server, direct)] == [HEAVY]


@pytest.mark.parametrize("age", [timedelta(seconds=5), NONCE_WINDOW + timedelta(minutes=5)])
async def test_after_a_crash_a_picture_that_came_up_is_known_though_it_is_drawn_anew(
    age: timedelta, server: DiscordServer, make: Maker, direct: Channel
) -> None:
    first = make()
    tried_at = SystemClock().now()
    async with hearing(first, server):
        said = await first.send(picture(direct))
    await first.close()
    clock = HastyClock()
    again = make(clock=clock)
    async with hearing(again, server):
        await clock.sleep(age)
        outcome = await again.settle(picture(direct, drawn=DOT + b" anew"), tried_at)

    assert outcome == said
    assert [content for _, content, _ in files(server, direct)] == [DOT]


async def test_where_files_are_not_allowed_words_still_are(
    server: DiscordServer, make: Maker
) -> None:
    room = server.channel(server.guild(900))
    room.door.attach = False
    mina = make()

    async with hearing(mina, server):
        outcome = await mina.send(picture(room))

        words = await mina.send(replace(picture(room), kind=BubbleKind.TEXT, picture=None))

    assert isinstance(outcome, Refused)
    assert isinstance(words, Delivered)
    assert files(server, room) == []


async def test_what_is_too_heavy_is_refused(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        outcome = await mina.send(picture(direct, drawn=DOT + bytes(10 * 1024 * 1024)))

    assert isinstance(outcome, Refused)
    assert server.sent == []


async def test_without_a_connection_it_is_surely_not_sent(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    assert isinstance(await make().send(picture(direct)), NotSent)
    assert server.sent == []
