"""What a builder sets for a chat, and what a chat shows of itself."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from core.companion.model import Sender
from core.conversation.model import ToolCall


class ChatMode(StrEnum):
    """What is said to a companion: talk, or what it shall know of itself."""

    NORMAL = "normal"
    """Facts of the persona are read-only; what people tell of themselves may be kept."""
    EDUCATION = "education"
    """The persona is taught who it is; memories of people are neither read nor written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOptions:
    """The dials of a chat."""

    start_mode: ChatMode | str = ChatMode.NORMAL
    context_window: int = 10
    """Messages of the history that are put before the model."""
    top_k: int = 3
    """Persona facts, and memories of the person, that come up by themselves."""
    education_top_k: int = 5
    """Persona facts that come up while the persona is taught."""
    max_steps: int = 3
    """Calls of the model for one answer; the last one is made without tools."""
    temperature: float = 0.7
    """0.0 to 2.0."""
    time_threshold: timedelta = timedelta(minutes=5)
    """A longer silence is told to the model."""
    system_prompt: str = ""
    """Complements the rules of memory, and can't switch them off."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start_mode", ChatMode(self.start_mode))
        least = {"context_window": 0, "top_k": 0, "education_top_k": 0, "max_steps": 1}
        for name, lowest in least.items():
            given = getattr(self, name)
            if given < lowest:
                raise ValueError(f"{name} is {lowest} or more, got {given!r}")
        if not 0.0 <= self.temperature <= 2.0:
            raise ValueError(f"a temperature lies between 0 and 2, got {self.temperature!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of a chat, as a store keeps it."""

    id: str
    person: str
    """Whom the companion talks with, whoever of both said it."""
    sender: Sender
    time: datetime
    """Aware, UTC."""
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolExecution:
    """A tool that was called, and what the model was told."""

    name: str
    arguments: str
    """JSON as the model wrote it; may be broken."""
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassiveRecall:
    """A fact that came up by itself."""

    id: str
    content: str
    score: float | None
    """In standard deviations over all candidates; None for what counts so much that it always
    comes up where there is room."""
    importance: float
    """0.0 (passing) to 1.0 (defining)."""
    created_at: datetime
    """Aware, UTC."""
    last_accessed: datetime | None
    """When it came up the last time before this; None if it never did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatDebug:
    """An answer, and how it came to be."""

    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    """What the model asked for, in order."""
    tool_executions: tuple[ToolExecution, ...] = ()
    """What came of each."""
    passive_recall: tuple[PassiveRecall, ...] = ()
    """Memories of the person, the best first; none while the persona is taught."""
    persona_recall: tuple[PassiveRecall, ...] = ()
    """Facts of the persona, the best first."""
    steps_used: int
    """Calls of the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How much a space holds."""

    message_count: int
    memory_count: int
    """Facts about people that hold now."""
    persona_facts_count: int
    """Facts about the persona that hold now, the one that it grew from among them."""
    last_activity: datetime | None
    """When something was last said in a chat; aware, UTC."""
