"""Backups, and the way back."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.storage import Database, DatabaseConfig, backup, instance_lock, migrate, restore
from adapters.storage.backup import keep_aside
from core.errors import AlreadyRunning, DatabaseTooNew, Misconfigured
from tests.adapters.storage.test_migrate import run
from tests.contracts.stores import DAY, MINA, NOON, hear, inbound


async def hears(database: Database, *keys: str) -> None:
    await database.write(lambda stores: [hear(stores, inbound(key)) for key in keys])


async def count(config: DatabaseConfig) -> int:
    database = Database(config)
    try:
        await migrate(database, NOON)
        return await database.read(lambda stores: stores.figures.tally(MINA, DAY).messages)
    finally:
        await database.close()


async def test_a_restored_database_is_as_it_was_and_the_other_is_kept(
    config: DatabaseConfig, database: Database
) -> None:
    await hears(database, "1", "2")
    saved = await backup(database, NOON)
    await hears(database, "3")
    await database.close()

    kept = await restore(config, saved, NOON)

    assert await count(config) == 2
    assert kept is not None
    assert await restore(config, kept, NOON + timedelta(seconds=1)) is not None
    assert await count(config) == 3
    again = Database(config)
    await hears(again, "4")
    await again.close()


async def test_a_backup_goes_where_it_is_told_and_overwrites_nothing(
    database: Database, tmp_path: Path
) -> None:
    target = tmp_path / "new folder" / "mine.backup"

    assert await backup(database, NOON, target) == target
    content = target.read_bytes()
    with pytest.raises(Misconfigured, match="another name"):
        await backup(database, NOON, target)

    assert target.read_bytes() == content
    assert [file.name for file in target.parent.iterdir()] == [target.name]


async def test_a_backup_while_others_write_is_of_one_moment(
    sqlite_config: DatabaseConfig, tmp_path: Path
) -> None:
    database = Database(sqlite_config)
    await hears(database, *(f"old {number}" for number in range(200)))
    heard: list[tuple[int, int]] = []

    async with asyncio.TaskGroup() as group:
        saving = group.create_task(
            backup(database, NOON, progress=lambda done, total: heard.append((done, total)))
        )
        written = 0
        while not saving.done():
            await hears(database, f"new {written}", f"newer {written}")
            written += 1
    await database.close()

    assert heard[-1][0] == heard[-1][1] > 0
    await restore(sqlite_config, saving.result(), NOON)
    found = await count(sqlite_config)
    assert found >= 200
    assert found % 2 == 0


async def test_only_automatic_backups_are_removed_oldest_first(config: DatabaseConfig) -> None:
    config = config.model_copy(update={"keep_backups": 2})
    database = Database(config)
    by_hand = await backup(database, NOON - timedelta(days=9))
    await database.close()

    made = [await keep_aside(config, NOON + timedelta(days=day)) for day in range(4)]
    twice = await keep_aside(config, NOON + timedelta(days=3))

    assert sorted(config.backups.iterdir()) == sorted([by_hand, made[3], twice])


async def test_nothing_is_restored_while_the_database_is_in_use(
    config: DatabaseConfig, database: Database
) -> None:
    saved = await backup(database, NOON)

    async with instance_lock(config):
        with pytest.raises(AlreadyRunning):
            await restore(config, saved, NOON)


@pytest.mark.parametrize("content", [None, b"", b"nothing of the kind\n" * 500])
async def test_a_file_that_is_no_backup_touches_nothing(
    config: DatabaseConfig, database: Database, tmp_path: Path, content: bytes | None
) -> None:
    await hears(database, "1")
    await database.close()
    source = tmp_path / "source"
    if content is not None:
        source.write_bytes(content)

    with pytest.raises(Misconfigured, match="another"):
        await restore(config, source, NOON)

    assert await count(config) == 1
    assert not config.backups.exists()


async def test_a_cut_backup_touches_nothing(config: DatabaseConfig, database: Database) -> None:
    await hears(database, *(str(number) for number in range(400)))
    saved = await backup(database, NOON)
    whole = saved.read_bytes()
    saved.write_bytes(whole[: len(whole) * 2 // 3])
    await hears(database, "later")
    await database.close()

    (failed,) = await asyncio.gather(restore(config, saved, NOON), return_exceptions=True)

    assert isinstance(failed, Exception)
    assert await count(config) == 401


async def test_a_newer_backup_touches_nothing(config: DatabaseConfig, database: Database) -> None:
    await hears(database, "1")
    await database.administer(
        lambda connection: run("UPDATE alembic_version SET version_num = '9999'", connection)
    )
    saved = await backup(database, NOON)
    await database.administer(
        lambda connection: run("UPDATE alembic_version SET version_num = '0005'", connection)
    )
    await hears(database, "2")
    await database.close()

    with pytest.raises(DatabaseTooNew, match="9999"):
        await restore(config, saved, NOON)

    assert await count(config) == 2


async def test_a_backup_from_before_a_migration_comes_back_whole(
    config: DatabaseConfig, database: Database
) -> None:
    await hears(database, "1")
    saved = await backup(database, NOON)
    await database.administer(
        lambda connection: run("CREATE TABLE of_tomorrow (id INTEGER)", connection)
    )
    await database.close()

    await restore(config, saved, NOON)

    restored = Database(config)
    with_table = await restored.administer(
        lambda connection: connection.dialect.has_table(connection, "of_tomorrow")
    )
    await restored.close()
    assert not with_table
    assert await count(config) == 1


async def test_a_damaged_database_can_be_replaced_and_is_kept(
    sqlite_config: DatabaseConfig,
) -> None:
    database = Database(sqlite_config)
    await hears(database, "1")
    saved = await backup(database, NOON)
    await database.close()
    assert sqlite_config.file is not None
    sqlite_config.file.write_bytes(b"a damaged disk " * 900)

    kept = await restore(sqlite_config, saved, NOON)

    assert await count(sqlite_config) == 1
    assert kept is not None
    assert kept.read_bytes().startswith(b"a damaged disk")


async def test_a_backup_can_be_restored_where_nothing_is(
    sqlite_config: DatabaseConfig, tmp_path: Path
) -> None:
    database = Database(sqlite_config)
    await hears(database, "1")
    saved = await backup(database, NOON)
    await database.close()
    elsewhere = DatabaseConfig(url="sqlite:///other.sqlite").resolve(tmp_path)

    assert await restore(elsewhere, saved, NOON) is None
    assert await count(elsewhere) == 1


async def test_missing_tools_are_named_with_the_cure(
    postgres_config: DatabaseConfig, tmp_path: Path
) -> None:
    config = postgres_config.model_copy(update={"pg_bin": tmp_path})
    database = Database(config)

    with pytest.raises(Misconfigured, match=r"pg_dump.*pg_bin"):
        await backup(database, NOON)

    await database.close()
