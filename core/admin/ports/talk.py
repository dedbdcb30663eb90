"""Talk, as far as commands stop it or take it back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.conversation.model import ConversationId, IdentityId, MessageId, TurnId
from core.persona.model import SpaceId


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
    askers: tuple[IdentityId, ...]
    """Who said each of that: after a pause several people are answered together."""
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

    def clear_commands(self, space: SpaceId) -> None:
        """Empty every command that has run in a space, and what was answered to it."""
        ...

    def clear(self, space: SpaceId, conversation: ConversationId | None, now: datetime) -> int:
        """Delete what was said in one conversation, or in all of a space (None).

        Words, voices, attachments and reactions go, and with them vectors, traces and bubbles, and
        the commands that were given there. Facts that were learned from it stay. Returns how many
        messages there were; raises the epoch of memory.
        """
        ...
