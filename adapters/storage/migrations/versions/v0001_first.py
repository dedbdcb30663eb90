"""The first tables."""

import sqlalchemy as sa
from alembic import op

from adapters.storage.types import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("state != 'closed'")
WRONG = sa.text("state IN ('in-doubt', 'failed')")
HISTORY = sa.text("lane = 'talk' AND deleted_at IS NULL")
OWN = sa.text("by_companion")
ANSWERED = sa.text("turn IS NOT NULL")
WAITING = sa.text("waits")


def upgrade() -> None:
    """Make every table; those that others point to come first."""
    _conversations()
    _people()
    _spaces()
    _spending()
    _unreadables()
    _lanes()
    _turns()
    _bubbles()
    _messages()
    _message_indexes()


def _conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("chat_kind", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("held_until", UtcDateTime(), nullable=True),
        sa.Column("unreachable", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_conversations"),
        sa.UniqueConstraint("account", "chat", "thread", name="uq_conversations_account"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_conversations_space", "conversations", ["space"])


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("quiet_since", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("identity", name="pk_people"),
    )


def _spaces() -> None:
    op.create_table(
        "spaces",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_spaces"),
    )


def _spending() -> None:
    op.create_table(
        "spending",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("space", "day", "kind", name="pk_spending"),
    )


def _unreadables() -> None:
    op.create_table(
        "unreadables",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("update_id", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("received_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("account", "update_id", name="pk_unreadables"),
    )


def _lanes() -> None:
    op.create_table(
        "lanes",
        sa.Column("conversation", NUMBER, nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation"], ["conversations.id"], name="fk_lanes_conversation"
        ),
        sa.PrimaryKeyConstraint("conversation", "lane", name="pk_lanes"),
    )
    op.create_index("ix_lanes_due_at", "lanes", ["due_at"])


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("conversation", NUMBER, nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("speaker_name", sa.Text(), nullable=False),
        sa.Column("opened_at", UtcDateTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reserved", sa.BigInteger(), nullable=False),
        sa.Column("reserved_day", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("trace", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation"], ["conversations.id"], name="fk_turns_conversation"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_turns_open", "turns", ["conversation", "lane"], sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.create_index("ix_turns_recent", "turns", ["conversation", "id"])


def _bubbles() -> None:
    op.create_table(
        "bubbles",
        sa.Column("turn", NUMBER, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.Column("notice", sa.Boolean(), nullable=False),
        sa.Column("reply_to", sa.Text(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["turn"], ["turns.id"], name="fk_bubbles_turn"),
        sa.PrimaryKeyConstraint("turn", "position", name="pk_bubbles"),
    )
    op.create_index(
        "ix_bubbles_wrong", "bubbles", ["turn", "state"], sqlite_where=WRONG, postgresql_where=WRONG
    )


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("conversation", NUMBER, nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("by_companion", sa.Boolean(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=True),
        sa.Column("sender_name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.Column("received_at", UtcDateTime(), nullable=False),
        sa.Column("edited_at", UtcDateTime(), nullable=True),
        sa.Column("deleted_at", UtcDateTime(), nullable=True),
        sa.Column("reply_to", sa.Text(), nullable=True),
        sa.Column("album", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("silence", sa.Text(), nullable=True),
        sa.Column("turn", NUMBER, nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation"], ["conversations.id"], name="fk_messages_conversation"
        ),
        sa.ForeignKeyConstraint(["turn"], ["turns.id"], name="fk_messages_turn"),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.UniqueConstraint("account", "chat", "message_id", name="uq_messages_account"),
        sqlite_autoincrement=True,
    )


def _message_indexes() -> None:
    op.create_index(
        "ix_messages_history",
        "messages",
        ["conversation", "id", "sent_at"],
        sqlite_where=HISTORY,
        postgresql_where=HISTORY,
    )
    op.create_index(
        "ix_messages_own", "messages", ["conversation"], sqlite_where=OWN, postgresql_where=OWN
    )
    op.create_index(
        "ix_messages_turn", "messages", ["turn"], sqlite_where=ANSWERED, postgresql_where=ANSWERED
    )
    op.create_index(
        "ix_messages_waiting",
        "messages",
        ["conversation", "lane"],
        sqlite_where=WAITING,
        postgresql_where=WAITING,
    )
