import asyncio
import math
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.clock.system import SystemClock
from adapters.clock.virtual import VirtualClock
from core.conversation.model import Route
from core.engine.model import Delivered, Elsewhere, InDoubt, NotSent, Outbound, Refused, Unreachable
from core.engine.ports import Messenger
from tests.adapters.telegram.conftest import ACCOUNT, Ear, Maker, hearing
from tests.servers.telegram import BotApiServer

ANN = Route(account=ACCOUNT, chat="7")
BO = Route(account=ACCOUNT, chat="8")


@pytest.fixture(autouse=True)
def written(server: BotApiServer) -> None:
    """Ann and Bo have written before; else a bot may not write to them."""
    for number in (7, 8):
        person = server.person(number)
        person.says(person.direct, "hi")


def bubble(text: str, route: Route = ANN, reply_to: str | None = None) -> Outbound:
    return Outbound(route=route, text=text, key="t1b0", reply_to=reply_to)


async def test_a_bubble_arrives_with_its_formatting_thread_and_reply(
    server: BotApiServer, make: Maker
) -> None:
    group = server.group(-1001, forum=True)
    topic = server.topic(group)
    asked = server.person(7).says(group, "well?", thread=topic)
    route = Route(account=ACCOUNT, chat="-1001", thread=str(topic))

    outcome = await make().send(bubble("😂 **yes**", route, reply_to=str(asked)))

    (sent,) = server.sent
    assert isinstance(outcome, Delivered)
    assert outcome.message_id == str(sent.message_id)
    assert outcome.at.utcoffset() == timedelta(0)
    assert (sent.text, sent.thread, sent.reply_to) == ("😂 yes", topic, asked)
    assert [(e["type"], e["offset"], e["length"]) for e in sent.entities] == [("bold", 3, 3)]


async def test_it_is_a_messenger(make: Maker) -> None:
    messenger: Messenger = make()

    assert messenger.limit.length("😂") == 2
    assert messenger.limit.most == 4096
    assert not messenger.health.connected


async def test_the_longest_text_arrives_whole(server: BotApiServer, make: Maker) -> None:
    text = "😂" * 2048

    assert isinstance(await make().send(bubble(text)), Delivered)
    assert server.sent[0].text == text


@pytest.mark.parametrize("text", ["x" * 4097, " \n "], ids=["too long", "blank"])
async def test_what_telegram_never_takes_is_refused(
    text: str, server: BotApiServer, make: Maker
) -> None:
    assert isinstance(await make().send(bubble(text)), Refused)
    assert server.sent == []


async def test_formatting_that_is_refused_is_left_out_once(
    server: BotApiServer, make: Maker
) -> None:
    said = "Bad Request: can't parse entities: unexpected end"
    server.fail("sendMessage", "refuse", description=said)

    assert isinstance(await make().send(bubble("a **b**")), Delivered)

    assert [(sent.text, sent.entities) for sent in server.sent] == [("a b", ())]
    assert len(server.calls("sendMessage")) == 2


async def test_formatting_that_is_refused_without_any_is_refused_for_good(
    server: BotApiServer, make: Maker
) -> None:
    said = "Bad Request: can't parse entities: unexpected end"
    server.fail("sendMessage", "refuse", times=5, description=said)

    assert isinstance(await make().send(bubble("a **b**")), Refused)
    assert len(server.calls("sendMessage")) == 2


async def test_a_reply_to_a_vanished_message_is_said_without_the_reply(
    server: BotApiServer, make: Maker
) -> None:
    assert isinstance(await make().send(bubble("so", reply_to="999")), Delivered)
    assert [(sent.text, sent.reply_to) for sent in server.sent] == [("so", None)]


async def test_a_reply_to_what_vanished_in_a_topic_stays_in_the_topic(
    server: BotApiServer, make: Maker
) -> None:
    group = server.group(-1001, forum=True)
    topic = server.topic(group)
    ann = server.person(7)
    asked = ann.says(group, "well?", thread=topic)
    ann.deletes(group, asked)
    route = Route(account=ACCOUNT, chat="-1001", thread=str(topic))

    assert isinstance(await make().send(bubble("so", route, reply_to=str(asked))), Delivered)

    assert [(sent.chat, sent.thread, sent.reply_to) for sent in server.sent] == [
        (-1001, topic, None)
    ]


async def test_after_a_move_a_reply_to_the_old_chat_s_message_is_said_without_it(
    server: BotApiServer, make: Maker
) -> None:
    old = server.group(-5, basic=True)
    asked = [server.person(7).says(old, f"line {n}") for n in range(9)][-1]
    new = server.migrate(old, to=-1005)
    telegram = make()
    answer = bubble("so", Route(account=ACCOUNT, chat="-5"), reply_to=str(asked))

    moved = await telegram.send(answer)
    assert moved == Elsewhere(chat="-1005")
    there = replace(answer, route=replace(answer.route, chat=moved.chat))
    assert isinstance(await telegram.send(there), Delivered)

    assert [(sent.chat, sent.reply_to) for sent in server.sent] == [(new.id, None)]


