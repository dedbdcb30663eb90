"""What every unit of work promises: in memory, over SQLite and over PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from core.conversation.model import Edit, Unreadable
from core.engine.model import Conversation, Lane, Turn, TurnState
from core.engine.ports import Stores, Work
from core.persona.model import SpaceId
from tests.contracts.stores import (
    ANN,
    DAY,
    HOME,
    MINA,
    NOON,
    after,
    at,
    begin,
    bubble,
    hear,
    inbound,
)

Write = Callable[[Stores, Conversation, Turn], Awaitable[object]]
WRITES: dict[str, Write] = {
    "a conversation": lambda to, *_: at(to, replace(HOME, chat="200")),
    "a hold": lambda to, here, _: to.conversations.save(replace(here, held_until=NOON)),
    "a due time": lambda to, here, _: to.conversations.due_at(here.id, Lane.TALK, NOON),
    "a message": lambda to, here, _: to.messages.add(
        here, inbound("2"), NOON, lane=Lane.TALK, silence=None
    ),
    "own words": lambda to, here, turn: to.messages.add_own(
        here, turn.id, "hello", NOON, message_id="3", reply_to=None
    ),
    "an edit": lambda to, *_: to.messages.edit(
        Edit(route=HOME, message_id="1", text="changed", edited_at=NOON)
    ),
    "an unreadable update": lambda to, *_: to.messages.unreadable(
        Unreadable(account=HOME.account, update_id="7", reason="KeyError"), NOON
    ),
    "a turn": lambda to, here, _: to.turns.open(
        here.id, Lane.TALK, [], ANN, "Ann", NOON, language=None, reserved=0, reserved_day=DAY
    ),
    "a state": lambda to, _, turn: to.turns.save(replace(turn, state=TurnState.CLOSED)),
    "a trace": lambda to, _, turn: to.turns.trace(turn.id, {"steps": 1}),
    "bubbles": lambda to, _, turn: to.turns.add_bubbles([bubble(turn, 0)]),
    "tokens": lambda to, *_: to.spending.add(MINA, DAY, "conversation", 1),
    "quiet": lambda to, *_: to.people.set_quiet(ANN, NOON),
}


async def test_what_a_unit_wrote_it_reads_itself_and_others_see_it_afterwards(work: Work) -> None:
    async with work.write() as stores:
        await stores.spending.add(MINA, DAY, "conversation", 5)
        within = await stores.spending.total(MINA, DAY)
        async with work.read() as reader:
            meanwhile = await reader.spending.total(MINA, DAY)

    async with work.read() as reader:
        assert (within, meanwhile, await reader.spending.total(MINA, DAY)) == (5, 0, 5)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
async def test_a_reader_that_writes_is_stopped(work: Work, write: Write) -> None:
    async with work.write() as stores:
        turn = await begin(stores, await hear(stores, inbound("1")))
        here = await at(stores)

    with pytest.raises((TypeError, AttributeError)):
        async with work.read() as stores:
            await write(stores, here, turn)


async def test_a_unit_that_ends_with_an_error_leaves_nothing_behind(work: Work) -> None:
    async def fail() -> None:
        async with work.write() as stores:
            await hear(stores, inbound("1"))
            await stores.spending.add(MINA, DAY, "conversation", 5)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()

    async with work.write() as stores:
        assert (await stores.figures.tally(MINA, DAY)).conversations == 0
        assert await stores.spending.total(MINA, DAY) == 0
        await hear(stores, inbound("1"))


async def test_a_cancelled_unit_leaves_nothing_behind(work: Work) -> None:
    wrote = asyncio.Event()

    async def write_and_wait() -> None:
        async with work.write() as stores:
            await hear(stores, inbound("1"))
            await stores.spending.add(MINA, DAY, "conversation", 5)
            wrote.set()
            await asyncio.Event().wait()

    async with asyncio.TaskGroup() as group:
        writer = group.create_task(write_and_wait())
        await wrote.wait()
        writer.cancel()

    async with work.write() as stores:
        assert await stores.spending.total(MINA, DAY) == 0
        await hear(stores, inbound("1"))


async def test_an_unit_cancelled_while_it_waits_for_another_does_no_harm(work: Work) -> None:
    wrote, go_on = asyncio.Event(), asyncio.Event()

    async def write(tokens: int) -> None:
        async with work.write() as stores:
            await stores.spending.add(MINA, DAY, "conversation", tokens)
            wrote.set()
            await go_on.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(write(1))
        await wrote.wait()
        waiting = group.create_task(write(10))
        third = group.create_task(write(100))
        waiting.cancel()
        go_on.set()

    assert third.done()
    async with work.read() as stores:
        assert await stores.spending.total(MINA, DAY) == 101


async def test_writers_follow_each_other(work: Work) -> None:
    async def count() -> None:
        async with work.write() as stores:
            total = await stores.spending.total(MINA, DAY)
            await stores.spending.add(MINA, str(total), "seen", 1)
            await stores.spending.add(MINA, DAY, "conversation", 1)

    async with asyncio.TaskGroup() as group:
        for _ in range(20):
            group.create_task(count())

    async with work.read() as stores:
        assert await stores.spending.total(MINA, DAY) == 20
        assert [await stores.spending.total(MINA, str(seen)) for seen in range(20)] == [1] * 20


async def test_a_reader_sees_one_state_while_a_writer_commits(work: Work) -> None:
    async with work.write() as stores:
        await stores.spending.add(MINA, DAY, "conversation", 1)

    async with work.read() as reader:
        before = await reader.spending.total(MINA, DAY)
        async with work.write() as stores:
            await stores.spending.add(MINA, DAY, "conversation", 1)
            await hear(stores, inbound("1"))
        after_commit = await reader.spending.total(MINA, DAY)
        tally = await reader.figures.tally(MINA, DAY)

    assert (before, after_commit, tally.messages) == (1, 1, 0)
    async with work.read() as reader:
        assert await reader.spending.total(MINA, DAY) == 2


async def test_many_may_read_at_once(work: Work) -> None:
    together = asyncio.Barrier(4)

    async def read() -> int:
        async with work.read() as stores:
            total = await stores.spending.total(MINA, DAY)
            await together.wait()
            return total

    async with asyncio.TaskGroup() as group:
        readers = [group.create_task(read()) for _ in range(8)]

    assert [reader.result() for reader in readers] == [0] * 8


async def test_calls_of_one_unit_may_overlap(work: Work) -> None:
    async with work.write() as stores:
        await asyncio.gather(*(hear(stores, inbound(str(number))) for number in range(10)))
        here = await at(stores)

    async with work.read() as stores:
        assert len(await stores.messages.recent(here.id, 20)) == 10


async def test_instants_keep_their_microseconds(work: Work) -> None:
    early, late = after(0.000001), after(0.000002)
    async with work.write() as stores:
        here = await at(stores)
        there = await at(stores, replace(HOME, chat="200"), SpaceId("noa"))
        await stores.conversations.due_at(here.id, Lane.TALK, late)
        await stores.conversations.due_at(there.id, Lane.TALK, early)

    async with work.read() as stores:
        upcoming = await stores.conversations.upcoming(2)
    assert [lane.due_at for lane in upcoming] == [early, late]
    assert all(lane.due_at.utcoffset() is not None for lane in upcoming)
