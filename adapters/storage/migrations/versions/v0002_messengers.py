"""What messengers bring beside words: servers, attachments, reactions, bots and moves."""

import sqlalchemy as sa
from alembic import op

from adapters.storage.types import UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

HEARD = sa.text("NOT by_companion")
LET_IN = sa.text("from_bot AND silence IS NULL")


def upgrade() -> None:
    """Add to every table in its place: none is rebuilt, so its indexes stay."""
    op.add_column("conversations", sa.Column("server", sa.Text(), nullable=True))
    _moves()
    _bubbles()
    _messages()
    _message_indexes()


def _moves() -> None:
    op.create_table(
        "moves",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("old_chat", sa.Text(), nullable=False),
        sa.Column("new_chat", sa.Text(), nullable=False),
        sa.Column("moved_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("account", "old_chat", name="pk_moves"),
    )


def _bubbles() -> None:
    kind = sa.Column("kind", sa.Text(), server_default="text", nullable=False)
    op.add_column("bubbles", kind)
    op.add_column("bubbles", sa.Column("message_id", sa.Text(), nullable=True))


def _messages() -> None:
    for name, default in (("addressed", sa.true()), ("from_bot", sa.false())):
        flag: sa.Column[bool] = sa.Column(
            name, sa.Boolean(), server_default=default, nullable=False
        )
        op.add_column("messages", flag)
    for name in ("attachments", "marks"):
        op.add_column("messages", sa.Column(name, sa.JSON(none_as_null=True), nullable=True))
    op.execute("UPDATE messages SET addressed = false WHERE silence = 'not addressed'")


def _message_indexes() -> None:
    op.create_index(
        "ix_messages_heard",
        "messages",
        ["conversation", "from_bot", "id"],
        sqlite_where=HEARD,
        postgresql_where=HEARD,
    )
    op.create_index(
        "ix_messages_bots",
        "messages",
        ["conversation", "id"],
        sqlite_where=LET_IN,
        postgresql_where=LET_IN,
    )
