"""Databases for tests, migrated and ready."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from adapters.storage import Database, DatabaseConfig, migrate
from adapters.storage.database import Lines

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


def sqlite_config(folder: Path) -> DatabaseConfig:
    """Return settings for a file in `folder` that waits for no disk."""
    return DatabaseConfig(synchronous="normal").resolve(folder)


@asynccontextmanager
async def opened(config: DatabaseConfig, lines: Lines | None = None) -> AsyncIterator[Database]:
    """Open a database, bring it up to date and close it."""
    database = Database(config, lines)
    try:
        await migrate(database, NOON)
        yield database
    finally:
        await database.close()
