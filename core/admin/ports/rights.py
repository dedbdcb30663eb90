"""Owners, what they did, and what waits for a yes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.conversation.model import ConversationId, IdentityId
from core.persona.model import SpaceId


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
