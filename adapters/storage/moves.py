"""Chats that go on under another id, in tables."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, exists, select, update

from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.inserts import InsertInto
from core.conversation.model import AccountId, Moved
from core.engine.model import MOVED, BubbleState

_REMEMBER = InsertInto(
    t.moves,
    lambda into: into.on_conflict_do_update(
        index_elements=["account", "old_chat"],
        set_={"new_chat": into.excluded.new_chat, "moved_at": into.excluded.moved_at},
        where=t.moves.c.new_chat != into.excluded.new_chat,
    ),
)
_old, _there = t.conversations.alias("old"), t.conversations.alias("there")
_GO_ON = select(_old.c.id).where(
    _old.c.account == bindparam("of_account"),
    _old.c.chat == bindparam("old_chat"),
    ~exists().where(
        _there.c.account == _old.c.account,
        _there.c.chat == bindparam("new_chat"),
        _there.c.thread == _old.c.thread,
        _there.c.space == _old.c.space,
    ),
)
_LOOSEN = (
    update(t.bubbles)
    .where(
        t.bubbles.c.turn.in_(select(t.turns.c.id).where(t.turns.c.conversation.in_(_GO_ON))),
        t.bubbles.c.state == BubbleState.PENDING.value,
    )
    .values(reply_to=None, message_id=None)
)
_MOVE = (
    update(t.conversations)
    .where(t.conversations.c.id.in_(_GO_ON))
    .values(chat=bindparam("new_chat"))
)
_LEAVE = (
    update(t.conversations)
    .where(
        t.conversations.c.account == bindparam("of_account"),
        t.conversations.c.chat == bindparam("old_chat"),
    )
    .values(unreachable=MOVED)
)
_there_speaks = st.hosts.alias("there_speaks")
_OF_OLD = (
    st.hosts.c.account == bindparam("of_account"),
    st.hosts.c.chat == bindparam("old_chat"),
)
_HOST = (
    update(st.hosts)
    .where(
        *_OF_OLD,
        ~exists().where(
            _there_speaks.c.account == st.hosts.c.account,
            _there_speaks.c.chat == bindparam("new_chat"),
            _there_speaks.c.thread == st.hosts.c.thread,
        ),
    )
    .values(chat=bindparam("new_chat"))
)
_UNHOST = delete(st.hosts).where(*_OF_OLD)
_MOVES = select(t.moves).order_by(t.moves.c.moved_at, t.moves.c.account, t.moves.c.old_chat)


def move(connection: Connection, moved: Moved, now: datetime) -> None:
    """Let the conversations of a chat go on in the new one, and remember the move."""
    chats = {"old_chat": moved.old_chat, "new_chat": moved.new_chat}
    record = {**chats, "account": moved.account, "moved_at": now}
    which = {**chats, "of_account": moved.account}

    connection.execute(_REMEMBER.on(connection), record)
    connection.execute(_LOOSEN, which)
    connection.execute(_MOVE, which)
    connection.execute(_LEAVE, which)
    connection.execute(_HOST, which)
    connection.execute(_UNHOST, which)


def moves(connection: Connection) -> list[Moved]:
    """Return all moves, in the order in which they became known."""
    return [
        Moved(account=AccountId(row.account), old_chat=row.old_chat, new_chat=row.new_chat)
        for row in connection.execute(_MOVES)
    ]
