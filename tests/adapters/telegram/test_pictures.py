"""Pictures go out as photos, with their text below them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.clock.system import SystemClock
from core.conversation.model import Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Elsewhere,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    Unreachable,
)
from tests.adapters.telegram.conftest import ACCOUNT, Maker
from tests.contracts.pixels import DOT
from tests.servers.telegram import BotApiServer

ANN = Route(account=ACCOUNT, chat="7")
LONG = "😂" * 511 + " **xy**"
"""One unit more than a caption may have."""


@pytest.fixture(autouse=True)
def written(server: BotApiServer) -> None:
    """Ann has written before; else a bot may not write to her."""
    person = server.person(7)
    person.says(person.direct, "hi")


def picture(text: str = "my day", route: Route = ANN, reply_to: str | None = None) -> Outbound:
    return Outbound(
        route=route,
        text=text,
        key="t1b0",
        reply_to=reply_to,
        kind=BubbleKind.PICTURE,
        picture=DOT,
    )


async def test_a_picture_arrives_whole_with_its_caption_thread_and_reply(
    server: BotApiServer, make: Maker
) -> None:
    group = server.group(-1001, forum=True)
    topic = server.topic(group)
    asked = server.person(7).says(group, "well?", thread=topic)
    route = Route(account=ACCOUNT, chat="-1001", thread=str(topic))

    outcome = await make().send(picture("😂 **my day**", route, reply_to=str(asked)))

    (sent,) = server.sent
    assert isinstance(outcome, Delivered)
    assert outcome.message_id == str(sent.message_id)
    assert outcome.at.utcoffset() == timedelta(0)
    assert (sent.photo, sent.text, sent.thread, sent.reply_to) == (DOT, "😂 my day", topic, asked)
    assert [(e["type"], e["offset"], e["length"]) for e in sent.entities] == [("bold", 3, 6)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("", "", id="none"),
        pytest.param("😂" * 512, "😂" * 512, id="the longest"),
        pytest.param(f"**{'x' * 1024}**", "x" * 1024, id="the longest as it is shown"),
    ],
)
async def test_a_caption_that_fits_stands_in_one_message(
    text: str, shown: str, server: BotApiServer, make: Maker
) -> None:
    assert isinstance(await make().send(picture(text)), Delivered)
    assert [(sent.photo, sent.text) for sent in server.sent] == [(DOT, shown)]


async def test_a_text_too_long_for_a_caption_follows_whole(
    server: BotApiServer, make: Maker
) -> None:
    asked = server.person(7).says(server.person(7).direct, "your day?")

    outcome = await make().send(picture(LONG, reply_to=str(asked)))

    shown, told = server.sent
    assert (shown.photo, shown.text, shown.reply_to) == (DOT, "", asked)
    assert (told.photo, told.text, told.reply_to) == (None, "😂" * 511 + " xy", None)
    assert [e["type"] for e in told.entities] == ["bold"]
    assert isinstance(outcome, Delivered)
    assert outcome.message_id == str(told.message_id)


async def test_a_picture_that_did_not_arrive_has_no_text_that_follows(
    server: BotApiServer, make: Maker
) -> None:
    server.fail("sendPhoto", "flood", retry_after=7)

    outcome = await make().send(picture(LONG))

    assert outcome == NotSent(reason="RetryAfter", retry_after=timedelta(seconds=7))
    assert server.sent == []


@pytest.mark.parametrize("kind", ["flood", "reset", "lost-answer"])
async def test_a_picture_whose_text_is_held_up_never_shows_twice(
    kind: str, server: BotApiServer, make: Maker
) -> None:
    server.fail("sendMessage", kind)

    outcome = await make().send(picture(LONG))

    assert isinstance(outcome, InDoubt)
    assert "😂" not in outcome.reason
    assert [sent.photo for sent in server.sent][:1] == [DOT]
    assert len(server.calls("sendPhoto")) == 1


async def test_formatting_that_is_refused_is_left_out_once(
    server: BotApiServer, make: Maker
) -> None:
    said = "Bad Request: can't parse entities: unexpected end"
    server.fail("sendPhoto", "refuse", description=said)

    assert isinstance(await make().send(picture("a **b**")), Delivered)

    assert [(sent.photo, sent.text, sent.entities) for sent in server.sent] == [(DOT, "a b", ())]


async def test_a_reply_to_a_vanished_message_is_shown_without_the_reply(
    server: BotApiServer, make: Maker
) -> None:
    assert isinstance(await make().send(picture(reply_to="999")), Delivered)
    assert [(sent.photo, sent.reply_to) for sent in server.sent] == [(DOT, None)]


Spoils = Callable[[BotApiServer], object]
NO_RIGHT = "Bad Request: not enough rights to send {} to the chat"


@pytest.mark.parametrize(
    ("spoils", "kind"),
    [
        pytest.param(
            lambda s: s.fail("sendPhoto", "refuse", description=NO_RIGHT.format("photos")),
            Refused,
            id="words may still be said",
        ),
        pytest.param(
            lambda s: s.fail(
                "sendPhoto", "refuse", description="Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN"
            ),
            Refused,
            id="photos are forbidden",
        ),
        pytest.param(
            lambda s: s.fail("sendPhoto", "refuse", description=NO_RIGHT.format("text messages")),
            Unreachable,
            id="nothing may be said",
        ),
        pytest.param(lambda s: s.bar(s.person(7).direct), Unreachable, id="blocked"),
        pytest.param(
            lambda s: setattr(s.person(7).direct, "moved_to", -1009), Elsewhere, id="moved"
        ),
        pytest.param(
            lambda s: setattr(s.world, "token", "424242:another"), NotSent, id="token revoked"
        ),
    ],
)
async def test_what_telegram_says_of_a_photo_is_told(
    spoils: Spoils, kind: type, server: BotApiServer, make: Maker
) -> None:
    telegram = make()
    spoils(server)

    assert isinstance(await telegram.send(picture()), kind)
    assert server.sent == []


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(b"GIF89a", id="no picture"),
        pytest.param(None, id="nothing"),
        pytest.param(DOT[:16] + (9999).to_bytes(4) * 2 + DOT[24:], id="too large"),
        pytest.param(DOT + bytes(10 * 1024 * 1024), id="too heavy"),
    ],
)
async def test_what_is_no_photo_is_refused(
    spoilt: bytes | None, server: BotApiServer, make: Maker
) -> None:
    assert isinstance(await make().send(replace(picture(), picture=spoilt)), Refused)
    assert server.sent == []


async def test_where_there_is_no_such_thread_it_shows_nothing(
    server: BotApiServer, make: Maker
) -> None:
    server.group(-1001, forum=True)

    for thread in ("55", "cats"):
        route = Route(account=ACCOUNT, chat="-1001", thread=thread)
        assert isinstance(await make().send(picture(route=route)), Unreachable)
    assert server.sent == []


@pytest.mark.parametrize(
    ("kind", "how", "arrived"),
    [
        pytest.param("lost-answer", {}, 1, id="delivered, the answer was lost"),
        pytest.param("reset", {}, 0, id="dropped before it was read"),
        pytest.param("status", {"code": 502}, 0, id="502"),
        pytest.param("malformed", {}, 0, id="an answer that is no JSON"),
        pytest.param("malformed", {"body": '{"ok": true, "result": 7}'}, 0, id="no message"),
        pytest.param("hang", {}, 0, id="no answer in time"),
    ],
)
async def test_what_may_have_arrived_is_in_doubt_and_never_shown_twice(
    kind: str, how: dict[str, object], arrived: int, server: BotApiServer, make: Maker
) -> None:
    server.fail("sendPhoto", kind, **how)

    outcome = await make(read_limit=timedelta(seconds=0.3)).send(picture())

    assert isinstance(outcome, InDoubt)
    assert "my day" not in outcome.reason
    assert len(server.sent) == arrived
    assert len(server.calls("sendPhoto")) == 1


async def test_without_a_connection_it_is_surely_not_sent(
    server: BotApiServer, make: Maker
) -> None:
    telegram = make()
    await server.unplug()

    assert isinstance(await telegram.send(picture()), NotSent)
    await server.plug()
    assert isinstance(await telegram.send(picture()), Delivered)
    assert len(server.sent) == 1


async def test_after_a_crash_it_stays_in_doubt(server: BotApiServer, make: Maker) -> None:
    assert isinstance(await make().settle(picture(), SystemClock().now()), InDoubt)
    assert server.calls("sendPhoto") == []
