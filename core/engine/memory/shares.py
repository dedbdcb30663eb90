"""What rooms hear of direct talks, in memory: the facts tell it themselves."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime

from core.conversation.model import ChatKind, IdentityId
from core.engine.memory.revisions import changed
from core.engine.memory.sayings import to_saying
from core.engine.memory.state import Table
from core.memory.model import Audience, FactId, Saying, room
from core.persona.model import SpaceId

Change = Callable[[frozenset[Audience]], frozenset[Audience]]
_NOBODY = frozenset[Audience]()


class Shares(Table):
    """The port Shares."""

    def add(
        self, space: SpaceId, facts: Collection[FactId], audience: Audience, now: datetime
    ) -> None:
        self._change(space, facts, lambda shared: shared | {audience})

    def drop(
        self, space: SpaceId, facts: Collection[FactId], audience: Audience | None = None
    ) -> None:
        if audience is None:
            self._change(space, facts, lambda _: _NOBODY)
        else:
            self._change(space, facts, lambda shared: shared - {audience})

    def rooms(self, space: SpaceId, persons: Collection[IdentityId]) -> list[Saying]:
        rooms = {
            place.id
            for place in self._s.conversations.values()
            if place.space == space and place.chat_kind is not ChatKind.DIRECT
        }
        last = {
            kept.conversation: kept
            for _, kept in sorted(self._s.kept.items())
            if kept.conversation in rooms and kept.said.sender in persons and kept.is_saying
        }
        return [to_saying(kept, room(place)) for place, kept in sorted(last.items())]

    def _change(self, space: SpaceId, facts: Collection[FactId], change: Change) -> None:
        for number in set(facts):
            fact = self._s.facts.get(number)
            if fact is not None and fact.space == space:
                self._s.facts[number] = replace(fact, shared=change(fact.shared))
        changed(self._s, space)
