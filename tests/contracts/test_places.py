"""What every store promises of places: their servers, what they brought, and their moves."""

from dataclasses import replace

import pytest

from core.conversation.model import (
    AccountId,
    ChatKind,
    ConversationId,
    Deletion,
    Edit,
    Moved,
    Route,
)
from core.engine.model import Bubble, BubbleState, Conversation, Lane, LastHeard
from core.engine.ports import Stores, Work
from tests.contracts.stores import HOME, MINA, NOON, after, at, begin, bubble, hear, inbound

OTHER = replace(HOME, chat="200")
NEW = replace(HOME, chat="-100")
MOVE = Moved(account=HOME.account, old_chat=HOME.chat, new_chat=NEW.chat)


def on_server(stores: Stores, server: str | None) -> Conversation:
    return stores.conversations.find_or_create(MINA, HOME, ChatKind.GROUP, NOON, server=server)


async def places(work: Work, *routes: Route) -> list[list[Conversation]]:
    return await work.read(
        lambda stores: [stores.conversations.at_chat(route.account, route.chat) for route in routes]
    )


async def heard(work: Work, limit: int = 10) -> list[LastHeard]:
    return await work.read(lambda stores: stores.conversations.heard(HOME.account, {MINA}, limit))


async def test_a_conversation_learns_its_server_once(work: Work) -> None:
    unknown = await work.write(lambda stores: on_server(stores, None))
    known = await work.write(lambda stores: on_server(stores, "9"))
    later = await work.write(lambda stores: [on_server(stores, s) for s in (None, "10")])

    assert unknown.server is None
    assert known == replace(unknown, server="9")
    assert later == [known, known]
    desk = await work.read(lambda stores: stores.conversations.desk(known.id, Lane.TALK))
    assert desk.conversation == known


async def test_a_conversation_is_found_by_its_number_as_it_was_saved(work: Work) -> None:
    made = await work.write(lambda stores: on_server(stores, "9"))
    gone = replace(made, unreachable="blocked")
    await work.write(lambda stores: stores.conversations.save(gone))

    assert await work.read(lambda stores: stores.conversations.get(made.id)) == gone
    with pytest.raises(LookupError):
        await work.read(lambda stores: stores.conversations.get(ConversationId(999)))


async def test_a_new_conversation_knows_its_server(work: Work) -> None:
    await work.write(lambda stores: on_server(stores, "9"))

    assert (await work.write(at)).server == "9"


async def test_the_threads_of_a_chat_are_found_in_the_order_of_their_making(work: Work) -> None:
    def make(stores: Stores) -> list[Conversation]:
        at(stores, replace(HOME, account=AccountId("dc")))
        at(stores, OTHER)
        return [at(stores, replace(HOME, thread=thread)) for thread in ("9", None, "7")]

    made = await work.write(make)

    assert await places(work, HOME, NEW) == [made, []]


async def test_places_come_by_what_was_heard_last(work: Work) -> None:
    def talk(stores: Stores) -> None:
        never, gone = replace(HOME, chat="300"), replace(HOME, chat="400")
        at(stores, never)
        hear(stores, inbound("1", sent_at=after(9)))
        hear(stores, inbound("5", route=OTHER))
        hear(stores, inbound("9", route=gone))
        hear(stores, inbound("9", route=replace(HOME, account=AccountId("dc"))))
        stores.conversations.save(replace(at(stores, gone), unreachable="blocked"))

    await work.write(talk)

    found = await heard(work)
    assert [(one.route.chat, one.message_id) for one in found] == [
        ("400", "9"),
        ("200", "5"),
        ("100", "1"),
        ("300", None),
    ]
    assert {one.chat_kind for one in found} == {ChatKind.DIRECT}
    assert await heard(work, 1) == found[:1]
    assert await heard(work, 0) == []


@pytest.mark.parametrize("first", ["a person", "a bot"])
async def test_all_that_came_in_was_heard_and_own_words_were_not(work: Work, first: str) -> None:
    def talk(stores: Stores) -> None:
        hear(stores, inbound("1", from_bot=first == "a bot"))
        hear(stores, inbound("2", from_bot=first != "a bot"), silence="overheard")
        turn = begin(stores)
        here = at(stores)
        stores.messages.add_own(here, turn.id, "hello", NOON, message_id="3", reply_to=None)

    async def last() -> str | None:
        (one,) = await heard(work)
        return one.message_id

    await work.write(talk)
    assert await last() == "2"
    await work.write(lambda stores: hear(stores, inbound("4", "/why"), lane=Lane.COMMAND))
    assert await last() == "4"
    await work.write(lambda stores: hear(stores, inbound("5")))
    taken_back = Deletion(route=HOME, message_ids=("5",), deleted_at=NOON)
    await work.write(lambda stores: stores.messages.delete(taken_back))
    assert await last() == "5"


