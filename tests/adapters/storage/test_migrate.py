"""The schema: fresh, migrated, half-way and too new."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Integer, create_engine, text

from adapters.storage import Database, DatabaseConfig, migrate
from adapters.storage.migrate import FOLDER
from adapters.storage.tables import metadata
from core.errors import DatabaseTooNew, Misconfigured
from tests.contracts.stores import NOON, hear, inbound


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_config(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseConfig:
    if request.param == "sqlite":
        return DatabaseConfig(synchronous="normal").resolve(tmp_path)
    server = request.getfixturevalue("postgres")
    url = asyncio.run(server.make_database())
    return DatabaseConfig(url=url, pg_bin=server.binaries).resolve(tmp_path)


@pytest.fixture
async def empty(empty_config: DatabaseConfig) -> AsyncIterator[Database]:
    opened = Database(empty_config)
    yield opened
    await opened.close()


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, metadata))


def run(statement: str, connection: Connection) -> None:
    connection.execute(text(statement))
    connection.commit()


async def test_what_migrations_make_is_what_the_tables_say(database: Database) -> None:
    assert await database.administer(differences) == []


async def test_a_migrated_file_is_like_one_made_from_the_tables(
    sqlite_config: DatabaseConfig, tmp_path: Path
) -> None:
    fresh = create_engine(f"sqlite:///{tmp_path / 'fresh.sqlite'}")
    metadata.create_all(fresh)
    migrated = create_engine(sqlite_config.url)

    def schema(connection: Connection) -> dict[str, object]:
        rows = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' "
            "AND name NOT LIKE 'sqlite_autoindex_alembic%'"
        )
        # A table that was made anew bears its name in quotes.
        plain = {name: sql and sql.replace(",", " ").replace('"', "") for name, sql in rows}
        return {name: sql and sorted(sql.split()) for name, sql in plain.items()}

    with fresh.connect() as one, migrated.connect() as other:
        assert schema(one) == schema(other)
    fresh.dispose()
    migrated.dispose()


async def test_what_is_up_to_date_is_left_alone(database: Database) -> None:
    assert await migrate(database, NOON) == []
    assert not database.config.backups.exists()


async def test_an_empty_database_needs_no_backup(empty: Database) -> None:
    assert await migrate(empty, NOON) == ["0001", "0002", "0003", "0004", "0005"]
    assert await migrate(empty, NOON) == []
    assert not empty.config.backups.exists()


async def test_a_newer_database_is_refused(empty: Database) -> None:
    await migrate(empty, NOON)
    newer = partial(run, "UPDATE alembic_version SET version_num = '9999'")
    await empty.administer(newer)

    with pytest.raises(DatabaseTooNew, match=r"9999.*newer Circadia"):
        await migrate(empty, NOON)


async def test_tables_of_another_program_are_left_alone(empty: Database) -> None:
    await empty.administer(partial(run, "CREATE TABLE people (id INTEGER)"))

    with pytest.raises(Misconfigured, match="people"):
        await migrate(empty, NOON)


async def test_a_migration_that_fails_half_way_changes_nothing(empty: Database) -> None:
    # An index of this name stands in the way of the last table, long after the first.
    await empty.administer(partial(run, "CREATE TABLE mine (waits INTEGER)"))
    await empty.administer(partial(run, "CREATE INDEX ix_messages_waiting ON mine (waits)"))

    (failed,) = await asyncio.gather(migrate(empty, NOON), return_exceptions=True)
    await empty.administer(partial(run, "DROP TABLE mine"))

    assert isinstance(failed, Exception)
    assert await migrate(empty, NOON) == ["0001", "0002", "0003", "0004", "0005"]
    assert await empty.administer(differences) == []


async def test_data_is_backed_up_before_it_is_migrated(empty: Database, next_version: Path) -> None:
    await migrate(empty, NOON)
    await empty.write(lambda stores: hear(stores, inbound("1")))

    applied = await migrate(empty, NOON, next_version)

    assert applied == ["0006"]
    (kept,) = empty.config.backups.iterdir()
    assert kept.name.startswith("circadia-auto-20260110T120000")
    await empty.write(lambda stores: hear(stores, inbound("2")))


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """Give a folder of migrations that is one version ahead and rebuilds a table."""
    folder = tmp_path / "next"
    (folder / "versions").mkdir(parents=True)
    for script in (FOLDER / "versions").glob("v*.py"):
        (folder / "versions" / script.name).write_text(script.read_text())
    (folder / "versions" / "v0006_next.py").write_text(
        "import sqlalchemy as sa\n"
        "from alembic import op\n"
        'revision = "0006"\n'
        'down_revision = "0005"\n'
        "def upgrade():\n"
        '    with op.batch_alter_table("conversations") as table:\n'
        '        table.add_column(sa.Column("note", sa.Text()))\n'
        '        table.alter_column("chat_kind", nullable=True)\n'
    )
    return folder


def test_numbers_are_never_used_again() -> None:
    counted = {
        table.name
        for table in metadata.tables.values()
        if any(isinstance(column.type, Integer) and column.primary_key for column in table.c)
        and len(table.primary_key) == 1
        and not any(column.foreign_keys for column in table.primary_key)
    }

    assert counted == {"audits", "conversations", "facts", "messages", "turns"}
    assert all(metadata.tables[name].dialect_kwargs["sqlite_autoincrement"] for name in counted)
