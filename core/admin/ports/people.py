"""Identities, and what holds for each of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.conversation.model import IdentityId


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
