"""The port Work over SQLite and PostgreSQL, with migrations, locks and backups.

And the port MemoryStore, for builders, over a file of its own.
"""

from adapters.storage.backup import backup
from adapters.storage.builder import SqliteMemoryStore, sqlite_memory_store
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate, pending
from adapters.storage.restore import restore

__all__ = [
    "Database",
    "DatabaseConfig",
    "SqliteMemoryStore",
    "backup",
    "instance_lock",
    "migrate",
    "pending",
    "restore",
    "sqlite_memory_store",
]
