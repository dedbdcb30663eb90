"""Which mode an activity means: a table that the owner can change."""

from collections.abc import Mapping
from types import MappingProxyType

from core.availability.model import Mode, ModeTable
from core.schedule.model import Activity, ScheduleEntry

DEFAULT_TABLE = ModeTable(
    modes=MappingProxyType(
        {
            Activity.SLEEP: Mode.OFFLINE,
            Activity.WORK: Mode.DO_NOT_DISTURB,
            Activity.STUDY: Mode.DO_NOT_DISTURB,
            Activity.JOB_SEARCH: Mode.DO_NOT_DISTURB,
            Activity.COMMUTE: Mode.DO_NOT_DISTURB,
            Activity.EXERCISE: Mode.DO_NOT_DISTURB,
            Activity.TRAVEL: Mode.DO_NOT_DISTURB,
            Activity.SOCIAL: Mode.DO_NOT_DISTURB,
            Activity.ERRAND: Mode.DO_NOT_DISTURB,
            Activity.REST: Mode.ONLINE,
            Activity.MEAL: Mode.ONLINE,
            Activity.FREE_TIME: Mode.ONLINE,
        }
    ),
    gap=Mode.ONLINE,
)
"""What holds where the owner says nothing."""


def changed(table: ModeTable, changes: Mapping[Activity, Mode]) -> ModeTable:
    """Return `table` with the modes of some activities replaced."""
    return ModeTable(modes=MappingProxyType({**table.modes, **changes}), gap=table.gap)


def availability_mode_for_entry(entry: ScheduleEntry, table: ModeTable = DEFAULT_TABLE) -> Mode:
    """Return how much the companion is there during an entry."""
    return table.modes[Activity(entry.activity)]
