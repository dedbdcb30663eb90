"""What is said, by whom and where."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, NewType

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
class TextLimit:
    """How long one message may be, in the unit that the platform counts in."""

    most: int
    unit: Literal["utf-16", "character"]

    def length(self, text: str) -> int:
        """Return the length of `text` in the platform's unit."""
        if self.unit == "character":
            return len(text)
        return len(text) + sum(ch > "\uffff" for ch in text)
