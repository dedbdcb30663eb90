"""A place for what lies over the schedule."""

from datetime import datetime
from typing import Protocol

from core.availability.model import Override
from core.persona.model import SpaceId


class Overrides(Protocol):
    """What lies over the schedule; one at a time."""

    def active(self, space: SpaceId, now: datetime) -> Override | None:
        """Return the override that holds at `now`."""
        ...

    def put(self, space: SpaceId, override: Override) -> None:
        """Lay `override` over the schedule, in place of the one before."""
        ...

    def clear(self, space: SpaceId) -> bool:
        """Take the override off; False if there was none."""
        ...
