"""Inserts that may meet what is there already, in the words of each database."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = sqlite.Insert | postgresql.Insert


class InsertInto:
    """One insert statement, built once for each database."""

    def __init__(self, table: Table, build: Callable[[Insert], Executable]) -> None:
        self._by_dialect: Mapping[str, Executable] = {
            "sqlite": build(sqlite.insert(table)),
            "postgresql": build(postgresql.insert(table)),
        }

    def on(self, connection: Connection) -> Executable:
        """Return the statement for the database of `connection`."""
        return self._by_dialect[connection.dialect.name]