async def test_in_the_general_topic_it_answers_in_the_general_topic(
    server: BotApiServer, make: Maker, ear: Ear
) -> None:
    group = server.group(-1001, forum=True)
    server.topic(group)
    telegram = make()
    async with hearing(telegram):
        asked = server.person(7).says(group, "@mina_bot hi")
        await ear.hears(3)
    route = ear.inbounds[-1].route

    assert isinstance(await telegram.send(bubble("hi", route, reply_to=str(asked))), Delivered)

    assert route == Route(account=ACCOUNT, chat="-1001")
    assert [(sent.thread, sent.reply_to) for sent in server.sent] == [(None, asked)]


@pytest.mark.parametrize("end", ["closed", "deleted", "odd", "general closed"])
async def test_where_a_topic_ended_it_says_nothing_anywhere(
    end: str, server: BotApiServer, make: Maker
) -> None:
    group = server.group(-1001, forum=True)
    topic, ann = server.topic(group), server.person(7)
    thread: str | None = str(topic)
    match end:
        case "closed":
            ann.closes_topic(group, topic)
        case "deleted":
            ann.deletes_topic(group, topic)
        case "general closed":
            ann.closes_topic(group)
            thread = None
        case _:
            thread = "cats"
    route = Route(account=ACCOUNT, chat="-1001", thread=thread)

    assert isinstance(await make().send(bubble("hi", route)), Unreachable)
    assert server.sent == []


async def test_a_foreign_reply_number_is_passed_over(server: BotApiServer, make: Maker) -> None:
    assert isinstance(await make().send(bubble("so", reply_to="abc")), Delivered)


@pytest.mark.parametrize(
    "why",
    [
        "Forbidden: bot was blocked by the user",
        "Forbidden: bot was kicked from the supergroup chat",
        "Forbidden: user is deactivated",
    ],
)
async def test_who_shut_it_out_is_unreachable_and_others_are_not(
    why: str, server: BotApiServer, make: Maker
) -> None:
    server.bar(server.person(7).direct, why)
    telegram = make()

    assert isinstance(await telegram.send(bubble("hi")), Unreachable)
    assert isinstance(await telegram.send(bubble("hi", BO)), Delivered)


@pytest.mark.parametrize("chat", ["999", "no number"])
async def test_an_unknown_chat_is_unreachable(chat: str, make: Maker) -> None:
    outcome = await make().send(bubble("hi", Route(account=ACCOUNT, chat=chat)))

    assert isinstance(outcome, Unreachable | Refused)


async def test_a_group_that_moved_says_where_it_is(server: BotApiServer, make: Maker) -> None:
    server.person(7).direct.moved_to = -1009

    assert await make().send(bubble("hi")) == Elsewhere(chat="-1009")
    assert server.sent == []


@pytest.mark.parametrize("wait_s", [7, 14_000])
async def test_a_flood_is_told_with_its_wait_and_stops_no_other_chat(
    wait_s: int, server: BotApiServer, make: Maker
) -> None:
    server.fail("sendMessage", "flood", retry_after=wait_s, chat=7)
    telegram = make()

    assert await telegram.send(bubble("hi")) == NotSent(
        reason="RetryAfter", retry_after=timedelta(seconds=wait_s)
    )
    assert isinstance(await telegram.send(bubble("hi", BO)), Delivered)


@pytest.mark.parametrize(
    ("said", "wait"),
    [
        pytest.param(1e12, timedelta(days=1), id="thousands of years"),
        pytest.param(1e300, timedelta(days=1), id="no span at all"),
        pytest.param(math.inf, timedelta(days=1), id="for ever"),
        pytest.param(math.nan, timedelta(minutes=1), id="no number"),
        pytest.param(10**400, timedelta(minutes=1), id="more than a float"),
        pytest.param(-5, timedelta(0), id="in the past"),
        pytest.param("soon", timedelta(minutes=1), id="a word"),
        pytest.param(None, timedelta(minutes=1), id="nothing"),
    ],
)
async def test_a_flood_is_surely_not_sent_whatever_wait_it_names(
    said: object, wait: timedelta, server: BotApiServer, make: Maker
) -> None:
    server.fail("sendMessage", "flood", retry_after=said)

    assert await make().send(bubble("hi")) == NotSent(reason="RetryAfter", retry_after=wait)


