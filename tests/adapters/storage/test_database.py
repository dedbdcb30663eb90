"""Lost connections, unusable files, and what a connection is set up to do."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest
from sqlalchemy.exc import SQLAlchemyError

from adapters.storage import Database, DatabaseConfig
from adapters.storage.database import open_lines
from adapters.storage.unit import Step
from core.conversation.model import ConversationId
from core.engine.model import Lane
from core.engine.ports import Stores
from core.errors import Misconfigured, Retryable
from tests.contracts.stores import DAY, MINA, NOON, at, hear, inbound


def write_all(stores: Stores) -> None:
    here = at(stores)
    stores.spending.add(MINA, DAY, "conversation", 7)
    stores.messages.add(here, inbound("1"), NOON, lane=Lane.TALK, silence=None)
    stores.conversations.due_at(here.id, Lane.TALK, NOON)


def total(stores: Stores) -> int:
    return stores.spending.total(MINA, DAY)


async def test_stores_that_were_kept_are_of_no_use_and_do_no_harm(database: Database) -> None:
    for kept in (await database.write(lambda stores: stores), await database.read(lambda s: s)):
        with pytest.raises(SQLAlchemyError):
            total(kept)

    await database.write(write_all)
    assert await database.read(total) == 7


async def test_a_lost_connection_fails_one_unit_and_the_next_has_another(
    postgres_config: DatabaseConfig,
) -> None:
    database = Database(postgres_config)
    await database.write(write_all)
    await database.read(total)
    other = await asyncpg.connect(postgres_config.url)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'circadia' AND datname = current_database()"
    )
    await other.close()

    with pytest.raises(Retryable):
        await database.write(write_all)
    await database.write(lambda stores: hear(stores, inbound("2")))
    for _ in range(postgres_config.readers):  # each finds out for itself
        await asyncio.gather(database.read(total), return_exceptions=True)
    assert await database.read(total) == 7
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
        await database.write(write_all)

    await database.close()


@pytest.mark.parametrize("put_back", [False, True], ids=["deleted", "replaced"])
async def test_nothing_is_kept_in_a_file_that_is_gone(
    sqlite_config: DatabaseConfig, put_back: bool
) -> None:
    database = Database(sqlite_config)
    await database.write(write_all)
    file = sqlite_config.file
    assert file is not None
    content = file.read_bytes()
    file.rename(file.with_suffix(".gone"))
    if put_back:
        file.write_bytes(content)

    with pytest.raises(Misconfigured, match="deleted or replaced"):
        await database.write(write_all)

    await database.close()


async def test_what_people_wrote_is_in_no_error(database: Database) -> None:
    def write(stores: Stores) -> None:
        here = at(stores)
        nowhere = replace(here, id=ConversationId(here.id + 1))
        message = inbound("1", "a secret")
        stores.messages.add(nowhere, message, NOON, lane=Lane.TALK, silence=None)

    (outcome,) = await asyncio.gather(database.write(write), return_exceptions=True)

    assert isinstance(outcome, Exception)
    assert "a secret" not in str(outcome) + str(outcome.__cause__)


async def test_sqlite_is_set_up_as_promised(sqlite_config: DatabaseConfig) -> None:
    config = sqlite_config.model_copy(update={"synchronous": "full"})
    writer, (reader, *_) = open_lines(config)

    def pragma(name: str) -> Step[object]:
        return lambda connection: connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
    assert [await writer.do(pragma(name)) for name in names] == ["wal", 2, 1, 0]
    assert [await reader.do(pragma(name)) for name in names] == ["wal", 2, 1, 1]
    await writer.close()
    await reader.close()


async def test_while_a_unit_writes_nobody_else_can_begin_to(sqlite_config: DatabaseConfig) -> None:
    file = sqlite_config.file
    assert file is not None

    def write(stores: Stores) -> None:
        total(stores)  # reading alone holds the lock already
        with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")

    database = Database(sqlite_config)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await database.write(write)
    await database.close()
