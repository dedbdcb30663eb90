"""What commands need from the stores."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from core.admin.prepared import Drafted, Models, Reloaded
from core.availability.ports import Overrides
from core.conversation.model import AccountId, Attachment, ConversationId, IdentityId, Route
from core.duty.ports import Duties
from core.memory.ports import MemoryShelf
from core.persona.model import SpaceId
from core.persona.ports import Personas
from core.schedule.ports import Plans


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What `/status` shows of one space."""

    messages: int
    conversations: int
    waiting: int
    in_doubt: int
    failed: int
    unreachable: int
    unreadable: int
    tokens_today: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What holds for one identity everywhere."""

    quiet_since: datetime | None = None
    """Wants no message out of the blue since then."""
    zone: str | None = None
    """Where the person lives, as an IANA name; None while nobody has told."""
    language: str | None = None
    """A bare code such as `en`, chosen by the person; None: as their client tells."""
    refused_at: datetime | None = None
    """When a stranger was told that they are not let in."""


class People(Protocol):
    """Identities."""

    def get(self, identity: IdentityId) -> Person:
        """Return what holds for an identity; the defaults for an unknown one."""
        ...

    def save(self, identity: IdentityId, person: Person) -> None:
        """Store everything; of an identity with the defaults alone nothing stays."""
        ...


class Owners(Protocol):
    """Who became an owner by a code, beside those of the settings."""

    def add(self, identity: IdentityId, since: datetime) -> None:
        """Make someone an owner; again, nothing changes."""
        ...

    def all(self) -> list[IdentityId]:
        """Return them, the first one first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What an owner or a moderator did."""

    at: datetime
    space: SpaceId
    actor: IdentityId
    act: str
    """By its path, as `schedule edit`; never with arguments."""
    account: str
    chat: str


class Audits(Protocol):
    """What owners and moderators did, for as long as the database stands."""

    def add(self, audited: Audited) -> None:
        """Note one thing."""
        ...

    def latest(self, space: SpaceId, limit: int, *, before: int = 0) -> list[Audited]:
        """Return the last ones, newest first, passing over as many as `before`."""
        ...

    def count(self, space: SpaceId) -> int:
        """Return how many there are."""
        ...


class Questions(Protocol):
    """What is asked before a command is done, one of each person and conversation."""

    def ask(
        self, identity: IdentityId, conversation: ConversationId, line: str, now: datetime
    ) -> None:
        """Note that `line` waits for a yes, in place of what waited before."""
        ...

    def answer(
        self, identity: IdentityId, conversation: ConversationId
    ) -> tuple[str, datetime] | None:
        """Return what waited for an answer, and since when, and forget it; None if nothing did."""
        ...


class Hosts(Protocol):
    """Who speaks in a conversation, where that is not who speaks for the account."""

    def at(self, route: Route) -> SpaceId | None:
        """Return who was asked to speak at `route`; None if nobody was."""
        ...

    def put(self, route: Route, space: SpaceId | None, now: datetime) -> None:
        """Let another speak there from now on; None: whoever speaks for the account.

        It holds for that chat and thread alone, and follows a chat that moves.
        """
        ...

    def of(self, account: AccountId) -> list[tuple[Route, SpaceId]]:
        """Return the places of an account where somebody was asked in, by chat and thread."""
        ...


class Choices(Protocol):
    """What owners chose by commands in place of settings."""

    def all(self) -> dict[str, str]:
        """Return every choice by its name, as `model.conversation`."""
        ...

    def put(self, name: str, value: str, since: datetime) -> None:
        """Choose, in place of what was chosen before."""
        ...

    def drop(self, name: str) -> None:
        """Let the setting count again; nothing happens where nothing was chosen."""
        ...


class Figures(Protocol):
    """Counts."""

    def tally(self, space: SpaceId, day: str) -> Tally:
        """Return the figures of `/status`; `day` is the persona's local day."""
        ...


class Shelf(MemoryShelf, Protocol):
    """The stores of one unit of work, as far as commands see them."""

    @property
    def plans(self) -> Plans:
        """What days and months hold."""
        ...

    @property
    def overrides(self) -> Overrides:
        """What lies over the schedule."""
        ...

    @property
    def duties(self) -> Duties:
        """What is owed."""
        ...

    @property
    def people(self) -> People:
        """Identities."""
        ...

    @property
    def figures(self) -> Figures:
        """Counts."""
        ...

    @property
    def owners(self) -> Owners:
        """Who became an owner by a code."""
        ...

    @property
    def audits(self) -> Audits:
        """What owners did."""
        ...

    @property
    def hosts(self) -> Hosts:
        """Who speaks where."""
        ...

    @property
    def personas(self) -> Personas:
        """What commands made of personas."""
        ...

    @property
    def choices(self) -> Choices:
        """What was chosen in place of settings."""
        ...

    @property
    def questions(self) -> Questions:
        """What waits for a yes."""
        ...


class Steward(Protocol):
    """The process, as far as commands ask something of it before they write."""

    async def draft(self, text: str, *, space: SpaceId, language: str) -> Drafted:
        """Return a persona drawn up from its owner's words, by a model where there is one.

        Its tokens are those of `space`. What the model can't do is done without one.
        """
        ...

    async def zone(self, name: str) -> ZoneInfo | None:
        """Return the IANA zone of that name; None if there is none."""
        ...

    async def fetch(self, account: AccountId, attachment: Attachment, most: int) -> bytes | None:
        """Return what `attachment` holds, of at most `most` bytes; None if it can't be had."""
        ...

    async def models(self, *, role: str = "", name: str = "") -> Models:
        """Return who plays the roles; with a role and a name, that model is tried, too."""
        ...

    async def reload(self) -> Reloaded:
        """Read the settings anew and go by them, as far as that needs no new start.

        Raises:
            Misconfigured: this process was given its settings by hand.
        """
        ...
