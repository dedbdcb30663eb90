"""What was said, as memory sees it, in tables."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    select,
    update,
)

from adapters.storage import memory_tables as mt
from adapters.storage import tables as t
from adapters.storage.chunks import chunks
from adapters.storage.erasing import Erasure
from adapters.storage.inserts import InsertInto
from adapters.storage.revisions import changed, revision
from adapters.storage.rows import Row, to_said
from core.conversation.model import ChatKind, ConversationId, IdentityId, MessageId
from core.memory.model import OWNER, Audience, FactId, Saying, Scope, direct, room
from core.memory.rules.hearing import may_hear_talk
from core.persona.model import SpaceId

_m = t.messages.c
_c = t.conversations.c
_IS_DIRECT = _c.chat_kind == ChatKind.DIRECT.value


def _first_writer(*, bot: bool) -> ColumnElement[str | None]:
    # In the order of ix_messages_heard: one look for each conversation.
    written = ~t.BY_COMPANION & (_m.conversation == _c.id) & (_m.from_bot.is_(bot))
    return select(_m.sender).where(written).order_by(_m.id).limit(1).scalar_subquery()


PLACES = select(
    _c.id,
    _c.chat_kind,
    _first_writer(bot=False).label("person"),
    _first_writer(bot=True).label("bot"),
)
"""Conversations, with the first person and the first bot that wrote in each."""
_OF_SPACE = PLACES.where(_c.space == bindparam("in_space"))
_OF_PERSONS = _OF_SPACE.where(
    _IS_DIRECT,
    _c.id.in_(
        select(_m.conversation).where(
            ~t.BY_COMPANION, _m.sender.in_(bindparam("persons", expanding=True))
        )
    ),
)
_ROOM = _OF_SPACE.where(~_IS_DIRECT, _c.id == bindparam("room"))
_SAYINGS = select(t.messages).where(t.is_saying)
_HERE = _SAYINGS.where(_m.conversation == bindparam("here"))
_BEFORE = (
    _HERE.where(_m.id < bindparam("middle")).order_by(_m.id.desc()).limit(bindparam("each_side"))
)
_AFTER = _HERE.where(_m.id > bindparam("middle")).order_by(_m.id).limit(bindparam("each_side"))
_SPACES = (
    select(_c.space)
    .join(t.messages, _m.conversation == _c.id)
    .where(_m.id.in_(bindparam("messages", expanding=True)))
    .distinct()
)
_MARK = InsertInto(
    mt.unscrubbed,
    lambda into: into.on_conflict_do_update(
        index_elements=["space"], set_={"epoch": into.excluded.epoch}
    ),
)
_UNSCRUBBED = select(mt.unscrubbed.c.space, mt.unscrubbed.c.epoch)
_SCRUBBED = delete(mt.unscrubbed).where(
    mt.unscrubbed.c.space == bindparam("in_space"), mt.unscrubbed.c.epoch == bindparam("erased")
)
_THERE = select(_m.id).where(
    _m.id.in_(bindparam("messages", expanding=True)), _m.deleted_at.is_(None)
)
_WITHHOLD = (
    update(t.messages)
    .where(_m.id.in_(bindparam("messages", expanding=True)))
    .values(withheld_at=bindparam("at"))
)


def let_scrub(connection: Connection, space: SpaceId) -> None:
    """Raise the epoch, and note that the files may still hold what was erased."""
    changed(connection, space)
    epoch = revision(connection, space).epoch
    connection.execute(_MARK.on(connection), {"space": space, "epoch": epoch})


class SqlSayings:
    """The port Sayings."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def heard(self, scope: Scope, *, after: MessageId | None = None) -> list[Saying]:
        places = self._places(scope)
        found: list[Saying] = []
        for some in chunks(places):
            asked = _SAYINGS.where(_m.conversation.in_(some), _m.id > (after or 0))
            found += self._said(asked, places)
        return sorted(found, key=lambda saying: saying.id)

    def some(self, scope: Scope, messages: Collection[MessageId]) -> list[Saying]:
        if not messages:
            return []
        places = self._places(scope)
        found: list[Saying] = []
        for some in chunks(sorted(set(messages))):
            found += self._said(_SAYINGS.where(_m.id.in_(some)).order_by(_m.id), places)
        return found

    def around(self, scope: Scope, message: MessageId, each_side: int) -> list[Saying]:
        middle = self.some(scope, [message])
        if not middle:
            return []
        here = middle[0].conversation
        places = {here: middle[0].audience}
        which = {"here": here, "middle": message, "each_side": max(0, each_side)}
        before = self._said(_BEFORE, places, which)
        return [*reversed(before), *middle, *self._said(_AFTER, places, which)]

    def gone(self, messages: Collection[MessageId]) -> frozenset[MessageId]:
        left = set(messages)
        for some in chunks(sorted(left)):
            left -= set(self._connection.execute(_THERE, {"messages": some}).scalars())
        return frozenset(left)

    def withhold(self, messages: Collection[MessageId], at: datetime | None) -> None:
        spaces: set[SpaceId] = set()
        for some in chunks(messages):
            which = {"messages": some}
            spaces |= {SpaceId(one) for one in self._connection.scalars(_SPACES, which)}
            self._connection.execute(_WITHHOLD, {**which, "at": at})
        for space in spaces:
            changed(self._connection, space)

    def erase(
        self,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId] = (),
    ) -> int:
        lost = Erasure(self._connection, space, messages, statements, facts).done()
        let_scrub(self._connection, space)
        return lost

    def echoes(
        self,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId] = (),
    ) -> list[MessageId]:
        return Erasure(self._connection, space, messages, statements, facts).echoes()

    def unscrubbed(self) -> Mapping[SpaceId, int]:
        rows = self._connection.execute(_UNSCRUBBED)
        return {SpaceId(row.space): row.epoch for row in rows}

    def scrubbed(self, erased: Mapping[SpaceId, int]) -> None:
        for space, epoch in erased.items():
            self._connection.execute(_SCRUBBED, {"in_space": space, "erased": epoch})

    def _places(self, scope: Scope) -> Mapping[ConversationId, Audience]:
        """Return where was said what may be heard; the rows of others are not looked at."""
        which: dict[str, Any] = {"in_space": scope.space}
        if scope.here == OWNER:
            asked = _OF_SPACE
        elif scope.is_direct:
            asked = _OF_PERSONS
            alone = scope.here.removeprefix("direct:")
            which["persons"] = sorted({*scope.persons, IdentityId(alone)})
        else:
            number = scope.here.removeprefix("room:")
            asked = _ROOM
            which["room"] = int(number) if number.isdecimal() and len(number) < 19 else 0
        rows = self._connection.execute(asked, which).mappings()
        found = {ConversationId(row["id"]): _audience(row) for row in rows}
        return {place: one for place, one in found.items() if may_hear_talk(scope, one)}

    def _said(
        self,
        asked: Select[Any],
        places: Mapping[ConversationId, Audience],
        which: Mapping[str, Any] | None = None,
    ) -> list[Saying]:
        rows = self._connection.execute(asked, which or {}).mappings()
        return [
            to_saying(row, places[row["conversation"]])
            for row in rows
            if row["conversation"] in places
        ]


def _audience(row: Row) -> Audience:
    if row["chat_kind"] != ChatKind.DIRECT.value:
        return room(ConversationId(row["id"]))
    person = row["person"] or row["bot"]
    return OWNER if person is None else direct(IdentityId(person))


def to_saying(row: Row, audience: Audience) -> Saying:
    """Return a message as memory looks at it."""
    said = to_said(row)
    return Saying(
        id=said.id,
        conversation=ConversationId(row["conversation"]),
        by_companion=said.by_companion,
        sender=said.sender,
        sender_name=said.sender_name,
        text=said.text,
        sent_at=said.sent_at,
        audience=audience,
    )
