"""Bring a database to the schema of this code, whole or not at all."""

import asyncio
from datetime import datetime
from functools import partial
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.runtime.migration import MigrationStep
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, inspect

from adapters.storage import journal
from adapters.storage.backup import keep_aside
from adapters.storage.database import Database
from adapters.storage.tables import metadata
from core.errors import DatabaseTooNew, Misconfigured

FOLDER = Path(__file__).parent / "migrations"


async def migrate(database: Database, now: datetime, folder: Path = FOLDER) -> list[str]:
    """Apply what is missing and return its revisions, oldest first; [] if nothing is.

    `folder` holds the migrations; every revision but the last stays as it was released.

    What holds data already is backed up before. Call it under `instance_lock`.

    Raises:
        DatabaseTooNew: a newer version has been here.
        Misconfigured: the database holds tables of the same names that are not ours.
    """
    scripts = await asyncio.to_thread(_scripts, folder)
    ours = _oldest_first(scripts)
    current = await database.administer(_current)
    missing = _missing(ours, current)
    if missing and current is not None:
        await keep_aside(database.config, now)
    if missing:
        await database.administer(partial(_upgrade, scripts=scripts, missing=missing))
    if missing and current is not None and database.config.file is not None:
        # Made anew: what was deleted before `secure_delete` was on has left its bytes.
        await database.administer(partial(journal.outside, statement="VACUUM"))
    return [script.revision for script in missing]


async def pending(database: Database, folder: Path = FOLDER) -> list[str]:
    """Return the revisions that `migrate` would apply; changes nothing.

    Raises:
        DatabaseTooNew: a newer version has been here.
        Misconfigured: the database holds tables of the same names that are not ours.
    """
    scripts = await asyncio.to_thread(_scripts, folder)
    missing = _missing(_oldest_first(scripts), await database.administer(_current))
    return [script.revision for script in missing]


async def known_revisions() -> frozenset[str]:
    """Return every revision that this code can read or bring up to date."""
    scripts = await asyncio.to_thread(_scripts, FOLDER)
    return frozenset(script.revision for script in _oldest_first(scripts))


def _scripts(folder: Path) -> ScriptDirectory:
    scripts = ScriptDirectory(str(folder))
    _oldest_first(scripts)  # reads the files here, in a thread; later it only remembers
    return scripts


def _oldest_first(scripts: ScriptDirectory) -> list[Script]:
    return list(scripts.walk_revisions())[::-1]


def _current(connection: Connection) -> str | None:
    current = MigrationContext.configure(connection).get_current_revision()
    if current is None:
        taken = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
        if taken:
            raise Misconfigured(
                f"the database has tables of another program ({', '.join(taken)}): give Circadia "
                "a database of its own"
            )
    return current


def _missing(ours: list[Script], current: str | None) -> list[Script]:
    if current is None:
        return ours
    for number, script in enumerate(ours):
        if script.revision == current:
            return ours[number + 1 :]
    raise DatabaseTooNew(
        f"the database is of version {current!r}, which this Circadia does not know: install the "
        "newer Circadia again, or restore a backup made before it"
    )


def _upgrade(connection: Connection, *, scripts: ScriptDirectory, missing: list[Script]) -> None:
    if connection.dialect.name == "sqlite":
        _foreign_keys(connection, "OFF")
    try:
        with connection.begin():  # ours holds changes of the schema on both databases
            _run(connection, scripts, missing)
    finally:
        if connection.dialect.name == "sqlite":
            _foreign_keys(connection, "ON")


def _run(connection: Connection, scripts: ScriptDirectory, missing: list[Script]) -> None:
    def steps(_revision: object, _context: object) -> list[MigrationStep]:
        revisions = scripts.revision_map
        return [MigrationStep.upgrade_from_script(revisions, script) for script in missing]

    context = MigrationContext.configure(connection, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the migration left {len(broken)} rows that point nowhere")


def _foreign_keys(connection: Connection, state: str) -> None:
    """Set what a migration needs to rebuild a table."""
    journal.outside(connection, f"PRAGMA foreign_keys = {state}")
