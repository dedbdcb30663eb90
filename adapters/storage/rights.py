"""Owners, what they did, and what waits for a yes, in tables."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from adapters.storage import steering_tables as t
from adapters.storage.inserts import InsertInto
from core.admin.ports import Audited
from core.conversation.model import ConversationId, IdentityId
from core.persona.model import SpaceId

_OWN = InsertInto(t.owners, lambda into: into.on_conflict_do_nothing())
_OWNERS = select(t.owners.c.identity).order_by(t.owners.c.since, t.owners.c.identity)
_LATEST = (
    select(t.audits)
    .order_by(t.audits.c.id.desc())
    .offset(bindparam("passed"))
    .limit(bindparam("most"))
)
_COUNT = select(func.count()).select_from(t.audits)
_ASK = InsertInto(
    t.questions,
    lambda into: into.on_conflict_do_update(
        index_elements=["identity", "conversation"],
        set_={name: into.excluded[name] for name in ("line", "asked_at")},
    ),
)
_WAITS = (
    t.questions.c.identity == bindparam("who"),
    t.questions.c.conversation == bindparam("here"),
)
_ASKED = select(t.questions.c.line, t.questions.c.asked_at).where(*_WAITS)
_FORGET = delete(t.questions).where(*_WAITS)


class SqlOwners:
    """The port Owners."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, identity: IdentityId, since: datetime) -> None:
        row = {"identity": identity, "since": since}
        self._connection.execute(_OWN.on(self._connection), row)

    def all(self) -> list[IdentityId]:
        return [IdentityId(one) for one in self._connection.scalars(_OWNERS)]


class SqlAudits:
    """The port Audits."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, audited: Audited) -> None:
        row = {
            "space": audited.space,
            "at": audited.at,
            "actor": audited.actor,
            "act": audited.act,
            "account": audited.account,
            "chat": audited.chat,
        }
        self._connection.execute(insert(t.audits), row)

    def latest(self, limit: int, *, before: int = 0) -> list[Audited]:
        which = {"most": limit, "passed": before}
        return [
            Audited(
                at=row.at,
                space=SpaceId(row.space),
                actor=IdentityId(row.actor),
                act=row.act,
                account=row.account,
                chat=row.chat,
            )
            for row in self._connection.execute(_LATEST, which)
        ]

    def count(self) -> int:
        return int(self._connection.execute(_COUNT).scalar_one())


class SqlQuestions:
    """The port Questions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(
        self, identity: IdentityId, conversation: ConversationId, line: str, now: datetime
    ) -> None:
        row = {"identity": identity, "conversation": conversation, "line": line, "asked_at": now}
        self._connection.execute(_ASK.on(self._connection), row)

    def answer(
        self, identity: IdentityId, conversation: ConversationId
    ) -> tuple[str, datetime] | None:
        which = {"who": identity, "here": conversation}
        row = self._connection.execute(_ASKED, which).one_or_none()
        if row is None:
            return None
        self._connection.execute(_FORGET, which)
        return row.line, row.asked_at