async def test_conversations_go_on_in_the_new_chat(work: Work) -> None:
    def settle(stores: Stores) -> list[Conversation]:
        hear(stores, inbound("1", "before"))
        threads = [at(stores), at(stores, replace(HOME, thread="7"))]
        at(stores, OTHER)
        return threads

    old = await work.write(settle)
    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))
    await work.write(lambda stores: hear(stores, inbound("1", "after", NEW)))

    moved = [replace(one, route=replace(one.route, chat=NEW.chat)) for one in old]
    assert await places(work, HOME, NEW) == [[], moved]
    said = await work.read(lambda stores: stores.messages.recent(old[0].id, 10))
    assert [one.text for one in said] == ["before", "after"]
    assert await work.read(lambda stores: stores.conversations.moves()) == [MOVE]


async def test_messages_keep_the_ids_of_the_chat_they_came_in(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1", "before")))
    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    def edit(stores: Stores, route: Route) -> bool:
        return stores.messages.edit(
            Edit(route=route, message_id="1", text="changed", edited_at=NOON)
        )

    (place,) = await heard(work)
    assert (place.route, place.message_id) == (NEW, None)
    assert not await work.write(lambda stores: edit(stores, NEW))
    assert await work.write(lambda stores: edit(stores, HOME))
    await work.write(lambda stores: hear(stores, inbound("2", route=NEW)))
    assert [one.message_id for one in await heard(work)] == ["2"]


async def test_a_thread_that_the_new_chat_has_already_is_kept_there_and_here(work: Work) -> None:
    def settle(stores: Stores) -> list[Conversation]:
        return [at(stores), at(stores, replace(HOME, thread="7")), at(stores, NEW)]

    old, thread, new = await work.write(settle)
    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    left, there = await places(work, HOME, NEW)
    assert left == [replace(old, unreachable="moved")]
    assert there == [replace(thread, route=replace(NEW, thread="7")), new]
    assert [one.route for one in await heard(work)] == [new.route, there[0].route]


async def test_a_move_that_is_told_again_changes_nothing(work: Work) -> None:
    await work.write(lambda stores: (at(stores), at(stores, replace(NEW, thread="7"))))
    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))
    once = await places(work, HOME, NEW)
    further = replace(MOVE, old_chat=OTHER.chat)
    await work.write(lambda stores: stores.conversations.move(further, after(1)))

    await work.write(lambda stores: stores.conversations.move(MOVE, after(2)))

    assert await places(work, HOME, NEW) == once
    assert await work.read(lambda stores: stores.conversations.moves()) == [MOVE, further]


async def test_a_chat_may_move_again(work: Work) -> None:
    onward = Moved(account=HOME.account, old_chat=NEW.chat, new_chat="-200")
    here = await work.write(at)

    def move_on(stores: Stores) -> None:
        for seconds, moved in enumerate((MOVE, onward, MOVE)):
            stores.conversations.move(moved, after(seconds))

    await work.write(move_on)

    there = replace(HOME, chat="-200")
    assert await places(work, HOME, NEW, there) == [[], [], [replace(here, route=there)]]
    assert await work.read(lambda stores: stores.conversations.moves()) == [MOVE, onward]


async def test_a_move_to_the_same_chat_is_none(work: Work) -> None:
    here = await work.write(at)

    await work.write(lambda s: s.conversations.move(replace(MOVE, new_chat=HOME.chat), NOON))

    assert await places(work, HOME) == [[here]]
    assert await work.read(lambda stores: stores.conversations.moves()) == []


async def test_a_move_is_of_one_account(work: Work) -> None:
    theirs = replace(HOME, account=AccountId("dc"))
    there = await work.write(lambda stores: at(stores, theirs))

    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    assert await places(work, theirs) == [[there]]


async def test_what_waits_to_be_sent_in_a_moved_chat_answers_no_message(work: Work) -> None:
    def draft(stores: Stores, route: Route) -> list[Bubble]:
        turn = begin(stores, route=route)
        states = (BubbleState.DELIVERED, BubbleState.PENDING)
        bubbles = [
            bubble(turn, number, state=state, reply_to="1", message_id="2")
            for number, state in enumerate(states)
        ]
        stores.turns.add_bubbles(bubbles)
        return bubbles

    async def lying(conversation: ConversationId) -> tuple[Bubble, ...]:
        desk = await work.read(lambda stores: stores.conversations.desk(conversation, Lane.TALK))
        return desk.bubbles

    here, there = await work.write(lambda stores: (at(stores).id, at(stores, OTHER).id))
    sent, pending = await work.write(lambda stores: draft(stores, HOME))
    elsewhere = await work.write(lambda stores: draft(stores, OTHER))
    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    assert await lying(here) == (sent, replace(pending, reply_to=None, message_id=None))
    assert await lying(there) == tuple(elsewhere)


async def test_a_conversation_that_was_loaded_before_a_move_is_not_put_back(work: Work) -> None:
    loaded = await work.write(at)
    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    held = replace(loaded, held_until=after(30))
    await work.write(lambda stores: stores.conversations.save(held))

    assert await places(work, HOME, NEW) == [[], [replace(held, route=NEW)]]
