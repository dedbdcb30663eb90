"""Identities that are one person, and the codes by which they become it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.conversation.model import IdentityId


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCode:
    """A code that waits for both sides; the code itself is kept nowhere."""

    identity: IdentityId
    """Who asked for it, and is to agree."""
    made_at: datetime
    other: IdentityId | None = None
    """Who gave it; the first one counts."""


class Links(Protocol):
    """Which identities are one person. Whoever is linked with nobody is one alone."""

    def of(self, identity: IdentityId) -> frozenset[IdentityId]:
        """Return all identities of a person, this one among them."""
        ...

    def of_all(self, identities: Collection[IdentityId]) -> frozenset[IdentityId]:
        """Return all identities of several persons."""
        ...

    def join(self, one: IdentityId, other: IdentityId, now: datetime) -> None:
        """Make one person of two, with all that are linked with either."""
        ...

    def leave(self, identity: IdentityId) -> None:
        """Take one identity out; the others stay together."""
        ...

    def offer(self, identity: IdentityId, code: str, now: datetime) -> None:
        """Keep a new code by its keyed hash, in place of what this identity had."""
        ...

    def offered(self, identity: IdentityId) -> LinkCode | None:
        """Return the code that this identity asked for last, if it still waits."""
        ...

    def find(self, code: str) -> LinkCode | None:
        """Return what waits under a code."""
        ...

    def take(self, code: str, other: IdentityId) -> None:
        """Note who gave a code; one that was given before keeps who was first."""
        ...

    def withdraw(self, identity: IdentityId) -> None:
        """Forget the code that this identity asked for."""
        ...

    def refuse(self, identity: IdentityId) -> None:
        """Forget the codes that this identity gave."""
        ...

    def tries(self, identity: IdentityId, since: datetime) -> int:
        """Return how many wrong codes this identity gave, counted from `since` or later on."""
        ...

    def tried(self, identity: IdentityId, now: datetime, since: datetime) -> None:
        """Count one wrong code; a count that began before `since` begins anew."""
        ...
