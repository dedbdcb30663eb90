import asyncio
from datetime import timedelta

import pytest

from adapters.clock.system import SystemClock
from adapters.discord.client import Discord
from adapters.discord.speaking import NONCE_WINDOW, nonce_of
from core.conversation.model import Route
from core.engine.model import (
    BubbleKind,
    Delivered,
    Gifts,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    Unreachable,
)
from core.engine.ports import Messenger
from tests.adapters.discord.conftest import ACCOUNT, HastyClock, Maker, hearing
from tests.servers.discord import DiscordServer
from tests.servers.discord.world import Channel


@pytest.fixture
def direct(server: DiscordServer) -> Channel:
    ann = server.person(7, "Ann")
    ann.says(ann.direct, "hi")
    return ann.direct


def bubble(channel: Channel, text: str = "hello", **more: object) -> Outbound:
    where = Route(account=ACCOUNT, chat=str(channel.id))
    if channel.parent is not None:
        where = Route(account=ACCOUNT, chat=str(channel.parent.id), thread=str(channel.id))
    fields: dict[str, object] = {"route": where, "text": text, "key": "t1b0", **more}
    return Outbound(**fields)  # type: ignore[arg-type]


def texts(channel: Channel) -> list[str]:
    return [str(message["content"]) for message in channel.messages.values()]


async def test_a_bubble_arrives_with_its_number_and_time(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct))

    assert isinstance(outcome, Delivered)
    assert int(outcome.message_id) in direct.messages
    assert abs(outcome.at - SystemClock().now()) < timedelta(minutes=1)


async def test_a_thread_is_answered_in_the_thread_and_a_reply_points_at_its_message(
    server: DiscordServer, make: Maker
) -> None:
    ann = server.person(7, "Ann")
    room = server.channel(server.guild(900))
    thread = ann.opens(room, "holidays")
    said = ann.says(thread, "where to?")
    mina = make()

    async with hearing(mina, server):
        await mina.send(bubble(thread, "the sea", reply_to=str(said)))

    assert texts(thread)[-1] == "the sea"
    last = list(thread.messages.values())[-1]
    assert last["message_reference"]["message_id"] == str(said)


async def test_a_reply_to_a_message_that_vanished_becomes_a_plain_message_in_the_same_place(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct, reply_to="123456789"))

    assert isinstance(outcome, Delivered)
    assert texts(direct)[-1] == "hello"


async def test_where_history_can_not_be_read_a_reply_becomes_a_plain_message(
    server: DiscordServer, make: Maker
) -> None:
    room = server.channel(server.guild(900))
    said = server.person(7, "Ann").says(room, "hi")
    server.fail("send_message", "refuse", status=403, code=160002)
    mina = make()

    async with hearing(mina, server):
        outcome = await mina.send(bubble(room, reply_to=str(said)))

    assert isinstance(outcome, Delivered)
    assert "message_reference" not in list(room.messages.values())[-1]


async def test_nothing_that_a_text_says_pings_anybody_but_the_person_answered(
    server: DiscordServer, make: Maker
) -> None:
    guild = server.guild(900)
    room = server.channel(guild)
    ann, ben = server.person(7, "Ann"), server.person(8, "Ben")
    role = server.role(guild, "Team", ben, mentionable=True)
    said = ann.says(room, "say it loudly")
    mina = make()

    async with hearing(mina, server):
        loud = f"@everyone @here <@8> <@&{role.id}>"
        await mina.send(bubble(room, loud, reply_to=str(said)))

    (sent,) = server.sent
    assert sent.pinged_users == (7,)
    assert sent.pinged_roles == ()
    assert not sent.pinged_everyone


@pytest.mark.parametrize("kind", ["lost-answer", "reset", "hang", "malformed"])
async def test_a_bubble_without_an_answer_shows_exactly_once(
    server: DiscordServer, make: Maker, direct: Channel, kind: str
) -> None:
    server.fail("send_message", kind)
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct, "exactly once"))

    assert isinstance(outcome, Delivered)
    assert texts(direct).count("exactly once") == 1
    assert int(outcome.message_id) in direct.messages
    assert len(server.calls("send_message")) == 2


async def test_when_no_answer_comes_the_history_tells_whether_it_arrived(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", "lost-answer")
    server.fail("send_message", "reset", times=50)
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct, "exactly once"))

    assert isinstance(outcome, Delivered)
    assert texts(direct).count("exactly once") == 1


async def test_when_no_answer_comes_and_it_is_not_in_the_history_it_is_not_sent(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", "reset", times=50)
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct))

    assert isinstance(outcome, NotSent)
    assert "hello" not in texts(direct)


