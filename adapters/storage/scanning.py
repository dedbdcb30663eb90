"""A look through every column of every table, as the database itself tells what there is."""

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, inspect

from core.privacy.model import Scanned, Signs
from core.privacy.rules.seeking import Cells, Seeker

AT_ONCE = 500
"""Rows that are held at the same time."""


def scan(connection: Connection, signs: Signs, passed: Mapping[str, tuple[str, object]]) -> Scanned:
    """Look for the signs of a person everywhere.

    `passed` are rows that are passed over, by table: a column and its value.
    """
    seeker = Seeker(signs)
    inspector = inspect(connection)
    quoted = connection.dialect.identifier_preparer.quote
    for table in sorted(inspector.get_table_names()):
        seeker.table(table)
        column, value = passed.get(table, ("", None))
        for row in _rows(connection, f"SELECT * FROM {quoted(table)}"):  # noqa: S608  # its own
            if not column or row[column] != value:
                seeker.row(table, row)
    return seeker.scanned()


def _rows(connection: Connection, statement: str) -> Iterator[Cells]:
    """Yield the rows as the driver has them: broken ones, too."""
    options = {"stream_results": True, "yield_per": AT_ONCE}
    found = connection.exec_driver_sql(statement, execution_options=options)
    for row in found.mappings():
        yield dict(row)
