"""What a persona does around now, and how much it is there."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from core.availability.model import AvailabilitySnapshot
from core.availability.rules.ranges import build_availability_snapshot, window
from core.companion.ports import MemoryStore
from core.companion.rules import lies_in
from core.days import day_of, first_instant
from core.schedule.model import ScheduleEntry


class Outlook:
    """The schedule of one space as seen from a day; keeps its last snapshot."""

    def __init__(self, store: MemoryStore, space_id: str, zone: ZoneInfo) -> None:
        self._store, self._space_id, self._zone = store, space_id, zone
        self._seen: tuple[ScheduleEntry, ...] = ()
        self._snapshot: AvailabilitySnapshot | None = None

    async def entries(self, now: datetime) -> list[ScheduleEntry]:
        """Return what lies in the local days from yesterday through tomorrow, in order."""
        yesterday = day_of(now, self._zone) - timedelta(days=1)
        start, (_, end) = first_instant(yesterday, self._zone), window(now, self._zone)
        return await self._store.list_schedule_entries(self._space_id, start, end)

    async def availability(self, now: datetime) -> AvailabilitySnapshot:
        """Return the snapshot of today and tomorrow."""
        start, end = window(now, self._zone)
        found = await self._store.list_schedule_entries(self._space_id, start, end)
        return self.snapshot(now, found)

    def snapshot(self, now: datetime, entries: Iterable[ScheduleEntry]) -> AvailabilitySnapshot:
        """Return the last snapshot if its day and its entries are still these, else a new one."""
        start, end = window(now, self._zone)
        seen = tuple(entry for entry in entries if lies_in(entry, start, end))
        last = self._snapshot
        if last is not None and last.window_start_at == start and self._seen == seen:
            return last
        made = build_availability_snapshot(now=now, entries=seen, zone=self._zone)
        self._seen, self._snapshot = seen, made
        return made
