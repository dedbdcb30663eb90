"""Units of work under cancellation, lost connections and errors."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

from adapters.storage import Database, DatabaseConfig
from adapters.storage.database import open_lines
from adapters.storage.unit import Line, Step, T
from core.engine.model import Lane
from core.errors import Misconfigured, Retryable
from tests.contracts.stores import DAY, MINA, NOON, at, hear, inbound


class CancellingLine:
    """Cancels whoever uses it, as soon as the given call is on its way."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.calls = 0
        self.cancels_at = 0
        """Counted from 1; 0 for never."""

    def start(self, step: Step[T]) -> asyncio.Future[T]:
        future = self._line.start(step)
        self._count()
        return future

    def forget(self) -> asyncio.Future[None]:
        future = self._line.forget()
        self._count()
        return future

    async def close(self) -> None:
        await self._line.close()

    def _count(self) -> None:
        self.calls += 1
        task = asyncio.current_task()
        if self.calls == self.cancels_at and task is not None:
            task.cancel()


async def write_all(database: Database) -> None:
    async with database.write() as stores:
        here = await at(stores)
        await stores.spending.add(MINA, DAY, "conversation", 7)
        await stores.messages.add(here, inbound("1"), NOON, lane=Lane.TALK, silence=None)
        await stores.conversations.due_at(here.id, Lane.TALK, NOON)


async def total(database: Database) -> int:
    async with database.read() as stores:
        return await stores.spending.total(MINA, DAY)


CALLS_OF_WRITE_ALL = 3
"""Two questions and the commit; what answers nothing goes along with them."""


@pytest.mark.parametrize("call", range(1, CALLS_OF_WRITE_ALL + 1))
async def test_a_unit_cancelled_in_any_call_is_kept_whole_or_not_at_all(
    config: DatabaseConfig, call: int
) -> None:
    lines: list[CancellingLine] = []

    def cancelling(config: DatabaseConfig) -> tuple[Line, Sequence[Line]]:
        writer, readers = open_lines(config)
        lines.append(CancellingLine(writer))
        return lines[0], readers

    database = Database(config, cancelling)
    lines[0].cancels_at = call

    (outcome,) = await asyncio.gather(write_all(database), return_exceptions=True)

    assert isinstance(outcome, asyncio.CancelledError)
    in_commit = call == CALLS_OF_WRITE_ALL
    async with database.read() as stores:
        tally = await stores.figures.tally(MINA, DAY)
        assert (tally.messages, tally.tokens_today) == ((1, 7) if in_commit else (0, 0))
        assert len(await stores.conversations.upcoming(5)) == in_commit
    async with database.write() as stores:
        await hear(stores, inbound("2"))
    await database.close()


async def test_a_rollback_is_not_cut_short_by_a_second_cancellation(
    config: DatabaseConfig,
) -> None:
    lines: list[CancellingLine] = []

    def cancelling(config: DatabaseConfig) -> tuple[Line, Sequence[Line]]:
        writer, readers = open_lines(config)
        lines.append(CancellingLine(writer))
        return lines[0], readers

    database = Database(config, cancelling)

    async def fail() -> None:
        async with database.write() as stores:
            await hear(stores, inbound("1"))
            raise ZeroDivisionError

    lines[0].cancels_at = 3  # two questions, then the rollback
    (outcome,) = await asyncio.gather(fail(), return_exceptions=True)

    assert isinstance(outcome, asyncio.CancelledError)
    await write_all(database)
    await database.close()


async def test_a_cancelled_reader_gives_its_place_back(config: DatabaseConfig) -> None:
    database = Database(config.model_copy(update={"readers": 1}))
    reading = asyncio.Event()

    async def read() -> None:
        async with database.read() as stores:
            await stores.spending.total(MINA, DAY)
            reading.set()
            await asyncio.Event().wait()

    async with asyncio.TaskGroup() as group:
        reader = group.create_task(read())
        await reading.wait()
        waiting = group.create_task(read())
        waiting.cancel()
        reader.cancel()

    async with asyncio.timeout(10), database.read() as stores:
        assert await stores.spending.total(MINA, DAY) == 0
    await database.close()


