"""The rows that the motor lives on: conversations, lanes, turns and bubbles."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.admin.model import Choice
from core.conversation.model import (
    ChatKind,
    ConversationId,
    IdentityId,
    MessageId,
    Route,
    TurnId,
)
from core.persona.model import SpaceId

MOVED = "moved"
"""Why a conversation is unreachable whose thread the new chat had already."""
INTERRUPTED = "interrupted"
"""Why a bubble was dropped: something newer came in between two bubbles."""
ERASED = "erased"
"""Why a bubble was dropped: it repeats what was erased before it was sent."""


ANSWERED = ("answered", INTERRUPTED)
"""How a turn ended in which something was said."""
SILENT, FAILED = "silent", "failed"
"""How the outcome of a turn begins that ended otherwise."""
RESERVED = "reserved"
"""The kind of tokens that are put aside for turns under way."""
TAKEN_BACK = "taken back"
"""How a turn ended whose answer its speaker took back, or wanted another one for."""


class NoConversation(LookupError):
    """There is no such conversation, or not any more."""


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
    server: str | None = None
    """The platform's id of the server that the chat belongs to."""
    spoke_at: datetime | None = None
    """When the companion last said something here."""


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
    addressed: bool = True


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
    waited: Mapping[str, object] | None = None
    """JSON: why it is answered when it is, if not at once: reason, and every draw of the law."""
    outcome: str | None = None
    """How it ended: `answered`, `interrupted`, `silent`, `silent: <reason>`, `undelivered`,
    `failed: <reason>`.

    None while it is open, but `budget` from the start of one that the day's tokens don't reach for.
    """


class BubbleKind(StrEnum):
    """What a bubble does."""

    TEXT = "text"
    REACTION = "reaction"
    """Its text is an emoji, which goes on the message `reply_to`."""
    PICTURE = "picture"
    """A picture with its text below; it is drawn when it is sent."""
    FILE = "file"
    """A file with its text below; it is written when it is sent."""
    REMOVAL = "removal"
    """Takes back the message `message_id`; its text is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubble:
    """One messenger message of a turn, or one reaction."""

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
    kind: BubbleKind = BubbleKind.TEXT
    message_id: str | None = None
    """The platform's, of one that is shown while it grows: what is sent then replaces its text."""
    picture: str | None = None
    """The name of what is drawn, as `day:2026-05-02:light`; only of kind PICTURE."""
    file: str | None = None
    """The name of what is written when it is sent, as `my-data`; only of kind FILE."""
    choices: tuple[Choice, ...] = ()
    """Buttons below it."""
    only_for: IdentityId | None = None
    """Who alone is shown it; None: whoever is there."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """A turn as it is looked at afterwards."""

    turn: Turn
    bubbles: tuple[Bubble, ...]
    trace: Mapping[str, object]
    """JSON: context items by reference, steps, reasoning, decisions, times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHeard:
    """A conversation, and how far what was said in it has been kept."""

    route: Route
    chat_kind: ChatKind
    message_id: str | None
    """The platform's id of the last message that it brought; None for none."""
