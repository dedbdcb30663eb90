"""SQLite: connections that live in threads of their own."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from adapters.storage.journal import Checkpoints
from adapters.storage.unit import SqlStores, Step, T, to_its_end, undo
from core.engine.ports import Stores
from core.errors import Misconfigured

PATIENCE_MS = 5_000
"""How long a statement waits for another process (a backup by hand) to let go of the file."""


TOGETHER = 32
"""Units that share a commit at most, so that none waits long for the others."""


class SqliteLine:
    """One connection in one thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="circadia-sqlite")
        self._connection: Connection | None = None
        self._closed = False

    async def do(self, step: Step[T]) -> T:
        """Return the result of `step`; the thread's own queue keeps the order."""
        return await _settled(self._thread.submit(self._do, step))

    async def close(self) -> None:
        """End the connection, after all that was started."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._hang_up)
            self._thread.shutdown(wait=False)

    def _do(self, step: Step[T]) -> T:
        try:
            return step(self._opened())
        except SQLAlchemyError:
            self._hang_up()
            raise
        except StopIteration as error:
            raise _in_other_words(error) from error

    def _opened(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class SqliteWriter(SqliteLine):
    """The connection that writes: units that queue up share a commit.

    What a commit costs is the disk's, whatever is in it. Each unit stands in a savepoint of its
    own, so one that raises leaves nothing behind; when the database itself fails, all of a group
    fail with it. Nobody hears that a unit is kept before the commit.
    """

    def __init__(self, engine: Engine, file: Path, checkpoints: Checkpoints) -> None:
        super().__init__(engine)
        self._file = file
        self._known: int | None = None
        """The inode of the file that it has open."""
        self._checkpoints = checkpoints
        self._waiting: deque[Job] = deque()

    async def unit(self, body: Callable[[Stores], T]) -> T:
        """Run `body` and return its result once it is committed."""
        job = Job(body)
        self._waiting.append(job)
        self._thread.submit(self._commit_waiting)  # finds nothing if another took the job along
        result: T = await _settled(job.future)
        return result

    async def close(self) -> None:
        """End the connection, after all that was started."""
        await super().close()
        await asyncio.to_thread(self._checkpoints.close)  # it may be moving the journal

    def _commit_waiting(self) -> None:
        jobs: list[Job] = []
        while self._waiting and len(jobs) < TOGETHER:
            job = self._waiting.popleft()
            if job.future.set_running_or_notify_cancel():
                jobs.append(job)
        if not jobs:
            return
        try:
            self._do(lambda connection: self._together(connection, jobs))
        except BaseException as error:  # noqa: BLE001  # whoever waits hears of it
            for job in jobs:
                job.fails(error)
        for job in jobs:
            job.tell()
        self._checkpoints.count()

    def _together(self, connection: Connection, jobs: "Sequence[Job]") -> None:
        self._look_for_the_file()
        _together(connection, jobs)

    def _look_for_the_file(self) -> None:
        """Keep nothing in a file that is gone: it would be lost with the process."""
        try:
            found = self._file.stat().st_ino
        except FileNotFoundError:
            found = None
        self._known = self._known or found
        if found is None or found != self._known:
            raise Misconfigured(
                f"the database {self._file} was deleted or replaced while it was in use: "
                "stop the process, put the file back (circadia restore), and start again"
            )


class Job:
    """A unit of work on its way through the writer's thread."""

    def __init__(self, body: Callable[[Stores], Any]) -> None:
        self.future: Future[Any] = Future()
        self._body = body
        self._result: Any = None
        self._error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Run the body in a savepoint; raises only if the database can't go back to it."""
        savepoint = connection.begin_nested()
        try:
            self._result = self._body(SqlStores(connection))
        except BaseException as error:  # noqa: BLE001  # whoever waits hears of it
            self._error = error
            savepoint.rollback()
        else:
            savepoint.commit()

    def run_alone(self, connection: Connection) -> None:
        """Run the body and commit it; what it raises leaves the whole transaction to be undone."""
        try:
            self._result = self._body(SqlStores(connection))
        except BaseException as error:  # noqa: BLE001  # whoever waits hears of it
            self._error = error
        else:
            connection.commit()

    def fails(self, error: BaseException) -> None:
        """Let it end with `error`, whatever its body did."""
        self._error = error

    def tell(self) -> None:
        """Let whoever waits go on."""
        if self._error is None:
            self.future.set_result(self._result)
        elif isinstance(self._error, StopIteration):
            self.future.set_exception(_in_other_words(self._error))
        else:
            self.future.set_exception(self._error)


def _together(connection: Connection, jobs: Sequence[Job]) -> None:
    # Begun here, not by the first statement: a connection that could not begin must be given up,
    # for SQLAlchemy never begins on it again, and what it did then would be kept piece by piece.
    connection.begin()
    try:
        if len(jobs) == 1:
            jobs[0].run_alone(connection)
        else:
            for job in jobs:
                job.run(connection)
            connection.commit()
    finally:
        undo(connection)  # after a commit there is nothing to undo


def _in_other_words(error: StopIteration) -> RuntimeError:
    """Return what takes the place of `error`: of a future that held it, nobody would ever hear."""
    return RuntimeError(f"a unit of work raised {error!r}")


async def _settled(job: "Future[T]") -> T:
    """Return the result; cancelled before it has begun, it is not done, and afterwards it is."""
    try:
        return await asyncio.shield(asyncio.wrap_future(job))
    except asyncio.CancelledError:
        if job.cancel():
            raise
        return await to_its_end(asyncio.wrap_future(job), cancelled=True)


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
        cursor.execute("PRAGMA secure_delete = ON")  # what is erased leaves no bytes behind
        cursor.execute(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def take_the_lead(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
