"""What an owner can turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from core.conversation.model import IdentityId


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """How fast it reads and types."""

    name: str
    typing_cps: float | None
    """Characters a second; None types in no time."""
    reading_cps: float | None
    most: timedelta
    """No pause is longer."""


RHYTHMS: Mapping[str, Rhythm] = {
    "instant": Rhythm(name="instant", typing_cps=None, reading_cps=None, most=timedelta(0)),
    "quick": Rhythm(name="quick", typing_cps=15.0, reading_cps=60.0, most=timedelta(seconds=2)),
    "human": Rhythm(name="human", typing_cps=3.0, reading_cps=25.0, most=timedelta(seconds=8)),
}
"""The presets; 3 characters a second is the seed's pace, the rest is our guess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How it behaves where many hear it."""

    channels: frozenset[str] = frozenset()
    """`platform:chat` of the channels whose posts it answers."""
    bots: frozenset[IdentityId] = frozenset()
    """Bots, webhooks and applications that it answers."""
    bot_turns: int = 3
    """How often it answers bots before a person has to say something again."""
    chime_in: float = 0.0
    """The chance, 0.0 to 1.0, that it considers to answer what was not meant for it."""
    chime_threshold: float = 0.6
    """It answers if the judgement, 0.0 to 1.0, reaches this; our guess."""
    guest_messages: int = 100
    """What somebody may say within 24 hours who may talk only because everybody may."""
    tells_strangers: bool = True
    """Whether somebody who is not let in hears so, once, in a direct talk."""

    def __post_init__(self) -> None:
        for name in ("chime_in", "chime_threshold"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} lies between 0 and 1, got {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """What an owner can turn."""

    rhythm: Rhythm = field(default_factory=lambda: RHYTHMS["human"])
    debounce_quiet: timedelta = timedelta(seconds=1.5)
    debounce_most: timedelta = timedelta(seconds=8)
    backlog_window: timedelta = timedelta(hours=12)
    """Older messages are read, but no longer answered."""
    pause: timedelta = timedelta(minutes=1)
    """What waited longer, whoever said it, is answered together."""
    command_window: timedelta = timedelta(minutes=2)
    """Older commands are stale, unless they ask for less."""
    context_window: int = 10
    """Messages of the history."""
    attempts: int = 3
    """How often a turn is thought about across crashes before it gives up."""
    bubble_patience: timedelta = timedelta(hours=1)
    """A bubble that could not be sent for so long is dropped."""
    tokens_per_day: int = 1_000_000
    manners: Manners = field(default_factory=Manners)
    grows: bool = False
    """Whether the first bubble is shown while it is written, where the platform can edit."""
    images_most: int = 4
    """Images of one turn that are looked at, where the model sees."""
