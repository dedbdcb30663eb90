"""The port Work over SQLite and PostgreSQL, with migrations, locks and backups."""

from adapters.storage.backup import backup
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate, pending
from adapters.storage.restore import restore

__all__ = ["Database", "DatabaseConfig", "backup", "instance_lock", "migrate", "pending", "restore"]
