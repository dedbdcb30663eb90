"""What every store promises: in memory, over SQLite and over PostgreSQL."""

from dataclasses import replace

import pytest

from core.conversation.model import AccountId, Edit
from core.engine.model import DueLane, Lane
from core.engine.ports import Work
from tests.contracts.stores import (
    ANN,
    HOME,
    NOON,
    after,
    at,
    begin,
    hear,
    inbound,
)


def edited(key: str, text: str, seconds: float) -> Edit:
    return Edit(route=HOME, message_id=key, text=text, edited_at=after(seconds))


async def test_a_route_has_one_conversation(work: Work) -> None:
    async with work.write() as stores:
        first = await at(stores)
    async with work.write() as stores:
        again = await at(stores)
        topic = await at(stores, replace(HOME, thread="7"))
        other_account = await at(stores, replace(HOME, account=AccountId("dc")))
        other_chat = await at(stores, replace(HOME, chat="200"))

    assert again == first
    assert (first.route, first.held_until, first.unreachable) == (HOME, None, None)
    assert len({first.id, topic.id, other_account.id, other_chat.id}) == 4
    assert topic.route.thread == "7"


async def test_what_is_saved_of_a_conversation_comes_back(work: Work) -> None:
    async with work.write() as stores:
        conversation = replace(await at(stores), held_until=after(30), unreachable="blocked")
        await stores.conversations.save(conversation)

    async with work.read() as stores:
        desk = await stores.conversations.desk(conversation.id, Lane.TALK)
    assert desk.conversation == conversation


async def test_lanes_come_up_by_their_time(work: Work) -> None:
    async with work.write() as stores:
        here = (await at(stores)).id
        there = (await at(stores, replace(HOME, chat="200"))).id
        await stores.conversations.due_at(here, Lane.TALK, after(30))
        await stores.conversations.due_at(here, Lane.COMMAND, after(0.000001))
        await stores.conversations.due_at(there, Lane.TALK, after(20))
        await stores.conversations.due_at(there, Lane.COMMAND, after(1))
        await stores.conversations.due_at(there, Lane.COMMAND, None)
        await stores.conversations.due_at(here, Lane.TALK, after(10))

    async with work.read() as stores:
        upcoming = await stores.conversations.upcoming(10)
        assert await stores.conversations.upcoming(1) == upcoming[:1]
    assert upcoming == [
        DueLane(conversation=here, lane=Lane.COMMAND, due_at=after(0.000001)),
        DueLane(conversation=here, lane=Lane.TALK, due_at=after(10)),
        DueLane(conversation=there, lane=Lane.TALK, due_at=after(20)),
    ]


async def test_an_unknown_conversation_has_no_desk(work: Work) -> None:
    async with work.write() as stores:
        known = (await at(stores)).id

    async with work.read() as stores:
        with pytest.raises(LookupError):
            await stores.conversations.desk(type(known)(known + 1), Lane.TALK)


async def test_a_new_conversation_has_an_empty_desk(work: Work) -> None:
    async with work.write() as stores:
        conversation = await at(stores)
        desk = await stores.conversations.desk(conversation.id, Lane.TALK)

    assert (desk.conversation, desk.lane, desk.due_at) == (conversation, Lane.TALK, None)
    assert (desk.turn, desk.bubbles, desk.waiting) == (None, (), ())


async def test_a_desk_shows_its_own_lane(work: Work) -> None:
    async with work.write() as stores:
        first = await hear(stores, inbound("1", "hello", sent_at=after(-5), language="de"))
        await hear(stores, inbound("2", "/status"), lane=Lane.COMMAND)
        third = await hear(stores, inbound("3", "you there?"))
        conversation = await at(stores)
        await stores.conversations.due_at(conversation.id, Lane.TALK, after(1))

    async with work.read() as stores:
        talk = await stores.conversations.desk(conversation.id, Lane.TALK)
        command = await stores.conversations.desk(conversation.id, Lane.COMMAND)
    assert [waiting.id for waiting in talk.waiting] == [first, third]
    assert [waiting.text for waiting in command.waiting] == ["/status"]
    assert (talk.due_at, command.due_at) == (after(1), None)
    waiting = talk.waiting[0]
    assert (waiting.message_id, waiting.sender, waiting.sender_name) == ("1", ANN, "Ann")
    assert (waiting.sent_at, waiting.received_at, waiting.language) == (after(-5), NOON, "de")


async def test_a_message_is_stored_once_for_each_account_and_chat(work: Work) -> None:
    elsewhere = (
        replace(HOME, chat="200"),
        replace(HOME, account=AccountId("dc")),
    )
    async with work.write() as stores:
        await hear(stores, inbound("5"))
        here = (await at(stores)).id
    async with work.write() as stores:
        for route in (HOME, replace(HOME, thread="7")):
            again = inbound("5", "again", route)
            known = await stores.messages.add(
                await at(stores, route), again, NOON, lane=Lane.TALK, silence=None
            )
            assert known is None
        for route in elsewhere:
            await hear(stores, inbound("5", "another", route))

    async with work.read() as stores:
        home = await stores.messages.recent(here, 10)
    assert [said.text for said in home] == ["hi"]


