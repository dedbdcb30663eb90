"""A companion as commands see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.persona.model import Persona
from core.schedule.model import Life


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Who it is, with what was changed by commands."""

    persona: Persona
    life: Life = field(default_factory=Life)
    dials: Mapping[str, str] = field(default_factory=dict)
    """What its dials are turned to, by name."""
