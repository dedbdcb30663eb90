"""A database of its own for a benchmark, filled and then measured."""

from collections.abc import Callable, Mapping

from adapters.clock.system import SystemClock
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate
from bot.bench.filler import fill
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
    config = DatabaseConfig(url=url)
    async with instance_lock(config):
        database = Database(config)
        try:
            if not await migrate(database, SystemClock().now()):
                raise Misconfigured(
                    "the database for the benchmark is in use: name an empty one with --database"
                )
            progress(f"Writing {rows:,} rows of filler")
            await fill(database, rows)
            figures = await measure(database, seconds=seconds, crowds=crowds, progress=progress)
        finally:
            await database.close()
    return {"database": config.address.get_backend_name(), "rows": rows, **figures}
