"""What personas need from outside: a place to keep what commands made of them."""

from datetime import datetime
from typing import Protocol

from core.persona.model import SpaceId, ToldPersona


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
