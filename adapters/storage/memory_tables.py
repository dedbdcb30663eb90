"""The tables of memory: facts, what they mean, and what is not learned again."""

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    literal_column,
)

from adapters.storage.tables import Number, metadata
from adapters.storage.types import UtcDateTime, Words

ACTIVE: ColumnElement[str] = literal_column("'active'")  # written out, as in tables.py
HIDDEN: ColumnElement[str] = literal_column("'hidden'")

facts = Table(
    "facts",
    metadata,
    Column("id", Number, primary_key=True),
    Column("space", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("statement", Words, nullable=False),
    Column("audience", Words, nullable=False),
    Column("source", Words, nullable=False),
    Column("speaker", Words),
    # JSON, as text: a row that is broken can be passed by.
    Column("evidence", Words, nullable=False),
    Column("topics", Words, nullable=False),
    Column("metadata", Words, nullable=False),
    Column("attribute", Words),
    Column("importance", Float, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("when_start", UtcDateTime),
    Column("when_end", UtcDateTime),
    Column("when_precision", Words),
    Column("when_said", Words),
    Column("valid_from", UtcDateTime, nullable=False),
    Column("valid_until", UtcDateTime),
    Column("status", Words, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("closed_at", UtcDateTime),
    Column("superseded_by", Number),
    Column("mentions", Integer, nullable=False),
    Column("last_accessed", UtcDateTime),
    Column("reason", Words),
    sqlite_autoincrement=True,
)
_ends = (facts.c.status == ACTIVE) & facts.c.valid_until.is_not(None)
_goes = facts.c.status == HIDDEN
_is_timed = (facts.c.status == ACTIVE) & facts.c.when_end.is_not(None)
# By number, for what has no vector yet; with what is counted.
Index("ix_facts_space", facts.c.space, facts.c.id, facts.c.status, facts.c.subject)
Index("ix_facts_audience", facts.c.space, facts.c.audience, facts.c.id)
Index("ix_facts_subject", facts.c.space, facts.c.subject, facts.c.attribute)
Index(
    "ix_facts_ends", facts.c.space, facts.c.valid_until, sqlite_where=_ends, postgresql_where=_ends
)
Index(
    "ix_facts_timed",
    facts.c.space,
    facts.c.when_end,
    sqlite_where=_is_timed,
    postgresql_where=_is_timed,
)
Index("ix_facts_goes", facts.c.space, facts.c.closed_at, sqlite_where=_goes, postgresql_where=_goes)

evidence = Table(
    "evidence",
    metadata,
    Column("fact", Number, ForeignKey("facts.id"), nullable=False),
    Column("message", BigInteger, nullable=False),
    PrimaryKeyConstraint("fact", "message"),
)
"""What `facts.evidence` lists, to be asked by message."""
Index("ix_evidence_message", evidence.c.message)

vectors = Table(
    "vectors",
    metadata,
    Column("space", Words, nullable=False),
    Column("kind", Words, nullable=False),  # `fact` or `msg`
    Column("number", BigInteger, nullable=False),
    Column("model", Words, nullable=False),
    Column("size", Integer, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("tokens", LargeBinary, nullable=False),
    PrimaryKeyConstraint("space", "kind", "number"),
)
# What has none is looked for here alone, without the numbers.
Index("ix_vectors_model", vectors.c.space, vectors.c.kind, vectors.c.model, vectors.c.number)

blocked_messages = Table(
    "blocked_messages",
    metadata,
    Column("space", Words, nullable=False),
    Column("message", BigInteger, nullable=False),
    PrimaryKeyConstraint("space", "message"),
)

blocked_statements = Table(
    "blocked_statements",
    metadata,
    Column("space", Words, nullable=False),
    Column("hash", Words, nullable=False),
    PrimaryKeyConstraint("space", "hash"),
)

hash_keys = Table(
    "hash_keys",
    metadata,
    Column("name", Words, primary_key=True),
    Column("key", LargeBinary, nullable=False),
)
"""Drawn at first use; without its key a hash says nothing."""

memory_revisions = Table(
    "memory_revisions",
    metadata,
    Column("space", Words, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("epoch", BigInteger, nullable=False),
)

unscrubbed = Table(
    "unscrubbed",
    metadata,
    Column("space", Words, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
)
"""Where words were erased that the files may still hold, and in which epoch the last were."""

lessons = Table(
    "lessons",
    metadata,
    Column(
        "conversation",
        Number,
        ForeignKey("conversations.id"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("owner", Words, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
)
"""A row only while a persona is taught there."""
