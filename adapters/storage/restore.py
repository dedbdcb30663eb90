"""Put a backup in the place of the database."""

from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from adapters.storage import dumps, files
from adapters.storage.backup import keep_aside
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import known_revisions
from core.errors import DatabaseTooNew, Misconfigured

ASIDE = "circadia_aside"
"""The schema that holds the tables while a dump is read."""


async def restore(config: DatabaseConfig, source: Path, now: datetime) -> Path | None:
    """Replace the database by the backup `source`, and return where the old one is kept.

    None if there was none. The backup is checked before anything is touched; when something
    fails, the old database is as it was.

    Raises:
        AlreadyRunning: somebody uses the database.
        Misconfigured: the file is no sound backup of Circadia.
        DatabaseTooNew: the backup is of a newer Circadia.
    """
    if not await files.exists(source):
        raise Misconfigured(f"{source} is not there, or empty: choose another backup")
    async with instance_lock(config):
        if config.file is not None:
            return await _restore_file(config, config.file, source, now)
        return await _restore_dump(config, source, now)


async def _restore_file(
    config: DatabaseConfig, file: Path, source: Path, now: datetime
) -> Path | None:
    fresh = file.with_name(f"{file.name}.restored")
    _known(await files.check(source), await known_revisions(), source)
    await files.copy(source, fresh)
    await files.check(fresh)
    kept = None
    if await files.exists(file):
        try:
            kept = await keep_aside(config, now)
        except Misconfigured:  # too damaged to be copied: perhaps why it is replaced
            kept = await files.make_room(config.backups / f"{file.name}.damaged", another=True)
            await files.move(file, kept)
    await files.replace(file, fresh)
    return kept


async def _restore_dump(config: DatabaseConfig, source: Path, now: datetime) -> Path | None:
    listed = await dumps.contents(config, source)
    if " alembic_version " not in listed:
        raise Misconfigured(f"{source} is no backup of Circadia: choose another one")
    database = Database(config)
    try:
        there = await database.administer(_tables)
        kept = await keep_aside(config, now) if there else None
        await database.administer(_move_aside)
        try:
            await dumps.load(config, source)
            _known(await database.administer(_revision), await known_revisions(), source)
        except BaseException:
            await database.administer(_move_back)
            raise
        await database.administer(_drop_aside)
    finally:
        await database.close()
    return kept


def _known(revision: str, known: frozenset[str], source: Path) -> None:
    if revision not in known:
        raise DatabaseTooNew(f"{source} is of a newer Circadia ({revision!r}): install that one")


def _tables(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names(schema=dumps.SCHEMA)


def _revision(connection: Connection) -> str:
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def _move(connection: Connection, names: list[str], to: str, *, from_: str) -> None:
    for name in names:
        connection.exec_driver_sql(f'ALTER TABLE {from_}."{name}" SET SCHEMA {to}')


def _move_aside(connection: Connection) -> None:
    connection.exec_driver_sql(f"CREATE SCHEMA {ASIDE}")
    _move(connection, _tables(connection), ASIDE, from_=dumps.SCHEMA)
    connection.commit()


def _move_back(connection: Connection) -> None:
    for name in _tables(connection):
        connection.exec_driver_sql(f'DROP TABLE {dumps.SCHEMA}."{name}" CASCADE')
    _move(
        connection,
        inspect(connection).get_table_names(schema=ASIDE),
        dumps.SCHEMA,
        from_=ASIDE,
    )
    connection.exec_driver_sql(f"DROP SCHEMA {ASIDE}")
    connection.commit()


def _drop_aside(connection: Connection) -> None:
    connection.exec_driver_sql(f"DROP SCHEMA {ASIDE} CASCADE")
    connection.commit()
