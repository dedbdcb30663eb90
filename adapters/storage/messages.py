"""What was really said, in a table.

The order of the history is that of our own numbers: the order of arrival, for the companion's
words that of delivery. A number is never used again.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, case, exists, func, select, update

from adapters.storage import tables as t
from adapters.storage.inserts import InsertInto
from adapters.storage.revisions import changed
from adapters.storage.rows import from_attachments, from_marks, to_marks, to_said
from adapters.storage.types import UtcDateTime
from adapters.storage.vectors import drop
from core.conversation.model import (
    ConversationId,
    Deletion,
    Edit,
    IdentityId,
    Inbound,
    MessageId,
    Reaction,
    Route,
    Said,
    TurnId,
    Unreadable,
)
from core.conversation.rules.reactions import reacted
from core.engine.model import Conversation, Lane
from core.memory.rules.refs import MESSAGE
from core.persona.model import SpaceId

_ADD = InsertInto(t.messages, lambda into: into.on_conflict_do_nothing().returning(t.messages.c.id))
_answered = t.messages.alias()
_TAUGHT = exists().where(
    _answered.c.turn == bindparam("of_turn"), ~_answered.c.by_companion, _answered.c.taught
)
_ADD_OWN = InsertInto(t.messages, lambda into: into.values(taught=_TAUGHT).on_conflict_do_nothing())
_SPOKE = (
    update(t.conversations)
    .where(
        t.conversations.c.id == bindparam("known"),
        t.conversations.c.spoke_at.is_(None) | (t.conversations.c.spoke_at < bindparam("at")),
    )
    .values(spoke_at=bindparam("at"))
)
_PLACE = (
    t.messages.c.account == bindparam("in_account"),
    t.messages.c.chat == bindparam("in_chat"),
)
_KEY = (*_PLACE, t.messages.c.message_id == bindparam("with_key"))
_BY_KEY = select(t.messages.c.id, t.messages.c.edited_at, t.messages.c.lane).where(*_KEY)
_EDIT = (
    update(t.messages)
    .where(t.messages.c.id == bindparam("known"))
    .values(text=bindparam("text"), edited_at=bindparam("edited_at"))
)
_DELETE = (
    update(t.messages)
    .where(*_PLACE, t.messages.c.message_id.in_(bindparam("with_keys", expanding=True)))
    .values(
        deleted_at=func.coalesce(t.messages.c.deleted_at, bindparam("at", type_=UtcDateTime)),
        waits=False,
        silence=case((t.WAITS, "deleted"), else_=t.messages.c.silence),
    )
)
_KNOWN = (
    select(t.messages.c.id)
    .where(*_PLACE, t.messages.c.message_id.in_(bindparam("with_keys", expanding=True)))
    .order_by(t.messages.c.id)
)
_SPACES = (
    select(t.messages.c.id, t.conversations.c.space)
    .join(t.conversations, t.conversations.c.id == t.messages.c.conversation)
    .where(t.messages.c.id.in_(bindparam("known", expanding=True)))
)
_MARKS = select(t.messages.c.id, t.messages.c.marks).where(*_KEY)
_MARK = (
    update(t.messages).where(t.messages.c.id == bindparam("known")).values(marks=bindparam("marks"))
)
_HEAR = (
    update(t.messages).where(t.messages.c.id == bindparam("known")).values(heard=bindparam("heard"))
)
_LAST_WORD_OF_A_PERSON = (
    select(t.messages.c.id)
    .where(
        t.messages.c.conversation == bindparam("in_conversation"),
        ~t.BY_COMPANION,
        ~t.messages.c.from_bot,
        t.messages.c.lane == t.TALK,
    )
    .order_by(t.messages.c.id.desc())
    .limit(1)
    .correlate(None)
    .scalar_subquery()
)
_BOT_TURNS = select(func.count()).where(
    t.messages.c.conversation == bindparam("in_conversation"),
    t.let_in,
    t.messages.c.id > func.coalesce(_LAST_WORD_OF_A_PERSON, 0),
)
_SAID_BY = select(func.count()).where(
    t.messages.c.sender == bindparam("who"),
    ~t.BY_COMPANION,
    t.messages.c.lane == t.TALK,
    t.messages.c.received_at >= bindparam("since", type_=UtcDateTime),
)
_SILENCE = (
    update(t.messages)
    .where(t.messages.c.id == bindparam("known"))
    .values(waits=False, silence=bindparam("silence"))
)
_RECENT = (
    select(t.messages)
    .where(t.messages.c.conversation == bindparam("in_conversation"), t.in_window)
    .order_by(t.messages.c.id.desc())
    .limit(bindparam("most"))
)
_SPOKEN_TO = select(
    exists().where(t.messages.c.conversation == bindparam("in_conversation"), t.BY_COMPANION)
)
_UNREADABLE = InsertInto(t.unreadables, lambda into: into.on_conflict_do_nothing())


class SqlMessages:
    """The port Messages."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self,
        conversation: Conversation,
        inbound: Inbound,
        now: datetime,
        *,
        lane: Lane,
        silence: str | None,
        addressed: bool = True,
        taught: bool = False,
    ) -> MessageId | None:
        values = {
            "conversation": conversation.id,
            "account": inbound.route.account,
            "chat": inbound.route.chat,
            "message_id": inbound.message_id,
            "by_companion": False,
            "sender": inbound.sender,
            "sender_name": inbound.sender_name,
            "text": inbound.text,
            "sent_at": inbound.sent_at,
            "received_at": now,
            "reply_to": inbound.reply_to,
            "album": inbound.album,
            "language": inbound.language,
            "lane": lane.value,
            "waits": silence is None,
            "silence": silence,
            "addressed": addressed,
            "from_bot": inbound.from_bot,
            "taught": taught,
            "unseen": inbound.unseen,
            "attachments": from_attachments(inbound.attachments),
        }

        number = self._connection.execute(_ADD.on(self._connection), values).scalar_one_or_none()
        return None if number is None else MessageId(number)

    def add_own(
        self,
        conversation: Conversation,
        turn: TurnId,
        text: str,
        at: datetime,
        *,
        message_id: str | None,
        reply_to: str | None,
    ) -> None:
        route = conversation.route
        values = {
            "conversation": conversation.id,
            "account": route.account,
            "chat": route.chat,
            "message_id": message_id,
            "by_companion": True,
            "sender_name": "",
            "text": text,
            "sent_at": at,
            "received_at": at,
            "reply_to": reply_to,
            "lane": Lane.TALK.value,
            "waits": False,
            "turn": turn,
            "of_turn": turn,
        }
        added = self._connection.execute(_ADD_OWN.on(self._connection), values).rowcount
        if added:
            self._connection.execute(_SPOKE, {"known": conversation.id, "at": at})

    def edit(self, edit: Edit) -> bool:
        key = {**_place(edit.route), "with_key": edit.message_id}

        known = self._connection.execute(_BY_KEY, key).one_or_none()
        if known is None:
            return False
        newer = known.edited_at is None or known.edited_at <= edit.edited_at
        if not newer or known.lane != Lane.TALK.value:
            return False
        values = {"known": known.id, "text": edit.text, "edited_at": edit.edited_at}
        self._connection.execute(_EDIT, values)
        self._read_otherwise([known.id])
        return True

    def delete(self, deletion: Deletion) -> int:
        which = {**_place(deletion.route), "with_keys": list(deletion.message_ids)}
        deleted = self._connection.execute(_DELETE, {**which, "at": deletion.deleted_at}).rowcount
        if deleted:
            self._read_otherwise(self.known(deletion.route, deletion.message_ids))
        return deleted

    def known(self, route: Route, message_ids: Sequence[str]) -> list[MessageId]:
        which = {**_place(route), "with_keys": list(message_ids)}
        return [MessageId(one) for one in self._connection.scalars(_KNOWN, which)]

    def react(self, reaction: Reaction) -> bool:
        key = {**_place(reaction.route), "with_key": reaction.message_id}

        known = self._connection.execute(_MARKS, key).one_or_none()
        if known is None:
            return False
        before = to_marks(known.marks)
        after = reacted(before, reaction)
        if after != before:
            values = {"known": known.id, "marks": from_marks(after)}
            self._connection.execute(_MARK, values)
        return True

    def hear(self, message: MessageId, words: str) -> None:
        self._connection.execute(_HEAR, {"known": message, "heard": words})
        self._read_otherwise([message])

    def said_by(self, sender: IdentityId, since: datetime) -> int:
        which = {"who": sender, "since": since}
        return int(self._connection.execute(_SAID_BY, which).scalar_one())

    def bot_turns(self, conversation: ConversationId) -> int:
        here = {"in_conversation": conversation}
        return int(self._connection.execute(_BOT_TURNS, here).scalar_one())

    def silence(self, ids: Sequence[MessageId], reason: str) -> None:
        rows = [{"known": number, "silence": reason} for number in ids]
        if rows:
            self._connection.execute(_SILENCE, rows)

    def recent(self, conversation: ConversationId, limit: int) -> list[Said]:
        here = {"in_conversation": conversation, "most": max(0, limit)}

        newest = self._connection.execute(_RECENT, here).mappings().all()
        return [to_said(row) for row in reversed(newest)]

    def unreadable(self, update: Unreadable, now: datetime) -> None:
        values = {
            "account": update.account,
            "update_id": update.update_id,
            "reason": update.reason,
            "received_at": now,
        }
        self._connection.execute(_UNREADABLE.on(self._connection), values)

    def _read_otherwise(self, messages: Sequence[MessageId]) -> None:
        """Let memory look at messages anew: what their words meant is gone."""
        of = self._connection.execute(_SPACES, {"known": messages}).all()
        for space in dict.fromkeys(one.space for one in of):
            drop(self._connection, space, MESSAGE, [one.id for one in of if one.space == space])
            changed(self._connection, SpaceId(space))

    def was_spoken_to(self, conversation: ConversationId) -> bool:
        here = {"in_conversation": conversation}
        return bool(self._connection.execute(_SPOKEN_TO, here).scalar_one())


def _place(route: Route) -> dict[str, str]:
    return {"in_account": route.account, "in_chat": route.chat}
