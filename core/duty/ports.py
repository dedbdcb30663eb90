"""A place for the ledger of duties."""

from typing import Protocol

from core.duty.model import Duty
from core.persona.model import SpaceId


class Duties(Protocol):
    """The ledger. What a duty brings and its row commit in the same unit of work."""

    def owe(self, duty: Duty) -> bool:
        """Note what is owed; False, and nothing changes, if the key is known."""
        ...

    def save(self, duty: Duty) -> None:
        """Store everything of a known duty."""
        ...

    def owed(self, limit: int) -> list[Duty]:
        """Return what is owed, by due time, then period, at most `limit`."""
        ...

    def latest(self, space: SpaceId, limit: int) -> list[Duty]:
        """Return the last duties of a space by period, newest first, whatever became of them."""
        ...
