"""The hard limit of a day: tokens are put aside before a turn, and settled after it."""

from enum import Enum

from core.engine.model import RESERVED
from core.engine.ports import Spending
from core.persona.model import SpaceId


class Room(Enum):
    """Whether the day's tokens reach for one more turn."""

    NOW = "now"
    LATER = "later"
    """They are put aside for turns under way, which may give them back."""
    NEVER = "never"


def room_for(spending: Spending, space: SpaceId, day: str, need: int, limit: int) -> Room:
    """Return whether a turn that may take `need` tokens fits into the day's `limit`."""
    if not need:
        return Room.NOW
    left = limit - spending.total(space, day)
    if need <= left:
        return Room.NOW
    may_come_back = spending.of_kind(space, day, RESERVED)
    return Room.LATER if need <= left + may_come_back else Room.NEVER
