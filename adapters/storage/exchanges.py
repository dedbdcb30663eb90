"""Talk that commands take back, and pauses, in tables."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    Connection,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal_column,
    select,
    update,
)

from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.chunks import chunks
from adapters.storage.conversations import SqlConversations
from adapters.storage.inserts import InsertInto
from adapters.storage.revisions import changed
from adapters.storage.sayings import let_scrub
from adapters.storage.types import UtcDateTime
from adapters.storage.vectors import drop
from core.admin.ports import Exchange
from core.conversation.model import ConversationId, IdentityId, MessageId, TurnId
from core.engine.model import ERASED, TAKEN_BACK, BubbleState, Lane, TurnState
from core.memory.rules.refs import MESSAGE
from core.persona.model import SpaceId

EVERYWHERE = 0
"""Stands for all conversations of a space; no conversation has this number."""

_m, _turns = t.messages.c, t.turns.c
_HERE = _turns.conversation == bindparam("here")
_IN_TALK = _turns.lane == t.TALK
_LAST = (
    select(_turns.id, _turns.speaker, _turns.state)
    .where(_HERE, _IN_TALK, func.coalesce(_turns.outcome, "") != TAKEN_BACK)
    .order_by(_turns.id.desc())
    .limit(1)
)
_WAITS = select(exists().where(_m.conversation == bindparam("here"), _m.lane == t.TALK, t.WAITS))
_OF_TURN = (
    select(_m.id, _m.by_companion, _m.message_id, _m.sender)
    .where(_m.turn == bindparam("of_turn"), t.in_history)
    .order_by(_m.id)
)
_AT = bindparam("at", type_=UtcDateTime)
_KNOWN = _m.id.in_(bindparam("known", expanding=True))
_DELETE = update(t.messages).where(_KNOWN).values(deleted_at=_AT, waits=False)
_WAIT = update(t.messages).where(_KNOWN).values(waits=True, silence=None, turn=None)
_OVER = update(t.turns).where(_turns.id == bindparam("of_turn")).values(outcome=TAKEN_BACK)
_SPACE = (
    select(t.conversations.c.space, t.conversations.c.id)
    .join(t.turns, _turns.conversation == t.conversations.c.id)
    .where(_turns.id == bindparam("of_turn"))
)
_PLACES = select(t.conversations.c.id).where(t.conversations.c.space == bindparam("in_space"))
_IN_PLACE = _m.conversation == bindparam("here")
_ENDED = _HERE & (_turns.state == t.CLOSED)
_RAN = (_m.lane != t.TALK) & ~t.WAITS & _m.turn.in_(select(_turns.id).where(_ENDED))
_SAID = select(_m.id).where(_IN_PLACE, _m.lane == t.TALK)
_STANDS = func.coalesce(func.length(_m.text), 0) > literal_column("0")
_CLEAR = (
    update(t.messages)
    .where(_IN_PLACE, _m.lane == t.TALK)
    .values(
        text="",
        heard=None,
        attachments=None,
        marks=None,
        deleted_at=func.coalesce(_m.deleted_at, _AT),
        waits=False,
    )
)
_NO_COMMANDS = update(t.messages).where(_IN_PLACE, _RAN).values(text="", attachments=None)
_COUNT = select(func.count()).where(_IN_PLACE, _m.lane == t.TALK, _m.deleted_at.is_(None), _STANDS)
_NO_TRACE = update(t.turns).where(_HERE, _IN_TALK).values(trace=None)
_UNSENT = t.bubbles.c.state == BubbleState.PENDING.value
_BUBBLES = update(t.bubbles).values(
    text="",
    choices=None,
    state=case((_UNSENT, BubbleState.DROPPED.value), else_=t.bubbles.c.state),
    reason=case((_UNSENT, ERASED), else_=t.bubbles.c.reason),
)
_NO_BUBBLES = _BUBBLES.where(t.bubbles.c.turn.in_(select(_turns.id).where(_HERE, _IN_TALK)))
_NO_ANSWERS = _BUBBLES.where(
    t.bubbles.c.turn.in_(select(_turns.id).where(_ENDED, _turns.lane != t.TALK))
)

_p = st.pauses.c
_IN_SPACE = _p.space == bindparam("in_space")
_SINCE = select(func.min(_p.since)).where(
    _IN_SPACE, _p.conversation.in_([bindparam("here"), literal_column(str(EVERYWHERE))])
)
_BEGIN = InsertInto(st.pauses, lambda into: into.on_conflict_do_nothing())
_END = delete(st.pauses).where(_IN_SPACE, _p.conversation == bindparam("here"))
_END_ALL = delete(st.pauses).where(_IN_SPACE)


class SqlExchanges:
    """The port Exchanges."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def last(self, conversation: ConversationId) -> Exchange | None:
        here = {"here": conversation}
        row = self._connection.execute(_LAST, here).one_or_none()
        if row is None:
            return None
        said = self._connection.execute(_OF_TURN, {"of_turn": row.id}).all()
        waits = bool(self._connection.execute(_WAITS, here).scalar_one())
        own = [one for one in said if one.by_companion]
        return Exchange(
            turn=TurnId(row.id),
            speaker=IdentityId(row.speaker),
            is_open=waits or row.state != TurnState.CLOSED.value,
            asked=tuple(MessageId(one.id) for one in said if not one.by_companion),
            askers=tuple(IdentityId(one.sender) for one in said if not one.by_companion),
            answered=tuple(MessageId(one.id) for one in own),
            shown=tuple(one.message_id for one in own if one.message_id is not None),
        )

    def answer_again(self, exchange: Exchange, now: datetime) -> None:
        space, conversation = self._end(exchange)
        self._delete(space, exchange.answered, now)
        self._connection.execute(_WAIT, {"known": list(exchange.asked)})
        SqlConversations(self._connection).wake(conversation, Lane.TALK, now)

    def take_back(self, exchange: Exchange, now: datetime) -> None:
        space, _ = self._end(exchange)
        self._delete(space, (*exchange.asked, *exchange.answered), now)

    def clear(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> int:
        places = [ConversationId(one) for one in self._connection.scalars(_PLACES, _in(space))]
        return sum(
            self._clear(space, place, now)
            for place in places
            if conversation is None or place == conversation
        )

    def clear_commands(self, space: SpaceId) -> None:
        for place in self._connection.scalars(_PLACES, _in(space)).all():
            self._empty_commands(ConversationId(place))
        let_scrub(self._connection, space)

    def _empty_commands(self, place: ConversationId) -> None:
        self._connection.execute(_NO_COMMANDS, {"here": place})
        self._connection.execute(_NO_ANSWERS, {"here": place})

    def _clear(self, space: SpaceId, place: ConversationId, now: datetime) -> int:
        here = {"here": place}
        count = int(self._connection.execute(_COUNT, here).scalar_one())
        said = list(self._connection.scalars(_SAID, here))
        self._connection.execute(_CLEAR, {**here, "at": now})
        self._connection.execute(_NO_BUBBLES, here)
        self._connection.execute(_NO_TRACE, here)
        self._empty_commands(place)
        drop(self._connection, space, MESSAGE, said)
        let_scrub(self._connection, space)
        return count

    def _end(self, exchange: Exchange) -> tuple[SpaceId, ConversationId]:
        of_turn = {"of_turn": exchange.turn}
        self._connection.execute(_OVER, of_turn)
        row = self._connection.execute(_SPACE, of_turn).one()
        return SpaceId(row.space), ConversationId(row.id)

    def _delete(self, space: SpaceId, messages: Sequence[MessageId], now: datetime) -> None:
        for some in chunks(messages):
            self._connection.execute(_DELETE, {"known": some, "at": now})
        drop(self._connection, space, MESSAGE, messages)
        changed(self._connection, space)


class SqlPauses:
    """The port Pauses."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def since(self, space: SpaceId, conversation: ConversationId | None = None) -> datetime | None:
        which = {**_in(space), "here": EVERYWHERE if conversation is None else conversation}
        since: datetime | None = self._connection.execute(_SINCE, which).scalar_one()
        return since

    def begin(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> None:
        here = EVERYWHERE if conversation is None else conversation
        row = {"space": space, "conversation": here, "since": now}
        self._connection.execute(_BEGIN.on(self._connection), row)

    def end(self, space: SpaceId, conversation: ConversationId | None) -> bool:
        if conversation is None:
            return self._connection.execute(_END_ALL, _in(space)).rowcount > 0
        which = {**_in(space), "here": conversation}
        return self._connection.execute(_END, which).rowcount > 0


def _in(space: SpaceId) -> dict[str, object]:
    return {"in_space": space}
