"""What a turn is answered from, and what comes of it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from core.conversation.model.prompt import Image, Purse, Usage
from core.conversation.model.recall import Recollection
from core.conversation.model.talk import ChatKind, Said
from core.persona.model import Persona


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """The companion says goodbye, and is away for a while."""

    minutes: int
    """10 to 720."""
    asleep: bool
    """Asleep it answers after waking; else it is busy and answers later."""
    why: str
    """One line, in its own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the companion means to say, before it is said."""

    messages: tuple[str, ...]
    """One a bubble; empty when it says nothing."""
    reasoning: str | None = None
    """For the trace only."""
    reaction: str | None = None
    """An emoji for the message that is answered, beside the words or instead of them."""
    leave: Leave | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """One piece that could be put before the model."""

    ref: str
    part: str
    text: str
    tokens: int
    """Estimated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A stretch of the companion's schedule."""

    ref: str
    """As in `slot:2026-05-01T09:00Z`."""
    start_at: datetime
    """Aware, UTC; included."""
    end_at: datetime
    """Aware, UTC; not included."""
    what: str
    """One line; who may not hear more than that gets the bare activity."""
    activity: str = ""
    """One of the twelve, as in `free-time`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a turn is answered from."""

    history: tuple[Said, ...]
    """Oldest first; what is to be answered stands last."""
    conversation_window_label: str
    """As in `yesterday + today (2026-04-30 to 2026-05-01)`."""
    unsaid: tuple[str, ...] = ()
    """Bubbles that it was about to say when it was interrupted."""
    schedule: tuple[Planned, ...] = ()
    """From yesterday to tomorrow, in the order of time; () where nothing is planned."""
    recollection: Recollection | None = None
    """What memory brings; None where there is no memory at all."""
    availability: str = ""
    """One English sentence for the model: how much it is there now, and why."""


Mode = Literal["reply", "start-conversation"]

Growing = Callable[[str], Awaitable[None]]
"""Takes the first bubble as far as it is written; whole words, each time a little more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRequest:
    """What the engine asks of the conversation role."""

    persona: Persona
    now: datetime
    """Aware, UTC."""
    mode: Mode
    context: Context
    chat_kind: ChatKind
    user_message: str
    """What is to be answered, its messages joined by line breaks."""
    language: str
    """The person's if known, else the persona's; a bare language code such as `en`."""
    greeted: bool
    """Whether the companion has ever spoken in this conversation."""
    purse: Purse
    dice: int
    """The turn's seed: the same turn gets the same answer from a voice without a model."""
    may_react: bool = False
    """Whether the place knows reactions."""
    may_leave: bool = False
    """Whether it may say goodbye and be away for a while."""
    their_zone: ZoneInfo | None = None
    """Where the one who speaks lives; None if nobody has told."""
    teaching: bool = False
    """Whether its owner teaches it who it is; no memory of people is at hand then."""
    images: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)
    """What can be seen of the messages, by their references; only for a role that sees."""
    growing: Growing | None = None
    """Called while the first bubble is written, where the role can write in public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One model call of a turn, for the trace."""

    model: str
    finish: str
    usage: Usage
    tools: tuple[str, ...] = ()
    """Names of the tools that were called."""
    took_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A draft, and how it came to be."""

    draft: Draft
    steps: tuple[Step, ...] = ()
    items: tuple[ContextItem, ...] = ()
    """What was put before the model."""
    left_out: tuple[ContextItem, ...] = ()
    """What its budget had no room for."""
    notes: tuple[str, ...] = ()
    """Marks such as `shrunk`, `cut`, `repeated`, `loop`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """No draft: the person gets a neutral line that never becomes history."""

    reason: Literal["busy", "refused", "empty", "overflow", "broken", "misconfigured", "budget"]
    detail: str
    """For the log: never a message text, a key or an address."""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Nothing is said, on purpose."""

    reason: str
    """For the log and for whoever asks why: never a message text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRequest:
    """Something newer came in while the draft was made: does it still fit?"""

    persona: Persona
    now: datetime
    draft: Draft
    context: Context
    latest_message_history: tuple[Said, ...]
    """The history with what is new at its end."""
    language: str
    purse: Purse


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteDecision:
    """Whether the draft is replaced; `rewrite` without a draft keeps the old one."""

    rewrite: bool
    draft: Draft | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A yes or no with its strength."""

    score: float
    """0.0 (surely not) to 1.0 (surely)."""
    reason: str

    def __post_init__(self) -> None:
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"a score lies between 0 and 1, got {self.score!r}")

    def holds(self, threshold: float) -> bool:
        """Return whether the score reaches `threshold`, 0.0 to 1.0."""
        return self.score >= threshold
