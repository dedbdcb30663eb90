"""A place for the ledger of duties."""

from collections.abc import Collection
from typing import Protocol

from core.duty.model import Duty
from core.persona.model import SpaceId


class Duties(Protocol):
    """The ledger. What a duty brings and its row commit in the same unit of work."""

    def owe(self, duty: Duty, *, again: bool = False) -> bool:
        """Note what is owed; False, and nothing changes, if the key is known.

        With `again`, one that is no longer owed is owed once more: what it brought is gone.
        """
        ...

    def save(self, duty: Duty) -> None:
        """Store everything of a known duty."""
        ...

    def owed(self, spaces: Collection[SpaceId], limit: int) -> list[Duty]:
        """Return what these spaces owe, by due time, then period, at most `limit`."""
        ...

    def latest(self, space: SpaceId, limit: int) -> list[Duty]:
        """Return the last duties of a space by period, newest first, whatever became of them."""
        ...
