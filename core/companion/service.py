"""A companion as a builder holds it."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from core.availability.model import AvailabilitySnapshot
from core.companion.chat.model import ChatDebug, ChatMode, MemoryOptions, Stats
from core.companion.chat.rules import DEFAULT_PERSON
from core.companion.chat.service import Chat
from core.companion.model import Draft, EventName, MemorySpace, Message
from core.companion.outlook import Outlook
from core.companion.parts import Parts, first_facts, parts_of
from core.companion.planning import Planned, Planner
from core.companion.ports import Clock, Hook, LatestHistory, MemoryStore, Models
from core.companion.rules import prune_fact
from core.companion.talk import Talk
from core.errors import Closed, UnknownSpace
from core.instants import DateTimeInput, to_datetime, to_iso
from core.memory.ports import Dates, Embedder, Lexicon
from core.schedule.model import ScheduleEntry


class Companion:
    """A persona with its memory, schedule, availability and words; made by `create` or `load`.

    Instants may be given as aware datetimes, as strings with an offset, or in seconds since 1970;
    anything else is a `TypeError` or a `ValueError`.
    """

    def __init__(self, space: MemorySpace, parts: Parts) -> None:
        self._space, self._parts, self._store = space, parts, parts.store
        self._planner = Planner(parts.models.schedule, space, parts.zone)
        self._outlook = Outlook(parts.store, space.id, parts.zone)
        self._talk = Talk(space, parts, self._outlook)
        self._chat = Chat(space, parts, self._outlook)
        self._closed = False

    @classmethod
    async def create(
        cls,
        display_name: str,
        seed_message: str,
        *,
        store: MemoryStore | None = None,
        models: Models | None = None,
        zone: str | ZoneInfo = "UTC",
        now: DateTimeInput | None = None,
        clock: Clock | None = None,
        on_event: Hook | None = None,
        memory: MemoryOptions | None = None,
        embedder: Embedder | None = None,
        lexicon: Lexicon | None = None,
        dates: Dates | None = None,
    ) -> "Companion":
        """Return a new persona in a space of its own.

        Without an initialisation role its seed message is its first fact; with one, what that
        returns, perhaps nothing. If the role fails there is no space. The store is an
        `InMemoryStore` if none is given, `now` that of `clock`, and that this machine's. Without
        an `embedder` chats find memories by words alone; it is the builder's to close.
        """
        if not display_name.strip():
            raise ValueError("a persona needs a display name, got a blank one")
        parts = await parts_of(
            store,
            models,
            zone,
            clock,
            on_event,
            memory=memory,
            embedder=embedder,
            lexicon=lexicon,
            dates=dates,
        )
        at = to_datetime(parts.clock.now() if now is None else now)
        facts = await first_facts(parts.models, display_name, seed_message, at)
        space = await parts.store.create_space(
            display_name=display_name, seed_message=seed_message, now=at
        )
        for fact in facts:
            await parts.store.add_fact(space.id, fact)
        return cls(space, parts)

    @classmethod
    async def load(
        cls,
        space_id: str,
        *,
        store: MemoryStore | None = None,
        models: Models | None = None,
        zone: str | ZoneInfo = "UTC",
        clock: Clock | None = None,
        on_event: Hook | None = None,
        memory: MemoryOptions | None = None,
        embedder: Embedder | None = None,
        lexicon: Lexicon | None = None,
        dates: Dates | None = None,
    ) -> "Companion":
        """Return the persona of a space that is there; `UnknownSpace` if it is not."""
        parts = await parts_of(
            store,
            models,
            zone,
            clock,
            on_event,
            memory=memory,
            embedder=embedder,
            lexicon=lexicon,
            dates=dates,
        )
        space = await parts.store.get_space(space_id)
        if space is None:
            raise UnknownSpace(f"there is no space {space_id!r} in this store")
        return cls(space, parts)

    async def ready(self) -> MemorySpace:
        """Return the persona's space."""
        self._insist_on_open()
        return self._space

    async def close(self) -> None:
        """Make every later call raise `Closed`; the store stays open, it is the builder's."""
        self._closed = True

    async def create_daily_schedule(self, now: DateTimeInput, message: str) -> list[ScheduleEntry]:
        """Plan tomorrow, the local day after that of `now`, in ten minutes each, and keep it."""
        at = self._begin(now)
        planned = await self._planner.tomorrow(at, message)
        return await self._keep(planned, EventName.DAILY_SCHEDULE_GENERATED, at)

    async def create_monthly_schedule(
        self, now: DateTimeInput, message: str
    ) -> list[ScheduleEntry]:
        """Plan thirty local days from tomorrow on, in one entry each, and keep them."""
        at = self._begin(now)
        planned = await self._planner.month(at, message)
        return await self._keep(planned, EventName.MONTHLY_SCHEDULE_GENERATED, at)

    async def delete_schedules_before(self, cutoff: DateTimeInput) -> int:
        """Delete entries that have ended by `cutoff` and return how many the store deleted.

        That it was done is kept as a fact, also when there was nothing to delete.
        """
        at = self._begin(cutoff)
        deleted = await self._store.delete_schedule_entries_before(self._space.id, at)
        await self._store.add_fact(self._space.id, prune_fact(at, deleted))
        return deleted

    async def delete_schedules_older_than(self, now: DateTimeInput) -> int:
        """Do the same as `delete_schedules_before`."""
        return await self.delete_schedules_before(now)

    async def get_today_scheduled_availability(self, now: DateTimeInput) -> AvailabilitySnapshot:
        """Return how much the persona is there, for two local days from midnight on.

        It is the same snapshot until the day or the entries change.
        """
        return await self._outlook.availability(self._begin(now))

    async def send_message(
        self,
        *,
        now: DateTimeInput,
        history: Sequence[Message],
        latest_history: LatestHistory | None = None,
    ) -> Draft:
        """Return what the persona says to the history; nothing is sent or stored.

        If `latest_history` then returns something newer, the rewrite role is asked once.

        Raises:
            Misconfigured: there is no conversation role.
        """
        return await self._talk.reply(self._begin(now), tuple(history), latest_history)

    async def start_conversation(self, *, now: DateTimeInput, history: Sequence[Message]) -> Draft:
        """Return an opener; nothing is sent or stored.

        Raises:
            Misconfigured: there is no conversation role.
        """
        return await self._talk.open(self._begin(now), tuple(history))

    async def chat(
        self, text: str, *, person: str = DEFAULT_PERSON, now: DateTimeInput | None = None
    ) -> str:
        """Return the answer to what `person` says; see `chat_debug`."""
        return (await self.chat_debug(text, person=person, now=now)).content

    async def chat_debug(
        self, text: str, *, person: str = DEFAULT_PERSON, now: DateTimeInput | None = None
    ) -> ChatDebug:
        """Return the answer to what `person` says, and how it came to be; both are kept.

        `person` is any name that stays the same; nobody hears what another one told. `now` is
        that of the clock if it is left out. What was said stays said when the model fails.

        Raises:
            ValueError: `text` or `person` is blank.
            Misconfigured: there is no conversation role with `generate`, or the store lacks
                methods of `ChatStore`.
            CircadiaError: what the role raised; `BrokenAnswer` if it says nothing.
        """
        return await self._chat.say(text, person, self._begin_now(now))

    def set_mode(self, mode: ChatMode | str) -> None:
        """Talk (`normal`) or teach (`education`) from the next chat on; `ValueError` for others."""
        self._insist_on_open()
        self._chat.mode = ChatMode(mode)

    async def stats(self) -> Stats:
        """Return how much the space holds.

        Raises:
            Misconfigured: the store lacks methods of `ChatStore`; so do the three below.
        """
        return await self._chat.stats(self._begin_now(None))

    async def clear_history(self) -> int:
        """Delete what was said in all chats and return how many messages that were."""
        self._insist_on_open()
        return await self._chat.clear_history()

    async def clear_memories(self) -> int:
        """Delete the facts about all people and return how many that were."""
        self._insist_on_open()
        return await self._chat.clear_memories()

    async def clear_persona_facts(self) -> int:
        """Delete the facts about the persona, its first ones too; return how many that were."""
        self._insist_on_open()
        return await self._chat.clear_persona_facts()

    def _begin_now(self, instant: DateTimeInput | None) -> datetime:
        """Return the instant of a call, the clock's if it is left out."""
        return self._begin(self._parts.clock.now() if instant is None else instant)

    def _begin(self, instant: DateTimeInput) -> datetime:
        """Return the instant of a call."""
        self._insist_on_open()
        return to_datetime(instant)

    def _insist_on_open(self) -> None:
        if self._closed:
            raise Closed("this companion was closed; load its space to go on")

    async def _keep(self, planned: Planned, name: EventName, at: datetime) -> list[ScheduleEntry]:
        entries = list(planned.entries)
        await self._store.save_schedule_entries(self._space.id, entries)
        data = {
            "entries": len(entries),
            "made_by": planned.made_by,
            "start_at": to_iso(entries[0].start_at),
            "end_at": to_iso(entries[-1].end_at),
        }
        await self._parts.tell(name, at, self._space.id, data)
        return entries
