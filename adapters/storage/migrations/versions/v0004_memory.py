"""What is remembered: facts, their evidence and vectors, blocks, and lessons."""

import sqlalchemy as sa
from alembic import op

from adapters.storage.types import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
CAME_IN = sa.text("NOT by_companion")
ENDS = sa.text("status = 'active' AND valid_until IS NOT NULL")
TIMED = sa.text("status = 'active' AND when_end IS NOT NULL")
GOES = sa.text("status = 'hidden'")


def upgrade() -> None:
    """Add to messages in their place, and make the new tables."""
    _messages()
    _facts()
    _fact_indexes()
    _vectors()
    _blocks()
    _small_ones()


def _messages() -> None:
    op.add_column("messages", sa.Column("withheld_at", UtcDateTime(), nullable=True))
    taught: sa.Column[bool] = sa.Column(
        "taught", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("messages", taught)
    op.create_index(
        "ix_messages_sender",
        "messages",
        ["sender", "conversation"],
        sqlite_where=CAME_IN,
        postgresql_where=CAME_IN,
    )


def _facts() -> None:
    op.create_table(
        "facts",
        sa.Column("id", Number, nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=True),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("topics", sa.Text(), nullable=False),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.Column("attribute", sa.Text(), nullable=True),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("when_start", UtcDateTime(), nullable=True),
        sa.Column("when_end", UtcDateTime(), nullable=True),
        sa.Column("when_precision", sa.Text(), nullable=True),
        sa.Column("when_said", sa.Text(), nullable=True),
        sa.Column("valid_from", UtcDateTime(), nullable=False),
        sa.Column("valid_until", UtcDateTime(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.Column("superseded_by", Number, nullable=True),
        sa.Column("mentions", sa.Integer(), nullable=False),
        sa.Column("last_accessed", UtcDateTime(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_facts"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "evidence",
        sa.Column("fact", Number, nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["fact"], ["facts.id"], name="fk_evidence_fact"),
        sa.PrimaryKeyConstraint("fact", "message", name="pk_evidence"),
    )


def _fact_indexes() -> None:
    op.create_index("ix_facts_space", "facts", ["space", "id", "status", "subject"])
    op.create_index("ix_facts_audience", "facts", ["space", "audience", "id"])
    op.create_index("ix_facts_subject", "facts", ["space", "subject", "attribute"])
    op.create_index(
        "ix_facts_ends",
        "facts",
        ["space", "valid_until"],
        sqlite_where=ENDS,
        postgresql_where=ENDS,
    )
    op.create_index(
        "ix_facts_timed",
        "facts",
        ["space", "when_end"],
        sqlite_where=TIMED,
        postgresql_where=TIMED,
    )
    op.create_index(
        "ix_facts_goes", "facts", ["space", "closed_at"], sqlite_where=GOES, postgresql_where=GOES
    )
    op.create_index("ix_evidence_message", "evidence", ["message"])


def _vectors() -> None:
    op.create_table(
        "vectors",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("space", "kind", "number", name="pk_vectors"),
    )
    op.create_index("ix_vectors_model", "vectors", ["space", "kind", "model", "number"])


def _blocks() -> None:
    op.create_table(
        "blocked_messages",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("space", "message", name="pk_blocked_messages"),
    )
    op.create_table(
        "blocked_statements",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("space", "hash", name="pk_blocked_statements"),
    )
    op.create_table(
        "hash_keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_hash_keys"),
    )


def _small_ones() -> None:
    op.create_table(
        "memory_revisions",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("space", name="pk_memory_revisions"),
    )
    op.create_table(
        "unscrubbed",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("space", name="pk_unscrubbed"),
    )
    op.create_table(
        "lessons",
        sa.Column("conversation", Number, autoincrement=False, nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("last_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation"], ["conversations.id"], name="fk_lessons_conversation"
        ),
        sa.PrimaryKeyConstraint("conversation", name="pk_lessons"),
    )
