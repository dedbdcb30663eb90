"""Talk that commands take back, and pauses, in memory."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from core.admin.ports import Exchange
from core.conversation.model import ConversationId, MessageId
from core.engine.memory.revisions import changed
from core.engine.memory.state import Kept, Table
from core.engine.model import ERASED, TAKEN_BACK, Bubble, BubbleState, Lane, TurnState
from core.persona.model import SpaceId


class Exchanges(Table):
    """The port Exchanges."""

    def last(self, conversation: ConversationId) -> Exchange | None:
        turns = [
            turn
            for turn in self._s.turns.values()
            if (turn.conversation, turn.lane) == (conversation, Lane.TALK)
            and turn.outcome != TAKEN_BACK
        ]
        if not turns:
            return None
        turn = max(turns, key=lambda one: one.id)
        of_turn = [
            one for one in self._s.kept.values() if one.said.turn == turn.id and one.in_history
        ]
        own = [one.said for one in of_turn if one.said.by_companion]
        waits = any(
            one.waits and one.lane is Lane.TALK
            for one in self._s.kept.values()
            if one.conversation == conversation
        )
        return Exchange(
            turn=turn.id,
            speaker=turn.speaker,
            is_open=waits or turn.state is not TurnState.CLOSED,
            asked=tuple(one.said.id for one in of_turn if not one.said.by_companion),
            askers=tuple(one.said.sender for one in of_turn if one.said.sender is not None),
            answered=tuple(said.id for said in own),
            shown=tuple(said.message_id for said in own if said.message_id is not None),
        )

    def answer_again(self, exchange: Exchange, now: datetime) -> None:
        conversation = self._end(exchange)
        self._delete(exchange.answered, now)
        for one in exchange.asked:
            kept = self._s.kept[one]
            said = replace(kept.said, turn=None)
            self._s.kept[one] = replace(kept, waits=True, silence=None, said=said)
        self._s.lanes.setdefault((conversation, Lane.TALK), now)

    def take_back(self, exchange: Exchange, now: datetime) -> None:
        self._end(exchange)
        self._delete((*exchange.asked, *exchange.answered), now)

    def clear(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> int:
        places = {
            id_
            for id_, known in self._s.conversations.items()
            if known.space == space and conversation in (None, id_)
        }
        here = [
            kept
            for kept in self._s.kept.values()
            if kept.conversation in places and kept.lane is Lane.TALK
        ]
        count = sum(kept.deleted_at is None and kept.said.text != "" for kept in here)
        for kept in here:
            self._s.kept[kept.said.id] = _emptied(kept, now)
            self._s.vectors.pop((space, kept.said.ref), None)
        self._empty_turns(places)
        self._empty_commands(places)
        if places:
            changed(self._s, space)
            self._s.unscrubbed[space] = self._s.memory_revisions[space].epoch
        return count

    def clear_commands(self, space: SpaceId) -> None:
        places = {id_ for id_, known in self._s.conversations.items() if known.space == space}
        self._empty_commands(places)
        changed(self._s, space)
        self._s.unscrubbed[space] = self._s.memory_revisions[space].epoch

    def _empty_commands(self, places: set[ConversationId]) -> None:
        """Empty what has run: not what waits, nor what is being done."""
        ended = {
            turn.id
            for turn in self._s.turns.values()
            if turn.conversation in places
            and turn.lane is Lane.COMMAND
            and turn.state is TurnState.CLOSED
        }
        for kept in list(self._s.kept.values()):
            if kept.said.turn in ended and not kept.said.by_companion:
                said = replace(kept.said, text="", attachments=())
                self._s.kept[said.id] = replace(kept, said=said)
        for key, bubble in self._s.bubbles.items():
            if bubble.turn in ended:
                self._s.bubbles[key] = _silenced(bubble)

    def _empty_turns(self, places: set[ConversationId]) -> None:
        for turn in self._s.turns.values():
            if turn.conversation in places and turn.lane is Lane.TALK:
                self._s.traces.pop(turn.id, None)
        for key, bubble in self._s.bubbles.items():
            turn = self._s.turns[bubble.turn]
            if turn.conversation in places and turn.lane is Lane.TALK:
                self._s.bubbles[key] = _silenced(bubble)

    def _end(self, exchange: Exchange) -> ConversationId:
        turn = self._s.turns[exchange.turn]
        self._s.turns[turn.id] = replace(turn, outcome=TAKEN_BACK)
        return turn.conversation

    def _delete(self, messages: Iterable[MessageId], now: datetime) -> None:
        for one in messages:
            kept = self._s.kept[one]
            self._s.kept[one] = replace(kept, deleted_at=now, waits=False)
            space = self._s.conversations[kept.conversation].space
            self._s.vectors.pop((space, kept.said.ref), None)
            changed(self._s, space)


def _emptied(kept: Kept, now: datetime) -> Kept:
    said = replace(kept.said, text="", heard="", attachments=(), marks=())
    return replace(kept, said=said, heard="", deleted_at=kept.deleted_at or now, waits=False)


def _silenced(bubble: Bubble) -> Bubble:
    """Return a bubble without its words; what was not sent yet never will be."""
    if bubble.state is BubbleState.PENDING:
        bubble = replace(bubble, state=BubbleState.DROPPED, reason=ERASED)
    return replace(bubble, text="", choices=())


class Pauses(Table):
    """The port Pauses."""

    def since(self, space: SpaceId, conversation: ConversationId | None = None) -> datetime | None:
        found = (self._s.pauses.get((space, one)) for one in (None, conversation))
        return min((since for since in found if since is not None), default=None)

    def begin(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> None:
        self._s.pauses.setdefault((space, conversation), now)

    def end(self, space: SpaceId, conversation: ConversationId | None) -> bool:
        gone = [key for key in self._s.pauses if key[0] == space and conversation in (None, key[1])]
        for key in gone:
            del self._s.pauses[key]
        return bool(gone)
