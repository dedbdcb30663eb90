"""What rooms hear of direct talks, in tables."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, delete, func, select

from adapters.storage import memory_tables as mt
from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.chunks import chunks
from adapters.storage.inserts import InsertInto
from adapters.storage.revisions import changed
from adapters.storage.sayings import to_saying
from core.conversation.model import ChatKind, ConversationId, IdentityId
from core.memory.model import Audience, FactId, Saying, room
from core.persona.model import SpaceId

_m = t.messages.c
_c = t.conversations.c
_KNOWN = select(mt.facts.c.id).where(
    mt.facts.c.space == bindparam("in_space"),
    mt.facts.c.id.in_(bindparam("facts", expanding=True)),
)
_ADD = InsertInto(st.shares, lambda into: into.on_conflict_do_nothing())
_DROP = delete(st.shares).where(st.shares.c.fact.in_(bindparam("facts", expanding=True)))
_DROP_FROM = _DROP.where(st.shares.c.audience == bindparam("from_room"))
_LAST = (
    select(func.max(_m.id))
    .join(t.conversations, _c.id == _m.conversation)
    .where(
        t.is_saying,
        _m.sender.in_(bindparam("persons", expanding=True)),
        _c.space == bindparam("in_space"),
        _c.chat_kind != ChatKind.DIRECT.value,
    )
    .group_by(_m.conversation)
)
_ROOMS = select(t.messages).where(_m.id.in_(_LAST)).order_by(_m.conversation)


class SqlShares:
    """The port Shares."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self, space: SpaceId, facts: Collection[FactId], audience: Audience, now: datetime
    ) -> None:
        rows = [
            {"fact": fact, "audience": audience, "since": now}
            for some in chunks(sorted(set(facts)))
            for fact in self._known(space, some)
        ]
        if rows:
            self._connection.execute(_ADD.on(self._connection), rows)
        changed(self._connection, space)

    def drop(
        self, space: SpaceId, facts: Collection[FactId], audience: Audience | None = None
    ) -> None:
        for some in chunks(sorted(set(facts))):
            known = self._known(space, some)
            if audience is None:
                take_back(self._connection, known)
            else:
                self._connection.execute(_DROP_FROM, {"facts": known, "from_room": audience})
        changed(self._connection, space)

    def rooms(self, space: SpaceId, persons: Collection[IdentityId]) -> list[Saying]:
        which = {"in_space": space, "persons": sorted(persons)}
        rows = self._connection.execute(_ROOMS, which).mappings()
        return [to_saying(row, room(ConversationId(row["conversation"]))) for row in rows]

    def _known(self, space: SpaceId, facts: Collection[FactId]) -> list[FactId]:
        which = {"in_space": space, "facts": list(facts)}
        return [FactId(one) for one in self._connection.scalars(_KNOWN, which)]


def shared_with(here: Audience | BindParameter[str]) -> ColumnElement[bool]:
    """Return, in SQL, that a fact was released to the room `here`, and holds."""
    released = select(st.shares.c.fact).where(st.shares.c.audience == here)
    return (mt.facts.c.status == mt.ACTIVE) & mt.facts.c.id.in_(released)


def take_back(connection: Connection, facts: Collection[FactId]) -> None:
    """Share these with nobody any more."""
    connection.execute(_DROP, {"facts": list(facts)})
