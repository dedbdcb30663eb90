"""Units of work beside each other, and what cancellations do to them."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from sqlalchemy import Connection, event

from adapters.storage import Database, DatabaseConfig
from core.engine.ports import Stores
from tests.adapters.storage.gate import Gate, hear_and_spend, seen, total


async def test_readers_see_nothing_of_a_unit_that_is_not_over(
    database: Database, gate: Gate
) -> None:
    def write(stores: Stores) -> None:
        hear_and_spend(stores)
        gate.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(database.write(write))
        await gate.reached.wait()
        meanwhile = await database.read(seen)
        gate.open()

    assert meanwhile == (0, 0)
    assert await database.read(seen) == (1, 1)


async def test_a_reader_sees_one_state_while_a_writer_commits(
    database: Database, gate: Gate
) -> None:
    def read(stores: Stores) -> tuple[int, tuple[int, int]]:
        before = total(stores)
        gate.wait()
        return before, seen(stores)

    await database.write(partial(hear_and_spend, tokens=10))
    async with asyncio.TaskGroup() as group:
        reader = group.create_task(database.read(read))
        await gate.reached.wait()
        await database.write(hear_and_spend)
        gate.open()

    assert reader.result() == (10, (1, 10))
    assert await database.read(seen) == (2, 11)


async def test_as_many_read_at_once_as_there_are_readers(config: DatabaseConfig) -> None:
    database = Database(config.model_copy(update={"readers": 3}))
    gates = [Gate(config) for _ in range(5)]

    def read(gate: Gate, stores: Stores) -> int:
        gate.wait()
        return total(stores)

    async with asyncio.TaskGroup() as group:
        readers = [group.create_task(database.read(partial(read, gate))) for gate in gates]
        for gate in gates[:3]:
            await gate.reached.wait()
        begun = [gate.reached.is_set() for gate in gates]
        for gate in gates:
            gate.open()

    await database.close()
    assert begun == [True, True, True, False, False]
    assert [reader.result() for reader in readers] == [0] * 5


async def test_a_unit_cancelled_while_it_waits_for_another_is_not_done(
    database: Database, gate: Gate
) -> None:
    def write(stores: Stores) -> None:
        gate.wait()
        hear_and_spend(stores)

    async with asyncio.TaskGroup() as group:
        group.create_task(database.write(write))
        await gate.reached.wait()
        second = group.create_task(database.write(partial(hear_and_spend, tokens=10)))
        group.create_task(database.write(partial(hear_and_spend, tokens=100)))
        for act in (second.cancel, gate.open):  # once both have asked for their turn
            asyncio.get_running_loop().call_soon(act)

    assert second.cancelled()
    assert await database.read(seen) == (2, 101)


async def test_a_cancelled_reader_gives_its_place_back(config: DatabaseConfig, gate: Gate) -> None:
    database = Database(config.model_copy(update={"readers": 1}))

    def read(stores: Stores) -> int:
        gate.wait()
        return total(stores)

    async with asyncio.TaskGroup() as group:
        reader = group.create_task(database.read(read))
        waiting = group.create_task(database.read(read))
        await gate.reached.wait()
        waiting.cancel()
        reader.cancel()
        gate.open()

    assert (reader.cancelled(), waiting.cancelled()) == (True, True)
    async with asyncio.timeout(10):
        assert await database.read(total) == 0
    await database.close()


async def cancelled_at(
    database: Database, moments: Sequence[str], body: Callable[[Stores], None]
) -> asyncio.Task[None]:
    """Return a unit that was cancelled at each of some moments in the life of its transaction."""
    loop = asyncio.get_running_loop()

    def listen(connection: Connection) -> None:
        for moment in moments:
            event.listen(connection, moment, lambda *_: loop.call_soon_threadsafe(unit.cancel))

    await database.administer(listen)
    async with asyncio.TaskGroup() as group:
        unit = group.create_task(database.write(body))
    return unit


@pytest.mark.parametrize(
    "moments",
    [["begin"], ["after_cursor_execute"], ["commit"], ["begin", "commit"]],
    ids=" and ".join,
)
async def test_a_unit_cancelled_after_it_began_is_kept_whole(
    database: Database, moments: list[str]
) -> None:
    unit = await cancelled_at(database, moments, hear_and_spend)

    assert unit.cancelled()
    assert await database.read(seen) == (1, 1)


@pytest.mark.parametrize(
    "moments",
    [["begin"], ["rollback", "rollback_savepoint"], ["begin", "rollback", "rollback_savepoint"]],
    ids=" and ".join,
)
async def test_a_unit_that_fails_while_it_is_cancelled_leaves_nothing_behind(
    database: Database, moments: list[str]
) -> None:
    def fail(stores: Stores) -> None:
        hear_and_spend(stores)
        raise ZeroDivisionError

    unit = await cancelled_at(database, moments, fail)

    assert unit.cancelled()
    await database.write(hear_and_spend)
    assert await database.read(seen) == (1, 1)
