"""What every builder's store that can keep chats promises: in memory and in a file."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.storage import sqlite_memory_store
from core.companion.memory import InMemoryStore
from core.companion.model import FactDraft, Message, Sender
from core.companion.ports import ChatStore
from core.errors import UnknownSpace

NOON = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)
SOUL = "서울 🇰🇷 'quoted' \"twice\"\n\ttab — Привет, مرحبا, 👩‍👩‍👧"


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ChatStore]:
    clock = VirtualClock(NOON)
    if request.param == "memory":
        yield InMemoryStore(clock=clock)
        return
    async with sqlite_memory_store(tmp_path / "mina.sqlite", clock=clock) as kept:
        yield kept


@pytest.fixture
async def space(store: ChatStore) -> str:
    return (await store.create_space("Mina", "Mina likes quiet cafes.", NOON)).id


def says(content: str, sender: str = "user", hours: float = 0) -> Message:
    return Message(sender=sender, time=NOON + hours * HOUR, content=content)


async def told(store: ChatStore, space: str, person: str | None = None, limit: int = 9) -> str:
    messages = await store.list_messages(space, person=person, limit=limit)
    return " ".join(message.content for message in messages)


# Messages.


async def test_a_message_comes_back_as_it_was_said(store: ChatStore, space: str) -> None:
    kept = await store.add_message(space, says(SOUL, "persona"), person=SOUL)

    assert await store.list_messages(space, limit=1) == [kept]
    assert (kept.person, kept.content) == (SOUL, SOUL)
    assert (kept.sender, kept.time, kept.time.tzinfo) == (Sender.PERSONA, NOON, UTC)


async def test_messages_keep_the_order_in_which_they_were_added(
    store: ChatStore, space: str
) -> None:
    for number, hours in enumerate([0, -5, 3, 3]):
        await store.add_message(space, says(str(number), hours=hours), person="ana")

    assert await told(store, space) == "0 1 2 3"
    assert len({one.id for one in await store.list_messages(space, limit=9)}) == 4


@pytest.mark.parametrize(
    ("limit", "seen"),
    [
        pytest.param(0, "", id="none"),
        pytest.param(2, "1 2", id="the last ones, oldest first"),
        pytest.param(3, "0 1 2", id="as many as there are"),
        pytest.param(99, "0 1 2", id="more than there are"),
    ],
)
async def test_the_last_messages_are_listed(
    store: ChatStore, space: str, limit: int, seen: str
) -> None:
    for number in range(3):
        await store.add_message(space, says(str(number)), person="ana")

    assert await told(store, space, limit=limit) == seen


async def test_chats_of_people_lie_apart(store: ChatStore, space: str) -> None:
    for number, person in enumerate(["ana", "bo", "ana", "Ana"]):
        await store.add_message(space, says(str(number)), person=person)

    assert await told(store, space, "ana") == "0 2"
    assert await told(store, space, "nobody") == ""
    assert await told(store, space) == "0 1 2 3"
    assert await store.count_messages(space) == 4


async def test_deleting_messages_leaves_other_spaces_and_all_facts(
    store: ChatStore, space: str
) -> None:
    other = (await store.create_space("Yui", "…", NOON)).id
    await store.add_fact(space, FactDraft(statement="Ana has a cat.", topics=["user"]))
    for one in (space, space, other):
        await store.add_message(one, says("hi"), person="ana")
    [first] = await store.list_messages(other, limit=1)

    assert await store.delete_messages(space) == 2
    assert await store.delete_messages(space) == 0
    assert (await store.count_messages(space), await store.count_messages(other)) == (0, 1)
    assert len(await store.list_facts(space)) == 1
    again = await store.add_message(space, says("hi"), person="ana")
    assert again.id != first.id


async def test_messages_that_are_added_at_once_are_all_kept(store: ChatStore, space: str) -> None:
    await asyncio.gather(
        *(store.add_message(space, says(str(one)), person="ana") for one in range(20))
    )

    assert await store.count_messages(space) == 20


@pytest.mark.parametrize("unknown", ["", "space-77", "fact-1", "x' OR 1=1 --"])
async def test_an_unknown_space_holds_no_chat_and_takes_none(
    store: ChatStore, space: str, unknown: str
) -> None:
    fact = await store.add_fact(space, FactDraft(statement="I am 25.", topics=["persona"]))

    assert await store.list_messages(unknown, limit=9) == []
    assert await store.count_messages(unknown) == 0
    assert await store.delete_messages(unknown) == 0
    assert await store.save_facts(unknown, [replace(fact, statement="I am 26.")]) == 0
    assert await store.delete_facts(unknown, [fact.id]) == 0
    assert await store.list_facts(space) == [fact]
    with pytest.raises(UnknownSpace):
        await store.add_message(unknown, says("hi"), person="ana")


# Facts that change and go.


async def test_a_saved_fact_stays_in_its_place_and_keeps_its_time(
    store: ChatStore, space: str
) -> None:
    first, second = [
        await store.add_fact(space, FactDraft(statement=one, topics=[one])) for one in "ab"
    ]
    changed = replace(
        first,
        statement=SOUL,
        topics=["c"],
        confidence=0.5,
        source="circadia.chat",
        metadata={"last_accessed": "2026-05-01T12:00:00.000Z", "evidence": ["message-1"]},
        created_at=NOON + HOUR,
    )

    assert await store.save_facts(space, [changed]) == 1

    kept = replace(changed, created_at=first.created_at)
    assert await store.list_facts(space) == [kept, second]
    assert await store.find_facts(space, ["c"]) == [kept]
    assert await store.find_facts(space, ["a"]) == []


async def test_saving_passes_over_what_is_not_there(store: ChatStore, space: str) -> None:
    fact = await store.add_fact(space, FactDraft(statement="I am 25.", topics=["persona"]))
    gone = [replace(fact, id=one) for one in ("fact-99", "x", "")]

    assert await store.save_facts(space, gone) == 0
    assert await store.save_facts(space, []) == 0
    assert await store.list_facts(space) == [fact]


async def test_deleted_facts_are_not_found_and_their_ids_never_come_again(
    store: ChatStore, space: str
) -> None:
    facts = [await store.add_fact(space, FactDraft(statement=one, topics=["x"])) for one in "abc"]

    ids = [facts[2].id, facts[0].id, facts[0].id, "fact-99", "x"]
    assert await store.delete_facts(space, ids) == 2

    assert await store.list_facts(space) == [facts[1]]
    assert await store.find_facts(space, ["x"]) == [facts[1]]
    new = await store.add_fact(space, FactDraft(statement="d", topics=["x"]))
    assert new.id not in {fact.id for fact in facts}


async def test_many_facts_are_deleted_at_once(store: ChatStore, space: str) -> None:
    facts = await asyncio.gather(
        *(store.add_fact(space, FactDraft(statement=str(one), topics=[])) for one in range(30))
    )
    many = [fact.id for fact in facts] + [f"fact-{number}" for number in range(1000, 3000)]

    assert await store.delete_facts(space, many) == 30


async def test_a_file_from_before_there_were_chats_keeps_opening(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    async with sqlite_memory_store(file) as store:
        space = (await store.create_space("Mina", "…", NOON)).id
        fact = await store.add_fact(space, FactDraft(statement="I am 25.", topics=["persona"]))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE builder_messages")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()

    async with sqlite_memory_store(file) as store:
        kept = await store.add_message(space, says("hi"), person="ana")
        assert await store.list_messages(space, limit=1) == [kept]
        assert await store.list_facts(space) == [fact]
