"""What SQLite keeps beside its file before it moves it there."""

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine

CHECKPOINT_EVERY = 250
"""Commits of the writer between two checkpoints; some 3,000 pages, 12 MB of journal. A guess."""


class Checkpoints:
    """Moves the journal into the file beside the writer, which would stop for it otherwise."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="circadia-checkpoint")
        self._steps = 0
        self._running: Future[None] | None = None

    def count(self) -> None:
        """Count a commit of the writer, and start what is due; waits for nothing."""
        self._steps += 1
        if self._steps >= CHECKPOINT_EVERY and (self._running is None or self._running.done()):
            self._steps = 0
            self._running = self._thread.submit(self._move)

    def close(self) -> None:
        """Let a running one end."""
        self._thread.shutdown()

    def _move(self) -> None:
        with self._engine.connect() as connection:
            move(connection, "PASSIVE")


def move(connection: Connection, how: Literal["PASSIVE", "TRUNCATE"]) -> bool:
    """Move the journal into the file, and return whether nobody stood in the way.

    PASSIVE waits for nobody and moves what it can; TRUNCATE waits for readers, as long as the
    connection is patient, and leaves an empty journal.
    """
    busy, _, _ = outside(connection, f"PRAGMA wal_checkpoint({how})")
    return not busy


def outside(connection: Connection, statement: str) -> tuple[int, int, int]:
    """Run what SQLite does outside of transactions only, past SQLAlchemy, which would begin one.

    Returns the first row; zeros if there is none.
    """
    driver = connection.connection.driver_connection
    if driver is None:
        raise RuntimeError("the connection was closed before")
    found: tuple[int, int, int] | None = driver.execute(statement).fetchone()
    return found or (0, 0, 0)


def beside(file: Path) -> tuple[Path, Path]:
    """Return the journal of a database file, and its index."""
    return file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")
