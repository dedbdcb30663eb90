"""What SQLite keeps beside its file, and when it is moved into it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from adapters.storage import DatabaseConfig
from adapters.storage.journal import CHECKPOINT_EVERY, Checkpoints, beside
from adapters.storage.sqlite import open_engine


def test_the_journal_is_moved_into_the_file_while_it_is_in_use(
    sqlite_config: DatabaseConfig,
) -> None:
    assert sqlite_config.file is not None
    checkpoints = Checkpoints(open_engine(sqlite_config.file, "normal", writes=True))
    with closing(sqlite3.connect(sqlite_config.file)) as other:
        other.execute("INSERT INTO spaces VALUES ('Xanadu-7781', '2026-01-10')")
        other.commit()
        assert b"Xanadu-7781" not in sqlite_config.file.read_bytes()

        for _ in range(CHECKPOINT_EVERY):
            checkpoints.count()
        checkpoints.close()

        assert b"Xanadu-7781" in sqlite_config.file.read_bytes()


def test_what_lies_beside_a_file_is_named_after_it() -> None:
    assert beside(Path("a/b.sqlite")) == (Path("a/b.sqlite-wal"), Path("a/b.sqlite-shm"))