async def test_a_unit_that_is_over_can_not_be_used(database: Database) -> None:
    async with database.write() as written:
        await at(written)
    async with database.read() as read:
        await read.spending.total(MINA, DAY)

    for stores in (written, read):
        with pytest.raises(RuntimeError, match="over"):
            await stores.spending.total(MINA, DAY)
    with pytest.raises(RuntimeError, match="over"):
        await written.spending.add(MINA, DAY, "conversation", 1)


async def test_a_unit_without_a_question_needs_no_database(tmp_path: Path) -> None:
    database = Database(DatabaseConfig(url="sqlite:///nowhere/at/all.sqlite").resolve(tmp_path))

    async with database.write(), database.read():
        pass

    await database.close()


async def test_a_lost_connection_fails_one_unit_and_the_next_has_another(
    postgres_config: DatabaseConfig,
) -> None:
    database = Database(postgres_config)
    await write_all(database)
    async with database.read() as stores:
        await stores.spending.total(MINA, DAY)
    other = await asyncpg.connect(postgres_config.url)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'circadia' AND datname = current_database()"
    )
    await other.close()

    with pytest.raises(Retryable):
        await write_all(database)
    async with database.write() as stores:
        await hear(stores, inbound("2"))
    for _ in range(postgres_config.readers):  # each finds out for itself
        await asyncio.gather(total(database), return_exceptions=True)
    assert await total(database) == 7
    await database.close()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        pytest.param(b"this is no database at all " * 90, Misconfigured, id="another file"),
        pytest.param(None, Misconfigured, id="a folder that is not there"),
    ],
)
async def test_an_unusable_file_is_named_with_the_cure(
    tmp_path: Path, content: bytes | None, error: type[Exception]
) -> None:
    config = DatabaseConfig(url="sqlite:///deep/circadia.sqlite").resolve(tmp_path)
    if content is not None:
        (tmp_path / "deep").mkdir()
        (tmp_path / "deep" / "circadia.sqlite").write_bytes(content)
    database = Database(config)

    with pytest.raises(error, match="restore a backup"):
        await write_all(database)

    await database.close()


async def test_what_people_wrote_is_in_no_error(database: Database) -> None:
    async def write() -> None:
        async with database.write() as stores:
            here = await at(stores)
            unknown = type(here.id)(here.id + 1)
            message = inbound("1", "a secret")
            await stores.messages.add(
                type(here)(id=unknown, space=MINA, route=here.route, chat_kind=here.chat_kind),
                message,
                NOON,
                lane=Lane.TALK,
                silence=None,
            )

    (outcome,) = await asyncio.gather(write(), return_exceptions=True)

    assert isinstance(outcome, Exception)
    assert "a secret" not in str(outcome) + str(outcome.__cause__)


async def test_sqlite_is_set_up_as_promised(sqlite_config: DatabaseConfig) -> None:
    config = sqlite_config.model_copy(update={"synchronous": "full"})
    writer, (reader, *_) = open_lines(config)

    def pragma(name: str) -> Step[object]:
        return lambda connection: connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
    assert [await writer.start(pragma(name)) for name in names] == ["wal", 2, 1, 0]
    assert [await reader.start(pragma(name)) for name in names] == ["wal", 2, 1, 1]
    await writer.close()
    await reader.close()


async def test_while_a_unit_writes_nobody_else_can_begin_to(sqlite_config: DatabaseConfig) -> None:
    database = Database(sqlite_config)
    assert sqlite_config.file is not None
    other = sqlite3.connect(sqlite_config.file, timeout=0, isolation_level=None)

    async with database.write() as stores:
        await stores.spending.total(MINA, DAY)  # reading alone holds the lock already
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")

    other.close()
    await database.close()
