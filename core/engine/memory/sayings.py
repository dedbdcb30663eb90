"""What was said, as memory sees it, in memory."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from core.conversation.model import ChatKind, ConversationId, IdentityId, MessageId
from core.engine.memory import erasing
from core.engine.memory.revisions import changed
from core.engine.memory.state import Kept, State, Table
from core.memory.model import OWNER, Audience, FactId, Saying, Scope, direct, room
from core.memory.rules.hearing import may_hear_talk
from core.persona.model import SpaceId


class Sayings(Table):
    """The port Sayings."""

    def heard(self, scope: Scope, *, after: MessageId | None = None) -> list[Saying]:
        places = self._places(scope)
        return [
            to_saying(kept, places[kept.conversation])
            for kept in self._s.kept.values()
            if kept.conversation in places and kept.is_saying and kept.said.id > (after or 0)
        ]

    def some(self, scope: Scope, messages: Collection[MessageId]) -> list[Saying]:
        places = self._places(scope)
        known = (self._s.kept.get(one) for one in sorted(set(messages)))
        return [
            to_saying(kept, places[kept.conversation])
            for kept in known
            if kept is not None and kept.conversation in places and kept.is_saying
        ]

    def around(self, scope: Scope, message: MessageId, each_side: int) -> list[Saying]:
        found = self.some(scope, [message])
        if not found:
            return []
        here = found[0]
        places = {here.conversation: here.audience}
        there = [
            to_saying(kept, places[kept.conversation])
            for kept in self._s.kept.values()
            if kept.conversation in places and kept.is_saying
        ]
        middle = [one.id for one in there].index(message)
        return there[max(0, middle - max(0, each_side)) : middle + max(0, each_side) + 1]

    def gone(self, messages: Collection[MessageId]) -> frozenset[MessageId]:
        kept = self._s.kept
        there = {one for one in messages if one in kept and kept[one].deleted_at is None}
        return frozenset(messages) - there

    def withhold(self, messages: Collection[MessageId], at: datetime | None) -> None:
        known = self._s.kept.keys() & set(messages)
        for message in known:
            self._s.kept[message] = replace(self._s.kept[message], withheld_at=at)
        places = {self._s.kept[message].conversation for message in known}
        for space in {self._s.conversations[place].space for place in places}:
            changed(self._s, space)

    def erase(
        self,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId] = (),
    ) -> int:
        lost = erasing.erase(self._s, space, messages, statements, facts)
        self._s.unscrubbed[space] = self._s.memory_revisions[space].epoch
        return lost

    def echoes(
        self,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId] = (),
    ) -> list[MessageId]:
        return erasing.echoes_of(self._s, space, messages, statements, facts)

    def unscrubbed(self) -> Mapping[SpaceId, int]:
        return dict(self._s.unscrubbed)

    def scrubbed(self, erased: Mapping[SpaceId, int]) -> None:
        for space, epoch in erased.items():
            if self._s.unscrubbed.get(space) == epoch:
                del self._s.unscrubbed[space]

    def _places(self, scope: Scope) -> Mapping[ConversationId, Audience]:
        """Return where was said what may be heard."""
        audiences = audiences_of(self._s, scope.space)
        return {
            place: audience
            for place, audience in audiences.items()
            if may_hear_talk(scope, audience)
        }


def audiences_of(state: State, space: SpaceId) -> Mapping[ConversationId, Audience]:
    """Return who hears what is said in each conversation of a space.

    A direct talk in which nobody has written yet is for the owner's eye alone.
    """
    persons = first_writers(state)
    found: dict[ConversationId, Audience] = {}
    for place in state.conversations.values():
        if place.space != space:
            continue
        if place.chat_kind is not ChatKind.DIRECT:
            found[place.id] = room(place.id)
        elif place.id in persons:
            found[place.id] = direct(persons[place.id])
        else:
            found[place.id] = OWNER
    return found


def first_writers(state: State) -> Mapping[ConversationId, IdentityId]:
    """Return the first who wrote in each conversation; a bot only where no person did."""
    persons: dict[ConversationId, IdentityId] = {}
    bots: dict[ConversationId, IdentityId] = {}
    for kept in state.kept.values():
        if kept.said.sender is not None:
            (bots if kept.from_bot else persons).setdefault(kept.conversation, kept.said.sender)
    return {**bots, **persons}


def to_saying(kept: Kept, audience: Audience) -> Saying:
    """Return a message as memory looks at it."""
    said = kept.said.with_voice(kept.heard)
    return Saying(
        id=said.id,
        conversation=kept.conversation,
        by_companion=said.by_companion,
        sender=said.sender,
        sender_name=said.sender_name,
        text=said.text,
        sent_at=said.sent_at,
        audience=audience,
    )
