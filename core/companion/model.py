"""What a builder gives a companion and gets from it; also what its model roles are asked.

Times may be given as `core.instants` reads them, and are kept as aware UTC datetimes. Sequences
are kept as tuples, metadata as a read-only copy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from core.availability.model import AvailabilitySnapshot
from core.companion.values import checked_share, json_copy, texts
from core.conversation.model import Mode
from core.instants import DateTimeInput, to_datetime
from core.schedule.model import Granularity, ScheduleEntry


class Sender(StrEnum):
    """Who said something."""

    PERSONA = "persona"
    USER = "user"


@dataclass(frozen=True, slots=True, kw_only=True, init=False)
class Message:
    """One thing that was said."""

    sender: Sender
    time: datetime
    """Aware, UTC."""
    content: str

    def __init__(self, *, sender: Sender | str, time: DateTimeInput, content: str) -> None:
        object.__setattr__(self, "sender", Sender(sender))
        object.__setattr__(self, "time", to_datetime(time))
        object.__setattr__(self, "content", content)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySpace:
    """The isolated memory of one persona."""

    id: str
    display_name: str
    created_at: datetime
    """Aware, UTC."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    """JSON; what the persona grew from stands under `seed_message`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "metadata", json_copy(self.metadata))


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDraft:
    """One atomic statement that is not stored yet."""

    statement: str
    topics: Sequence[str]
    """What it is about; kept as a tuple."""
    confidence: float | None = None
    """0.0 to 1.0."""
    source: str | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)
    """JSON."""

    def __post_init__(self) -> None:
        if not self.statement.strip():
            raise ValueError("a fact needs a statement, got a blank one")
        object.__setattr__(self, "topics", texts("topics", self.topics))
        object.__setattr__(self, "confidence", checked_share("confidence", self.confidence))
        object.__setattr__(self, "metadata", json_copy(self.metadata))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(FactDraft):
    """A fact as a store keeps it."""

    id: str
    created_at: datetime
    """When it was stored; aware, UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MandatoryConversationContext:
    """What is put before the conversation role every time."""

    formatted_message_history: str
    """One line a message, as in `Mina@2026-04-30T23:00:00.000Z: See you later.`"""
    conversation_window_label: str
    """As in `yesterday + today (2026-04-30 to 2026-05-01)`."""
    memory_summary: str
    """The facts, one a line; a fixed line if there are none."""
    persona_and_user_facts: tuple[Fact, ...]
    schedule_entries: tuple[ScheduleEntry, ...]
    """From yesterday through tomorrow, in order."""
    availability: AvailabilitySnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the companion means to say, one text a bubble."""

    messages: Sequence[str]
    """Kept as a tuple; empty when it says nothing."""
    reasoning: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "messages", texts("messages", self.messages))


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialisationRequest:
    """Which facts does a persona begin with?"""

    display_name: str
    seed_message: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRequest:
    """What does the persona say?"""

    persona: MemorySpace
    now: datetime
    mode: Mode
    context: MandatoryConversationContext
    user_message: str | None
    """What is to be answered, its messages joined by line breaks; None for an opener."""
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRequest:
    """Something newer came in while the draft was made: does it still fit?"""

    persona: MemorySpace
    now: datetime
    draft: Draft
    context: MandatoryConversationContext
    """The one that the draft was made from."""
    latest_message_history: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteDecision:
    """Whether the draft is replaced; `rewrite` without a draft keeps the old one."""

    rewrite: bool
    draft: Draft | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionRequest:
    """Which facts of a stretch of conversation are worth keeping?"""

    persona: MemorySpace
    now: datetime
    formatted_message_history: str
    context_facts: tuple[Fact, ...]
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRequest:
    """What does the persona do in a span of time?"""

    persona: MemorySpace
    now: datetime
    message: str
    """What the plan shall follow, in the builder's words."""
    granularity: Granularity
    """`ten-minute` asks for values of Block that tile the one day, `day` for a DayLine each day."""
    days: tuple[date, ...]
    """The local days to plan, in order."""
    window_start_at: datetime
    """Where the first day begins; aware, UTC."""
    window_end_at: datetime
    """Where the last day ends; aware, UTC."""
    zone: ZoneInfo
    problems: tuple[str, ...] = ()
    """What was wrong with the last plan; empty when it is asked for the first time."""


class EventName(StrEnum):
    """What a hook hears of."""

    DAILY_SCHEDULE_GENERATED = "persona.schedule.daily.generated"
    MONTHLY_SCHEDULE_GENERATED = "persona.schedule.monthly.generated"
    CONTEXT_LOADED = "persona.conversation.context.loaded"
    REPLY_GENERATED = "persona.conversation.reply.generated"
    CONVERSATION_STARTED = "persona.conversation.started"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that a companion did."""

    name: EventName
    at: datetime
    """The `now` of the call; aware, UTC."""
    space_id: str
    data: Mapping[str, object]
    """JSON: ids, sizes and marks, never what was said; it can be logged as it is."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", json_copy(self.data))
