"""The port ChatStore over a file of its own, for builders with nothing else running."""

from adapters.storage.builder.store import SqliteMemoryStore, sqlite_memory_store

__all__ = ["SqliteMemoryStore", "sqlite_memory_store"]
