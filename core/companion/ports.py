"""What a companion needs from its builder: a store, models, a clock, a hook."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from core.companion.chat.model import ChatMessage
from core.companion.model import (
    Draft,
    Event,
    ExtractionRequest,
    Fact,
    FactDraft,
    InitialisationRequest,
    MemorySpace,
    Message,
    PlanRequest,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
)
from core.conversation.model import Completion, Judgement, Prompt
from core.schedule.model import Block, DayLine, ScheduleEntry

Hook = Callable[[Event], Awaitable[object] | object]
"""Hears what happened; plain or async."""
LatestHistory = Callable[[], Awaitable[Sequence[Message]]]
"""Returns the history as it is by now."""


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> datetime:
        """Return this instant, aware, UTC."""
        ...


class MemoryStore(Protocol):
    """Where spaces, facts and schedules are kept; every store passes tests/contracts.

    Each call is whole: beside others, and when it fails, it is done or not done. Instants come
    aware and go out aware, UTC. A space that doesn't exist has nothing to list, find or delete;
    adding to it or saving in it raises `UnknownSpace`.
    """

    async def create_space(
        self, display_name: str, seed_message: str, now: datetime
    ) -> MemorySpace:
        """Return a new space with an id of its own and the seed message in its metadata."""
        ...

    async def get_space(self, space_id: str) -> MemorySpace | None:
        """Return the space, None if there is none."""
        ...

    async def add_fact(self, space_id: str, fact: FactDraft) -> Fact:
        """Store a fact, also one that is there already, and return it with its id and time."""
        ...

    async def list_facts(self, space_id: str) -> list[Fact]:
        """Return all facts in the order in which they were added."""
        ...

    async def find_facts(self, space_id: str, topics: Sequence[str]) -> list[Fact]:
        """Return each fact that has one of `topics`, once, in the order in which they were added.

        Topics are the same whatever their case and the blank space around them; without topics
        nothing is found.
        """
        ...

    async def save_schedule_entries(self, space_id: str, entries: Sequence[ScheduleEntry]) -> None:
        """Store entries; one with the id of an earlier one of this space takes its place.

        `ValueError`, and nothing is stored, if an entry names another space.
        """
        ...

    async def list_schedule_entries(
        self, space_id: str, from_inclusive: datetime, to_exclusive: datetime
    ) -> list[ScheduleEntry]:
        """Return what lies in the half-open range, wholly or in part, by start, end and id."""
        ...

    async def delete_schedule_entries_before(
        self, space_id: str, cutoff_exclusive: datetime
    ) -> int:
        """Delete what has ended by the cutoff and return how many entries that were.

        What ends at the cutoff is deleted, what still runs then is kept. A store that can only
        append deletes nothing and returns 0.
        """
        ...


@runtime_checkable
class ChatStore(MemoryStore, Protocol):
    """What a chat needs beside: the messages of a space, and facts that change and go."""

    async def add_message(self, space_id: str, message: Message, *, person: str) -> ChatMessage:
        """Store what was said in the chat with `person`, and return it with its id."""
        ...

    async def list_messages(
        self, space_id: str, *, person: str | None = None, limit: int
    ) -> list[ChatMessage]:
        """Return the last `limit` messages, in the order in which they were added.

        Of the chat with `person`, of all chats if it is None.
        """
        ...

    async def count_messages(self, space_id: str) -> int:
        """Return how many messages there are, of all chats."""
        ...

    async def delete_messages(self, space_id: str) -> int:
        """Delete all messages of all chats, and return how many that were."""
        ...

    async def save_facts(self, space_id: str, facts: Sequence[Fact]) -> int:
        """Put each fact in the place of the one with its id, and return how many there were.

        It keeps its place in the order and the time when it was stored; those whose ids are
        unknown are passed over.
        """
        ...

    async def delete_facts(self, space_id: str, fact_ids: Collection[str]) -> int:
        """Delete the facts with these ids, and return how many that were; no id comes again."""
        ...


class InitialisationRole(Protocol):
    """Tells which facts a persona begins with."""

    async def extract_initial_facts(self, request: InitialisationRequest) -> Sequence[FactDraft]:
        """Return the facts, perhaps none."""
        ...


@runtime_checkable
class ConversationRole(Protocol):
    """Finds the words."""

    async def generate_reply(self, request: ReplyRequest) -> Draft:
        """Return what the persona says."""
        ...


@runtime_checkable
class ChatRole(Protocol):
    """Finds the words of a chat, and calls tools: a language model."""

    async def generate(self, prompt: Prompt) -> Completion:
        """Return one completion for the lines of `prompt`; it may call the tools in it.

        An error of `core.errors` ends the chat's turn, or is tried once more where that may help;
        other errors pass through.
        """
        ...


class RewriteRole(Protocol):
    """Decides whether a draft still fits."""

    async def decide(self, request: RewriteRequest) -> RewriteDecision:
        """Return the decision."""
        ...


class ExtractionRole(Protocol):
    """Finds durable facts in a conversation."""

    async def extract(self, request: ExtractionRequest) -> Sequence[FactDraft]:
        """Return the facts, perhaps none."""
        ...


class ScheduleRole(Protocol):
    """Plans what the persona does."""

    async def plan(self, request: PlanRequest) -> Sequence[Block] | Sequence[DayLine]:
        """Return blocks that tile the day in order, or a line for each day; see `PlanRequest`.

        A plan with faults is asked for once more, with the faults named, and then given up; so is
        one at once when the role raises an error of `core.errors`. Other errors pass through. An
        answer that is no such list, or holds something else, is a plan with faults; titles are
        made one clean line of at most 120 characters, descriptions of 300.
        """
        ...


class JudgementRole(Protocol):
    """Answers a question with a score."""

    async def judge(self, question: str, material: str) -> Judgement:
        """Return how far `question` holds for `material`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Who plays which role: any object with the one method of the role, or nobody."""

    initialisation: InitialisationRole | None = None
    """Nobody: the persona begins with its seed message as the one fact."""
    conversation: ConversationRole | ChatRole | None = None
    """Nobody: it can't talk. One object may have the methods of both."""
    rewrite: RewriteRole | None = None
    """Nobody: drafts are kept."""
    extraction: ExtractionRole | None = None
    schedule: ScheduleRole | None = None
    """Nobody: the deterministic planner."""
    judgement: JudgementRole | None = None
