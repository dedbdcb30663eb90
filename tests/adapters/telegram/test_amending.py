from datetime import timedelta

import pytest
from telegram.constants import ReactionEmoji

from adapters.clock.system import SystemClock
from adapters.telegram.calls import reaction_of
from core.conversation.model import Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Elsewhere,
    Gifts,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    Unreachable,
)
from tests.adapters.telegram.conftest import ACCOUNT, Maker
from tests.servers.telegram import BotApiServer

ANN = Route(account=ACCOUNT, chat="7")


@pytest.fixture
def asked(server: BotApiServer) -> str:
    """What Ann has written; the bot may answer since."""
    ann = server.person(7)
    return str(ann.says(ann.direct, "hi"))


def change(text: str, of: str | None) -> Outbound:
    return Outbound(route=ANN, text=text, key="t1b0", amends=of)


def reaction(emoji: str, on: str | None) -> Outbound:
    return Outbound(route=ANN, text=emoji, key="t1b1", reply_to=on, kind=BubbleKind.REACTION)


def delivered(outcome: SendOutcome) -> str:
    assert isinstance(outcome, Delivered), outcome
    assert outcome.at.utcoffset() == timedelta(0)
    return outcome.message_id


def test_it_says_what_it_can(make: Maker) -> None:
    assert make().gifts == Gifts(reacts=True, amends=True, pictures=True, files=True, removes=True)


async def test_a_message_grows_under_its_own_number(
    server: BotApiServer, make: Maker, asked: str
) -> None:
    telegram = make()
    first = delivered(await telegram.send(Outbound(route=ANN, text="On", key="t1b0")))

    assert delivered(await telegram.send(change("Once **upon**", first))) == first

    assert [(one.kind, one.text) for one in server.amended] == [("edited", "Once upon")]
    assert [e["type"] for e in server.amended[0].entities] == ["bold"]
    assert len(server.sent) == 1


async def test_what_it_says_already_is_delivered(
    server: BotApiServer, make: Maker, asked: str
) -> None:
    telegram = make()
    first = delivered(await telegram.send(Outbound(route=ANN, text="same", key="t1b0")))

    assert delivered(await telegram.send(change("same", first))) == first


@pytest.mark.parametrize("of", ["999", "1", "abc", ""], ids=["gone", "Ann's", "odd", "none"])
async def test_what_is_gone_or_not_its_own_can_t_be_changed(
    of: str, server: BotApiServer, make: Maker, asked: str
) -> None:
    outcome = await make().send(change("new", of))

    assert isinstance(outcome, Refused)
    assert server.amended == []


async def test_formatting_of_a_change_that_is_refused_is_left_out(
    server: BotApiServer, make: Maker, asked: str
) -> None:
    telegram = make()
    first = delivered(await telegram.send(Outbound(route=ANN, text="a", key="t1b0")))
    said = "Bad Request: can't parse entities: unexpected end"
    server.fail("editMessageText", "refuse", description=said)

    delivered(await telegram.send(change("a **b**", first)))

    assert [(one.text, one.entities) for one in server.amended] == [("a b", ())]


@pytest.mark.parametrize("emoji", list(ReactionEmoji), ids=lambda emoji: emoji.name)
def test_every_reaction_of_telegram_is_taken(emoji: ReactionEmoji) -> None:
    assert reaction_of(emoji.value) == emoji.value


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        pytest.param("❤️", "❤", id="a heart as people type it"),
        pytest.param("👍🏽", "👍", id="a tone of skin"),
        pytest.param(" 🔥\n", "🔥", id="blanks around it"),
        pytest.param("🦩", None, id="an emoji that Telegram does not take"),
        pytest.param("👍👍", None, id="two"),
        pytest.param("ok", None, id="a word"),
        pytest.param("", None, id="nothing"),
        pytest.param("123456", None, id="the number of a drawn one"),
    ],
)
def test_a_reaction_is_looked_up_before_it_is_asked_for(written: str, taken: str | None) -> None:
    assert reaction_of(written) == taken


