"""What commands need from the stores."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.availability.ports import Overrides
from core.conversation.model import IdentityId
from core.duty.ports import Duties
from core.memory.ports import MemoryShelf
from core.persona.model import SpaceId
from core.schedule.ports import Plans


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What `/status` shows of one space."""

    messages: int
    conversations: int
    waiting: int
    in_doubt: int
    failed: int
    unreachable: int
    unreadable: int
    tokens_today: int
    last_at: datetime | None


class People(Protocol):
    """What holds for one identity everywhere."""

    def set_quiet(self, identity: IdentityId, since: datetime | None) -> None:
        """Remember that this person wants no message out of the blue; None ends it."""
        ...

    def quiet_since(self, identity: IdentityId) -> datetime | None:
        """Return since when, or None."""
        ...


class Figures(Protocol):
    """Counts."""

    def tally(self, space: SpaceId, day: str) -> Tally:
        """Return the figures of `/status`; `day` is the persona's local day."""
        ...


class Shelf(MemoryShelf, Protocol):
    """The stores of one unit of work, as far as commands see them."""

    @property
    def plans(self) -> Plans:
        """What days and months hold."""
        ...

    @property
    def overrides(self) -> Overrides:
        """What lies over the schedule."""
        ...

    @property
    def duties(self) -> Duties:
        """What is owed."""
        ...

    @property
    def people(self) -> People:
        """Identities."""
        ...

    @property
    def figures(self) -> Figures:
        """Counts."""
        ...
