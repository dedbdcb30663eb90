"""What people released of their direct talks."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from core.conversation.model import IdentityId
from core.memory.model import Audience, FactId, Saying
from core.persona.model import SpaceId


class Shares(Protocol):
    """Which facts of direct talks rooms hear, too; a fact tells it by `shared`.

    A fact that is hidden or deleted is shared no more, and not again when it comes back.
    """

    def add(
        self, space: SpaceId, facts: Collection[FactId], audience: Audience, now: datetime
    ) -> None:
        """Let a room hear facts; raises the epoch. Again, or of facts not there: nothing happens.

        Whose they are is checked before.
        """
        ...

    def drop(
        self, space: SpaceId, facts: Collection[FactId], audience: Audience | None = None
    ) -> None:
        """Take facts back from a room, or from all (None); raises the epoch."""
        ...

    def rooms(self, space: SpaceId, persons: Collection[IdentityId]) -> list[Saying]:
        """Return the last words of `persons` in each room where they spoke, by conversation.

        Direct talks are no rooms; words that memory doesn't see are passed over.
        """
        ...
