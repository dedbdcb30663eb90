"""SQLite: connections that live in threads of their own."""

import asyncio
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from adapters.storage.unit import Step, T, to_its_end

PATIENCE_MS = 5_000
"""How long a statement waits for another process (a backup by hand) to let go of the file."""


CHECKPOINT_EVERY = 500
"""Steps of the writer between two checkpoints; some 3,000 pages, 12 MB of journal. A guess."""


class Checkpoints:
    """Moves the journal into the file beside the writer, which would stop for it otherwise."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="circadia-checkpoint")
        self._steps = 0
        self._running: Future[None] | None = None

    def count(self) -> None:
        """Count a step of the writer, and start what is due; waits for nothing."""
        self._steps += 1
        if self._steps >= CHECKPOINT_EVERY and (self._running is None or self._running.done()):
            self._steps = 0
            self._running = self._thread.submit(self._move)

    def close(self) -> None:
        """Let a running one end."""
        self._thread.shutdown()

    def _move(self) -> None:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


class SqliteLine:
    """One connection in one thread."""

    def __init__(self, engine: Engine, checkpoints: Checkpoints | None = None) -> None:
        self._engine = engine
        self._checkpoints = checkpoints
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="circadia-sqlite")
        self._connection: Connection | None = None
        self._closed = False

    async def do(self, step: Step[T]) -> T:
        """Return the result of `step`; the thread's own queue keeps the order."""
        job = self._thread.submit(self._do, step)
        try:
            return await asyncio.shield(asyncio.wrap_future(job))
        except asyncio.CancelledError:
            if job.cancel():
                raise
            return await to_its_end(asyncio.wrap_future(job), cancelled=True)  # it has begun

    async def close(self) -> None:
        """End the connection, after all that was started."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._end)
            self._thread.shutdown(wait=False)

    def _do(self, step: Step[T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            result = step(self._connection)
        except SQLAlchemyError:
            self._hang_up()
            raise
        except StopIteration as error:  # no future takes one: whoever waits would wait forever
            raise RuntimeError("a unit of work raised StopIteration") from error
        if self._checkpoints is not None:
            self._checkpoints.count()
        return result

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _end(self) -> None:
        if self._checkpoints is not None:
            self._checkpoints.close()
        self._hang_up()


def open_engine(file: Path, synchronous: Literal["full", "normal"], *, writes: bool) -> Engine:
    """Return an engine whose transactions are ours: immediate for the writer, else query-only."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(file, isolation_level=None),  # it begins nothing itself
        poolclass=NullPool,
        hide_parameters=True,  # what people wrote never enters an error message
    )
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {synchronous}")
        cursor.execute("PRAGMA wal_autocheckpoint = 0")  # Checkpoints does it
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def take_the_lead(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
