"""What every store promises: in memory, over SQLite and over PostgreSQL."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.conversation.model import AccountId, ConversationId, Edit, MessageId, Said
from core.engine.model import Conversation, DueLane, Lane
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from tests.contracts.stores import ANN, HOME, MINA, NOON, after, at, begin, hear, inbound


def edited(key: str, text: str, seconds: float) -> Edit:
    return Edit(route=HOME, message_id=key, text=text, edited_at=after(seconds))


def say(stores: Stores, key: str | None, text: str) -> Conversation:
    """Store own words, and return where they were said."""
    turn, here = begin(stores), at(stores)
    stores.messages.add_own(here, turn.id, text, NOON, message_id=key, reply_to=None)
    return here


async def history(work: Work, here: ConversationId) -> Sequence[Said]:
    return await work.read(lambda stores: stores.messages.recent(here, 10))


async def test_a_route_has_one_conversation(work: Work) -> None:
    first = await work.write(at)
    again, *others = await work.write(
        lambda stores: (
            at(stores),
            at(stores, replace(HOME, thread="7")),
            at(stores, replace(HOME, account=AccountId("dc"))),
            at(stores, replace(HOME, chat="200")),
        )
    )

    assert again == first
    assert (first.route, first.held_until, first.unreachable) == (HOME, None, None)
    assert len({first.id, *(other.id for other in others)}) == 4
    assert others[0].route.thread == "7"


async def test_what_is_saved_of_a_conversation_comes_back(work: Work) -> None:
    conversation = replace(await work.write(at), held_until=after(30), unreachable="blocked")

    await work.write(lambda stores: stores.conversations.save(conversation))

    desk = await work.read(lambda stores: stores.conversations.desk(conversation.id, Lane.TALK))
    assert desk.conversation == conversation


async def test_lanes_come_up_by_their_time(work: Work) -> None:
    def set_times(stores: Stores) -> tuple[ConversationId, ConversationId]:
        here, there = at(stores).id, at(stores, replace(HOME, chat="200")).id
        stores.conversations.due_at(here, Lane.TALK, after(30))
        stores.conversations.due_at(here, Lane.COMMAND, after(0.000001))
        stores.conversations.due_at(there, Lane.TALK, after(20))
        stores.conversations.due_at(there, Lane.COMMAND, after(1))
        stores.conversations.due_at(there, Lane.COMMAND, None)
        stores.conversations.due_at(here, Lane.TALK, after(10))
        return here, there

    here, there = await work.write(set_times)

    upcoming = await work.read(lambda stores: stores.conversations.upcoming(10))
    assert upcoming == [
        DueLane(conversation=here, lane=Lane.COMMAND, due_at=after(0.000001)),
        DueLane(conversation=here, lane=Lane.TALK, due_at=after(10)),
        DueLane(conversation=there, lane=Lane.TALK, due_at=after(20)),
    ]
    assert await work.read(lambda stores: stores.conversations.upcoming(1)) == upcoming[:1]


async def test_a_lane_that_is_woken_keeps_the_time_it_has(work: Work) -> None:
    def wake_all(stores: Stores) -> ConversationId:
        here = at(stores).id
        stores.conversations.due_at(here, Lane.TALK, after(5))
        for seconds in (9, 1):
            stores.conversations.wake(here, Lane.TALK, after(seconds))
            stores.conversations.wake(here, Lane.COMMAND, after(seconds))
        return here

    here = await work.write(wake_all)

    assert await work.read(lambda stores: stores.conversations.upcoming(10)) == [
        DueLane(conversation=here, lane=Lane.TALK, due_at=after(5)),
        DueLane(conversation=here, lane=Lane.COMMAND, due_at=after(9)),
    ]


async def test_a_lane_that_was_done_with_can_be_woken(work: Work) -> None:
    def wake_again(stores: Stores) -> ConversationId:
        here = at(stores).id
        stores.conversations.wake(here, Lane.TALK, after(1))
        stores.conversations.due_at(here, Lane.TALK, None)
        stores.conversations.wake(here, Lane.TALK, after(2))
        return here

    here = await work.write(wake_again)

    desk = await work.read(lambda stores: stores.conversations.desk(here, Lane.TALK))
    assert desk.due_at == after(2)


async def test_a_space_that_is_roused_has_its_talk_looked_at_now(work: Work) -> None:
    def rouse(stores: Stores) -> list[ConversationId]:
        places = [at(stores, replace(HOME, chat=chat)).id for chat in ("1", "2", "3")]
        others = at(stores, HOME, SpaceId("noa")).id
        for place, seconds in zip(places, (90, -90, None), strict=True):
            due_at = None if seconds is None else after(seconds)
            stores.conversations.due_at(place, Lane.TALK, due_at)
        stores.conversations.due_at(places[0], Lane.COMMAND, after(91))
        stores.conversations.due_at(others, Lane.TALK, after(92))
        stores.conversations.rouse(MINA, NOON)
        return [*places, others]

    later, earlier, _never, others = await work.write(rouse)

    assert await work.read(lambda stores: stores.conversations.upcoming(10)) == [
        DueLane(conversation=earlier, lane=Lane.TALK, due_at=after(-90)),
        DueLane(conversation=later, lane=Lane.TALK, due_at=NOON),
        DueLane(conversation=later, lane=Lane.COMMAND, due_at=after(91)),
        DueLane(conversation=others, lane=Lane.TALK, due_at=after(92)),
    ]


async def test_an_unknown_conversation_has_no_desk_and_nothing_that_waits(work: Work) -> None:
    unknown = ConversationId((await work.write(at)).id + 1)

    with pytest.raises(LookupError):
        await work.read(lambda stores: stores.conversations.desk(unknown, Lane.TALK))
    assert await work.read(lambda stores: stores.conversations.waiting(unknown, Lane.TALK)) == ()


async def test_a_new_conversation_has_an_empty_desk(work: Work) -> None:
    conversation = await work.write(at)

    desk = await work.read(lambda stores: stores.conversations.desk(conversation.id, Lane.TALK))

    assert (desk.conversation, desk.lane, desk.due_at) == (conversation, Lane.TALK, None)
    assert (desk.turn, desk.bubbles, desk.waiting) == (None, (), ())


async def test_a_desk_shows_its_own_lane(work: Work) -> None:
    def fill(stores: Stores) -> tuple[ConversationId, list[MessageId]]:
        first = hear(stores, inbound("1", "hello", sent_at=after(-5), language="de"))
        hear(stores, inbound("2", "/status"), lane=Lane.COMMAND)
        third = hear(stores, inbound("3", "you there?"))
        hear(stores, inbound("4", "elsewhere", replace(HOME, chat="200")))
        here = at(stores).id
        stores.conversations.due_at(here, Lane.TALK, after(1))
        return here, [first, third]

    here, numbers = await work.write(fill)

    talk = await work.read(lambda stores: stores.conversations.desk(here, Lane.TALK))
    command = await work.read(lambda stores: stores.conversations.desk(here, Lane.COMMAND))
    assert [waiting.id for waiting in talk.waiting] == numbers
    assert [waiting.text for waiting in command.waiting] == ["/status"]
    assert (talk.due_at, command.due_at) == (after(1), None)
    waiting = talk.waiting[0]
    assert (waiting.message_id, waiting.sender, waiting.sender_name) == ("1", ANN, "Ann")
    assert (waiting.sent_at, waiting.received_at, waiting.language) == (after(-5), NOON, "de")


@pytest.mark.parametrize(("lane", "keys"), [(Lane.TALK, ["3", "5"]), (Lane.COMMAND, ["4"])])
async def test_what_waits_is_the_same_on_the_desk_and_by_itself(
    work: Work, lane: Lane, keys: list[str]
) -> None:
    def fill(stores: Stores) -> ConversationId:
        taken = hear(stores, inbound("1"))
        hear(stores, inbound("2"), silence="overheard")
        hear(stores, inbound("3", sent_at=after(9)))
        hear(stores, inbound("4", "/why"), lane=Lane.COMMAND)
        hear(stores, inbound("5", sent_at=after(1), language="de"))
        return begin(stores, taken).conversation

    here = await work.write(fill)

    waiting = await work.read(lambda stores: stores.conversations.waiting(here, lane))
    desk = await work.read(lambda stores: stores.conversations.desk(here, lane))
    assert waiting == desk.waiting
    assert [one.message_id for one in waiting] == keys


async def test_a_message_is_stored_once_for_each_account_and_chat(work: Work) -> None:
    elsewhere = (
        replace(HOME, chat="200"),
        replace(HOME, account=AccountId("dc")),
    )

    def hear_again(stores: Stores) -> None:
        for route in (HOME, replace(HOME, thread="7")):
            again = inbound("5", "again", route)
            here = at(stores, route)
            known = stores.messages.add(here, again, NOON, lane=Lane.TALK, silence=None)
            assert known is None
        for route in elsewhere:
            hear(stores, inbound("5", "another", route))

    await work.write(lambda stores: hear(stores, inbound("5")))
    await work.write(hear_again)

    here = await work.write(at)
    assert [said.text for said in await history(work, here.id)] == ["hi"]


async def test_the_history_keeps_all_of_a_message(work: Work) -> None:
    message = inbound("1", "안녕 😂", sent_at=after(1.5), album="a", reply_to="0", language="ko")

    number, here = await work.write(lambda stores: (hear(stores, message), at(stores)))

    (said,) = await history(work, here.id)
    assert (said.id, said.text, said.sender, said.sender_name) == (number, "안녕 😂", ANN, "Ann")
    assert (said.sent_at, said.message_id, said.reply_to) == (after(1.5), "1", "0")
    assert (said.album, said.language, said.turn) == ("a", "ko", None)
    assert (said.by_companion, said.edited) == (False, False)


async def test_the_history_is_the_last_that_was_said_in_order_of_arrival(work: Work) -> None:
    def talk(stores: Stores) -> Conversation:
        turn = begin(stores, hear(stores, inbound("1", "one", sent_at=after(9))))
        here = at(stores)
        stores.messages.add_own(here, turn.id, "two", after(5), message_id="2", reply_to="1")
        hear(stores, inbound("3", "/why"), lane=Lane.COMMAND)
        hear(stores, inbound("4", "three", sent_at=after(1)))
        hear(stores, inbound("5", "elsewhere", replace(HOME, chat="200")))
        return here

    here = await work.write(talk)

    all_of_it, last_two, none = await work.read(
        lambda stores: [stores.messages.recent(here.id, limit) for limit in (10, 2, 0)]
    )
    assert [said.text for said in all_of_it] == ["one", "two", "three"]
    assert (last_two, none) == (all_of_it[1:], [])
    own = all_of_it[1]
    assert (own.by_companion, own.sender, own.reply_to) == (True, None, "1")
    assert (own.turn, own.message_id, own.sent_at) == (all_of_it[0].turn, "2", after(5))


async def test_own_words_in_doubt_have_no_number_of_the_platform(work: Work) -> None:
    await work.write(lambda stores: say(stores, None, "one"))
    here = await work.write(lambda stores: say(stores, None, "two"))

    own = await history(work, here.id)
    assert [(said.text, said.message_id) for said in own] == [("one", None), ("two", None)]


async def test_what_was_said_by_the_companion_is_known_when_it_is_read_back(work: Work) -> None:
    here = await work.write(lambda stores: say(stores, "2", "hello"))

    known = await work.write(
        lambda stores: stores.messages.add(
            here, inbound("2", "hello"), NOON, lane=Lane.TALK, silence=None
        )
    )

    assert known is None


async def test_own_words_that_were_read_back_first_are_not_stored_again(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("2", "as it came back"), silence="own"))

    here = await work.write(lambda stores: say(stores, "2", "hello"))

    assert [said.text for said in await history(work, here.id)] == ["as it came back"]


async def test_it_is_known_whether_the_companion_ever_spoke(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))
    here = (await work.write(at)).id
    before = await work.read(lambda stores: stores.messages.was_spoken_to(here))

    await work.write(lambda stores: say(stores, None, "hello"))

    assert not before
    assert await work.read(lambda stores: stores.messages.was_spoken_to(here))


async def test_silent_messages_wait_for_no_turn_and_stay_history(work: Work) -> None:
    def hush(stores: Stores) -> ConversationId:
        late = hear(stores, inbound("1", "late"))
        hear(stores, inbound("2", "overheard"), silence="not addressed")
        hear(stores, inbound("3", "now"))
        stores.messages.silence([late], "too old")
        stores.messages.silence([], "nothing")
        return at(stores).id

    here = await work.write(hush)

    waiting = await work.read(lambda stores: stores.conversations.waiting(here, Lane.TALK))
    assert [one.text for one in waiting] == ["now"]
    assert [said.text for said in await history(work, here)] == ["late", "overheard", "now"]


async def test_an_edit_changes_what_was_said_unless_a_newer_one_did(work: Work) -> None:
    elsewhere = replace(edited("1", "not here", 30), route=replace(HOME, chat="200"))
    edits = (edited("1", "third", 20), edited("1", "second", 10), edited("2", "x", 10), elsewhere)

    def edit_all(stores: Stores) -> list[bool]:
        return [stores.messages.edit(edit) for edit in edits]

    await work.write(lambda stores: hear(stores, inbound("1", "first")))
    known = await work.write(edit_all)
    here = await work.write(at)

    (said,) = await history(work, here.id)
    (waiting,) = await work.read(lambda stores: stores.conversations.waiting(here.id, Lane.TALK))
    assert known == [True, False, False, False]
    assert (said.text, said.edited, waiting.text) == ("third", True, "third")