async def test_the_rate_of_the_server_is_obeyed_by_waiting(
    server: BotApiServer, make: Maker
) -> None:
    server.world.least_gap_s = 60
    telegram = make()

    first, second = await telegram.send(bubble("one")), await telegram.send(bubble("two"))

    assert isinstance(first, Delivered)
    assert isinstance(second, NotSent)
    assert second.retry_after >= timedelta(seconds=59)
    assert [sent.text for sent in server.sent] == ["one"]


@pytest.mark.parametrize(
    ("kind", "how", "arrived"),
    [
        pytest.param("lost-answer", {}, 1, id="delivered, the answer was lost"),
        pytest.param("reset", {}, 0, id="dropped before it was read"),
        pytest.param("status", {"code": 500}, 0, id="500"),
        pytest.param("status", {"code": 502}, 0, id="502"),
        pytest.param("malformed", {}, 0, id="an answer that is no JSON"),
        pytest.param("malformed", {"body": "[]"}, 0, id="an answer of another shape"),
        pytest.param("malformed", {"body": '{"ok": true}'}, 0, id="an answer without a result"),
        pytest.param("malformed", {"body": '{"ok": true, "result": 7}'}, 0, id="no message"),
        pytest.param("hang", {}, 0, id="no answer in time"),
    ],
)
async def test_what_may_have_arrived_is_in_doubt_and_never_said_twice(
    kind: str, how: dict[str, object], arrived: int, server: BotApiServer, make: Maker
) -> None:
    server.fail("sendMessage", kind, **how)
    telegram = make(read_limit=timedelta(seconds=0.3))

    outcome = await telegram.send(bubble("once"))

    assert isinstance(outcome, InDoubt)
    assert "once" not in outcome.reason
    assert len(server.sent) == arrived
    assert len(server.calls("sendMessage")) == 1


async def test_after_a_crash_it_stays_in_doubt(server: BotApiServer, make: Maker) -> None:
    assert isinstance(await make().settle(bubble("once"), SystemClock().now()), InDoubt)
    assert server.calls("sendMessage") == []


async def test_without_a_connection_it_is_surely_not_sent(
    server: BotApiServer, make: Maker
) -> None:
    telegram = make()
    await server.unplug()

    outcome = await telegram.send(bubble("hi"))

    assert isinstance(outcome, NotSent)
    await server.plug()
    assert isinstance(await telegram.send(bubble("hi")), Delivered)
    assert len(server.sent) == 1


async def test_a_closed_client_sends_nothing(server: BotApiServer, make: Maker) -> None:
    telegram = make()
    await telegram.close()

    assert isinstance(await telegram.send(bubble("hi")), NotSent)
    await telegram.typing(ANN)
    assert server.world.calls == []


async def test_a_revoked_token_loses_no_bubble(server: BotApiServer, make: Maker) -> None:
    telegram = make()
    server.world.token = "424242:another"

    assert isinstance(await telegram.send(bubble("hi")), NotSent)


async def test_a_cancelled_send_ends_at_once(server: BotApiServer, make: Maker) -> None:
    server.fail("sendMessage", "hang")
    telegram = make()

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await telegram.send(bubble("hi"))


async def test_typing_shows(server: BotApiServer, make: Maker) -> None:
    await make().typing(ANN)

    assert [(t.chat, t.action) for t in server.typings] == [(7, "typing")]


@pytest.mark.parametrize(
    ("kind", "how"),
    [
        ("flood", {"retry_after": 7}),
        ("refuse", {"code": 403, "description": "Forbidden: bot was blocked by the user"}),
        ("refuse", {"code": 401, "description": "Unauthorized"}),
        ("reset", {}),
        ("status", {"code": 500}),
        ("malformed", {}),
        ("malformed", {"body": "[]"}),
        ("malformed", {"body": '{"ok": false}'}),
        ("hang", {}),
    ],
)
async def test_typing_that_fails_matters_to_nobody_and_is_not_tried_again(
    kind: str, how: dict[str, object], server: BotApiServer, make: Maker
) -> None:
    server.fail("sendChatAction", kind, **how)

    await make(read_limit=timedelta(seconds=0.3)).typing(ANN)

    assert len(server.calls("sendChatAction")) == 1


@pytest.mark.parametrize("method", ["sendChatAction", "sendMessage"])
async def test_after_a_flood_it_does_not_type_in_that_chat_for_the_time_asked(
    method: str, server: BotApiServer, make: Maker
) -> None:
    clock = VirtualClock(SystemClock().now())
    telegram = make(clock=clock)
    server.fail(method, "flood", retry_after=7)
    if method == "sendMessage":
        await telegram.send(bubble("hi"))
    else:
        await telegram.typing(ANN)

    await telegram.typing(ANN)
    await telegram.typing(BO)
    assert [typing.chat for typing in server.typings] == [8]

    clock.advance(clock.now() + timedelta(seconds=7))
    await telegram.typing(ANN)
    assert [typing.chat for typing in server.typings] == [8, 7]
