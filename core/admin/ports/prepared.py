"""What the process brings for a command before it runs."""

from dataclasses import dataclass

from core.persona.model import PersonaDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A persona that was drawn up."""

    draft: PersonaDraft
    by_model: bool
    failure: str | None = None
    """Why no model drew it although one is configured; never a text or a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInUse:
    """Who plays a role."""

    role: str
    name: str
    """As the server calls it."""
    server: str
    """As in `127.0.0.1:11434`; never with a key."""
    chosen: bool = False
    """Whether a command chose it in place of the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Who plays the roles, and whether a model that was asked for answers."""

    in_use: tuple[ModelInUse, ...] = ()
    """By role; () while the built-in voice speaks."""
    problem: str | None = None
    """Why the model that was tried did not answer; None if it did, or was not tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded:
    """What became of reading the settings anew."""

    faults: tuple[str, ...] = ()
    """What is wrong, and where; then nothing has changed. Never a secret."""
    changed: tuple[str, ...] = ()
    """Sections that count from now on, by name."""
    restart: tuple[str, ...] = ()
    """What was changed and waits for a new start."""
