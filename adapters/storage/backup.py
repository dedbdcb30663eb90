"""Copies of the whole database, made while it is in use."""

from datetime import UTC, datetime
from pathlib import Path

from adapters.storage import dumps, files
from adapters.storage.config import AUTOMATIC, DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.files import Progress

PREFIX = "circadia-"


async def backup(
    database: Database, now: datetime, to: Path | None = None, *, progress: Progress | None = None
) -> Path:
    """Copy the database as it is at one moment and return the file; writers go on meanwhile.

    `to` must not exist; without it the file is named by `now` in the folder of backups.
    `progress` hears how much of how much is done, in pages (SQLite only).
    """
    config = database.config
    target = await files.make_room(to) if to else await _room(config, PREFIX, now)
    await _copy(config, target, progress)
    return target


async def keep_aside(config: DatabaseConfig, now: datetime) -> Path:
    """Make an automatic backup, then remove the oldest such beyond the limit."""
    target = await _room(config, AUTOMATIC, now)
    await _copy(config, target, None)
    await files.remove_oldest(config.backups, f"{AUTOMATIC}*", keep=config.keep_backups)
    return target


async def _copy(config: DatabaseConfig, target: Path, progress: Progress | None) -> None:
    if config.file is not None:
        await files.copy(config.file, target, progress)
    else:
        await dumps.dump(config, target)


async def _room(config: DatabaseConfig, prefix: str, now: datetime) -> Path:
    ending = "sqlite" if config.file is not None else "dump"
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    return await files.make_room(config.backups / f"{prefix}{stamp}.{ending}", another=True)
