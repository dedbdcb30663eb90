"""What a messenger hands over."""

from dataclasses import dataclass
from datetime import datetime

from core.conversation.model.talk import AccountId, Attachment, ChatKind, IdentityId, Route


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
    """Said by a bot, through a webhook, or by a chat instead of a person."""
    via: IdentityId | None = None
    """The application behind a webhook: one that speaks for people, for example."""
    server: str | None = None
    """The platform's id of the server that the chat belongs to, where there are servers."""
    reply_to: str | None = None
    """The platform's id of the message that it answers."""
    album: str | None = None
    """Messages of one album share this key and are one thing said."""
    language: str | None = None
    """BCP 47, as the person's client tells it."""
    unseen: bool = False
    """A command that others don't see, and whose answer its sender alone is shown."""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A message was changed; it changes what was said and never runs a command."""

    route: Route
    message_id: str
    text: str
    edited_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """Messages were taken back; they leave the history, and those that wait are not answered."""

    route: Route
    message_ids: tuple[str, ...]
    deleted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """Someone put an emoji on a message, or took it away: a light signal that wakes nobody."""

    route: Route
    message_id: str
    sender: IdentityId | None
    """None for the companion."""
    sender_name: str
    emoji: str
    """As a text: an emoji, or `:name:` of one that a server has made."""
    removed: bool = False
    server: str | None = None
    """As in `Inbound`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """The bot was let into a chat, or put out of it; threads go with their chat."""

    account: AccountId
    chat: str
    present: bool
    """Whether it can speak there from now on."""
    reason: str
    """`blocked`, `removed`, `added` and the like; for the log and for `unreachable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A chat goes on under another id; its messages keep the ids of the old one."""

    account: AccountId
    old_chat: str
    new_chat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """An update that could not be translated: recorded without its text, and passed."""

    account: AccountId
    update_id: str
    reason: str
    """The class of the error, never its message."""


Update = Inbound | Edit | Deletion | Reaction | Membership | Moved | Unreadable
