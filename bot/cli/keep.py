"""`migrate`, `backup`, `restore`, `status`: looking after the database."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from adapters import storage
from adapters.clock.system import SystemClock
from adapters.storage import Database, DatabaseConfig
from bot.cli.outcome import (
    AsJson,
    ConfigPath,
    Exit,
    awaited,
    end,
    fail,
    plainly,
    say,
    settings_from,
    working,
)
from bot.config import Settings
from bot.settings.values import persona
from core.admin.ports import Tally


def migrate(config: ConfigPath = None, as_json: AsJson = False) -> None:
    """Bring the database to the schema of this version.

    Every start does the same; this does it alone, while nothing runs. What holds data already is
    backed up before, and a failure changes nothing.

    \b
    circadia migrate
    """
    settings = settings_from(config, as_json=as_json)

    async def work() -> list[str]:
        async with storage.instance_lock(settings.database):
            database = Database(settings.database)
            try:
                return await storage.migrate(database, SystemClock().now())
            finally:
                await database.close()

    with plainly(as_json=as_json):
        with working("Migrating"):
            applied = awaited(work)
        say(f"Applied {', '.join(applied)}." if applied else "The database is up to date.")
        end(Exit.OK, {"ok": True, "applied": applied} if as_json else None)


def backup(
    to: Annotated[
        Path | None,
        typer.Argument(
            metavar="TO",
            help="The file to write; it must not exist. Left out: a file named by the time, in the"
            " folder of backups.",
            show_default=False,
        ),
    ] = None,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Copy the whole database into one file, also while the companion runs.

    \b
    circadia backup
    circadia backup before-the-move.sqlite
    """
    settings = settings_from(config, as_json=as_json)
    _needs_database(settings.database, as_json=as_json)

    with plainly(as_json=as_json):
        with working("Copying") as progress:

            async def work() -> Path:
                database = Database(settings.database)
                try:
                    now = SystemClock().now()
                    return await storage.backup(database, now, to, progress=progress)
                finally:
                    await database.close()

            file = awaited(work)
        say(f"Wrote {file}.")
        end(Exit.OK, {"ok": True, "file": str(file)} if as_json else None)


def restore(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="A file that backup wrote.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    config: ConfigPath = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup in the place of the database, while nothing runs.

    The backup is checked first, and the database that it replaces is kept beside the backups.

    \b
    circadia restore backups/circadia-20260131T040000.000000Z.sqlite
    """
    settings = settings_from(config, as_json=as_json)
    if not yes:
        if not sys.stdin.isatty():
            problem = "restore replaces the database, and this is no terminal to ask: add --yes."
            fail(problem, Exit.USAGE, as_json=as_json)
        typer.confirm(f"Replace the database by {source}?", abort=True)
    with plainly(as_json=as_json):
        with working("Restoring"):
            now = SystemClock().now()
            kept = awaited(lambda: storage.restore(settings.database, source, now))
        say(f"Restored {source}.")
        if kept is not None:
            say(f"The database before is kept as {kept}.")
        end(Exit.OK, {"ok": True, "kept": kept} if as_json else None)


def status(config: ConfigPath = None, as_json: AsJson = False) -> None:
    """Show the figures of the companion from its database, also while it runs.

    \b
    circadia status
    circadia status --json
    """
    settings = settings_from(config, as_json=as_json)
    _needs_database(settings.database, as_json=as_json)
    with plainly(as_json=as_json):
        tally = awaited(lambda: tally_of(settings))
        figures = asdict(tally)
        say(f"{settings.companion.name} (space {settings.companion.space})")
        for name, figure in figures.items():
            say(f"  {name.replace('_', ' ')}: {'never' if figure is None else figure}")
        report = {"ok": True, "space": settings.companion.space, **figures}
        end(Exit.OK, report if as_json else None)


async def tally_of(settings: Settings) -> Tally:
    """Return the figures of the settings' space, today by the persona's clock."""
    who = persona(settings)
    day = SystemClock().now().astimezone(who.zone).date().isoformat()
    database = Database(settings.database)
    try:
        return await database.read(lambda stores: stores.figures.tally(who.space, day))
    finally:
        await database.close()


def _needs_database(config: DatabaseConfig, *, as_json: bool) -> None:
    """Leave if there is no file yet: opening it would make an empty one."""
    if config.file is not None and not config.file.exists():
        problem = f"There is no database at {config.file} yet. circadia chat or run makes it."
        fail(problem, Exit.FAILED, as_json=as_json)
