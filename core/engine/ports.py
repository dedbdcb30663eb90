"""What the engine needs from outside: a clock, messengers, and a place to keep rows."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Protocol

from core.admin.ports import Figures, People
from core.conversation.model import (
    ChatKind,
    ConversationId,
    Edit,
    IdentityId,
    Inbound,
    MessageId,
    Route,
    Said,
    TextLimit,
    TurnId,
    Unreadable,
)
from core.engine.model import (
    Bubble,
    Conversation,
    Desk,
    DueLane,
    Health,
    Lane,
    Outbound,
    SendOutcome,
    Turn,
    TurnRecord,
)
from core.persona.model import Persona, SpaceId


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> datetime:
        """Return this instant, aware, UTC."""
        ...

    async def sleep(self, span: timedelta) -> None:
        """Return after `span`; at once if it is not positive."""
        ...


class Messenger(Protocol):
    """One account on one platform; every implementation passes tests/contracts."""

    @property
    def limit(self) -> TextLimit:
        """How long one message may be, as it is shown."""
        ...

    @property
    def health(self) -> Health:
        """How it is, right now; asks nobody."""
        ...

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Say one bubble and return what became of it; an expected failure is a value.

        Called with one bubble at a time for each chat. A cancelled call leaves the matter open.
        """
        ...

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return what became of a bubble that was being sent when the process died.

        `InDoubt` where the platform can't tell. May send it again, if the platform then shows
        it once.
        """
        ...

    async def typing(self, route: Route) -> None:
        """Show for a few seconds that it types; a failure never matters and raises nothing."""
        ...


class Conversations(Protocol):
    """Conversations and their lanes."""

    async def find_or_create(
        self, space: SpaceId, route: Route, chat_kind: ChatKind, now: datetime
    ) -> Conversation:
        """Return the conversation at `route`, made if it is new."""
        ...

    async def save(self, conversation: Conversation) -> None:
        """Store `held_until` and `unreachable`."""
        ...

    async def due_at(
        self, conversation: ConversationId, lane: Lane, due_at: datetime | None
    ) -> None:
        """Set when the motor looks at the lane next; None: not before something happens."""
        ...

    async def upcoming(self, limit: int) -> list[DueLane]:
        """Return the lanes with a due time, earliest first, at most `limit`."""
        ...

    async def desk(self, conversation: ConversationId, lane: Lane) -> Desk:
        """Return what a step of this lane needs; `LookupError` for an unknown conversation."""
        ...


class Messages(Protocol):
    """What was really said."""

    async def add(
        self,
        conversation: Conversation,
        inbound: Inbound,
        now: datetime,
        *,
        lane: Lane,
        silence: str | None,
    ) -> MessageId | None:
        """Store `inbound` as waiting in `lane`; None if its key is known already.

        With a `silence` (the reason) it is history only and waits for no turn. Messages of the
        lane COMMAND are never history.
        """
        ...

    async def add_own(
        self,
        conversation: Conversation,
        turn: TurnId,
        text: str,
        at: datetime,
        *,
        message_id: str | None,
        reply_to: str | None,
    ) -> MessageId:
        """Store what the companion said; `message_id` is None while it is in doubt."""
        ...

    async def edit(self, edit: Edit) -> bool:
        """Change what was said; False if the message is unknown. An older edit changes nothing."""
        ...

    async def silence(self, ids: Sequence[MessageId], reason: str) -> None:
        """Let messages wait no longer; they stay history."""
        ...

    async def recent(self, conversation: ConversationId, limit: int) -> list[Said]:
        """Return the last `limit` messages of the history, oldest first.

        The order is that of arrival. Command texts, notices and deleted messages are never
        among them.
        """
        ...

    async def unreadable(self, update: Unreadable, now: datetime) -> None:
        """Record that an update was passed; again the same: nothing happens."""
        ...

    async def was_spoken_to(self, conversation: ConversationId) -> bool:
        """Return whether the companion has ever said something here."""
        ...


class Turns(Protocol):
    """Turns and their bubbles."""

    async def open(
        self,
        conversation: ConversationId,
        lane: Lane,
        first: Sequence[MessageId],
        speaker: IdentityId,
        speaker_name: str,
        now: datetime,
        *,
        language: str | None,
        reserved: int,
        reserved_day: str,
    ) -> Turn:
        """Claim the messages for a new turn, in state THINKING with one attempt."""
        ...

    async def take(self, turn: TurnId, ids: Sequence[MessageId]) -> None:
        """Claim further messages for an open turn."""
        ...

    async def save(self, turn: Turn) -> None:
        """Store `state`, `attempts`, `reserved`, `outcome`."""
        ...

    async def trace(self, turn: TurnId, trace: Mapping[str, object]) -> None:
        """Store the record of the turn, as JSON; the last one wins."""
        ...

    async def add_bubbles(self, bubbles: Sequence[Bubble]) -> None:
        """Store the bubbles of a draft."""
        ...

    async def save_bubble(self, bubble: Bubble) -> None:
        """Store everything of a known bubble but its text."""
        ...

    async def messages(self, turn: TurnId) -> list[Said]:
        """Return what the turn answers, oldest first, commands too."""
        ...

    async def recent(self, conversation: ConversationId, limit: int) -> list[TurnRecord]:
        """Return the last turns with bubbles and traces, newest first."""
        ...


class Spending(Protocol):
    """Tokens by local day, so that a budget outlives a restart."""

    async def add(self, space: SpaceId, day: str, kind: str, tokens: int) -> None:
        """Add `tokens` (negative gives back) to the day's sum of one kind."""
        ...

    async def total(self, space: SpaceId, day: str) -> int:
        """Return the day's sum over all kinds; 0 for a day without any."""
        ...


class Spaces(Protocol):
    """The isolated spaces of personas."""

    async def ensure(self, persona: Persona, now: datetime) -> None:
        """Make the persona's space if it is new; a known one keeps its creation time."""
        ...


class Stores(Protocol):
    """All stores of one unit of work; nothing is kept unless it ends well."""

    @property
    def conversations(self) -> Conversations:
        """Conversations and their lanes."""
        ...

    @property
    def messages(self) -> Messages:
        """What was said."""
        ...

    @property
    def turns(self) -> Turns:
        """Turns and their bubbles."""
        ...

    @property
    def spending(self) -> Spending:
        """Tokens by day."""
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
    def spaces(self) -> Spaces:
        """Personas."""
        ...


class Work(Protocol):
    """Opens units of work; every implementation passes tests/contracts.

    Writers see each other's work only whole and one after the other. What a reader writes
    raises. A unit that ends with an exception, cancelled ones too, leaves nothing behind.
    """

    def write(self) -> AbstractAsyncContextManager[Stores]:
        """Open a unit that commits on a clean exit."""
        ...

    def read(self) -> AbstractAsyncContextManager[Stores]:
        """Open a unit that only reads, from one consistent state."""
        ...
