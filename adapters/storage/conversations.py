"""Conversations and their lanes, in tables."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy import (
    Connection,
    ScalarSelect,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from adapters.storage import moves
from adapters.storage import tables as t
from adapters.storage.inserts import InsertInto
from adapters.storage.rows import to_bubble, to_conversation, to_last_heard, to_turn, to_waiting
from core.conversation.model import AccountId, ChatKind, ConversationId, Moved, Route
from core.engine.model import (
    MOVED,
    Conversation,
    Desk,
    DueLane,
    Lane,
    LastHeard,
    NoConversation,
    Waiting,
)
from core.persona.model import SpaceId

_AT_ROUTE = select(t.conversations).where(
    t.conversations.c.account == bindparam("account"),
    t.conversations.c.chat == bindparam("chat"),
    t.conversations.c.thread == bindparam("thread"),
    t.conversations.c.space == bindparam("space"),
)
_GIVE_SERVER = (
    update(t.conversations)
    .where(t.conversations.c.id == bindparam("known"))
    .values(server=bindparam("server"))
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
_ROUSE = (
    update(t.lanes)
    .where(
        t.lanes.c.conversation.in_(
            select(t.conversations.c.id).where(t.conversations.c.space == bindparam("in_space"))
        ),
        t.lanes.c.lane == t.TALK,
        t.lanes.c.due_at > bindparam("now"),
    )
    .values(due_at=bindparam("now"))
)
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
_ONE = select(t.conversations).where(t.conversations.c.id == bindparam("known"))
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
                "addressed",
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
_AT_CHAT = (
    select(t.conversations)
    .where(
        t.conversations.c.account == bindparam("of_account"),
        t.conversations.c.chat == bindparam("in_chat"),
    )
    .order_by(t.conversations.c.id)
)


def _newest(*, from_bot: bool) -> ScalarSelect[int]:
    """Return the number of the last message that came in: from bots, or from people."""
    came = t.messages.alias("came")
    return (
        select(came.c.id)
        .where(
            came.c.conversation == t.conversations.c.id,
            ~t.BY_COMPANION,
            came.c.from_bot if from_bot else ~came.c.from_bot,
        )
        .order_by(came.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )


_by_person, _by_bot = _newest(from_bot=False), _newest(from_bot=True)
_newer = case((_by_person > func.coalesce(_by_bot, 0), _by_person), else_=_by_bot).label("newest")
_places = (
    select(
        *(t.conversations.c[name] for name in ("id", "account", "chat", "thread", "chat_kind")),
        _newer,
    )
    .where(
        t.conversations.c.account == bindparam("of_account"),
        t.conversations.c.space.in_(bindparam("in_spaces", expanding=True)),
        t.conversations.c.unreachable.is_distinct_from(MOVED),
    )
    .order_by(_newer.desc().nulls_last(), t.conversations.c.id.desc())
    .limit(bindparam("most"))
    .subquery("places")
)
_HEARD = (
    select(
        *(_places.c[name] for name in ("account", "chat", "thread", "chat_kind")),
        t.messages.c.message_id,
    )
    .outerjoin(
        t.messages,
        # An id of the chat before a move means nothing in the new one.
        (t.messages.c.id == _places.c.newest) & (t.messages.c.chat == _places.c.chat),
    )
    .order_by(_places.c.newest.desc().nulls_last(), _places.c.id.desc())
)


class SqlConversations:
    """The port Conversations."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find_or_create(
        self,
        space: SpaceId,
        route: Route,
        chat_kind: ChatKind,
        now: datetime,
        *,
        server: str | None = None,
    ) -> Conversation:
        place = {
            "account": route.account,
            "chat": route.chat,
            "thread": route.thread or "",
            "space": space,
        }
        kind = {"chat_kind": chat_kind.value, "server": server}

        known = self._connection.execute(_AT_ROUTE, place).mappings().one_or_none()
        if known is None:
            new = {**place, **kind, "created_at": now}
            self._connection.execute(insert(t.conversations), new)
            known = self._connection.execute(_AT_ROUTE, place).mappings().one()
        found = to_conversation(known)
        if found.server is None and server is not None:
            self._connection.execute(_GIVE_SERVER, {"known": found.id, "server": server})
            return replace(found, server=server)
        return found

    def at_chat(self, account: AccountId, chat: str) -> list[Conversation]:
        here = {"of_account": account, "in_chat": chat}
        rows = self._connection.execute(_AT_CHAT, here).mappings()
        return [to_conversation(row) for row in rows]

    def heard(self, account: AccountId, spaces: Collection[SpaceId], limit: int) -> list[LastHeard]:
        here = {"of_account": account, "in_spaces": sorted(spaces), "most": max(0, limit)}
        return [to_last_heard(row) for row in self._connection.execute(_HEARD, here).mappings()]

    def move(self, moved: Moved, now: datetime) -> None:
        if moved.old_chat != moved.new_chat:
            moves.move(self._connection, moved, now)

    def moves(self) -> list[Moved]:
        return moves.moves(self._connection)

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

    def rouse(self, space: SpaceId, now: datetime) -> None:
        self._connection.execute(_ROUSE, {"in_space": space, "now": now})

    def upcoming(self, limit: int) -> list[DueLane]:
        rows = self._connection.execute(_UPCOMING, {"most": limit})
        return [
            DueLane(conversation=ConversationId(number), lane=Lane(lane), due_at=due_at)
            for number, lane, due_at in rows
        ]

    def get(self, conversation: ConversationId) -> Conversation:
        row = self._connection.execute(_ONE, {"known": conversation}).mappings().one_or_none()
        if row is None:
            raise NoConversation(f"no conversation {conversation!r}")
        return to_conversation(row)

    def desk(self, conversation: ConversationId, lane: Lane) -> Desk:
        here = {"in_conversation": conversation, "in_lane": lane.value}
        row = self._connection.execute(_DESK, here).mappings().one_or_none()
        if row is None:
            raise NoConversation(f"no conversation {conversation!r}")
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
