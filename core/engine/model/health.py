"""How a messenger is, and what it can do."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """How a messenger is, for `/status`."""

    connected: bool
    last_heard_at: datetime | None
    """When the platform last answered."""
    notes: tuple[str, ...] = ()
    """What an owner should know, one plain English line each: privacy mode and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gifts:
    """What a platform can do beyond saying something."""

    reacts: bool = False
    amends: bool = False
    """A message of ours can be changed after it was sent."""
    pictures: bool = False
    files: bool = False
    removes: bool = False
    """A message of ours can be taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """An attachment that can't be had."""

    reason: str
    """`too large`, `gone` and the like; never an address."""
