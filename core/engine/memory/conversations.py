"""Conversations in memory."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from core.conversation.model import (
    AccountId,
    ChatKind,
    ConversationId,
    Moved,
    Route,
)
from core.engine.memory.state import Kept, Table, bubbles_of, numbered
from core.engine.model import (
    MOVED,
    BubbleState,
    Conversation,
    Desk,
    DueLane,
    Lane,
    LastHeard,
    NoConversation,
    TurnState,
    Waiting,
)
from core.persona.model import SpaceId


class Conversations(Table):
    """The port Conversations."""

    def find_or_create(
        self,
        space: SpaceId,
        route: Route,
        chat_kind: ChatKind,
        now: datetime,
        *,
        server: str | None = None,
    ) -> Conversation:
        for known in self._s.conversations.values():
            if (known.space, known.route) == (space, route):
                return self._with_server(known, server)
        made = Conversation(
            id=ConversationId(numbered(self._s, "conversation")),
            space=space,
            route=route,
            chat_kind=chat_kind,
            server=server,
        )
        self._s.conversations[made.id] = made
        return made

    def at_chat(self, account: AccountId, chat: str) -> list[Conversation]:
        return [
            known
            for known in self._s.conversations.values()
            if (known.route.account, known.route.chat) == (account, chat)
        ]

    def heard(self, account: AccountId, spaces: Collection[SpaceId], limit: int) -> list[LastHeard]:
        newest = {
            kept.conversation: kept for kept in self._s.kept.values() if not kept.said.by_companion
        }
        places = [
            known
            for known in self._s.conversations.values()
            if known.route.account == account
            and known.space in spaces
            and known.unreachable != MOVED
        ]
        places.sort(key=lambda known: (_number(newest.get(known.id)), known.id), reverse=True)
        return [_last_heard(known, newest.get(known.id)) for known in places[: max(0, limit)]]

    def move(self, moved: Moved, now: datetime) -> None:
        if moved.old_chat == moved.new_chat:
            return
        key = (moved.account, moved.old_chat)
        known_move = self._s.moves.get(key)
        if known_move is None or known_move[0] != moved:
            self._s.moves[key] = (moved, now)
        there = self.at_chat(moved.account, moved.new_chat)
        taken = {(known.space, known.route.thread) for known in there}
        for old in self.at_chat(moved.account, moved.old_chat):
            if (old.space, old.route.thread) in taken:
                self._s.conversations[old.id] = replace(old, unreachable=MOVED)
            else:
                route = replace(old.route, chat=moved.new_chat)
                self._s.conversations[old.id] = replace(old, route=route)
                self._loosen(old.id)

        here = [one for one in self._s.hosts if one.account == moved.account]
        for route in [one for one in here if one.chat == moved.old_chat]:
            host = self._s.hosts.pop(route)
            self._s.hosts.setdefault(replace(route, chat=moved.new_chat), host)

    def moves(self) -> list[Moved]:
        known = sorted(
            self._s.moves.values(), key=lambda one: (one[1], one[0].account, one[0].old_chat)
        )
        return [moved for moved, _ in known]

    def save(self, conversation: Conversation) -> None:
        if conversation.id not in self._s.conversations:
            return
        self._s.conversations[conversation.id] = replace(
            self._s.conversations[conversation.id],
            held_until=conversation.held_until,
            unreachable=conversation.unreachable,
        )

    def due_at(self, conversation: ConversationId, lane: Lane, due_at: datetime | None) -> None:
        if due_at is None:
            self._s.lanes.pop((conversation, lane), None)
        else:
            self._s.lanes[conversation, lane] = due_at

    def wake(self, conversation: ConversationId, lane: Lane, due_at: datetime) -> None:
        if (conversation, lane) not in self._s.lanes:
            self._s.lanes[conversation, lane] = due_at

    def rouse(self, space: SpaceId, now: datetime) -> None:
        self._s.lanes.update(
            {
                (conversation, lane): min(due_at, now)
                for (conversation, lane), due_at in self._s.lanes.items()
                if lane is Lane.TALK and self._s.conversations[conversation].space == space
            }
        )

    def upcoming(self, limit: int) -> list[DueLane]:
        rows = [
            DueLane(conversation=conversation, lane=lane, due_at=due_at)
            for (conversation, lane), due_at in self._s.lanes.items()
        ]
        return sorted(rows, key=lambda row: (row.due_at, row.conversation, row.lane))[:limit]

    def get(self, conversation: ConversationId) -> Conversation:
        if conversation not in self._s.conversations:
            raise NoConversation(f"no conversation {conversation!r}")
        return self._s.conversations[conversation]

    def desk(self, conversation: ConversationId, lane: Lane) -> Desk:
        here = self.get(conversation)
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
            conversation=here,
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

    def _with_server(self, known: Conversation, server: str | None) -> Conversation:
        if server is None or known.server is not None:
            return known
        found = replace(known, server=server)
        self._s.conversations[known.id] = found
        return found

    def _loosen(self, conversation: ConversationId) -> None:
        """Let what waits to be sent here answer nothing, and replace nothing."""
        for key, bubble in self._s.bubbles.items():
            here = self._s.turns[bubble.turn].conversation == conversation
            if here and bubble.state is BubbleState.PENDING:
                self._s.bubbles[key] = replace(bubble, reply_to=None, message_id=None)


def _number(kept: Kept | None) -> int:
    return 0 if kept is None else kept.said.id


def _last_heard(known: Conversation, kept: Kept | None) -> LastHeard:
    # An id of the chat before a move means nothing in the new one.
    here = kept is not None and kept.chat == known.route.chat
    return LastHeard(
        route=known.route,
        chat_kind=known.chat_kind,
        message_id=kept.said.message_id if kept is not None and here else None,
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
        addressed=said.addressed,
    )
