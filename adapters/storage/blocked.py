"""What is not learned again, in tables: numbers of messages, hashes of statements and people."""

from collections.abc import Collection
from datetime import datetime
from secrets import token_bytes

from sqlalchemy import Connection, bindparam, delete, exists, select

from adapters.storage import memory_tables as t
from adapters.storage import steering_tables as st
from adapters.storage.chunks import chunks
from adapters.storage.inserts import InsertInto
from adapters.storage.revisions import written
from core.conversation.model import IdentityId, MessageId
from core.memory.rules.blocking import KEY_BYTES, identity_hash, keyed_hash
from core.persona.model import SpaceId

_NAME = "blocks"
_DRAW = InsertInto(t.hash_keys, lambda into: into.on_conflict_do_nothing())
_KEY = select(t.hash_keys.c.key).where(t.hash_keys.c.name == _NAME)
_BLOCK_MESSAGE = InsertInto(t.blocked_messages, lambda into: into.on_conflict_do_nothing())
_BLOCK_STATEMENT = InsertInto(t.blocked_statements, lambda into: into.on_conflict_do_nothing())
_MESSAGES = (
    t.blocked_messages.c.space == bindparam("in_space"),
    t.blocked_messages.c.message.in_(bindparam("messages", expanding=True)),
)
_STATEMENT = (
    t.blocked_statements.c.space == bindparam("in_space"),
    t.blocked_statements.c.hash == bindparam("with_hash"),
)
_UNBLOCK_MESSAGES = delete(t.blocked_messages).where(*_MESSAGES)
_UNBLOCK_STATEMENT = delete(t.blocked_statements).where(*_STATEMENT)
_IS_BLOCKED_MESSAGE = select(exists().where(*_MESSAGES))
_IS_BLOCKED_STATEMENT = select(exists().where(*_STATEMENT))
_FORGET = InsertInto(
    st.forgotten,
    lambda into: into.on_conflict_do_update(
        index_elements=["hash"],
        set_={"at": into.excluded["at"]},
        where=st.forgotten.c["at"] < into.excluded["at"],
    ),
)
_FORGOTTEN = select(st.forgotten.c["at"]).where(st.forgotten.c.hash == bindparam("with_hash"))


class SqlBlocked:
    """The part of the port Facts that blocks."""

    _connection: Connection

    def block(self, space: SpaceId, statement: str | None, messages: Collection[MessageId]) -> None:
        connection = self._connection
        if statement is not None:
            row = {"space": space, "hash": keyed_hash(_drawn(connection), space, statement)}
            connection.execute(_BLOCK_STATEMENT.on(connection), row)
        rows = [{"space": space, "message": message} for message in messages]
        if rows:
            connection.execute(_BLOCK_MESSAGE.on(connection), rows)
        written(connection, space)

    def unblock(
        self, space: SpaceId, statement: str | None, messages: Collection[MessageId]
    ) -> None:
        key = self._connection.execute(_KEY).scalar_one_or_none()
        if statement is not None and key is not None:
            which = {"in_space": space, "with_hash": keyed_hash(key, space, statement)}
            self._connection.execute(_UNBLOCK_STATEMENT, which)
        for some in chunks(messages):
            self._connection.execute(_UNBLOCK_MESSAGES, {"in_space": space, "messages": some})
        written(self._connection, space)

    def is_blocked(self, space: SpaceId, statement: str, messages: Collection[MessageId]) -> bool:
        key = self._connection.execute(_KEY).scalar_one_or_none()
        if key is not None:  # none is drawn before the first block
            which = {"in_space": space, "with_hash": keyed_hash(key, space, statement)}
            if self._connection.execute(_IS_BLOCKED_STATEMENT, which).scalar_one():
                return True
        return any(
            self._connection.execute(
                _IS_BLOCKED_MESSAGE, {"in_space": space, "messages": some}
            ).scalar_one()
            for some in chunks(messages)
        )


def forget(connection: Connection, identity: IdentityId, said_until: datetime) -> None:
    """Keep that nothing is taken in which somebody had said by then; the latest time counts."""
    row = {"hash": identity_hash(_drawn(connection), identity), "at": said_until}
    connection.execute(_FORGET.on(connection), row)


def forgotten_at(connection: Connection, identity: IdentityId) -> datetime | None:
    """Return until when what somebody said is forgotten; None for somebody who never asked."""
    key = connection.execute(_KEY).scalar_one_or_none()
    if key is None:
        return None
    found: datetime | None = connection.execute(
        _FORGOTTEN, {"with_hash": identity_hash(key, identity)}
    ).scalar_one_or_none()
    return found


def _drawn(connection: Connection) -> bytes:
    """Return the key of all hashes, drawn if there is none yet."""
    connection.execute(_DRAW.on(connection), {"name": _NAME, "key": token_bytes(KEY_BYTES)})
    key: bytes = connection.execute(_KEY).scalar_one()
    return key
