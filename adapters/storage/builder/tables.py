"""The tables of a builder's file; they stand apart from the bot's and have no migrations yet."""

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
)

from adapters.storage.types import UtcDateTime, Words
from core.errors import DatabaseTooNew

VERSION = 2
"""Raised with every change of a table; kept in the file as SQLite's `user_version`."""

metadata = MetaData()

spaces = Table(
    "builder_spaces",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("display_name", Words, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("metadata", JSON, nullable=False),
    sqlite_autoincrement=True,
)

facts = Table(
    "builder_facts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("space", Integer, ForeignKey(spaces.c.id), nullable=False, index=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("statement", Words, nullable=False),
    Column("topics", JSON, nullable=False),
    Column("confidence", Float),
    Column("source", Words),
    Column("metadata", JSON, nullable=False),
    sqlite_autoincrement=True,
)

fact_topics = Table(
    "builder_fact_topics",
    metadata,
    Column("space", Integer, nullable=False),
    Column("topic", Words, nullable=False),
    Column("fact", Integer, ForeignKey(facts.c.id), nullable=False),
    PrimaryKeyConstraint("space", "topic", "fact"),
    sqlite_with_rowid=False,
)
"""What facts are found by: the keys of their topics."""

packs = Table(
    "builder_schedule_packs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("space", Integer, ForeignKey(spaces.c.id), nullable=False),
    Column("day", Date, nullable=False),
    Column("starts_at", UtcDateTime, nullable=False),
    Column("ends_at", UtcDateTime, nullable=False),
    Column("digests", LargeBinary, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Index("ix_builder_schedule_packs", "space", "day", unique=True),
)
"""All entries that begin on one day of UTC, packed: a year of ten-minute entries is about 1 MB.

The digests tell which packs may hold an id. An index of ids would take several times as much, and
each save would write to all of its pages.
"""

messages = Table(
    "builder_messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("space", Integer, ForeignKey(spaces.c.id), nullable=False, index=True),
    Column("person", Words, nullable=False),
    Column("sender", Words, nullable=False),
    Column("time", UtcDateTime, nullable=False),
    Column("content", Words, nullable=False),
    Index("ix_builder_messages_person", "space", "person"),
    sqlite_autoincrement=True,
)
"""What was said in chats, since version 2."""


def prepare(connection: Connection) -> None:
    """Make the tables that are missing; a file of an older version gets those that came since.

    Raises:
        DatabaseTooNew: a newer version than this code wrote the file.
    """
    found = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    if found > VERSION:
        raise DatabaseTooNew(f"a newer Circadia wrote this file: version {found}, here {VERSION}")
    if found < VERSION:
        metadata.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
