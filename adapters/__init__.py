"""The world: messengers, models, storage, clocks; each part is imported by its own name."""

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adapters.storage import SqliteMemoryStore


def sqlite_memory_store(filename: str | PathLike[str]) -> "SqliteMemoryStore":
    """Return a store for a Companion in a file; `adapters.storage` tells more."""
    # Not above: who wants another adapter shall not load a database.
    from adapters.storage import sqlite_memory_store as made

    return made(filename)
