"""Units of work beside each other, and what cancellations do to them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.util import await_only

from adapters.storage import Database, DatabaseConfig
from adapters.storage.database import open_lines
from adapters.storage.unit import Line, Step, T
from core.engine.ports import Stores
from tests.contracts.stores import DAY, MINA, hear, inbound


class Gate:
    """Holds bodies up, in a thread or a greenlet, while others go on."""

    def __init__(self, config: DatabaseConfig) -> None:
        self._loop = asyncio.get_running_loop()
        self._in_thread = config.file is not None
        self._open = asyncio.Event()
        self.reached = asyncio.Event()

    def wait(self) -> None:
        """Return when the gate is open; to be called in a body."""
        self._loop.call_soon_threadsafe(self.reached.set)
        if self._in_thread:
            asyncio.run_coroutine_threadsafe(self._open.wait(), self._loop).result(timeout=10)
        else:
            await_only(self._open.wait())

    def open(self) -> None:
        """Let everybody through."""
        self._open.set()


@pytest.fixture
async def gate(config: DatabaseConfig) -> AsyncIterator[Gate]:
    """Give a closed gate, and leave nobody behind it."""
    made = Gate(config)
    yield made
    made.open()


def hear_and_spend(stores: Stores, tokens: int = 1) -> None:
    hear(stores, inbound(str(tokens)))
    stores.spending.add(MINA, DAY, "conversation", tokens)


def total(stores: Stores) -> int:
    return stores.spending.total(MINA, DAY)


def seen(stores: Stores) -> tuple[int, int]:
    """Return how many messages and tokens there are."""
    tally = stores.figures.tally(MINA, DAY)
    return tally.messages, tally.tokens_today


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
        second = group.create_task(database.write(partial(hear_and_spend, tokens=10)))
        group.create_task(database.write(partial(hear_and_spend, tokens=100)))
        await gate.reached.wait()
        second.cancel()
        gate.open()

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


class CancellingLine:
    """Cancels whoever uses it, at each of some moments in the life of a transaction."""

    def __init__(self, line: Line, moments: Sequence[str]) -> None:
        self._line = line
        self._moments = moments

    async def do(self, step: Step[T]) -> T:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        cancel = partial(loop.call_soon_threadsafe, task.cancel)

        def watched(connection: Connection) -> T:
            for moment in self._moments:
                event.listen(connection, moment, lambda *_: cancel(), once=True)
            return step(connection)

        return await self._line.do(watched)

    async def close(self) -> None:
        await self._line.close()


Cancelling = Callable[..., Database]


@pytest.fixture
async def cancelling(config: DatabaseConfig) -> AsyncIterator[Cancelling]:
    """Give a way to open a database whose writers are cancelled at the given moments."""
    opened: list[Database] = []

    def make(*moments: str) -> Database:
        def lines(config: DatabaseConfig) -> tuple[Line, Sequence[Line]]:
            writer, readers = open_lines(config)
            return CancellingLine(writer, moments), readers

        opened.append(Database(config, lines))
        return opened[-1]

    yield make
    for database in opened:
        await database.close()


@pytest.mark.parametrize(
    "moments",
    [["begin"], ["after_cursor_execute"], ["commit"], ["begin", "commit"]],
    ids=" and ".join,
)
async def test_a_unit_cancelled_after_it_began_is_kept_whole(
    cancelling: Cancelling, moments: list[str]
) -> None:
    database = cancelling(*moments)

    (outcome,) = await asyncio.gather(database.write(hear_and_spend), return_exceptions=True)

    assert isinstance(outcome, asyncio.CancelledError)
    assert await database.read(seen) == (1, 1)


@pytest.mark.parametrize("moments", [["begin"], ["rollback"], ["begin", "rollback"]])
async def test_a_unit_that_fails_while_it_is_cancelled_leaves_nothing_behind(
    cancelling: Cancelling, database: Database, moments: list[str]
) -> None:
    def fail(stores: Stores) -> None:
        hear_and_spend(stores)
        raise ZeroDivisionError

    (outcome,) = await asyncio.gather(cancelling(*moments).write(fail), return_exceptions=True)

    assert isinstance(outcome, asyncio.CancelledError)
    await database.write(hear_and_spend)
    assert await database.read(seen) == (1, 1)
