"""The tables, and how a unit of work copies them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from secrets import token_bytes
from types import MappingProxyType

from core.admin.ports import Audited, LinkCode, Person
from core.availability.model import Override
from core.conversation.model import (
    AccountId,
    ConversationId,
    IdentityId,
    MessageId,
    Moved,
    Route,
    Said,
    TurnId,
)
from core.engine.model import (
    Bubble,
    Conversation,
    Duty,
    DutyKind,
    Lane,
    Turn,
)
from core.memory.model import Embedding, Fact, FactId, Ref
from core.memory.ports import Revision
from core.memory.rules.blocking import KEY_BYTES
from core.persona.model import SpaceId, ToldPersona
from core.schedule.model import DayLine, DayPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A message with what only the stores need of it."""

    conversation: ConversationId
    chat: str
    """Where it came in; a conversation may have moved on since."""
    said: Said
    received_at: datetime
    lane: Lane
    waits: bool
    silence: str | None = None
    edited_at: datetime | None = None
    deleted_at: datetime | None = None
    from_bot: bool = False
    heard: str = ""
    withheld_at: datetime | None = None
    """When it was taken out by a forgetting."""
    taught: bool = False

    @property
    def in_history(self) -> bool:
        """Return whether it belongs to what was said."""
        return self.lane is Lane.TALK and self.deleted_at is None

    @property
    def is_saying(self) -> bool:
        """Return whether memory sees it."""
        return self.in_history and self.withheld_at is None and not self.taught


BLOCKS, LINKS = "blocks", "links"
"""Names of keys."""


def _new_key() -> dict[str, bytes]:
    return {name: token_bytes(KEY_BYTES) for name in (BLOCKS, LINKS)}


@dataclass(slots=True)
class State:
    """All tables."""

    spaces: dict[SpaceId, datetime] = field(default_factory=dict)
    conversations: dict[ConversationId, Conversation] = field(default_factory=dict)
    moves: dict[tuple[AccountId, str], tuple[Moved, datetime]] = field(default_factory=dict)
    lanes: dict[tuple[ConversationId, Lane], datetime] = field(default_factory=dict)
    kept: dict[MessageId, Kept] = field(default_factory=dict)
    keys: dict[tuple[str, str, str], MessageId] = field(default_factory=dict)
    turns: dict[TurnId, Turn] = field(default_factory=dict)
    traces: dict[TurnId, Mapping[str, object]] = field(default_factory=dict)
    bubbles: dict[tuple[TurnId, int], Bubble] = field(default_factory=dict)
    tokens: dict[tuple[SpaceId, str, str], int] = field(default_factory=dict)
    people: dict[IdentityId, Person] = field(default_factory=dict)
    owners: dict[IdentityId, datetime] = field(default_factory=dict)
    audits: dict[int, Audited] = field(default_factory=dict)
    questions: dict[tuple[IdentityId, ConversationId], tuple[str, datetime]] = field(
        default_factory=dict
    )
    hosts: dict[Route, SpaceId] = field(default_factory=dict)
    personas: dict[SpaceId, ToldPersona] = field(default_factory=dict)
    pictures: dict[SpaceId, bytes] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    links: dict[IdentityId, IdentityId] = field(default_factory=dict)
    """The first identity of the person; whoever is alone is not here."""
    link_codes: dict[str, LinkCode] = field(default_factory=dict)
    """By their keyed hash."""
    link_tries: dict[IdentityId, tuple[datetime, int]] = field(default_factory=dict)
    forgotten: dict[str, datetime] = field(default_factory=dict)
    """By the keyed hash of an identity."""
    departures: dict[TurnId, datetime] = field(default_factory=dict)
    pauses: dict[tuple[SpaceId, ConversationId | None], datetime] = field(default_factory=dict)
    unreadables: dict[tuple[str, str], datetime] = field(default_factory=dict)
    day_plans: dict[tuple[SpaceId, date], DayPlan] = field(default_factory=dict)
    day_lines: dict[tuple[SpaceId, date], DayLine] = field(default_factory=dict)
    revisions: dict[SpaceId, int] = field(default_factory=dict)
    overrides: dict[SpaceId, Override] = field(default_factory=dict)
    duties: dict[tuple[SpaceId, DutyKind, str], Duty] = field(default_factory=dict)
    facts: dict[FactId, Fact] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    """The last number of what may be deleted, which is never given again."""
    blocked_messages: dict[tuple[SpaceId, MessageId], None] = field(default_factory=dict)
    blocked_statements: dict[tuple[SpaceId, str], None] = field(default_factory=dict)
    """By their keyed hash."""
    hash_keys: dict[str, bytes] = field(default_factory=_new_key)
    memory_revisions: dict[SpaceId, Revision] = field(default_factory=dict)
    unscrubbed: dict[SpaceId, int] = field(default_factory=dict)
    vectors: dict[tuple[SpaceId, Ref], tuple[str, Embedding]] = field(default_factory=dict)
    """With the model that made them."""
    lessons: dict[ConversationId, tuple[IdentityId, datetime, datetime]] = field(
        default_factory=dict
    )

    def copy(self) -> "State":
        """Return a copy to write on."""
        return State(*(dict(getattr(self, table.name)) for table in fields(self)))

    def frozen(self) -> "State":
        """Return a view that can't be written."""
        return State(*(MappingProxyType(getattr(self, table.name)) for table in fields(self)))  # type: ignore[arg-type]  # a reader that writes gets a TypeError


class Table:
    """One store over the state of its unit of work."""

    def __init__(self, state: State) -> None:
        self._s = state


def numbered(state: State, kind: str) -> int:
    """Return the next number of a kind, which is never given again."""
    number = state.counters.get(kind, 0) + 1
    state.counters[kind] = number
    return number


def bubbles_of(state: State, turn: TurnId) -> tuple[Bubble, ...]:
    """Return the bubbles of `turn` by position."""
    mine = [bubble for (owner, _), bubble in state.bubbles.items() if owner == turn]
    return tuple(sorted(mine, key=lambda bubble: bubble.position))