async def test_without_an_answer_and_without_a_look_at_the_history_it_is_in_doubt(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", "reset", times=50)
    server.fail("get_messages", "refuse", status=403, code=50001)
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct))

    assert isinstance(outcome, InDoubt)


async def test_a_wait_of_hours_holds_nobody_up(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", "flood", retry_after=14_000.0)
    mina = make()

    async with hearing(mina, server):
        outcome = await mina.send(bubble(direct))
        other = await mina.send(bubble(server.person(8, "Ben").direct))

    assert isinstance(outcome, NotSent)
    assert outcome.retry_after >= timedelta(seconds=13_000)
    assert isinstance(other, Delivered)


async def test_closed_direct_messages_and_vanished_channels_are_unreachable(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.bar(direct)
    room = server.channel(server.guild(900))
    server.remove(room)
    mina = make()

    async with hearing(mina, server):
        closed = await mina.send(bubble(direct))
        gone = await mina.send(bubble(room))

    assert isinstance(closed, Unreachable)
    assert "direct messages are closed" in closed.reason
    assert isinstance(gone, Unreachable)


async def test_a_text_that_is_too_long_is_refused_and_one_at_the_limit_is_taken(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        too_long = await mina.send(bubble(direct, "x" * 2001))
        fits = await mina.send(bubble(direct, "😀" * (mina.limit.most // 2)))

    assert isinstance(too_long, Refused)
    assert isinstance(fits, Delivered)


async def test_a_bubble_that_grows_is_changed_and_not_said_again(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        first = await mina.send(bubble(direct, "hel"))
        assert isinstance(first, Delivered)
        outcome = await mina.send(bubble(direct, "hello", amends=first.message_id))

    assert isinstance(outcome, Delivered)
    assert outcome.message_id == first.message_id
    assert texts(direct) == ["hi", "hello"]
    assert mina.gifts == Gifts(reacts=True, amends=True, pictures=True, files=True, removes=True)


async def test_a_reaction_goes_on_the_message_and_twice_shows_once(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    said = next(iter(direct.messages))
    server.fail("add_reaction", "lost-answer")
    heart = bubble(direct, "❤️", kind=BubbleKind.REACTION, reply_to=str(said))
    mina = make(clock=HastyClock())

    async with hearing(mina, server):
        outcome = await mina.send(heart)
        nowhere = await mina.send(bubble(direct, "❤️", kind=BubbleKind.REACTION))
        vanished = await mina.send(bubble(direct, "❤️", kind=BubbleKind.REACTION, reply_to="123456"))

    assert isinstance(outcome, Delivered)
    assert isinstance(nowhere, Refused)
    assert isinstance(vanished, Refused)
    assert direct.reactions[said] == {"❤️": [server.world.me]}


async def test_a_young_bubble_is_settled_by_its_nonce(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make()
    async with hearing(mina, server):
        first = await mina.send(bubble(direct))
        settled = await mina.settle(bubble(direct), SystemClock().now() - timedelta(seconds=20))

    assert settled == first
    assert texts(direct).count("hello") == 1


async def test_an_old_bubble_is_settled_by_the_history(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    clock, mina = HastyClock(), None
    mina = make(clock=clock)
    async with hearing(mina, server):
        tried_at = clock.now()
        first = await mina.send(bubble(direct))
        await clock.sleep(NONCE_WINDOW + timedelta(minutes=1))
        arrived = await mina.settle(bubble(direct), tried_at)
        absent = await mina.settle(bubble(direct, "never said"), tried_at)
        server.fail("get_messages", "refuse", status=403, code=50001)
        unknown = await mina.settle(bubble(direct, "never said"), tried_at)

    assert arrived == first
    assert absent == NotSent(reason="it is not in the history", retry_after=timedelta(0))
    assert isinstance(unknown, InDoubt)
    assert texts(direct) == ["hi", "hello"]


async def test_a_history_that_it_may_not_read_proves_nothing(
    server: DiscordServer, make: Maker
) -> None:
    room = server.channel(server.guild(900))
    server.person(7, "Ann").says(room, "hi")
    server.allow(room, read=False)
    clock = HastyClock()
    tried_at = clock.now()
    await clock.sleep(NONCE_WINDOW * 2)
    mina = make(clock=clock)

    async with hearing(mina, server):
        settled = await mina.settle(bubble(room), tried_at)

    assert isinstance(settled, InDoubt)


async def test_before_it_is_connected_and_after_it_is_closed_nothing_is_sent(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    mina = make(request_limit=timedelta(milliseconds=50))

    before = await mina.send(bubble(direct))
    settled = await mina.settle(bubble(direct), SystemClock().now())
    await mina.close()
    after = await mina.send(bubble(direct))

    assert isinstance(before, NotSent)
    assert isinstance(settled, InDoubt)
    assert isinstance(after, NotSent)
    assert server.sent == []


async def test_typing_shows_and_its_failures_never_matter(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    route = bubble(direct).route
    mina: Discord = make()

    async with hearing(mina, server):
        await mina.typing(route)
        server.fail("trigger_typing", "flood", retry_after=14_000.0)
        await mina.typing(route)
        await mina.typing(route)  # not asked: it is to be quiet here
    await mina.typing(route)

    assert len(server.typings) == 1
    assert len(server.calls("trigger_typing")) in {2, 3}


def test_a_nonce_is_short_and_belongs_to_key_place_and_words(direct: Channel) -> None:
    here = bubble(direct)
    other_words = bubble(direct, "other")
    other_place = Outbound(route=Route(account=ACCOUNT, chat="5"), text=here.text, key=here.key)

    nonces = {nonce_of(one) for one in (here, other_words, other_place)}

    assert nonce_of(here) == nonce_of(bubble(direct))
    assert len(nonces) == 3
    assert all(len(nonce) <= 25 for nonce in nonces)


async def test_what_was_on_its_way_when_the_connection_was_built_anew_arrives_once(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    server.fail("send_message", "lost-answer")
    server.fail("send_message", "hang")
    mina = make(request_limit=timedelta(milliseconds=300))

    async with asyncio.TaskGroup() as group:
        async with hearing(mina, server):
            sending = group.create_task(mina.send(bubble(direct, "exactly once")))
            await server.world.until(lambda: len(server.calls("send_message")) == 1)
        async with hearing(mina, server):
            outcome = await sending

    assert isinstance(outcome, Delivered)
    assert texts(direct).count("exactly once") == 1


def test_it_keeps_the_port(make: Maker) -> None:
    mina: Messenger = make()

    assert mina.limit.length("😀") == 2
    assert mina.health.connected is False


@pytest.mark.parametrize(
    "ahead",
    [
        pytest.param(timedelta(0), id="clocks agree"),
        pytest.param(timedelta(hours=1), id="ours is ahead"),
        pytest.param(timedelta(minutes=-3), id="ours is behind"),
    ],
)
async def test_equal_words_a_moment_apart_are_told_apart_whatever_the_clocks_say(
    server: DiscordServer, make: Maker, direct: Channel, ahead: timedelta
) -> None:
    clock = HastyClock()
    await clock.sleep(ahead)  # but Discord's numbers never go back
    server.world.now = lambda: clock.now() - ahead
    mina = make(clock=clock)

    async with hearing(mina, server):
        first = await mina.send(bubble(direct, "ok"))
        await clock.sleep(timedelta(seconds=4))
        tried_at = clock.now()
        await clock.sleep(NONCE_WINDOW * 2)
        absent = await mina.settle(bubble(direct, "ok", key="t1b1"), tried_at)
        tried_at = clock.now()
        second = await mina.send(bubble(direct, "ok", key="t1b1"))
        await clock.sleep(NONCE_WINDOW * 2)
        arrived = await mina.settle(bubble(direct, "ok", key="t1b1"), tried_at)

    assert isinstance(first, Delivered)
    assert isinstance(absent, NotSent)
    assert arrived == second


async def test_equal_words_that_answer_something_else_or_show_nothing_are_not_taken_for_it(
    server: DiscordServer, make: Maker, direct: Channel
) -> None:
    ann, clock = server.person(7, "Ann"), HastyClock()
    one, two = ann.says(direct, "tea?"), ann.says(direct, "cake?")
    mina = make(clock=clock)

    async with hearing(mina, server):
        tried_at = clock.now()
        await mina.send(bubble(direct, "yes", reply_to=str(one)))
        await clock.sleep(NONCE_WINDOW * 2)
        other = bubble(direct, "yes", key="t1b1", reply_to=str(two))
        shown = bubble(direct, "yes", key="t1b2", kind=BubbleKind.PICTURE, picture=b"png")
        outcomes = [await mina.settle(one, tried_at) for one in (other, shown)]
        same = await mina.settle(bubble(direct, "yes", reply_to=str(one)), tried_at)

    assert [type(outcome) for outcome in outcomes] == [NotSent, NotSent]
    assert isinstance(same, Delivered)


async def test_a_growing_message_that_somebody_deleted_is_refused_and_the_place_stays_open(
    server: DiscordServer, make: Maker
) -> None:
    room = server.channel(server.guild(900))
    mina = make()

    async with hearing(mina, server):
        first = await mina.send(bubble(room, "hel"))
        assert isinstance(first, Delivered)
        server.person(1, "Owner").deletes(room, int(first.message_id))
        grown = bubble(room, "hello", amends=first.message_id)
        sent = await mina.send(grown)
        settled = await mina.settle(grown, SystemClock().now())

    assert sent == settled == Refused(reason="NotFound 404/10008: the message is gone")
