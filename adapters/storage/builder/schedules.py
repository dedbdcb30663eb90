"""Schedules in packs: all entries of one space that begin on the same day of UTC."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date, datetime

from sqlalchemy import Connection, RowMapping, Select, delete, insert, select, update

from adapters.storage.builder.packing import digest, packed, parted, unpacked
from adapters.storage.builder.tables import packs
from core.companion.rules import in_order, lies_in
from core.schedule.model import ScheduleEntry

Entries = Mapping[str, ScheduleEntry]
"""By their ids."""


class Schedule:
    """The packs of one space, on the connection of a transaction."""

    def __init__(self, connection: Connection, space: int, space_id: str) -> None:
        self._connection, self._space, self._space_id = connection, space, space_id

    def save(self, entries: Sequence[ScheduleEntry]) -> None:
        """Store entries in the place of those with their ids."""
        new = {entry.id: entry for entry in entries}
        days: defaultdict[date, dict[str, ScheduleEntry]] = defaultdict(dict)
        for entry in new.values():
            days[entry.start_at.date()][entry.id] = entry
        stored = {row["day"]: row for row in self._touched(new.keys(), days.keys())}
        for day in days.keys() | stored.keys():
            row = stored.get(day)
            before = self._unpacked(row) if row else {}
            left = {name: entry for name, entry in before.items() if name not in new}
            self._replace(row, left | days[day])

    def found(self, first: datetime, end: datetime) -> list[ScheduleEntry]:
        """Return what lies in the half-open range, in order."""
        rows = self._packs().where(packs.c.starts_at < end, packs.c.ends_at > first)
        entries = (
            entry
            for row in self._connection.execute(rows).mappings()
            for entry in self._unpacked(row).values()
            if lies_in(entry, first, end)
        )
        return sorted(entries, key=in_order)

    def delete_before(self, cutoff: datetime) -> int:
        """Delete what has ended by `cutoff` and return how many entries that were."""
        deleted = 0
        rows = self._packs().where(packs.c.starts_at <= cutoff)
        for row in self._connection.execute(rows).mappings().all():
            before = self._unpacked(row)
            left = {name: entry for name, entry in before.items() if entry.end_at > cutoff}
            if len(left) < len(before):
                deleted += len(before) - len(left)
                self._replace(row, left)
        return deleted

    def _packs(self) -> Select[tuple[object, ...]]:
        return select(*packs.c).where(packs.c.space == self._space)

    def _unpacked(self, row: RowMapping) -> Entries:
        return {entry.id: entry for entry in unpacked(self._space_id, row["entries"])}

    def _touched(self, names: Set[str], days: Set[date]) -> Iterable[RowMapping]:
        """Return the packs that entries go into, and those that may hold one of the ids."""
        asked = select(packs.c.id, packs.c.day, packs.c.digests).where(packs.c.space == self._space)
        new = {digest(name) for name in names}
        for found in self._connection.execute(asked).all():
            if found.day in days or not new.isdisjoint(parted(found.digests)):
                whole = self._packs().where(packs.c.id == found.id)
                yield self._connection.execute(whole).mappings().one()

    def _replace(self, row: RowMapping | None, after: Entries) -> None:
        """Write a pack anew; one that is empty goes."""
        ours = packs.c.id == (row["id"] if row else None)
        if not after:
            self._connection.execute(delete(packs).where(ours))
            return
        values = {
            "space": self._space,
            "day": next(iter(after.values())).start_at.date(),
            "starts_at": min(entry.start_at for entry in after.values()),
            "ends_at": max(entry.end_at for entry in after.values()),
            "digests": b"".join(map(digest, after)),
            "entries": packed(sorted(after.values(), key=in_order)),
        }
        change = update(packs).where(ours) if row else insert(packs)
        self._connection.execute(change.values(values))
