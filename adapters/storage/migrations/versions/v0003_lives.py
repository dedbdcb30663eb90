"""What a life keeps, conversations that belong to one companion, and pictures in answers."""

import sqlalchemy as sa
from alembic import op

from adapters.storage.types import UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OWED = sa.text("state = 'owed'")
SPOKE = """
UPDATE conversations SET spoke_at = (
    SELECT max(sent_at) FROM messages WHERE conversation = conversations.id AND by_companion
)
"""


def upgrade() -> None:
    """Give conversations their new key, three tables a column each, and make the new ones."""
    _conversations()
    op.add_column("bubbles", sa.Column("picture", sa.Text(), nullable=True))
    op.add_column("messages", sa.Column("heard", sa.Text(), nullable=True))
    op.add_column("turns", sa.Column("waited", sa.JSON(none_as_null=True), nullable=True))
    _day_plans()
    _day_lines()
    _overrides()
    _revisions()
    _duties()


def _conversations() -> None:
    """SQLite changes no key of a table in its place: there it is made anew, with all its rows."""
    key = "uq_conversations_account"
    counted = {"sqlite_autoincrement": True}
    with op.batch_alter_table("conversations", table_kwargs=counted) as table:
        table.add_column(sa.Column("spoke_at", UtcDateTime(), nullable=True))
        table.drop_constraint(key, type_="unique")
        table.create_unique_constraint(key, ["account", "chat", "thread", "space"])
    op.execute(SPOKE)


def _day_plans() -> None:
    op.create_table(
        "day_plans",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("blocks", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", UtcDateTime(), nullable=False),
        sa.Column("source_message", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("space", "day", name="pk_day_plans"),
    )


def _day_lines() -> None:
    op.create_table(
        "day_lines",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("activity", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", UtcDateTime(), nullable=False),
        sa.Column("source_message", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("space", "day", name="pk_day_lines"),
    )


def _overrides() -> None:
    op.create_table(
        "overrides",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("until", UtcDateTime(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("space", name="pk_overrides"),
    )


def _revisions() -> None:
    op.create_table(
        "revisions",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("space", name="pk_revisions"),
    )


def _duties() -> None:
    op.create_table(
        "duties",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("done_at", UtcDateTime(), nullable=True),
        sa.Column("message", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("space", "period", "kind", name="pk_duties"),
    )
    op.create_index(
        "ix_duties_owed",
        "duties",
        ["due_at", "period"],
        sqlite_where=OWED,
        postgresql_where=OWED,
    )
