"""Messages in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

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
from core.engine.memory.revisions import changed
from core.engine.memory.state import Kept, Table
from core.engine.model import Conversation, Lane

_COUNTER = "message"


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
        addressed: bool = True,
        taught: bool = False,
    ) -> MessageId | None:
        number = self._next_number()
        key = (inbound.route.account, inbound.route.chat, inbound.message_id)
        if key in self._s.keys:
            return None
        said = Said(
            id=number,
            by_companion=False,
            sender=inbound.sender,
            sender_name=inbound.sender_name,
            text=inbound.text,
            sent_at=inbound.sent_at,
            message_id=inbound.message_id,
            reply_to=inbound.reply_to,
            album=inbound.album,
            language=inbound.language,
            addressed=addressed,
            attachments=inbound.attachments,
            unseen=inbound.unseen,
        )
        self._s.keys[key] = said.id
        self._s.kept[said.id] = Kept(
            conversation=conversation.id,
            chat=inbound.route.chat,
            said=said,
            received_at=now,
            lane=lane,
            waits=silence is None,
            silence=silence,
            from_bot=inbound.from_bot,
            taught=taught,
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
        route, number = conversation.route, self._next_number()
        if message_id is not None and (route.account, route.chat, message_id) in self._s.keys:
            return
        said = Said(
            id=number,
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
            conversation=conversation.id,
            chat=route.chat,
            said=said,
            received_at=at,
            lane=Lane.TALK,
            waits=False,
            taught=any(
                kept.taught and kept.said.turn == turn and not kept.said.by_companion
                for kept in self._s.kept.values()
            ),
        )
        self._spoke(conversation.id, at)

    def edit(self, edit: Edit) -> bool:
        kept = self._known(edit.route, edit.message_id)
        if kept is None:
            return False
        newer = kept.edited_at is None or kept.edited_at <= edit.edited_at
        if not newer or kept.lane is not Lane.TALK:
            return False
        said = replace(kept.said, text=edit.text, edited=True)
        self._s.kept[said.id] = replace(kept, said=said, edited_at=edit.edited_at)
        self._reads_otherwise([said.id])
        return True

    def delete(self, deletion: Deletion) -> int:
        ids = dict.fromkeys(deletion.message_ids)
        known = [kept for one in ids if (kept := self._known(deletion.route, one)) is not None]
        for kept in known:
            self._s.kept[kept.said.id] = replace(
                kept,
                deleted_at=kept.deleted_at or deletion.deleted_at,
                waits=False,
                silence="deleted" if kept.waits else kept.silence,
            )
        self._reads_otherwise([kept.said.id for kept in known])
        return len(known)

    def known(self, route: Route, message_ids: Sequence[str]) -> list[MessageId]:
        found = (self._known(route, one) for one in message_ids)
        return sorted({kept.said.id for kept in found if kept is not None})

    def react(self, reaction: Reaction) -> bool:
        kept = self._known(reaction.route, reaction.message_id)
        if kept is None:
            return False
        said = replace(kept.said, marks=reacted(kept.said.marks, reaction))
        if said != kept.said:
            self._s.kept[said.id] = replace(kept, said=said)
        return True

    def hear(self, message: MessageId, words: str) -> None:
        kept = self._s.kept.get(message)
        if kept is not None:
            self._s.kept[message] = replace(kept, heard=words)
            self._reads_otherwise([message])

    def said_by(self, sender: IdentityId, since: datetime) -> int:
        return sum(
            kept.said.sender == sender
            and not kept.said.by_companion
            and kept.lane is Lane.TALK
            and kept.received_at >= since
            for kept in self._s.kept.values()
        )

    def bot_turns(self, conversation: ConversationId) -> int:
        let_in = 0
        for kept in self._s.kept.values():
            if kept.conversation != conversation or kept.said.by_companion:
                continue
            if kept.from_bot:
                let_in += kept.silence is None
            elif kept.lane is Lane.TALK:
                let_in = 0
        return let_in

    def silence(self, ids: Sequence[MessageId], reason: str) -> None:
        for id_ in self._s.kept.keys() & set(ids):
            self._s.kept[id_] = replace(self._s.kept[id_], waits=False, silence=reason)

    def recent(self, conversation: ConversationId, limit: int) -> list[Said]:
        history = [
            kept.said.with_voice(kept.heard)
            for kept in self._s.kept.values()
            if kept.conversation == conversation and kept.in_history and kept.withheld_at is None
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

    def _next_number(self) -> MessageId:
        """Return a number that was never given; databases, too, use one up for what is known."""
        number = self._s.counters.get(_COUNTER, 0) + 1
        self._s.counters[_COUNTER] = number
        return MessageId(number)

    def _spoke(self, conversation: ConversationId, at: datetime) -> None:
        here = self._s.conversations[conversation]
        if here.spoke_at is None or here.spoke_at < at:
            self._s.conversations[conversation] = replace(here, spoke_at=at)

    def _reads_otherwise(self, messages: Sequence[MessageId]) -> None:
        """Let memory look at messages anew: what their words meant is gone."""
        places = {one: self._s.kept[one].conversation for one in messages}
        spaces = {one: self._s.conversations[place].space for one, place in places.items()}
        for message, space in spaces.items():
            self._s.vectors.pop((space, f"msg:{message}"), None)
        for space in set(spaces.values()):
            changed(self._s, space)

    def _known(self, route: Route, message_id: str) -> Kept | None:
        id_ = self._s.keys.get((route.account, route.chat, message_id))
        return None if id_ is None else self._s.kept[id_]
