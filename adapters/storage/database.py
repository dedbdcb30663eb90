"""The port Work over a database."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from adapters.storage import files, journal, postgres, sqlite
from adapters.storage.config import AUTOMATIC, DatabaseConfig
from adapters.storage.errors import translated
from adapters.storage.unit import Line, Step, T, Writer, glance, leaving_nothing
from core.engine.ports import Stores

SCRUB_TRIES = 6
"""Each waits for readers as long as a statement waits for another process."""


class Database:
    """One writer, whose units queue up, and readers apart; one process owns a database."""

    def __init__(self, config: DatabaseConfig) -> None:
        self.config = config
        self._writer, self._readers = open_lines(config)
        self._free: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for line in self._readers:
            self._free.put_nowait(line)

    async def write(self, body: Callable[[Stores], T]) -> T:
        """Run `body` and commit, with no other writer at the same time."""
        with translated():
            return await self._writer.unit(body)

    async def read(self, body: Callable[[Stores], T]) -> T:
        """Run `body` on the state at its first question, beside other readers and the writer."""
        line = await self._free.get()
        try:
            return await _done(line, glance(body))
        finally:
            self._free.put_nowait(line)

    async def administer(self, step: Step[T]) -> T:
        """Return the result of `step`, which does as it likes with the writer's connection."""
        return await _done(self._writer, leaving_nothing(step))

    async def scrub(self) -> bool:
        """Let nothing that was erased be left in the files, and return whether that was done.

        Automatic backups are removed. SQLite's journal is emptied: False if somebody, such as a
        backup by hand, kept reading it for longer than half a minute. PostgreSQL makes room of
        the rows that are gone; what its own journal and backups hold is its keeper's.
        """
        await files.remove_oldest(self.config.backups, f"{AUTOMATIC}*", keep=0)
        if self.config.file is None:
            await self.administer(postgres.vacuum)
            return True
        for _ in range(SCRUB_TRIES):  # between them others have their turn
            if await self.administer(partial(journal.move, how="TRUNCATE")):
                return True
        return False

    async def close(self) -> None:
        """End every connection; nothing can be opened afterwards. A second time nothing happens."""
        for line in (self._writer, *self._readers):
            await line.close()


def open_lines(config: DatabaseConfig) -> tuple[Writer, Sequence[Line]]:
    """Return the writer's connection and the readers'; nothing is connected yet."""
    file = config.file
    if file is not None:
        open_sqlite = partial(sqlite.open_engine, file, config.synchronous)
        writing, reading = open_sqlite(writes=True), open_sqlite(writes=False)
        return (
            sqlite.SqliteWriter(writing, file, journal.Checkpoints(writing)),
            [sqlite.SqliteLine(reading) for _ in range(config.readers)],
        )
    reading_pg = postgres.open_engine(config.address, writes=False)
    return (
        postgres.PostgresLine(postgres.open_engine(config.address, writes=True)),
        [postgres.PostgresLine(reading_pg) for _ in range(config.readers)],
    )


async def _done(line: Line, step: Step[T]) -> T:
    with translated():
        return await line.do(step)
