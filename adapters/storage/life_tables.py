"""The tables of a life: plans, overrides and duties. They belong to the rest of the tables."""

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    literal_column,
)

from adapters.storage.tables import metadata
from adapters.storage.types import UtcDateTime, Words

OWED: ColumnElement[str] = literal_column("'owed'")  # written out, as in tables.py

day_plans = Table(
    "day_plans",
    metadata,
    Column("space", Words, nullable=False),
    Column("day", Words, nullable=False),  # the local day, as `2026-01-31`
    Column("zone", Words, nullable=False),
    Column("blocks", Words, nullable=False),  # JSON, as text: one that is broken can be passed by
    Column("made_by", Words, nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("source_message", Words),
    PrimaryKeyConstraint("space", "day"),
)

day_lines = Table(
    "day_lines",
    metadata,
    Column("space", Words, nullable=False),
    Column("day", Words, nullable=False),
    Column("activity", Words, nullable=False),
    Column("title", Words, nullable=False),
    Column("description", Words),
    Column("made_by", Words, nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("source_message", Words),
    PrimaryKeyConstraint("space", "day"),
)

overrides = Table(
    "overrides",
    metadata,
    Column("space", Words, primary_key=True),
    Column("mode", Words, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("reason", Words, nullable=False),
)

revisions = Table(
    "revisions",
    metadata,
    Column("space", Words, primary_key=True),
    Column("number", BigInteger, nullable=False),
)
"""How often the plans and overrides of a space were written."""

duties = Table(
    "duties",
    metadata,
    Column("space", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("period", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("due_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("reason", Words),
    Column("done_at", UtcDateTime),
    Column("message", Words),
    PrimaryKeyConstraint("space", "period", "kind"),  # in the order in which they are looked at
)
_owed = duties.c.state == OWED
Index(
    "ix_duties_owed", duties.c.due_at, duties.c.period, sqlite_where=_owed, postgresql_where=_owed
)