async def test_the_history_keeps_all_of_a_message(work: Work) -> None:
    async with work.write() as stores:
        message = inbound(
            "1", "안녕 😂", sent_at=after(1.5), album="a", reply_to="0", language="ko"
        )
        number = await hear(stores, message)
        conversation = await at(stores)

    async with work.read() as stores:
        (said,) = await stores.messages.recent(conversation.id, 10)
    assert (said.id, said.text, said.sender, said.sender_name) == (number, "안녕 😂", ANN, "Ann")
    assert (said.sent_at, said.message_id, said.reply_to) == (after(1.5), "1", "0")
    assert (said.album, said.language, said.turn) == ("a", "ko", None)
    assert (said.by_companion, said.edited) == (False, False)


async def test_the_history_is_the_last_that_was_said_in_order_of_arrival(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1", "one", sent_at=after(9))))
        conversation = await at(stores)
        await stores.messages.add_own(
            conversation, turn.id, "two", after(5), message_id="2", reply_to="1"
        )
        await hear(stores, inbound("3", "/why"), lane=Lane.COMMAND)
        await hear(stores, inbound("4", "three", sent_at=after(1)))
        await hear(stores, inbound("5", "elsewhere", replace(HOME, chat="200")))

    async with work.read() as stores:
        recent = [
            [said.text for said in await stores.messages.recent(conversation.id, limit)]
            for limit in (10, 2, 0)
        ]
        own = (await stores.messages.recent(conversation.id, 10))[1]
    assert recent == [["one", "two", "three"], ["two", "three"], []]
    assert (own.by_companion, own.sender, own.turn, own.reply_to) == (True, None, turn.id, "1")
    assert (own.message_id, own.sent_at) == ("2", after(5))


async def test_own_words_in_doubt_have_no_number_of_the_platform(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1")))
        conversation = await at(stores)
        for text in ("one", "two"):
            await stores.messages.add_own(
                conversation, turn.id, text, NOON, message_id=None, reply_to=None
            )

    async with work.read() as stores:
        own = (await stores.messages.recent(conversation.id, 10))[1:]
    assert [(said.text, said.message_id) for said in own] == [("one", None), ("two", None)]


async def test_what_was_said_by_the_companion_is_known_when_it_is_read_back(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1")))
        conversation = await at(stores)
        await stores.messages.add_own(
            conversation, turn.id, "hello", NOON, message_id="2", reply_to=None
        )
        echo = inbound("2", "hello")

        known = await stores.messages.add(conversation, echo, NOON, lane=Lane.TALK, silence=None)

    assert known is None


async def test_it_is_known_whether_the_companion_ever_spoke(work: Work) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1")))
        conversation = await at(stores)
        before = await stores.messages.was_spoken_to(conversation.id)
        await stores.messages.add_own(
            conversation, turn.id, "hello", NOON, message_id=None, reply_to=None
        )

    async with work.read() as stores:
        assert not before
        assert await stores.messages.was_spoken_to(conversation.id)


async def test_silent_messages_wait_for_no_turn_and_stay_history(work: Work) -> None:
    async with work.write() as stores:
        late = await hear(stores, inbound("1", "late"))
        await hear(stores, inbound("2", "overheard"), silence="not addressed")
        await hear(stores, inbound("3", "now"))
        await stores.messages.silence([late], "too old")
        await stores.messages.silence([], "nothing")
        here = (await at(stores)).id

    async with work.read() as stores:
        desk = await stores.conversations.desk(here, Lane.TALK)
        history = await stores.messages.recent(here, 10)
    assert [waiting.text for waiting in desk.waiting] == ["now"]
    assert [said.text for said in history] == ["late", "overheard", "now"]


async def test_an_edit_changes_what_was_said_unless_a_newer_one_did(work: Work) -> None:
    async with work.write() as stores:
        await hear(stores, inbound("1", "first"))
        here = (await at(stores)).id
        assert await stores.messages.edit(edited("1", "third", 20))
        assert await stores.messages.edit(edited("1", "second", 10))
        assert not await stores.messages.edit(edited("2", "unknown", 10))
        elsewhere = replace(edited("1", "not here", 30), route=replace(HOME, chat="200"))
        assert not await stores.messages.edit(elsewhere)

    async with work.read() as stores:
        (said,) = await stores.messages.recent(here, 10)
        (waiting,) = (await stores.conversations.desk(here, Lane.TALK)).waiting
    assert (said.text, said.edited, waiting.text) == ("third", True, "third")
