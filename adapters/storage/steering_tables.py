"""The tables of who steers, who is who, and what was chosen. They belong to the other tables."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
)

from adapters.storage.tables import Number, metadata
from adapters.storage.types import UtcDateTime, Words

owners = Table(
    "owners",
    metadata,
    Column("identity", Words, primary_key=True),
    Column("since", UtcDateTime, nullable=False),
)
"""Who became an owner by a code."""

audits = Table(
    "audits",
    metadata,
    Column("id", Number, primary_key=True),
    Column("space", Words, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("actor", Words, nullable=False),
    Column("act", Words, nullable=False),
    Column("account", Words, nullable=False),
    Column("chat", Words, nullable=False),
    sqlite_autoincrement=True,
)
Index("ix_audits_space", audits.c.space, audits.c.id)

questions = Table(
    "questions",
    metadata,
    Column("identity", Words, nullable=False),
    Column("conversation", Number, ForeignKey("conversations.id"), nullable=False),
    Column("line", Words, nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("identity", "conversation"),
)
"""A command that waits for its yes."""

links = Table(
    "links",
    metadata,
    Column("identity", Words, primary_key=True),
    Column("person", Words, nullable=False, index=True),
    Column("since", UtcDateTime, nullable=False),
)
"""Identities of one person share a `person`; whoever is alone has no row."""

link_codes = Table(
    "link_codes",
    metadata,
    Column("hash", Words, primary_key=True),
    Column("identity", Words, nullable=False, index=True),
    Column("other", Words),
    Column("made_at", UtcDateTime, nullable=False),
)
"""Codes by which two identities are joined; `other` gave the code, and `identity` is to agree."""

link_tries = Table(
    "link_tries",
    metadata,
    Column("identity", Words, primary_key=True),
    Column("since", UtcDateTime, nullable=False),
    Column("tries", Number, nullable=False),
)
"""How many wrong codes somebody gave since then."""

forgotten = Table(
    "forgotten",
    metadata,
    Column("hash", Words, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""Who wanted all of it erased, by a keyed hash: what they said before is not taken in again."""

departures = Table(
    "departures",
    metadata,
    Column("turn", Number, ForeignKey("turns.id"), primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, nullable=False),
)
"""Turns that stay of somebody whose all was erased until they are answered; then they go."""

shares = Table(
    "shares",
    metadata,
    Column("fact", Number, ForeignKey("facts.id"), nullable=False),
    Column("audience", Words, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("fact", "audience"),
)
"""Facts of a direct talk that their person released to a room."""
Index("ix_shares_audience", shares.c.audience)

personas = Table(
    "personas",
    metadata,
    Column("space", Words, primary_key=True),
    Column("told", Words, nullable=False),  # JSON, as text: one that is broken can be passed by
    Column("picture", LargeBinary),
    Column("made_at", UtcDateTime),
    Column("changed_at", UtcDateTime, nullable=False),
)
"""What owners made, or changed, of a persona by commands; `made_at` is NULL for one of the
settings."""

hosts = Table(
    "hosts",
    metadata,
    Column("account", Words, nullable=False),
    Column("chat", Words, nullable=False),
    Column("thread", Words, nullable=False),  # empty for none
    Column("space", Words, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("account", "chat", "thread"),
)
"""Who speaks in a conversation, where that is not who speaks for the account."""

pauses = Table(
    "pauses",
    metadata,
    Column("space", Words, nullable=False),
    Column("conversation", BigInteger, nullable=False),  # 0 for everywhere
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("space", "conversation"),
)

choices = Table(
    "choices",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Words, nullable=False),
    Column("since", UtcDateTime, nullable=False),
)
"""What owners chose by commands in place of a setting, as `model.conversation`."""
