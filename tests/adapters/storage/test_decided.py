"""Every column of every table was thought about: whether it is anybody's, and how."""

import pytest
from sqlalchemy import Table

from adapters.storage.builder.tables import metadata as of_builders
from adapters.storage.decided import DECIDED, How
from adapters.storage.tables import metadata

TABLES = [*metadata.sorted_tables, *of_builders.sorted_tables]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_column_is_decided(table: Table) -> None:
    cure = f"decide in adapters/storage/decided.py how the columns of {table.name} are anybody's"

    assert table.name in DECIDED, cure
    assert set(DECIDED[table.name].columns) == {column.name for column in table.c}, cure


def test_nothing_is_decided_about_tables_that_are_not_there() -> None:
    assert set(DECIDED) == {table.name for table in TABLES}


@pytest.mark.parametrize("name", [name for name, one in DECIDED.items() if one.whole])
def test_a_table_whose_rows_are_somebodys_tells_whose(name: str) -> None:
    assert How.IDENTITY in DECIDED[name].columns.values()
    assert DECIDED[name].section
