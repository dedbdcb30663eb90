"""What commands need from the stores."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.availability.ports import Overrides
from core.conversation.model import ConversationId, IdentityId
from core.duty.ports import Duties
from core.memory.ports import MemoryShelf
from core.persona.model import SpaceId
from core.privacy.ports import Belongings
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
    def questions(self) -> Questions:
        """What waits for a yes."""
        ...

    @property
    def belongings(self) -> Belongings:
        """What is kept of each person."""
        ...


class Steward(Protocol):
    """The process, as far as commands ask something of it before they write."""
