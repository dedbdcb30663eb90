"""The port Work over a database."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from adapters.storage import postgres, sqlite
from adapters.storage.config import DatabaseConfig
from adapters.storage.conversations import SqlConversations
from adapters.storage.errors import translated
from adapters.storage.messages import SqlMessages
from adapters.storage.sums import SqlFigures, SqlPeople, SqlSpaces, SqlSpending
from adapters.storage.turns import SqlTurns
from adapters.storage.unit import Line, Step, T, Unit, through
from core.engine.ports import Stores


class SqlStores:
    """All stores of one unit of work."""

    def __init__(self, unit: Unit) -> None:
        self.conversations = SqlConversations(unit)
        self.messages = SqlMessages(unit)
        self.turns = SqlTurns(unit)
        self.spending = SqlSpending(unit)
        self.people = SqlPeople(unit)
        self.figures = SqlFigures(unit)
        self.spaces = SqlSpaces(unit)


Lines = Callable[[DatabaseConfig], tuple[Line, Sequence[Line]]]
"""Makes the writer's connection and the readers'."""


class Database:
    """One writer behind a lock, and readers apart; one process owns a database.

    A cancellation during the commit waits for it and is raised afterwards: that unit had ended
    well, and stays.
    """

    def __init__(self, config: DatabaseConfig, lines: Lines | None = None) -> None:
        self.config = config
        self._writer, self._readers = (lines or open_lines)(config)
        self._writing = asyncio.Lock()
        self._free: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for line in self._readers:
            self._free.put_nowait(line)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Stores]:
        """Open a unit that commits on a clean exit."""
        async with self._writing:
            unit = Unit(self._writer, writes=True)
            try:
                yield SqlStores(unit)
                await unit.commit()
            except BaseException:
                await unit.rollback()
                raise

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Stores]:
        """Open a unit that only reads, from the state at its first question."""
        line = await self._free.get()
        unit = Unit(line, writes=False)
        try:
            yield SqlStores(unit)
        finally:
            unit.leave()
            self._free.put_nowait(line)

    async def administer(self, step: Step[T]) -> T:
        """Return the result of `step`, which does as it likes with the writer's connection."""
        async with self._writing:
            try:
                with translated():
                    return await through(self._writer.start(step))
            finally:
                await through(self._writer.forget())

    async def close(self) -> None:
        """End every connection; nothing can be opened afterwards. A second time nothing happens."""
        async with self._writing:
            for line in (self._writer, *self._readers):
                await line.close()


def open_lines(config: DatabaseConfig) -> tuple[Line, Sequence[Line]]:
    """Return the writer's connection and the readers'; nothing is connected yet."""
    file = config.file
    if file is not None:
        open_sqlite = partial(sqlite.open_engine, file, config.synchronous)
        reading = open_sqlite(writes=False)
        return (
            sqlite.SqliteLine(open_sqlite(writes=True)),
            [sqlite.SqliteLine(reading) for _ in range(config.readers)],
        )
    reading_pg = postgres.open_engine(config.address, writes=False)
    return (
        postgres.PostgresLine(postgres.open_engine(config.address, writes=True)),
        [postgres.PostgresLine(reading_pg) for _ in range(config.readers)],
    )
