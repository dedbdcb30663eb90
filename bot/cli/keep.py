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
from bot.settings.values import accounts, personas
from core.admin.ports import Tally
from core.engine.ports import Stores
from core.engine.rules import local_day
from core.persona.model import SpaceId


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
    needs_database(settings.database, as_json=as_json)

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
    """Show the figures of each companion from the database, also while it runs.

    \b
    circadia status
    circadia status --json
    """
    settings = settings_from(config, as_json=as_json)
    needs_database(settings.database, as_json=as_json)
    with plainly(as_json=as_json):
        found = [_told(settings, *one) for one in awaited(lambda: tallies_of(settings)).items()]
        for one in found:
            say(f"{one['name']} (space {one['space']})")
            for name in (name for name in one if name not in ("name", "space")):
                say(f"  {name.replace('_', ' ')}: {_shown(one[name])}")
        # The first companion's figures stand by themselves too, as where there is no other.
        report = {"ok": True, **found[0], "companions": found}
        end(Exit.OK, report if as_json else None)


def _shown(figure: object) -> str:
    if isinstance(figure, tuple):
        return ", ".join(figure) or "none"
    return "never" if figure is None else str(figure)


def _told(settings: Settings, space: SpaceId, tally: Tally) -> dict[str, object]:
    speaks = tuple(str(account.id) for account in accounts(settings) if account.space == space)
    name = personas(settings)[space].display_name
    return {"name": name, "space": space, "accounts": speaks, **asdict(tally)}


async def tallies_of(settings: Settings) -> dict[SpaceId, Tally]:
    """Return the figures of each companion by its space, today by its own clock."""
    now = SystemClock().now()

    def body(stores: Stores) -> dict[SpaceId, Tally]:
        return {
            space: stores.figures.tally(space, local_day(now, who))
            for space, who in personas(settings).items()
        }

    database = Database(settings.database)
    try:
        return await database.read(body)
    finally:
        await database.close()


def needs_database(config: DatabaseConfig, *, as_json: bool) -> None:
    """Leave if there is no file yet: opening it would make an empty one."""
    if config.file is not None and not config.file.exists():
        problem = f"There is no database at {config.file} yet. circadia chat or run makes it."
        fail(problem, Exit.FAILED, as_json=as_json)
