"""Turns and their bubbles, in tables."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, bindparam, func, insert, select, update

from adapters.storage import tables as t
from adapters.storage.rows import from_bubble, to_bubble, to_said, to_turn
from core.conversation.model import ConversationId, IdentityId, MessageId, Said, TurnId
from core.engine.model import INTERRUPTED, Bubble, BubbleState, Lane, Turn, TurnRecord, TurnState

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
_THERE = select(t.turns.c.id).where(t.turns.c.id == bindparam("known"))
_SAVE_TRACED = _SAVE.values(trace=bindparam("trace"))
_SAVE_BUBBLE = (
    update(t.bubbles)
    .where(
        t.bubbles.c.turn == bindparam("of_turn"), t.bubbles.c.position == bindparam("at_position")
    )
    .values({one.name: bindparam(one.name) for one in t.bubbles.c if not one.primary_key})
)
_ANSWERED = (
    select(t.messages)
    .where(
        t.messages.c.turn == bindparam("of_turn"),
        ~t.messages.c.by_companion,
        t.messages.c.deleted_at.is_(None),
    )
    .order_by(t.messages.c.id)
)
_BEFORE = (
    select(func.max(t.turns.c.id))
    .where(
        t.turns.c.conversation == bindparam("in_conversation"),
        t.turns.c.lane == bindparam("in_lane"),
        t.turns.c.id < bindparam("of_turn"),
    )
    .scalar_subquery()
)
_UNSAID = (
    select(t.bubbles.c.text)
    .where(
        t.bubbles.c.turn == _BEFORE,
        t.bubbles.c.state == BubbleState.DROPPED.value,
        t.bubbles.c.reason == INTERRUPTED,
    )
    .order_by(t.bubbles.c.position)
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

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def open(
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
        waited: Mapping[str, object] | None = None,
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
            "waited": None if waited is None else dict(waited),
            "outcome": None,
        }

        number = self._connection.execute(_OPEN, values).scalar_one()
        _take(self._connection, number, first)
        return to_turn({**values, "id": number})

    def take(self, turn: TurnId, ids: Sequence[MessageId]) -> None:
        _take(self._connection, turn, ids)

    def save(self, turn: Turn, trace: Mapping[str, object] | None = None) -> None:
        values: dict[str, object] = {
            "known": turn.id,
            "state": turn.state.value,
            "attempts": turn.attempts,
            "reserved": turn.reserved,
            "outcome": turn.outcome,
        }
        if trace is None:
            self._connection.execute(_SAVE, values)
        else:
            self._connection.execute(_SAVE_TRACED, {**values, "trace": dict(trace)})

    def add_bubbles(self, bubbles: Sequence[Bubble]) -> None:
        known = {number for number in {one.turn for one in bubbles} if self._is_there(number)}
        rows = [from_bubble(bubble) for bubble in bubbles if bubble.turn in known]
        if rows:
            self._connection.execute(insert(t.bubbles), rows)

    def _is_there(self, turn: TurnId) -> bool:
        return self._connection.execute(_THERE, {"known": turn}).scalar_one_or_none() is not None

    def save_bubble(self, bubble: Bubble) -> None:
        row = from_bubble(bubble)
        key = {"of_turn": row.pop("turn"), "at_position": row.pop("position")}
        self._connection.execute(_SAVE_BUBBLE, {**row, **key})

    def messages(self, turn: TurnId) -> list[Said]:
        rows = self._connection.execute(_ANSWERED, {"of_turn": turn}).mappings()
        return [to_said(row) for row in rows]

    def unsaid(self, turn: Turn) -> tuple[str, ...]:
        here = {
            "in_conversation": turn.conversation,
            "in_lane": turn.lane.value,
            "of_turn": turn.id,
        }
        return tuple(self._connection.scalars(_UNSAID, here))

    def recent(self, conversation: ConversationId, limit: int) -> list[TurnRecord]:
        here = {"in_conversation": conversation, "most": max(0, limit)}

        rows = self._connection.execute(_RECENT, here).mappings().all()
        ids = {"of_turns": [row["id"] for row in rows]}
        bubbles = [to_bubble(row) for row in self._connection.execute(_BUBBLES_OF, ids).mappings()]
        said = {turn: tuple(of) for turn, of in groupby(bubbles, lambda one: one.turn)}
        return [
            TurnRecord(
                turn=to_turn(row),
                bubbles=said.get(TurnId(row["id"]), ()),
                trace=row["trace"] or {},
            )
            for row in rows
        ]


def _take(connection: Connection, turn: TurnId, ids: Sequence[MessageId]) -> None:
    if ids:
        connection.execute(_TAKE, [{"known": number, "taken_by": turn} for number in ids])
