"""Conversations in which a persona is taught, in a table."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, update

from adapters.storage import memory_tables as t
from adapters.storage.inserts import InsertInto
from core.conversation.model import ConversationId, IdentityId

_HERE = t.lessons.c.conversation == bindparam("here")
_BEGIN = InsertInto(
    t.lessons,
    lambda into: into.on_conflict_do_update(
        index_elements=["conversation"],
        set_={name: into.excluded[name] for name in ("owner", "since", "last_at")},
    ),
)
_SINCE = select(t.lessons).where(_HERE)
_GO_ON = update(t.lessons).where(_HERE).values(last_at=bindparam("at"))
_END = delete(t.lessons).where(_HERE)


class SqlTeaching:
    """The port Teaching."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def begin(self, conversation: ConversationId, owner: IdentityId, now: datetime) -> None:
        row = {"conversation": conversation, "owner": owner, "since": now, "last_at": now}
        self._connection.execute(_BEGIN.on(self._connection), row)

    def since(self, conversation: ConversationId) -> tuple[IdentityId, datetime, datetime] | None:
        row = self._connection.execute(_SINCE, {"here": conversation}).one_or_none()
        return None if row is None else (IdentityId(row.owner), row.since, row.last_at)

    def go_on(self, conversation: ConversationId, now: datetime) -> None:
        self._connection.execute(_GO_ON, {"here": conversation, "at": now})

    def end(self, conversation: ConversationId) -> None:
        self._connection.execute(_END, {"here": conversation})
