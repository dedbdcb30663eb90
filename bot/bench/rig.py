"""A database of its own for a benchmark, filled and then measured."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from adapters.clock.system import SystemClock
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate
from bot.bench import memory
from bot.bench.crowd import PEOPLE, person
from bot.bench.filler import fill
from bot.bench.lore import Filler, know
from bot.bench.planning import Progress, plan_town
from bot.bench.throughput import BENCH, measure
from bot.config import Settings
from bot.remembering import Remembering, remembering
from core.errors import Misconfigured


async def measured(
    url: str,
    rows: int,
    seconds: float,
    crowds: tuple[int, ...],
    progress: Callable[[str], None],
    *,
    remembers: bool = True,
) -> Mapping[str, object]:
    """Return the figures of `measure` over an empty database at `url`, filled with `rows`.

    They are facts, and the companion remembers; or else they are messages.

    Raises:
        Misconfigured: there is something in the database already.
    """
    async with _empty(url) as database, AsyncExitStack() as held:
        what, shared = "facts" if remembers else "messages", None
        progress(f"Writing {rows:,} {what}")
        if remembers:
            shared = await held.enter_async_context(_remembering())
            people = [person(number) for number in range(PEOPLE)]
            await know(database, Filler(space=BENCH.space, model=shared.model), people, rows)
        else:
            await fill(database, rows)
        figures = await measure(database, shared, seconds=seconds, crowds=crowds, progress=progress)
    backend = database.config.address.get_backend_name()
    return {"database": backend, "rows": rows, "of": what, **figures}


async def planned(url: str, companions: int, progress: Progress) -> Mapping[str, Any]:
    """Return the figures of `plan_town` over an empty SQLite database at `url`."""
    async with _empty(url) as database:
        return await plan_town(database, companions, progress)


async def remembered(
    url: str, facts: Sequence[int], progress: Callable[[str], None]
) -> Mapping[str, Any]:
    """Return the figures of memory over an empty database at `url`, for each number of `facts`.

    Raises:
        Misconfigured: there is something in the database already.
    """
    async with _empty(url) as database, _remembering() as shared:
        spaces = await memory.Bench(database, shared, progress).measured(facts)
        return {"database": database.config.address.get_backend_name(), "spaces": spaces}


@asynccontextmanager
async def _remembering() -> AsyncIterator[Remembering]:
    """Give what memories share by default, with its model loaded."""
    shared = await asyncio.to_thread(remembering, Settings(), SystemClock())
    try:
        await shared.prepare()
        yield shared
    finally:
        await shared.close()


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
