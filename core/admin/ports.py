"""What commands need from the stores."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.admin.choosing import Choices, Hosts
from core.admin.links import Links
from core.admin.stewarding import Steward as Steward  # what commands ask of the process
from core.availability.ports import Overrides
from core.conversation.model import ConversationId, IdentityId, MessageId, TurnId
from core.duty.ports import Duties
from core.memory.ports import MemoryShelf
from core.persona.model import SpaceId
from core.persona.ports import Personas
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


class Pauses(Protocol):
    """Where nothing is answered, because an owner said so."""

    def since(self, space: SpaceId, conversation: ConversationId | None = None) -> datetime | None:
        """Return since when a companion pauses in a conversation, or everywhere (None).

        What holds everywhere holds in each conversation.
        """
        ...

    def begin(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> None:
        """Let it pause in one conversation, or everywhere; again, the first time counts."""
        ...

    def end(self, space: SpaceId, conversation: ConversationId | None) -> bool:
        """End the pause of one conversation, or all of a space (None); False if there was none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The last thing said to a companion in a conversation, and its answer."""

    turn: TurnId
    speaker: IdentityId
    is_open: bool
    """Whether it is still being answered."""
    asked: tuple[MessageId, ...]
    """What was said to it, oldest first; without what was deleted."""
    answered: tuple[MessageId, ...]
    """What it answered."""
    shown: tuple[str, ...]
    """The platform's ids of what it answered, as far as they are known."""


class Exchanges(Protocol):
    """Talk, as far as commands take it back."""

    def last(self, conversation: ConversationId) -> Exchange | None:
        """Return the last exchange; None if there was none, or all of it was taken back."""
        ...

    def answer_again(self, exchange: Exchange, now: datetime) -> None:
        """Take the answer out of the history, and let what was said wait for another one."""
        ...

    def take_back(self, exchange: Exchange, now: datetime) -> None:
        """Take both sides out of the history."""
        ...

    def clear(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> int:
        """Delete what was said in one conversation, or in all of a space (None).

        Words, voices, attachments and reactions go, and with them vectors, traces and bubbles.
        Facts that were learned from it stay. Returns how many messages there were; raises the
        epoch of memory.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What `/stats` shows of one space, from an instant on."""

    heard: int
    """Messages of people."""
    said: int
    """Messages of the companion."""
    people: int
    """Who wrote."""
    conversations: int
    """Where somebody wrote."""
    answered: int
    """Turns with an answer."""
    silent: int
    """Turns in which it chose to say nothing."""
    failed: int
    """Turns in which it could not."""
    seconds: float | None
    """From opening a turn of talk to the end of its thought, on the average."""


class Figures(Protocol):
    """Counts."""

    def tally(self, space: SpaceId, day: str) -> Tally:
        """Return the figures of `/status`; `day` is the persona's local day."""
        ...

    def totals(self, space: SpaceId, since: datetime) -> Totals:
        """Return what was said and done from `since` on."""
        ...

    def tokens(self, space: SpaceId, since_day: str) -> Mapping[str, int]:
        """Return the tokens by kind from a local day on; what is put aside is no kind."""
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
    def pauses(self) -> Pauses:
        """Where nothing is answered."""
        ...

    @property
    def exchanges(self) -> Exchanges:
        """Talk that can be taken back."""
        ...

    @property
    def questions(self) -> Questions:
        """What waits for a yes."""
        ...

    @property
    def links(self) -> Links:
        """Which identities are one person."""
        ...

    @property
    def belongings(self) -> Belongings:
        """What is kept of each person."""
        ...
