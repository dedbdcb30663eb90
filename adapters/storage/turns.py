"""Turns and their bubbles, in tables."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, bindparam, insert, select, update

from adapters.storage import tables as t
from adapters.storage.rows import from_bubble, to_bubble, to_said, to_turn
from adapters.storage.unit import Unit
from core.conversation.model import ConversationId, IdentityId, MessageId, Said, TurnId
from core.engine.model import Bubble, Lane, Turn, TurnRecord, TurnState

_OPEN = insert(t.turns).returning(t.turns.c.id)
_TAKE = (
    update(t.messages)
    .where(t.messages.c.id == bindparam("known"))
    .values(waits=False, turn=bindparam("taken_by"))
)
_SAVE = (
    update(t.turns)
    .where(t.turns.c.id == bindparam("known"))
    .values(
        state=bindparam("state"),
        attempts=bindparam("attempts"),
        reserved=bindparam("reserved"),
        outcome=bindparam("outcome"),
    )
)
_TRACE = update(t.turns).where(t.turns.c.id == bindparam("known")).values(trace=bindparam("trace"))
_SAVE_BUBBLE = (
    update(t.bubbles)
    .where(
        t.bubbles.c.turn == bindparam("of_turn"), t.bubbles.c.position == bindparam("at_position")
    )
    .values(
        {
            name: bindparam(name)
            for name in ("state", "due_at", "notice", "reply_to", "tries", "reason")
        }
    )
)
_ANSWERED = (
    select(t.messages)
    .where(t.messages.c.turn == bindparam("of_turn"), ~t.messages.c.by_companion)
    .order_by(t.messages.c.id)
)
_RECENT = (
    select(t.turns)
    .where(t.turns.c.conversation == bindparam("in_conversation"))
    .order_by(t.turns.c.id.desc())
    .limit(bindparam("most"))
)
_BUBBLES_OF = (
    select(t.bubbles)
    .where(t.bubbles.c.turn.in_(bindparam("of_turns", expanding=True)))
    .order_by(t.bubbles.c.turn, t.bubbles.c.position)
)


class SqlTurns:
    """The port Turns."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    async def open(
        self,
        conversation: ConversationId,
        lane: Lane,
        first: Sequence[MessageId],
        speaker: IdentityId,
        speaker_name: str,
        now: datetime,
        *,
        language: str | None,
        reserved: int,
        reserved_day: str,
    ) -> Turn:
        values = {
            "conversation": conversation,
            "lane": lane.value,
            "state": TurnState.THINKING.value,
            "speaker": speaker,
            "speaker_name": speaker_name,
            "opened_at": now,
            "attempts": 1,
            "reserved": reserved,
            "reserved_day": reserved_day,
            "language": language,
            "outcome": None,
        }

        def step(connection: Connection) -> Turn:
            number = connection.execute(_OPEN, values).scalar_one()
            _take(connection, number, first)
            return to_turn({**values, "id": number})

        return await self._unit.change(step)

    async def take(self, turn: TurnId, ids: Sequence[MessageId]) -> None:
        self._unit.later(lambda connection: _take(connection, turn, ids))

    async def save(self, turn: Turn) -> None:
        values = {
            "known": turn.id,
            "state": turn.state.value,
            "attempts": turn.attempts,
            "reserved": turn.reserved,
            "outcome": turn.outcome,
        }
        self._unit.later(lambda connection: connection.execute(_SAVE, values))

    async def trace(self, turn: TurnId, trace: Mapping[str, object]) -> None:
        values = {"known": turn, "trace": dict(trace)}
        self._unit.later(lambda connection: connection.execute(_TRACE, values))

    async def add_bubbles(self, bubbles: Sequence[Bubble]) -> None:
        rows = [from_bubble(bubble) for bubble in bubbles]
        if rows:
            self._unit.later(lambda connection: connection.execute(insert(t.bubbles), rows))

    async def save_bubble(self, bubble: Bubble) -> None:
        row = from_bubble(bubble)
        del row["text"]
        values = {**row, "of_turn": row.pop("turn"), "at_position": row.pop("position")}
        self._unit.later(lambda connection: connection.execute(_SAVE_BUBBLE, values))

    async def messages(self, turn: TurnId) -> list[Said]:
        def step(connection: Connection) -> list[Said]:
            rows = connection.execute(_ANSWERED, {"of_turn": turn}).mappings()
            return [to_said(row) for row in rows]

        return await self._unit.ask(step)

    async def recent(self, conversation: ConversationId, limit: int) -> list[TurnRecord]:
        here = {"in_conversation": conversation, "most": max(0, limit)}

        def step(connection: Connection) -> list[TurnRecord]:
            rows = connection.execute(_RECENT, here).mappings().all()
            ids = {"of_turns": [row["id"] for row in rows]}
            bubbles = [to_bubble(row) for row in connection.execute(_BUBBLES_OF, ids).mappings()]
            said = {turn: tuple(of) for turn, of in groupby(bubbles, lambda one: one.turn)}
            return [
                TurnRecord(
                    turn=to_turn(row),
                    bubbles=said.get(TurnId(row["id"]), ()),
                    trace=row["trace"] or {},
                )
                for row in rows
            ]

        return await self._unit.ask(step)


def _take(connection: Connection, turn: TurnId, ids: Sequence[MessageId]) -> None:
    if ids:
        connection.execute(_TAKE, [{"known": number, "taken_by": turn} for number in ids])
