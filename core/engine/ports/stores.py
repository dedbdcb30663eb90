"""A place to keep rows: the stores, one by one."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.conversation.model import (
    AccountId,
    ChatKind,
    ConversationId,
    Deletion,
    Edit,
    IdentityId,
    Inbound,
    MessageId,
    Moved,
    Reaction,
    Route,
    Said,
    TurnId,
    Unreadable,
)
from core.engine.model import (
    Bubble,
    Conversation,
    Desk,
    DueLane,
    Lane,
    LastHeard,
    Turn,
    TurnRecord,
    Waiting,
)
from core.persona.model import Persona, SpaceId


class Conversations(Protocol):
    """Conversations and their lanes."""

    def find_or_create(
        self,
        space: SpaceId,
        route: Route,
        chat_kind: ChatKind,
        now: datetime,
        *,
        server: str | None = None,
    ) -> Conversation:
        """Return the conversation of a space at `route`, made if it is new.

        An account that changes hands begins anew: what was said to another companion stays there.
        """
        ...

    def at_chat(self, account: AccountId, chat: str) -> list[Conversation]:
        """Return the conversations of one chat, one a thread, in the order of their making."""
        ...

    def heard(self, account: AccountId, spaces: Collection[SpaceId], limit: int) -> list[LastHeard]:
        """Return the conversations of spaces on an account, those that were heard last first.

        Those where nothing can be delivered are among them, for someone may have written there;
        those that a move left behind are not.
        """
        ...

    def move(self, moved: Moved, now: datetime) -> None:
        """Let the conversations of a chat go on in the new one, and remember the move.

        A thread that has a conversation in the new chat already keeps both; the old one becomes
        unreachable. Said twice, it changes nothing. What waits to be sent no longer answers a
        message: the old ids mean nothing in the new chat.
        """
        ...

    def moves(self) -> list[Moved]:
        """Return all moves, in the order in which they became known."""
        ...

    def get(self, conversation: ConversationId) -> Conversation:
        """Return a conversation; `NoConversation` for an unknown one."""
        ...

    def save(self, conversation: Conversation) -> None:
        """Store `held_until` and `unreachable`; of one that is gone, nothing."""
        ...

    def due_at(self, conversation: ConversationId, lane: Lane, due_at: datetime | None) -> None:
        """Set when the motor looks at the lane next; None: not before something happens."""
        ...

    def wake(self, conversation: ConversationId, lane: Lane, due_at: datetime) -> None:
        """Let the motor look at the lane at `due_at`; one that is due at all keeps its time."""
        ...

    def rouse(self, space: SpaceId, now: datetime) -> None:
        """Let every lane of talk of a space be looked at by `now` at the latest.

        A lane that is due earlier, or not at all, keeps its time.
        """
        ...

    def upcoming(self, limit: int) -> list[DueLane]:
        """Return the lanes with a due time, earliest first, at most `limit`."""
        ...

    def desk(self, conversation: ConversationId, lane: Lane) -> Desk:
        """Return what a step of this lane needs; `NoConversation` for an unknown one."""
        ...

    def waiting(self, conversation: ConversationId, lane: Lane) -> tuple[Waiting, ...]:
        """Return what waits in the lane, oldest first, as a desk shows it."""
        ...


class Messages(Protocol):
    """What was really said."""

    def add(
        self,
        conversation: Conversation,
        inbound: Inbound,
        now: datetime,
        *,
        lane: Lane,
        silence: str | None,
        addressed: bool = True,
        taught: bool = False,
    ) -> MessageId | None:
        """Store `inbound` as waiting in `lane`; None if its key is known already.

        Numbers grow, with gaps: a message that is known may use one up.

        `addressed` tells whether it is meant for the companion, by whatever sign.

        With a `silence` (the reason) it is history only and waits for no turn. Messages of the
        lane COMMAND are never history. What is `taught`, or tells a secret, is history, but never
        remembered as talk.
        """
        ...

    def add_own(
        self,
        conversation: Conversation,
        turn: TurnId,
        text: str,
        at: datetime,
        *,
        message_id: str | None,
        reply_to: str | None,
    ) -> None:
        """Store what the companion said; `message_id` is None while it is in doubt.

        Nothing happens where a message of that id is known: it was read back before. It is
        taught if what its turn answers is.
        """
        ...

    def edit(self, edit: Edit) -> bool:
        """Change what was said; False if that changes nothing.

        So it is with an unknown message, an older edit, and a command, which stays what it was when
        it was given.
        """
        ...

    def delete(self, deletion: Deletion) -> int:
        """Take messages out of the history and out of what waits; return how many were known."""
        ...

    def known(self, route: Route, message_ids: Sequence[str]) -> list[MessageId]:
        """Return our own numbers of a platform's messages, as far as they were kept, by number.

        Those that were deleted are among them.
        """
        ...

    def react(self, reaction: Reaction) -> bool:
        """Put a reaction on a message or take it off; False if the message is unknown.

        The same one twice stands once.
        """
        ...

    def hear(self, message: MessageId, words: str) -> None:
        """Keep what a voice says; it stands behind the text of its message, edited or not."""
        ...

    def said_by(self, sender: IdentityId, since: datetime) -> int:
        """Return how many messages of talk somebody has sent anywhere since then."""
        ...

    def bot_turns(self, conversation: ConversationId) -> int:
        """Return how many messages of bots were let in since a person spoke last."""
        ...

    def silence(self, ids: Sequence[MessageId], reason: str) -> None:
        """Let messages wait no longer; they stay history."""
        ...

    def recent(self, conversation: ConversationId, limit: int) -> list[Said]:
        """Return the last `limit` messages of the history, oldest first.

        The order is that of arrival. Command texts, notices, and messages that were deleted or
        withheld are never among them.
        """
        ...

    def unreadable(self, update: Unreadable, now: datetime) -> None:
        """Record that an update was passed; again the same: nothing happens."""
        ...

    def was_spoken_to(self, conversation: ConversationId) -> bool:
        """Return whether the companion has ever said something here."""
        ...


class Turns(Protocol):
    """Turns and their bubbles."""

    def open(
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
        waited: Mapping[str, object] | None = None,
    ) -> Turn:
        """Claim the messages for a new turn, in state THINKING with one attempt."""
        ...

    def take(self, turn: TurnId, ids: Sequence[MessageId]) -> None:
        """Claim further messages for an open turn."""
        ...

    def save(self, turn: Turn, trace: Mapping[str, object] | None = None) -> None:
        """Store `state`, `attempts`, `reserved`, `outcome`, and the JSON `trace` if given.

        Nothing comes of it where the turn is gone; so it is with a bubble.
        """
        ...

    def add_bubbles(self, bubbles: Sequence[Bubble]) -> None:
        """Store the bubbles of a draft; of a turn that is gone, none."""
        ...

    def save_bubble(self, bubble: Bubble) -> None:
        """Store everything of a known bubble."""
        ...

    def messages(self, turn: TurnId) -> list[Said]:
        """Return what the turn answers, oldest first, commands too; without what was deleted."""
        ...

    def unsaid(self, turn: Turn) -> tuple[str, ...]:
        """Return the bubbles that the turn before in its lane dropped for something newer.

        In order; () if the turn before said all that it had.
        """
        ...

    def recent(self, conversation: ConversationId, limit: int) -> list[TurnRecord]:
        """Return the last turns with bubbles and traces, newest first."""
        ...


class Spending(Protocol):
    """Tokens by local day, so that a budget outlives a restart."""

    def add(self, space: SpaceId, day: str, kind: str, tokens: int) -> None:
        """Add `tokens` (negative gives back) to the day's sum of one kind."""
        ...

    def of_kind(self, space: SpaceId, day: str, kind: str) -> int:
        """Return the day's sum of one kind; 0 for a day without any."""
        ...

    def total(self, space: SpaceId, day: str) -> int:
        """Return the day's sum over all kinds; 0 for a day without any."""
        ...


class Spaces(Protocol):
    """The isolated spaces of personas."""

    def ensure(self, persona: Persona, now: datetime) -> None:
        """Make the persona's space if it is new; a known one keeps its creation time."""
        ...
