"""One command as it was given."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from core.admin.model.pairing import Pairing
from core.admin.model.profiles import Profile
from core.admin.model.rights import Right
from core.availability.model import ModeTable
from core.conversation.model import Attachment, ChatKind, ConversationId, IdentityId, Route
from core.persona.model import SpaceId
from core.schedule.model import Life

if TYPE_CHECKING:
    from core.admin.model.commands import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """One command as it was given."""

    name: str
    """Without the slash, in lower case."""
    arguments: str
    """What stands behind the command, and behind its act once that is known."""
    sender: IdentityId
    right: Right
    sender_name: str
    """As it was shown when the command was given."""
    route: Route
    conversation: ConversationId
    chat_kind: ChatKind
    space: SpaceId
    persona_name: str
    language: str
    """A bare language code such as `en`."""
    now: datetime
    given_at: datetime
    """By the platform's clock; long before `now` where the process was not there."""
    day: str
    """The persona's local day, as `2026-01-31`."""
    zone: ZoneInfo
    """The persona's."""
    life: Life
    """What its owner says of the persona's life."""
    modes: ModeTable
    """How much it is there while it does what."""
    facts: Mapping[str, str]
    """What the process tells of itself for `/status`, one line a key: messenger, model, budget.

    `model` is also told to friends; `budget` (tokens a day) stands beside today's tokens.
    """
    profiles: tuple[Profile, ...] = ()
    """Every companion of the process."""
    home: SpaceId | None = None
    """Who speaks for the account where nobody else was asked in."""
    attachments: tuple[Attachment, ...] = ()
    """What the command's message carries, or else the message that it answers."""
    message_id: str | None = None
    """The platform's, of the message that gave it."""
    server: str | None = None
    """The platform's id of the server that the chat belongs to."""
    unseen: bool = False
    """Whether the answer is shown to the sender alone, also where others listen."""
    persons: frozenset[IdentityId] = frozenset()
    """The sender with all linked identities; the sender alone if nothing is linked."""
    pairing: Pairing | None = None
    """What makes the first owner; None where there is one."""
    prepared: object | None = None
    """What the act's `prepare` returned, or the `CircadiaError` that it raised."""
    table: tuple["Command", ...] = ()
    """What the sender may use any of; the dispatcher fills it in."""
    granted: frozenset[str] = frozenset()
    """What moderators may, by path; the dispatcher fills it in."""

    @property
    def is_private(self) -> bool:
        """Return whether the sender alone reads the answer."""
        return self.unseen or self.chat_kind is ChatKind.DIRECT

    @property
    def everyone(self) -> frozenset[IdentityId]:
        """Return the identities of the person who gives the command."""
        return self.persons | {self.sender}

    def line(self, most: int) -> str:
        """Return the first `most` characters of the arguments, with single blanks."""
        return " ".join(self.arguments[:most].split())