async def test_a_reaction_goes_on_the_message(
    server: BotApiServer, make: Maker, asked: str
) -> None:
    telegram = make()

    assert delivered(await telegram.send(reaction("❤️", asked))) == asked
    assert delivered(await telegram.send(reaction("❤️", asked))) == asked

    assert {(one.chat, str(one.message_id), one.with_) for one in server.reactions} == {
        (7, asked, ("❤",))
    }
    assert server.sent == []


@pytest.mark.parametrize(("emoji", "on"), [("🦩", "1"), ("👍", None), ("👍", "abc")])
async def test_a_reaction_that_can_t_be_is_refused_without_asking(
    emoji: str, on: str | None, server: BotApiServer, make: Maker, asked: str
) -> None:
    assert isinstance(await make().send(reaction(emoji, on)), Refused)
    assert server.calls("setMessageReaction") == []


async def test_a_reaction_on_what_is_gone_is_refused(
    server: BotApiServer, make: Maker, asked: str
) -> None:
    assert isinstance(await make().send(reaction("👍", "999")), Refused)


@pytest.mark.parametrize(
    "said",
    ["not enough rights to send text messages to the chat", "REACTION_INVALID", "TOPIC_CLOSED"],
)
async def test_a_refused_reaction_leaves_the_chat_reachable(
    said: str, server: BotApiServer, make: Maker, asked: str
) -> None:
    server.fail("setMessageReaction", "refuse", description=f"Bad Request: {said}")
    telegram = make()

    assert isinstance(await telegram.send(reaction("👍", asked)), Refused)


MANNERS = ["change", "reaction"]


async def prepared(manner: str, server: BotApiServer, make: Maker, asked: str) -> Outbound:
    if manner == "reaction":
        return reaction("👍", asked)
    first = delivered(await make().send(Outbound(route=ANN, text="On", key="t1b0")))
    return change("Once", first)


@pytest.mark.parametrize("manner", MANNERS)
async def test_what_shows_once_is_asked_for_again_when_an_answer_is_lost(
    manner: str, server: BotApiServer, make: Maker, asked: str
) -> None:
    outbound = await prepared(manner, server, make, asked)
    server.fail("editMessageText", "lost-answer")
    server.fail("setMessageReaction", "lost-answer")

    assert delivered(await make().send(outbound)) == (outbound.amends or outbound.reply_to)
    assert len(server.amended) + len({one.with_ for one in server.reactions}) == 1


@pytest.mark.parametrize("manner", MANNERS)
async def test_without_any_answer_it_is_in_doubt_and_settled_by_doing_it_again(
    manner: str, server: BotApiServer, make: Maker, asked: str
) -> None:
    outbound = await prepared(manner, server, make, asked)
    server.fail("editMessageText", "reset", times=2)
    server.fail("setMessageReaction", "reset", times=2)
    telegram = make()

    assert isinstance(await telegram.send(outbound), InDoubt)
    delivered(await telegram.settle(outbound, SystemClock().now()))


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        pytest.param(403, Unreachable, id="blocked"),
        pytest.param(401, NotSent, id="token revoked"),
        pytest.param(429, NotSent, id="flood"),
    ],
)
async def test_what_stands_in_the_way_of_words_stands_in_the_way_of_all(
    manner: str, code: int, kind: type, server: BotApiServer, make: Maker, asked: str
) -> None:
    outbound = await prepared(manner, server, make, asked)
    for method in ("editMessageText", "setMessageReaction"):
        if code == 429:
            server.fail(method, "flood", retry_after=7)
        else:
            server.fail(method, "refuse", code=code, description="Forbidden: bot was blocked")

    assert isinstance(await make().send(outbound), kind)


@pytest.mark.parametrize("manner", MANNERS)
async def test_in_a_group_that_moved_it_says_where_to(
    manner: str, server: BotApiServer, make: Maker, asked: str
) -> None:
    outbound = await prepared(manner, server, make, asked)
    server.person(7).direct.moved_to = -1009

    assert await make().send(outbound) == Elsewhere(chat="-1009")


async def test_a_closed_client_changes_and_settles_nothing(
    server: BotApiServer, make: Maker, asked: str
) -> None:
    telegram = make()
    await telegram.close()

    assert isinstance(await telegram.settle(change("x", asked), SystemClock().now()), NotSent)
