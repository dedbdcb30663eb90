"""What personas need from outside: who draws them up, and a place to keep them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.persona.model import PersonaDraft, SpaceId, ToldPersona


class Personas(Protocol):
    """What owners made, or changed, of personas by commands."""

    def get(self, space: SpaceId) -> ToldPersona | None:
        """Return what was told of one persona; None if nothing was."""
        ...

    def all(self) -> list[ToldPersona]:
        """Return all that was told, by space."""
        ...

    def save(self, told: ToldPersona) -> None:
        """Store it in place of what was told before; `made_at` and the picture stay."""
        ...

    def drop(self, space: SpaceId) -> None:
        """Take back all that was told of a persona, its picture included."""
        ...

    def picture(self, space: SpaceId) -> bytes | None:
        """Return the picture of a persona; None if it has none."""
        ...

    def show_as(self, space: SpaceId, picture: bytes | None, now: datetime) -> None:
        """Give a persona its picture, or none."""
        ...

    def is_taken(self, space: SpaceId) -> bool:
        """Return whether there is, or ever was, a persona with this space."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A draft, and what it took."""

    draft: PersonaDraft
    tokens: int = 0


class InitialisationRole(Protocol):
    """Draws a persona up from its owner's words."""

    @property
    def most_tokens(self) -> int:
        """The most that one draft may take, its repair included."""
        ...

    async def draw(self, text: str) -> Drawn:
        """Return a draft; the model's errors pass through."""
        ...
