"""Work that is owed for a period, and what became of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.persona.model import SpaceId


class DutyKind(StrEnum):
    """What is owed."""

    PLAN_MONTH = "plan-month"
    """The period is the first day that it plans, as `2026-05-02`."""
    PLAN_DAY = "plan-day"
    """The period is the local day that it plans, as `2026-05-02`."""
    PRUNE = "prune"
    """The period is the local day on which it is done."""


class DutyState(StrEnum):
    """How far it has come. A duty that a crash cut short is still owed."""

    OWED = "owed"
    DONE = "done"
    PASSED = "passed"
    """Its period lies too far back: nobody needs it any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """One row of the ledger; space, kind and period are its key."""

    space: SpaceId
    kind: DutyKind
    period: str
    state: DutyState
    due_at: datetime
    """When it is tried, or tried again."""
    attempts: int = 0
    """How often it was begun and failed."""
    reason: str | None = None
    """Why the last try failed, in short; never a text of people or models."""
    done_at: datetime | None = None
    message: str | None = None
    """Set where an owner asked for it: the words to follow, empty for none.

    It then takes the place of what is there. None: nobody asked, it fell due by itself.
    """
