"""Conversations and their lanes, in tables."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from adapters.storage import tables as t
from adapters.storage.inserts import InsertInto
from adapters.storage.rows import to_bubble, to_conversation, to_turn, to_waiting
from core.conversation.model import ChatKind, ConversationId, Route
from core.engine.model import Conversation, Desk, DueLane, Lane, Waiting
from core.persona.model import SpaceId

_AT_ROUTE = select(t.conversations).where(
    t.conversations.c.account == bindparam("account"),
    t.conversations.c.chat == bindparam("chat"),
    t.conversations.c.thread == bindparam("thread"),
)
_SAVE = (
    update(t.conversations)
    .where(t.conversations.c.id == bindparam("known"))
    .values(held_until=bindparam("held_until"), unreachable=bindparam("unreachable"))
)
_SET_DUE = InsertInto(
    t.lanes,
    lambda into: into.on_conflict_do_update(
        index_elements=["conversation", "lane"], set_={"due_at": into.excluded.due_at}
    ),
)
_WAKE = InsertInto(t.lanes, lambda into: into.on_conflict_do_nothing())
_MINE = (
    t.lanes.c.conversation == bindparam("in_conversation"),
    t.lanes.c.lane == bindparam("in_lane"),
)
_NOT_DUE = delete(t.lanes).where(*_MINE)
_UPCOMING = (
    select(t.lanes)
    .order_by(t.lanes.c.due_at, t.lanes.c.conversation, t.lanes.c.lane)
    .limit(bindparam("most"))
)
_DESK = (
    select(t.conversations, t.lanes.c.due_at)
    .outerjoin(
        t.lanes,
        (t.lanes.c.conversation == t.conversations.c.id) & (t.lanes.c.lane == bindparam("in_lane")),
    )
    .where(t.conversations.c.id == bindparam("in_conversation"))
)
_OPEN_TURN = (
    select(t.turns)
    .where(
        t.turns.c.conversation == bindparam("in_conversation"),
        t.turns.c.lane == bindparam("in_lane"),
        t.turns.c.state != t.CLOSED,
    )
    .order_by(t.turns.c.id)
    .limit(1)
)
_BUBBLES = (
    select(t.bubbles).where(t.bubbles.c.turn == bindparam("of_turn")).order_by(t.bubbles.c.position)
)
_WAITING = (
    select(
        *(
            t.messages.c[name]
            for name in (
                "id",
                "message_id",
                "sender",
                "sender_name",
                "text",
                "sent_at",
                "received_at",
                "language",
            )
        )
    )
    .where(
        t.messages.c.conversation == bindparam("in_conversation"),
        t.messages.c.lane == bindparam("in_lane"),
        t.WAITS,
    )
    .order_by(t.messages.c.id)
)


class SqlConversations:
    """The port Conversations."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find_or_create(
        self, space: SpaceId, route: Route, chat_kind: ChatKind, now: datetime
    ) -> Conversation:
        place = {"account": route.account, "chat": route.chat, "thread": route.thread or ""}
        new = {**place, "space": space, "chat_kind": chat_kind.value, "created_at": now}

        known = self._connection.execute(_AT_ROUTE, place).mappings().one_or_none()
        if known is None:
            self._connection.execute(insert(t.conversations), new)
            known = self._connection.execute(_AT_ROUTE, place).mappings().one()
        return to_conversation(known)

    def save(self, conversation: Conversation) -> None:
        values = {
            "known": conversation.id,
            "held_until": conversation.held_until,
            "unreachable": conversation.unreachable,
        }
        self._connection.execute(_SAVE, values)

    def due_at(self, conversation: ConversationId, lane: Lane, due_at: datetime | None) -> None:
        if due_at is None:
            mine = {"in_conversation": conversation, "in_lane": lane.value}
            self._connection.execute(_NOT_DUE, mine)
            return
        values = {"conversation": conversation, "lane": lane.value, "due_at": due_at}
        self._connection.execute(_SET_DUE.on(self._connection), values)

    def wake(self, conversation: ConversationId, lane: Lane, due_at: datetime) -> None:
        values = {"conversation": conversation, "lane": lane.value, "due_at": due_at}
        self._connection.execute(_WAKE.on(self._connection), values)

    def upcoming(self, limit: int) -> list[DueLane]:
        rows = self._connection.execute(_UPCOMING, {"most": limit})
        return [
            DueLane(conversation=ConversationId(number), lane=Lane(lane), due_at=due_at)
            for number, lane, due_at in rows
        ]

    def desk(self, conversation: ConversationId, lane: Lane) -> Desk:
        here = {"in_conversation": conversation, "in_lane": lane.value}
        row = self._connection.execute(_DESK, here).mappings().one_or_none()
        if row is None:
            raise LookupError(f"no conversation {conversation!r}")
        open_turn = self._connection.execute(_OPEN_TURN, here).mappings().one_or_none()
        turn = None if open_turn is None else to_turn(open_turn)
        return Desk(
            conversation=to_conversation(row),
            lane=lane,
            due_at=row["due_at"],
            turn=turn,
            bubbles=()
            if turn is None
            else tuple(
                to_bubble(bubble)
                for bubble in self._connection.execute(_BUBBLES, {"of_turn": turn.id}).mappings()
            ),
            waiting=self.waiting(conversation, lane),
        )

    def waiting(self, conversation: ConversationId, lane: Lane) -> tuple[Waiting, ...]:
        here = {"in_conversation": conversation, "in_lane": lane.value}
        return tuple(map(to_waiting, self._connection.execute(_WAITING, here).mappings()))
