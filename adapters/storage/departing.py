"""What stays of somebody for the last answer that they get, and then goes as well."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, Table, delete, exists, or_, select, update

from adapters.storage import memory_tables as mt
from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.sayings import let_scrub
from core.conversation.model import ChatKind, TurnId
from core.persona.model import SpaceId

OF_PLACES = (t.lanes, mt.lessons, st.questions, st.pauses)
"""Tables whose rows go with their conversation."""
_LEAVES = select(st.departures.c.turn)
_c = t.conversations.c


def let_go(connection: Connection, turn: TurnId) -> bool:
    """Delete a turn that stayed, and its direct talk, unless something new was said there."""
    staying = _LEAVES.where(st.departures.c.turn == turn)
    if connection.execute(staying).scalar_one_or_none() is None:
        return False
    asked = select(t.conversations).join(t.turns, t.turns.c.conversation == _c.id)
    here = connection.execute(asked.where(t.turns.c.id == turn)).mappings().one()
    connection.execute(delete(st.departures).where(st.departures.c.turn == turn))
    connection.execute(delete(t.bubbles).where(t.bubbles.c.turn == turn))
    connection.execute(update(t.messages).where(t.messages.c.turn == turn).values(turn=None))
    connection.execute(delete(t.turns).where(t.turns.c.id == turn))
    if here["chat_kind"] == ChatKind.DIRECT.value and not _is_used(connection, here["id"]):
        for table in OF_PLACES:
            connection.execute(delete(table).where(table.c.conversation == here["id"]))
        connection.execute(delete(t.conversations).where(_c.id == here["id"]))
        leave_routes(connection, [(here["account"], here["chat"])])
    let_scrub(connection, SpaceId(here["space"]))
    return True


def let_go_late(connection: Connection, before: datetime) -> int:
    """Do so for all turns that stayed since before then."""
    late = list(connection.scalars(_LEAVES.where(st.departures.c.since < before)))
    return sum(let_go(connection, TurnId(turn)) for turn in late)


def leave_routes(connection: Connection, routes: Iterable[tuple[str, str]]) -> None:
    """Forget who speaks at these places, and that one of them moved, where nobody talks now."""
    for account, chat in routes:
        there = (_c.account == account, _c.chat == chat)
        if connection.execute(select(exists().where(*there))).scalar_one():
            continue
        h, m = st.hosts.c, t.moves.c
        connection.execute(delete(st.hosts).where(h.account == account, h.chat == chat))
        moved = or_(m.old_chat == chat, m.new_chat == chat)
        connection.execute(delete(t.moves).where(m.account == account, moved))


def _is_used(connection: Connection, conversation: int) -> bool:
    tables: tuple[Table, ...] = (t.messages, t.turns)
    return any(
        connection.execute(
            select(exists().where(table.c.conversation == conversation))
        ).scalar_one()
        for table in tables
    )
