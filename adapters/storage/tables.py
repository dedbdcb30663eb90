"""The tables. A change here needs a migration; a test compares the two."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    false,
    literal_column,
    true,
)

from adapters.storage.types import UtcDateTime, Words

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")  # only INTEGER numbers rows in SQLite

# Written out, not bound: a planner takes a partial index only for a condition it can read.
TALK: ColumnElement[str] = literal_column("'talk'")
CLOSED: ColumnElement[str] = literal_column("'closed'")
WAITS: ColumnElement[bool] = literal_column("waits")  # untyped: SQLite would be asked `waits = 1`
BY_COMPANION: ColumnElement[bool] = literal_column("by_companion")
FROM_BOT: ColumnElement[bool] = literal_column("from_bot")

spaces = Table(
    "spaces",
    metadata,
    Column("id", Words, primary_key=True),
    Column("created_at", UtcDateTime, nullable=False),
)

conversations = Table(
    "conversations",
    metadata,
    Column("id", Number, primary_key=True),
    Column("space", Words, nullable=False, index=True),
    Column("account", Words, nullable=False),
    Column("chat", Words, nullable=False),
    Column("thread", Words, nullable=False),  # empty for none: a unique key never matches NULLs
    Column("chat_kind", Words, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("held_until", UtcDateTime),
    Column("unreachable", Words),
    Column("server", Words),
    Column("spoke_at", UtcDateTime),
    # Another companion on the same account begins anew.
    UniqueConstraint("account", "chat", "thread", "space"),
    sqlite_autoincrement=True,
)

lanes = Table(
    "lanes",
    metadata,
    Column("conversation", Number, ForeignKey("conversations.id"), nullable=False),
    Column("lane", Words, nullable=False),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    PrimaryKeyConstraint("conversation", "lane"),
)
"""A row only while something is due."""

turns = Table(
    "turns",
    metadata,
    Column("id", Number, primary_key=True),
    Column("conversation", Number, ForeignKey("conversations.id"), nullable=False),
    Column("lane", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("speaker", Words, nullable=False),
    Column("speaker_name", Words, nullable=False),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("reserved", BigInteger, nullable=False),
    Column("reserved_day", Words, nullable=False),
    Column("language", Words),
    Column("waited", JSON(none_as_null=True)),
    Column("outcome", Words),
    Column("trace", JSON(none_as_null=True)),
    sqlite_autoincrement=True,
)
_open = turns.c.state != CLOSED
Index("ix_turns_recent", turns.c.conversation, turns.c.id)
Index(
    "ix_turns_open",
    turns.c.conversation,
    turns.c.lane,
    sqlite_where=_open,
    postgresql_where=_open,
)

messages = Table(
    "messages",
    metadata,
    Column("id", Number, primary_key=True),
    Column("conversation", Number, ForeignKey("conversations.id"), nullable=False),
    Column("account", Words, nullable=False),
    Column("chat", Words, nullable=False),
    Column("message_id", Words),  # NULL while in doubt; the key below lets any number of those be
    Column("by_companion", Boolean, nullable=False),
    Column("sender", Words),
    Column("sender_name", Words, nullable=False),
    Column("text", Words, nullable=False),
    Column("sent_at", UtcDateTime, nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    Column("edited_at", UtcDateTime),
    Column("deleted_at", UtcDateTime),
    Column("reply_to", Words),
    Column("album", Words),
    Column("language", Words),
    Column("lane", Words, nullable=False),
    Column("waits", Boolean, nullable=False),
    Column("silence", Words),
    Column("turn", Number, ForeignKey("turns.id")),
    Column("addressed", Boolean, nullable=False, server_default=true()),
    Column("from_bot", Boolean, nullable=False, server_default=false()),
    Column("attachments", JSON(none_as_null=True)),
    Column("marks", JSON(none_as_null=True)),
    Column("heard", Words),
    Column("withheld_at", UtcDateTime),
    Column("taught", Boolean, nullable=False, server_default=false()),
    Column("unseen", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("account", "chat", "message_id"),
    sqlite_autoincrement=True,
)
in_history = (messages.c.lane == TALK) & messages.c.deleted_at.is_(None)
in_window = in_history & messages.c.withheld_at.is_(None)
is_saying = in_window & ~messages.c.taught
let_in = FROM_BOT & messages.c.silence.is_(None)
_answered = messages.c.turn.is_not(None)
_came_in = ~BY_COMPANION
# `sent_at` is in it for /status: with 100,000 messages 20 ms instead of 240.
Index(
    "ix_messages_history",
    messages.c.conversation,
    messages.c.id,
    messages.c.sent_at,
    sqlite_where=in_history,
    postgresql_where=in_history,
)
Index(
    "ix_messages_waiting",
    messages.c.conversation,
    messages.c.lane,
    sqlite_where=WAITS,
    postgresql_where=WAITS,
)
Index(
    "ix_messages_own",
    messages.c.conversation,
    sqlite_where=BY_COMPANION,
    postgresql_where=BY_COMPANION,
)
# By `from_bot`, so that a feed of bots does not stand before the last word of a person.
Index(
    "ix_messages_heard",
    messages.c.conversation,
    messages.c.from_bot,
    messages.c.id,
    sqlite_where=_came_in,
    postgresql_where=_came_in,
)
Index(
    "ix_messages_bots",
    messages.c.conversation,
    messages.c.id,
    sqlite_where=let_in,
    postgresql_where=let_in,
)
Index("ix_messages_turn", messages.c.turn, sqlite_where=_answered, postgresql_where=_answered)

# Whom a direct talk is with.
Index(
    "ix_messages_sender",
    messages.c.sender,
    messages.c.conversation,
    sqlite_where=_came_in,
    postgresql_where=_came_in,
)

bubbles = Table(
    "bubbles",
    metadata,
    Column("turn", Number, ForeignKey("turns.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("due_at", UtcDateTime, nullable=False),
    Column("notice", Boolean, nullable=False),
    Column("reply_to", Words),
    Column("tries", Integer, nullable=False),
    Column("reason", Words),
    Column("kind", Words, nullable=False, server_default="text"),
    Column("message_id", Words),
    Column("picture", Words),
    Column("file", Words),
    Column("choices", JSON(none_as_null=True)),
    Column("only_for", Words),
    PrimaryKeyConstraint("turn", "position"),
)
went_wrong = bubbles.c.state.in_([literal_column("'in-doubt'"), literal_column("'failed'")])
Index(
    "ix_bubbles_wrong",
    bubbles.c.turn,
    bubbles.c.state,
    sqlite_where=went_wrong,
    postgresql_where=went_wrong,
)

moves = Table(
    "moves",
    metadata,
    Column("account", Words, nullable=False),
    Column("old_chat", Words, nullable=False),
    Column("new_chat", Words, nullable=False),
    Column("moved_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("account", "old_chat"),
)

spending = Table(
    "spending",
    metadata,
    Column("space", Words, nullable=False),
    Column("day", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    PrimaryKeyConstraint("space", "day", "kind"),
)

people = Table(
    "people",
    metadata,
    Column("identity", Words, primary_key=True),
    Column("quiet_since", UtcDateTime),
    Column("zone", Words),
    Column("language", Words),
    Column("refused_at", UtcDateTime),
)

unreadables = Table(
    "unreadables",
    metadata,
    Column("account", Words, nullable=False),
    Column("update_id", Words, nullable=False),
    Column("reason", Words, nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("account", "update_id"),
)
