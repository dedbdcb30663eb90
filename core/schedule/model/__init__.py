"""The values of schedules: plans, and the life that they grow from."""

from core.schedule.model.life import (
    LEAP_YEAR,
    Habit,
    Life,
    Routine,
    SpecialDate,
    clock_minutes,
)
from core.schedule.model.plans import (
    SLOT,
    Activity,
    Block,
    DayLine,
    DayPlan,
    Granularity,
    MadeBy,
    MonthPlan,
    PlanFault,
    ScheduleEntry,
    tiling_faults,
)

__all__ = [
    "LEAP_YEAR",
    "SLOT",
    "Activity",
    "Block",
    "DayLine",
    "DayPlan",
    "Granularity",
    "Habit",
    "Life",
    "MadeBy",
    "MonthPlan",
    "PlanFault",
    "Routine",
    "ScheduleEntry",
    "SpecialDate",
    "clock_minutes",
    "tiling_faults",
]
