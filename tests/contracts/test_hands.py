"""What every store promises of an account that is given to another companion, and of own words."""

from dataclasses import replace

import pytest

from core.conversation.model import AccountId, ConversationId, Moved
from core.engine.model import Conversation, Lane, LastHeard
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from tests.contracts.stores import HOME, MINA, NOON, after, at, begin, hear, inbound

NOA = SpaceId("noa")
NEW = replace(HOME, chat="-100")
MOVE = Moved(account=HOME.account, old_chat=HOME.chat, new_chat=NEW.chat)


def say(stores: Stores, key: str | None, seconds: float) -> ConversationId:
    turn, here = begin(stores), at(stores)
    stores.messages.add_own(here, turn.id, "hello", after(seconds), message_id=key, reply_to=None)
    return here.id


async def heard(work: Work, space: SpaceId) -> list[LastHeard]:
    return await work.read(lambda stores: stores.conversations.heard(HOME.account, {space}, 9))


async def at_chat(work: Work, chat: str) -> list[Conversation]:
    return await work.read(lambda stores: stores.conversations.at_chat(HOME.account, chat))


async def spoke_at(work: Work, here: ConversationId) -> object:
    return await work.read(lambda stores: stores.conversations.get(here).spoke_at)


async def test_an_account_that_changes_hands_begins_anew(work: Work) -> None:
    before = await work.write(lambda stores: (hear(stores, inbound("1", "mine")), at(stores))[1])
    anew = await work.write(lambda stores: at(stores, space=NOA))
    await work.write(lambda stores: hear(stores, inbound("2", "hers"), space=NOA))

    assert anew.id != before.id
    assert anew == replace(before, id=anew.id, space=NOA)
    said = await work.read(lambda stores: stores.messages.recent(anew.id, 9))
    assert [one.text for one in said] == ["hers"]
    waiting = await work.read(lambda stores: stores.conversations.waiting(anew.id, Lane.TALK))
    assert [one.text for one in waiting] == ["hers"]
    assert not await work.read(lambda stores: stores.messages.was_spoken_to(anew.id))


async def test_an_account_that_comes_back_goes_on_where_it_was(work: Work) -> None:
    mine, hers, again = await work.write(
        lambda stores: [at(stores, space=space) for space in (MINA, NOA, MINA)]
    )

    assert again == mine
    assert mine.id != hers.id
    assert await at_chat(work, HOME.chat) == [mine, hers]


async def test_a_server_is_learnt_for_each_companion(work: Work) -> None:
    mine, hers = await work.write(
        lambda stores: [
            stores.conversations.find_or_create(space, HOME, at(stores).chat_kind, NOON, server=one)
            for space, one in ((MINA, "9"), (NOA, None))
        ]
    )

    assert (mine.server, hers.server) == ("9", None)


async def test_each_companion_sees_only_what_it_heard_itself(work: Work) -> None:
    def talk(stores: Stores) -> None:
        hear(stores, inbound("1"))
        hear(stores, inbound("7", route=replace(HOME, chat="200")))
        hear(stores, inbound("2"), space=NOA)
        hear(stores, inbound("9", route=replace(HOME, account=AccountId("dc"))), space=NOA)

    await work.write(talk)

    mine, hers = await heard(work, MINA), await heard(work, NOA)
    assert [(one.route.chat, one.message_id) for one in mine] == [("200", "7"), ("100", "1")]
    assert [(one.route.chat, one.message_id) for one in hers] == [("100", "2")]
    assert await heard(work, SpaceId("nobody")) == []


async def test_a_chat_that_moves_takes_the_conversations_of_all_companions_along(
    work: Work,
) -> None:
    mine, hers = await work.write(lambda stores: [at(stores, space=space) for space in (MINA, NOA)])

    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    assert await at_chat(work, NEW.chat) == [replace(one, route=NEW) for one in (mine, hers)]
    assert await at_chat(work, HOME.chat) == []


async def test_a_place_that_another_companion_has_in_the_new_chat_is_no_obstacle(
    work: Work,
) -> None:
    mine, hers, new = await work.write(
        lambda stores: [at(stores), at(stores, space=NOA), at(stores, NEW, NOA)]
    )

    await work.write(lambda stores: stores.conversations.move(MOVE, NOON))

    assert await at_chat(work, NEW.chat) == [replace(mine, route=NEW), new]
    assert await at_chat(work, HOME.chat) == [replace(hers, unreachable="moved")]


async def test_a_message_that_another_companion_has_is_known(work: Work) -> None:
    await work.write(lambda stores: hear(stores, inbound("1")))

    again = await work.write(
        lambda stores: stores.messages.add(
            at(stores, space=NOA), inbound("1"), NOON, lane=Lane.TALK, silence=None
        )
    )

    assert again is None


@pytest.mark.parametrize("key", ["5", None], ids=["delivered", "in doubt"])
async def test_a_conversation_knows_when_the_companion_spoke(work: Work, key: str | None) -> None:
    here = await work.write(lambda stores: (hear(stores, inbound("1")), at(stores).id)[1])
    assert await spoke_at(work, here) is None

    await work.write(lambda stores: say(stores, key, 5.000001))

    assert await spoke_at(work, here) == after(5.000001)
    desk = await work.read(lambda stores: stores.conversations.desk(here, Lane.TALK))
    assert desk.conversation.spoke_at == after(5.000001)
    other = await work.write(lambda stores: at(stores, space=NOA))
    assert other.spoke_at is None


async def test_what_was_said_last_is_when_it_spoke(work: Work) -> None:
    def talk(stores: Stores) -> ConversationId:
        for key, seconds in (("1", 5), ("2", 9), ("3", 7), ("2", 60)):
            say(stores, key, seconds)
        return at(stores).id

    assert await spoke_at(work, await work.write(talk)) == after(9)


async def test_saving_a_conversation_leaves_when_it_spoke(work: Work) -> None:
    loaded = await work.write(at)
    await work.write(lambda stores: say(stores, "1", 5))

    await work.write(lambda stores: stores.conversations.save(replace(loaded, unreachable="gone")))

    assert await spoke_at(work, loaded.id) == after(5)
