"""A database of its own for a benchmark, filled and then measured."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from adapters.clock.system import SystemClock
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate
from bot.bench.filler import fill
from bot.bench.planning import Progress, plan_town
from bot.bench.throughput import measure
from core.errors import Misconfigured


async def measured(
    url: str,
    rows: int,
    seconds: float,
    crowds: tuple[int, ...],
    progress: Callable[[str], None],
) -> Mapping[str, object]:
    """Return the figures of `measure` over an empty database at `url`, filled with `rows`.

    Raises:
        Misconfigured: there is something in the database already.
    """
    async with _empty(url) as database:
        progress(f"Writing {rows:,} rows of filler")
        await fill(database, rows)
        figures = await measure(database, seconds=seconds, crowds=crowds, progress=progress)
    return {"database": database.config.address.get_backend_name(), "rows": rows, **figures}


async def planned(url: str, companions: int, progress: Progress) -> Mapping[str, Any]:
    """Return the figures of `plan_town` over an empty SQLite database at `url`."""
    async with _empty(url) as database:
        return await plan_town(database, companions, progress)


@asynccontextmanager
async def _empty(url: str) -> AsyncIterator[Database]:
    config = DatabaseConfig(url=url)
    async with instance_lock(config):
        database = Database(config)
        try:
            if not await migrate(database, SystemClock().now()):
                raise Misconfigured(
                    "the database for the benchmark is in use: name an empty one with --database"
                )
            yield database
        finally:
            await database.close()
