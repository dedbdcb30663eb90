"""What is said, by whom and where."""

from dataclasses import dataclass, replace
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


class AttachmentKind(StrEnum):
    """What a message carries beside its words."""

    IMAGE = "image"
    VOICE = "voice"
    """Spoken for the people who hear it; what else sounds is `audio`."""
    AUDIO = "audio"
    VIDEO = "video"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """Something that a message carries; the messenger that brought it can fetch it."""

    kind: AttachmentKind
    handle: str
    """What the messenger knows it by: a file id, an address."""
    name: str = ""
    mime: str = ""
    size: int | None = None
    """In bytes, as the platform tells."""
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A reaction that stands on a message."""

    sender: IdentityId | None
    """None for the companion."""
    sender_name: str
    emoji: str


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
    unseen: bool = False
    """A command that nobody else saw; its answer is shown to its sender alone."""
    addressed: bool = True
    """Meant for the companion: in a direct talk, mentioned, replied to, or by name."""
    attachments: tuple[Attachment, ...] = ()
    heard: str = ""
    """The words of its voice; `text` ends with them."""
    marks: tuple[Mark, ...] = ()
    """The reactions on it, in the order in which they came."""

    def with_voice(self, words: str) -> "Said":
        """Return the message with the words of its voice behind its text."""
        return replace(self, heard=words, text=f"{self.text} {words}".strip()) if words else self

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
