"""The plain store, in memory."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from core.companion.chat.model import ChatMessage
from core.companion.clock import WallClock
from core.companion.model import Fact, FactDraft, MemorySpace, Message
from core.companion.ports import Clock
from core.companion.rules import in_order, kept_entries, lies_in, space_metadata, topic_keys
from core.errors import UnknownSpace
from core.instants import to_datetime
from core.schedule.model import ScheduleEntry


@dataclass(slots=True, kw_only=True)
class _Shelf:
    space: MemorySpace
    facts: list[Fact] = field(default_factory=list)
    entries: dict[str, ScheduleEntry] = field(default_factory=dict)
    messages: list[ChatMessage] = field(default_factory=list)


class InMemoryStore:
    """The port ChatStore; what it holds ends with the process."""

    def __init__(self, *, clock: Clock | None = None) -> None:
        """Take the time of facts from `clock`, this machine's if there is none."""
        self._clock = clock or WallClock()
        self._shelves: dict[str, _Shelf] = {}
        self._facts = self._messages = 0

    async def create_space(
        self, display_name: str, seed_message: str, now: datetime
    ) -> MemorySpace:
        """Return a new space."""
        space = MemorySpace(
            id=f"space-{len(self._shelves) + 1}",
            display_name=display_name,
            created_at=to_datetime(now),
            metadata=space_metadata(seed_message),
        )
        self._shelves[space.id] = _Shelf(space=space)
        return space

    async def get_space(self, space_id: str) -> MemorySpace | None:
        """Return the space, None if there is none."""
        shelf = self._shelves.get(space_id)
        return shelf.space if shelf else None

    async def add_fact(self, space_id: str, fact: FactDraft) -> Fact:
        """Store a fact and return it with its id and time."""
        shelf = self._shelf(space_id)
        self._facts += 1
        kept = Fact(
            id=f"fact-{self._facts}",
            created_at=self._clock.now(),
            statement=fact.statement,
            topics=fact.topics,
            confidence=fact.confidence,
            source=fact.source,
            metadata=fact.metadata,
        )
        shelf.facts.append(kept)
        return kept

    async def list_facts(self, space_id: str) -> list[Fact]:
        """Return all facts in the order in which they were added."""
        shelf = self._shelves.get(space_id)
        return list(shelf.facts) if shelf else []

    async def find_facts(self, space_id: str, topics: Sequence[str]) -> list[Fact]:
        """Return each fact that has one of `topics`."""
        asked = topic_keys(topics)
        return [fact for fact in await self.list_facts(space_id) if asked & topic_keys(fact.topics)]

    async def save_schedule_entries(self, space_id: str, entries: Sequence[ScheduleEntry]) -> None:
        """Store entries; one with the id of an earlier one takes its place."""
        shelf = self._shelf(space_id)
        shelf.entries |= {entry.id: entry for entry in kept_entries(space_id, entries)}

    async def list_schedule_entries(
        self, space_id: str, from_inclusive: datetime, to_exclusive: datetime
    ) -> list[ScheduleEntry]:
        """Return what lies in the half-open range, wholly or in part, by start, end and id."""
        shelf = self._shelves.get(space_id)
        if shelf is None:
            return []
        found = (
            entry
            for entry in shelf.entries.values()
            if lies_in(entry, from_inclusive, to_exclusive)
        )
        return sorted(found, key=in_order)

    async def delete_schedule_entries_before(
        self, space_id: str, cutoff_exclusive: datetime
    ) -> int:
        """Delete what has ended by the cutoff and return how many entries that were."""
        shelf = self._shelves.get(space_id)
        if shelf is None:
            return 0
        ended = [entry.id for entry in shelf.entries.values() if entry.end_at <= cutoff_exclusive]
        for one in ended:
            del shelf.entries[one]
        return len(ended)

    async def add_message(self, space_id: str, message: Message, *, person: str) -> ChatMessage:
        """Store what was said and return it with its id."""
        shelf = self._shelf(space_id)
        self._messages += 1
        kept = ChatMessage(
            id=f"message-{self._messages}",
            person=person,
            sender=message.sender,
            time=message.time,
            content=message.content,
        )
        shelf.messages.append(kept)
        return kept

    async def list_messages(
        self, space_id: str, *, person: str | None = None, limit: int
    ) -> list[ChatMessage]:
        """Return the last messages in the order in which they were added."""
        shelf = self._shelves.get(space_id)
        messages = shelf.messages if shelf and limit > 0 else []
        return [one for one in messages if person in (None, one.person)][-limit:]

    async def count_messages(self, space_id: str) -> int:
        """Return how many messages there are."""
        shelf = self._shelves.get(space_id)
        return len(shelf.messages) if shelf else 0

    async def delete_messages(self, space_id: str) -> int:
        """Delete all messages and return how many that were."""
        count = await self.count_messages(space_id)
        if count:
            self._shelf(space_id).messages.clear()
        return count

    async def save_facts(self, space_id: str, facts: Sequence[Fact]) -> int:
        """Put each fact in the place of the one with its id."""
        new = {fact.id: fact for fact in facts}
        before = await self.list_facts(space_id)
        known = [fact for fact in before if fact.id in new]
        if known:
            self._shelf(space_id).facts = [
                replace(new[fact.id], created_at=fact.created_at) if fact.id in new else fact
                for fact in before
            ]
        return len(known)

    async def delete_facts(self, space_id: str, fact_ids: Collection[str]) -> int:
        """Delete facts and return how many that were."""
        before, gone = await self.list_facts(space_id), set(fact_ids)
        left = [fact for fact in before if fact.id not in gone]
        if len(left) < len(before):
            self._shelf(space_id).facts = left
        return len(before) - len(left)

    def _shelf(self, space_id: str) -> _Shelf:
        if space_id not in self._shelves:
            raise UnknownSpace(f"there is no space {space_id!r} in this store")
        return self._shelves[space_id]
