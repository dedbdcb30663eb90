"""Who a companion is."""

from dataclasses import dataclass
from datetime import datetime
from typing import NewType
from zoneinfo import ZoneInfo

SpaceId = NewType("SpaceId", str)
"""Names the isolated space that one persona owns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """The settled description of one companion; its memory lives in its space."""

    space: SpaceId
    display_name: str
    seed: str
    """What the persona grows from, in the owner's words."""
    zone: ZoneInfo
    """Where it lives: its midnight, its mornings."""
    language: str = "en"
    """A BCP 47 tag; spoken when the person's language is unknown."""
    voice: str = ""
    """The owner's base prompt: it complements the rules and can't switch them off."""
    aliases: tuple[str, ...] = ()
    """Further names that it listens to in groups."""
    values: tuple[str, ...] = ()
    """What matters to it; so the following, each in a few words."""
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    boundaries: tuple[str, ...] = ()
    """What it does not do or talk about. They add to the rules, and loosen none."""

    def __post_init__(self) -> None:
        if not self.display_name.strip():
            raise ValueError("a persona needs a display name, got an empty one")

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name that it listens to."""
        return (self.display_name, *self.aliases)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldPersona:
    """What owners made or changed of a persona by commands, beside the settings."""

    space: SpaceId
    told: str
    """A JSON object of what was said of it, by field; whoever reads it minds that it may be
    broken."""
    changed_at: datetime
    made_at: datetime | None = None
    """None for a persona of the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaDraft:
    """A persona as its owner's words suggest it, not yet looked at."""

    display_name: str
    seed: str
    zone: str | None = None
    """The name of an IANA zone, if the words tell of one."""
    language: str | None = None
    """A BCP 47 tag."""
    occupation: str = ""
    voice: str = ""
    aliases: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    boundaries: tuple[str, ...] = ()
