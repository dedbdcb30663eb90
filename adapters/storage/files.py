"""SQLite databases as files: copied, checked, put in place; all in worker threads."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from adapters.storage.journal import beside
from core.errors import Misconfigured

Progress = Callable[[int, int], None]
"""Hears how much is done, and of how much."""

PAGES = 1_000
"""Copied between two words of progress."""


async def make_room(target: Path, *, another: bool = False) -> Path:
    """Return a path where a new file may be made, its folder included.

    A file that is there already is refused, or passed by with `another` name.
    """
    return await asyncio.to_thread(_make_room, target, another)


async def copy(source: Path, target: Path, progress: Progress | None = None) -> None:
    """Copy a database in use, as it is at one moment, into one file that is whole or not there."""
    loop = asyncio.get_running_loop()

    def tell(_status: int, left: int, total: int) -> None:
        if progress is not None:
            loop.call_soon_threadsafe(progress, total - left, total)

    await asyncio.to_thread(_copy, source, target, tell)


async def check(file: Path) -> str:
    """Return the revision of an SQLite database; `Misconfigured` if it is damaged or not ours."""
    return await asyncio.to_thread(_check, file)


async def exists(file: Path) -> bool:
    """Return whether there is such a file with something in it."""
    return await asyncio.to_thread(lambda: file.is_file() and file.stat().st_size > 0)


async def replace(file: Path, by: Path) -> None:
    """Put the database `by` in the place of `file`, which nobody has open."""
    await asyncio.to_thread(_replace, file, by)


async def move(file: Path, to: Path) -> None:
    """Move a database that can't be read, with what SQLite keeps beside it."""
    await asyncio.to_thread(_move, file, to)


async def remove_oldest(folder: Path, pattern: str, *, keep: int) -> None:
    """Remove files by name, the first in order first, until `keep` are left."""
    await asyncio.to_thread(_remove_oldest, folder, pattern, keep)


def _make_room(target: Path, another: bool) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    free, number = target, 1
    while free.exists():
        if not another:
            raise Misconfigured(f"{target} is there already: choose another name")
        number += 1
        free = target.with_stem(f"{target.stem}-{number}")
    return free


def _copy(source: Path, target: Path, tell: Callable[[int, int, int], None]) -> None:
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(_open(source)) as theirs, closing(sqlite3.connect(part)) as ours:
            # A read transaction of its own: what is written meanwhile makes it start over else.
            theirs.execute("BEGIN")
            theirs.execute("SELECT count(*) FROM sqlite_master").fetchone()
            theirs.backup(ours, pages=PAGES, progress=tell)
            ours.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        _sync(part)
        part.replace(target)
    except sqlite3.DatabaseError as error:
        raise Misconfigured(f"{source} can't be copied ({error}): is it damaged?") from error
    finally:
        part.unlink(missing_ok=True)


def _check(file: Path) -> str:
    try:
        with closing(_open(file)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != ("ok",):
                raise Misconfigured(f"{file} is damaged: choose another backup")
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise Misconfigured(f"{file} is no database of Circadia: choose another backup") from error
    if version is None:
        raise Misconfigured(f"{file} is an empty database: choose another backup")
    return str(version[0])


def _open(file: Path) -> sqlite3.Connection:
    """Open what is there, and never make a new file; nothing is begun by itself."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)


def _replace(file: Path, by: Path) -> None:
    if file.exists():
        # What stands in the log belongs to the old file, and would spoil the new one.
        with closing(_open(file)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for one in beside(file):
        one.unlink(missing_ok=True)
    _sync(by)
    by.replace(file)


def _move(file: Path, to: Path) -> None:
    for source, target in zip((file, *beside(file)), (to, *beside(to)), strict=True):
        if source.exists():
            source.replace(target)


def _remove_oldest(folder: Path, pattern: str, keep: int) -> None:
    newest_first = sorted(folder.glob(pattern), reverse=True)
    for old in newest_first[keep:]:
        old.unlink(missing_ok=True)


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
