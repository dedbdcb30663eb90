"""The rows that the motor lives on: conversations, lanes, turns and bubbles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from core.conversation.model import (
    ChatKind,
    ConversationId,
    IdentityId,
    MessageId,
    Route,
    TurnId,
)
from core.persona.model import SpaceId

INTERRUPTED = "interrupted"
"""Why a bubble was dropped: something newer came in between two bubbles."""


class Lane(StrEnum):
    """Two ways through one conversation: commands never wait for talk."""

    TALK = "talk"
    COMMAND = "command"


class TurnState(StrEnum):
    """How far a turn has come."""

    THINKING = "thinking"
    """Claimed; no draft yet. After a crash it is thought again."""
    SPEAKING = "speaking"
    """Its bubbles are rows."""
    CLOSED = "closed"


class BubbleState(StrEnum):
    """What became of one bubble."""

    PENDING = "pending"
    SENDING = "sending"
    """Committed before the call; found in this state after a crash, nobody knows."""
    DELIVERED = "delivered"
    IN_DOUBT = "in-doubt"
    """It may have arrived; counts as said, never sent again, reported."""
    FAILED = "failed"
    DROPPED = "dropped"
    """Never sent, on purpose: something newer came, or its time had passed."""

    @property
    def settled(self) -> bool:
        """Return whether nothing more will happen to it."""
        return self not in (BubbleState.PENDING, BubbleState.SENDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One place to talk."""

    id: ConversationId
    space: SpaceId
    route: Route
    chat_kind: ChatKind
    held_until: datetime | None = None
    """The platform asked for silence here until then."""
    unreachable: str | None = None
    """Why nothing can be delivered here (blocked, closed); ends when someone writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A message that no turn has taken up yet."""

    id: MessageId
    message_id: str
    sender: IdentityId
    sender_name: str
    text: str
    sent_at: datetime
    received_at: datetime
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One decision to answer, from waking up to the last bubble."""

    id: TurnId
    conversation: ConversationId
    lane: Lane
    state: TurnState
    speaker: IdentityId
    speaker_name: str
    opened_at: datetime
    attempts: int
    """How often it was thought about, this time included."""
    reserved: int = 0
    """Tokens put aside for it in today's spending, until its draft is stored."""
    reserved_day: str = ""
    """The local day of the reservation, as `2026-01-31`."""
    language: str | None = None
    outcome: str | None = None
    """How it ended: `answered`, `interrupted`, `silent`, `undelivered`, `failed: <reason>`.

    None while it is open, but `budget` from the start of one that the day's tokens don't reach for.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubble:
    """One messenger message of a turn."""

    turn: TurnId
    position: int
    """From 0."""
    text: str
    """Markdown, within the platform's limit."""
    state: BubbleState
    due_at: datetime
    notice: bool = False
    """A neutral line or a command's answer: shown, but never history."""
    reply_to: str | None = None
    tries: int = 0
    reason: str | None = None
    """Why it failed, was dropped or is in doubt."""

    @property
    def key(self) -> str:
        """Return the nonce, stable across restarts; at most 25 characters."""
        return f"t{self.turn}b{self.position}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """All that a step of one lane needs to see, read in one go."""

    conversation: Conversation
    lane: Lane
    due_at: datetime | None
    turn: Turn | None
    bubbles: tuple[Bubble, ...]
    """Of the open turn, by position."""
    waiting: tuple[Waiting, ...]
    """Of this lane, oldest first."""
    trace: Mapping[str, object] | None = None
    """JSON that is still to be stored with the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueLane:
    """A lane and when it wants to be looked at."""

    conversation: ConversationId
    lane: Lane
    due_at: datetime


# What a platform made of a bubble.


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """It arrived."""

    message_id: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """It surely did not reach the platform, which may be asked again after `retry_after`."""

    reason: str
    retry_after: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The platform refused this bubble, and would refuse it again."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreachable:
    """Nothing can be delivered here: blocked, closed, or gone."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InDoubt:
    """The call ended without an answer: it may have arrived."""

    reason: str


SendOutcome = Delivered | NotSent | Refused | Unreachable | InDoubt


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbound:
    """One bubble on its way to a messenger."""

    route: Route
    text: str
    """Markdown."""
    key: str
    reply_to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """How fast it reads and types."""

    name: str
    typing_cps: float | None
    """Characters a second; None types in no time."""
    reading_cps: float | None
    most: timedelta
    """No pause is longer."""


RHYTHMS: Mapping[str, Rhythm] = {
    "instant": Rhythm(name="instant", typing_cps=None, reading_cps=None, most=timedelta(0)),
    "quick": Rhythm(name="quick", typing_cps=15.0, reading_cps=60.0, most=timedelta(seconds=2)),
    "human": Rhythm(name="human", typing_cps=3.0, reading_cps=25.0, most=timedelta(seconds=8)),
}
"""The presets; 3 characters a second is the seed's pace, the rest is our guess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """What an owner can turn."""

    rhythm: Rhythm = field(default_factory=lambda: RHYTHMS["human"])
    debounce_quiet: timedelta = timedelta(seconds=1.5)
    debounce_most: timedelta = timedelta(seconds=8)
    backlog_window: timedelta = timedelta(hours=12)
    """Older messages are read, but no longer answered."""
    command_window: timedelta = timedelta(minutes=2)
    """Older commands are stale, unless they ask for less."""
    context_window: int = 10
    """Messages of the history."""
    attempts: int = 3
    """How often a turn is thought about across crashes before it gives up."""
    bubble_patience: timedelta = timedelta(hours=1)
    """A bubble that could not be sent for so long is dropped."""
    tokens_per_day: int = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """A turn as it is looked at afterwards."""

    turn: Turn
    bubbles: tuple[Bubble, ...]
    trace: Mapping[str, object]
    """JSON: context items by reference, steps, reasoning, decisions, times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """How a messenger is, for `/status`."""

    connected: bool
    last_heard_at: datetime | None
    """When the platform last answered."""
    notes: tuple[str, ...] = ()
    """What an owner should know, one plain English line each: privacy mode and the like."""
