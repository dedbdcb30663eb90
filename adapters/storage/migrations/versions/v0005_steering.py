"""Who steers, who is who, what was chosen, and answers for one pair of eyes."""

import sqlalchemy as sa
from alembic import op

from adapters.storage.types import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Give three tables their new columns, and make the new ones."""
    _columns()
    _rights()
    _people()
    _personas()


def _columns() -> None:
    unseen: sa.Column[bool] = sa.Column(
        "unseen", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("messages", unseen)
    op.add_column("bubbles", sa.Column("file", sa.Text(), nullable=True))
    op.add_column("bubbles", sa.Column("choices", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("bubbles", sa.Column("only_for", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("zone", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("language", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("refused_at", UtcDateTime(), nullable=True))


def _rights() -> None:
    op.create_table(
        "owners",
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("identity", name="pk_owners"),
    )
    op.create_table(
        "audits",
        sa.Column("id", Number, nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audits"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audits_space", "audits", ["space", "id"])
    op.create_table(
        "questions",
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("conversation", Number, nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation"], ["conversations.id"], name="fk_questions_conversation"
        ),
        sa.PrimaryKeyConstraint("identity", "conversation", name="pk_questions"),
    )


def _people() -> None:
    op.create_table(
        "links",
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("identity", name="pk_links"),
    )
    op.create_index("ix_links_person", "links", ["person"])
    op.create_table(
        "link_codes",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=True),
        sa.Column("made_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_link_codes"),
    )
    op.create_index("ix_link_codes_identity", "link_codes", ["identity"])
    op.create_table(
        "link_tries",
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("tries", Number, nullable=False),
        sa.PrimaryKeyConstraint("identity", name="pk_link_tries"),
    )
    _forgotten()


def _forgotten() -> None:
    op.create_table(
        "forgotten",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_forgotten"),
    )
    op.create_table(
        "departures",
        sa.Column("turn", Number, autoincrement=False, nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["turn"], ["turns.id"], name="fk_departures_turn"),
        sa.PrimaryKeyConstraint("turn", name="pk_departures"),
    )
    op.create_table(
        "shares",
        sa.Column("fact", Number, nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["fact"], ["facts.id"], name="fk_shares_fact"),
        sa.PrimaryKeyConstraint("fact", "audience", name="pk_shares"),
    )
    op.create_index("ix_shares_audience", "shares", ["audience"])


def _personas() -> None:
    op.create_table(
        "personas",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=True),
        sa.Column("made_at", UtcDateTime(), nullable=True),
        sa.Column("changed_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("space", name="pk_personas"),
    )
    op.create_table(
        "hosts",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("account", "chat", "thread", name="pk_hosts"),
    )
    op.create_table(
        "pauses",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("conversation", sa.BigInteger(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("space", "conversation", name="pk_pauses"),
    )
    op.create_table(
        "choices",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_choices"),
    )
