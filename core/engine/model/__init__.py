"""The values of the engine: its rows, what goes out, what an owner can turn."""

from core.duty.model import Duty, DutyKind, DutyState
from core.engine.model.delivery import (
    Delivered,
    Elsewhere,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    Unreachable,
)
from core.engine.model.dials import (
    RHYTHMS,
    Dials,
    Manners,
    Rhythm,
)
from core.engine.model.health import (
    Gifts,
    Health,
    Missing,
)
from core.engine.model.rows import (
    INTERRUPTED,
    Bubble,
    BubbleKind,
    BubbleState,
    Conversation,
    Desk,
    DueLane,
    Lane,
    LastHeard,
    Turn,
    TurnRecord,
    TurnState,
    Waiting,
)

__all__ = [
    "INTERRUPTED",
    "RHYTHMS",
    "Bubble",
    "BubbleKind",
    "BubbleState",
    "Conversation",
    "Delivered",
    "Desk",
    "Dials",
    "DueLane",
    "Duty",
    "DutyKind",
    "DutyState",
    "Elsewhere",
    "Gifts",
    "Health",
    "InDoubt",
    "Lane",
    "LastHeard",
    "Manners",
    "Missing",
    "NotSent",
    "Outbound",
    "Refused",
    "Rhythm",
    "SendOutcome",
    "Turn",
    "TurnRecord",
    "TurnState",
    "Unreachable",
    "Waiting",
]
