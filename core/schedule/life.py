"""What the owner says of a companion's life; the plans grow from it."""

from dataclasses import dataclass, field

from core.schedule.model import Routine, SpecialDate


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """The frame of all plans."""

    routine: Routine = field(default_factory=Routine)
    occupation: str = ""
    """What it does, in the owner's words; the planner finds its keywords there."""
    country: str | None = None
    """Whose public holidays it keeps: `DE`, `DE-BY`; None for none."""
    dates: tuple[SpecialDate, ...] = ()
    keep_days: int = 90
    """How long plans that have passed are kept."""
    is_lived: bool = True
    """False: it has no schedule, and is always there."""
