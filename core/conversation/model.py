"""What is said, by whom and where; what is put before a model, and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, NewType

from core.persona.model import Persona

AccountId = NewType("AccountId", str)
"""One bot account on one messenger, by its name in the settings."""
IdentityId = NewType("IdentityId", str)
"""`platform:number`, as in `telegram:42`; never a user name, which can change hands."""
ConversationId = NewType("ConversationId", int)
TurnId = NewType("TurnId", int)
MessageId = NewType("MessageId", int)
"""Our own number of a message; the platform's id repeats between chats."""


class ChatKind(StrEnum):
    """How many people hear what is said."""

    DIRECT = "direct"
    GROUP = "group"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Where a conversation takes place; a reply never leaves it."""

    account: AccountId
    chat: str
    thread: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """One message as a messenger handed it over."""

    route: Route
    chat_kind: ChatKind
    message_id: str
    """The platform's; unique in its account and chat."""
    sender: IdentityId
    sender_name: str
    """One clean line, for display only."""
    text: str
    """What was written, or a short text form: `[sticker: 😂]`, `[voice 0:12]`."""
    sent_at: datetime
    """By the platform's clock; aware, UTC."""
    addressed: bool
    """Mentioned or replied to; a direct talk is always addressed."""
    from_bot: bool = False
    reply_to: str | None = None
    """The platform's id of the message that it answers."""
    album: str | None = None
    """Messages of one album share this key and are one thing said."""
    language: str | None = None
    """BCP 47, as the person's client tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A message was changed; it changes what was said and never runs a command."""

    route: Route
    message_id: str
    text: str
    edited_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """An update that could not be translated: recorded without its text, and passed."""

    account: AccountId
    update_id: str
    reason: str
    """The class of the error, never its message."""


Update = Inbound | Edit | Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message of the history, as it was really said or delivered."""

    id: MessageId
    by_companion: bool
    sender: IdentityId | None
    """None for the companion."""
    sender_name: str
    text: str
    sent_at: datetime
    message_id: str | None = None
    """The platform's; None while it is in doubt whether it arrived."""
    edited: bool = False
    reply_to: str | None = None
    album: str | None = None
    language: str | None = None
    turn: TurnId | None = None

    @property
    def ref(self) -> str:
        """Return the stable reference, as in `msg:7`."""
        return f"msg:{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the companion means to say, before it is said."""

    messages: tuple[str, ...]
    """One a bubble; empty when it says nothing."""
    reasoning: str | None = None
    """For the trace only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one or more model calls."""

    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0

    @property
    def tokens(self) -> int:
        """Return both ways together."""
        return self.tokens_in + self.tokens_out

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            calls=self.calls + other.calls,
        )


class Purse:
    """The tokens that one turn may spend; every model call of the turn pays from it.

    The one changing value of a turn: it is still right when a call fails half-way.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.usage = Usage()

    @property
    def left(self) -> int:
        """Return how many tokens may still be spent, 0 or more."""
        return max(0, self.limit - self.usage.tokens)

    def pay(self, usage: Usage) -> None:
        """Count what a call took."""
        self.usage += usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the model asks for."""

    id: str
    name: str
    arguments: str
    """JSON as the model wrote it; may be broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as it is offered to a model."""

    name: str
    description: str
    parameters: Mapping[str, object]
    """A JSON schema of type object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry of the sequence that is sent to a model."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    """Only with role `assistant`."""
    answers: str | None = None
    """The id of the call that a `tool` line answers."""
    reasoning: str | None = None
    """Kept inside one tool turn for servers that want it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One call of a model."""

    lines: tuple[Line, ...]
    tools: tuple[ToolSpec, ...] = ()
    temperature: float | None = None
    """0.0 to 2.0; None leaves it to the server."""
    max_tokens: int | None = None
    """Of the answer."""


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    TOOLS = "tools"
    CUT = "cut"
    """By length, or the connection ended without a reason."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What one call brought back."""

    text: str
    finish: Finish
    calls: tuple[ToolCall, ...] = ()
    reasoning: str | None = None
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    """Which model on which server answered, for the trace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """One piece that could be put before the model."""

    ref: str
    part: str
    text: str
    tokens: int
    """Estimated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a turn is answered from."""

    history: tuple[Said, ...]
    """Oldest first; what is to be answered stands last."""
    conversation_window_label: str
    """As in `yesterday + today (2026-04-30 to 2026-05-01)`."""
    unsaid: tuple[str, ...] = ()
    """Bubbles that it was about to say when it was interrupted."""


Mode = Literal["reply", "start-conversation"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLimit:
    """How long one message may be, in the unit that the platform counts in."""

    most: int
    unit: Literal["utf-16", "character"]

    def length(self, text: str) -> int:
        """Return the length of `text` in the platform's unit."""
        if self.unit == "character":
            return len(text)
        return len(text) + sum(ch > "\uffff" for ch in text)
