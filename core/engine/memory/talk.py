"""Conversations and messages in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from core.conversation.model import (
    ChatKind,
    ConversationId,
    Edit,
    Inbound,
    MessageId,
    Route,
    Said,
    TurnId,
    Unreadable,
)
from core.engine.memory.state import Kept, Table, bubbles_of
from core.engine.model import (
    Conversation,
    Desk,
    DueLane,
    Lane,
    TurnState,
    Waiting,
)
from core.persona.model import SpaceId


class Conversations(Table):
    """The port Conversations."""

    def find_or_create(
        self, space: SpaceId, route: Route, chat_kind: ChatKind, now: datetime
    ) -> Conversation:
        for known in self._s.conversations.values():
            if known.route == route:
                return known
        made = Conversation(
            id=ConversationId(len(self._s.conversations) + 1),
            space=space,
            route=route,
            chat_kind=chat_kind,
        )
        self._s.conversations[made.id] = made
        return made

    def save(self, conversation: Conversation) -> None:
        self._s.conversations[conversation.id] = conversation

    def due_at(self, conversation: ConversationId, lane: Lane, due_at: datetime | None) -> None:
        if due_at is None:
            self._s.lanes.pop((conversation, lane), None)
        else:
            self._s.lanes[conversation, lane] = due_at

    def wake(self, conversation: ConversationId, lane: Lane, due_at: datetime) -> None:
        if (conversation, lane) not in self._s.lanes:
            self._s.lanes[conversation, lane] = due_at

    def upcoming(self, limit: int) -> list[DueLane]:
        rows = [
            DueLane(conversation=conversation, lane=lane, due_at=due_at)
            for (conversation, lane), due_at in self._s.lanes.items()
        ]
        return sorted(rows, key=lambda row: (row.due_at, row.conversation, row.lane))[:limit]

    def desk(self, conversation: ConversationId, lane: Lane) -> Desk:
        if conversation not in self._s.conversations:
            raise LookupError(f"no conversation {conversation!r}")
        turn = next(
            (
                turn
                for turn in self._s.turns.values()
                if turn.conversation == conversation
                and turn.lane is lane
                and turn.state is not TurnState.CLOSED
            ),
            None,
        )
        return Desk(
            conversation=self._s.conversations[conversation],
            lane=lane,
            due_at=self._s.lanes.get((conversation, lane)),
            turn=turn,
            bubbles=() if turn is None else bubbles_of(self._s, turn.id),
            waiting=self.waiting(conversation, lane),
        )

    def waiting(self, conversation: ConversationId, lane: Lane) -> tuple[Waiting, ...]:
        return tuple(
            _to_waiting(kept)
            for kept in self._s.kept.values()
            if kept.conversation == conversation and kept.lane is lane and kept.waits
        )


class Messages(Table):
    """The port Messages."""

    def add(
        self,
        conversation: Conversation,
        inbound: Inbound,
        now: datetime,
        *,
        lane: Lane,
        silence: str | None,
    ) -> MessageId | None:
        key = (inbound.route.account, inbound.route.chat, inbound.message_id)
        if key in self._s.keys:
            return None
        said = Said(
            id=MessageId(len(self._s.kept) + 1),
            by_companion=False,
            sender=inbound.sender,
            sender_name=inbound.sender_name,
            text=inbound.text,
            sent_at=inbound.sent_at,
            message_id=inbound.message_id,
            reply_to=inbound.reply_to,
            album=inbound.album,
            language=inbound.language,
        )
        self._s.keys[key] = said.id
        self._s.kept[said.id] = Kept(
            conversation=conversation.id,
            said=said,
            received_at=now,
            lane=lane,
            waits=silence is None,
            silence=silence,
        )
        return said.id

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
        if message_id is not None and (route.account, route.chat, message_id) in self._s.keys:
            return
        said = Said(
            id=MessageId(len(self._s.kept) + 1),
            by_companion=True,
            sender=None,
            sender_name="",
            text=text,
            sent_at=at,
            message_id=message_id,
            reply_to=reply_to,
            turn=turn,
        )
        if message_id is not None:
            self._s.keys[route.account, route.chat, message_id] = said.id
        self._s.kept[said.id] = Kept(
            conversation=conversation.id, said=said, received_at=at, lane=Lane.TALK, waits=False
        )

    def edit(self, edit: Edit) -> bool:
        key = self._s.keys.get((edit.route.account, edit.route.chat, edit.message_id))
        if key is None:
            return False
        kept = self._s.kept[key]
        newer = kept.edited_at is None or kept.edited_at < edit.edited_at
        if newer and kept.lane is Lane.TALK:
            said = replace(kept.said, text=edit.text, edited=True)
            self._s.kept[key] = replace(kept, said=said, edited_at=edit.edited_at)
        return True

    def silence(self, ids: Sequence[MessageId], reason: str) -> None:
        for id_ in ids:
            self._s.kept[id_] = replace(self._s.kept[id_], waits=False, silence=reason)

    def recent(self, conversation: ConversationId, limit: int) -> list[Said]:
        history = [
            kept.said
            for kept in self._s.kept.values()
            if kept.conversation == conversation and kept.lane is Lane.TALK
        ]
        return history[-limit:] if limit > 0 else []

    def unreadable(self, update: Unreadable, now: datetime) -> None:
        key = (update.account, update.update_id)
        self._s.unreadables[key] = self._s.unreadables.get(key, now)

    def was_spoken_to(self, conversation: ConversationId) -> bool:
        return any(
            kept.conversation == conversation and kept.said.by_companion
            for kept in self._s.kept.values()
        )


def _to_waiting(kept: Kept) -> Waiting:
    said = kept.said
    if said.sender is None or said.message_id is None:
        raise LookupError(f"message {said.id} waits, but nobody said it")
    return Waiting(
        id=said.id,
        message_id=said.message_id,
        sender=said.sender,
        sender_name=said.sender_name,
        text=said.text,
        sent_at=said.sent_at,
        received_at=kept.received_at,
        language=said.language,
    )
