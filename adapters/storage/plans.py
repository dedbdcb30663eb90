"""Plans of days and months, and overrides, in tables; broken rows are passed by."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    bindparam,
    delete,
    select,
)

from adapters.storage import life_tables as t
from adapters.storage.blocks import from_blocks, to_blocks
from adapters.storage.broken import raw, to_instant, understood
from adapters.storage.inserts import Insert, InsertInto
from adapters.storage.rows import Row
from core.availability.model import Mode, Override
from core.persona.model import SpaceId
from core.schedule.model import Activity, DayLine, DayPlan, MadeBy, MonthPlan


def _in_place(table: Table, *key: str) -> InsertInto:
    """Return the insert that takes the place of the row of the same key."""

    def build(into: Insert) -> Executable:
        rest = [column.name for column in table.c if column.name not in key]
        return into.on_conflict_do_update(
            index_elements=key, set_={name: into.excluded[name] for name in rest}
        )

    return InsertInto(table, build)


def _days(table: Table, *columns: ColumnElement[Any]) -> Select[Any]:
    return (
        select(table.c.day, *columns)
        .where(
            table.c.space == bindparam("in_space"),
            table.c.day >= bindparam("first"),
            table.c.day <= bindparam("last"),
        )
        .order_by(table.c.day)
    )


_plans, _lines = t.day_plans.c, t.day_lines.c
_DAYS = _days(
    t.day_plans,
    _plans.space,
    _plans.zone,
    _plans.blocks,
    _plans.made_by,
    raw(_plans.made_at, "made_at"),
    _plans.source_message,
)
_LINES = _days(t.day_lines, _lines.activity, _lines.title, _lines.description)
_SAVE_DAY = _in_place(t.day_plans, "space", "day")
_SAVE_LINE = _in_place(t.day_lines, "space", "day")
_PRUNE = tuple(
    delete(table).where(table.c.space == bindparam("in_space"), table.c.day < bindparam("before"))
    for table in (t.day_plans, t.day_lines)
)
_REVISION = select(t.revisions.c.number).where(t.revisions.c.space == bindparam("in_space"))
_RAISE = InsertInto(
    t.revisions,
    lambda into: into.on_conflict_do_update(
        index_elements=["space"], set_={"number": t.revisions.c.number + 1}
    ),
)
_PUT = _in_place(t.overrides, "space")
_OVERRIDE = select(
    t.overrides.c.mode,
    t.overrides.c.reason,
    raw(t.overrides.c.since, "since"),
    raw(t.overrides.c.until, "until"),
).where(t.overrides.c.space == bindparam("in_space"))
_CLEAR = delete(t.overrides).where(t.overrides.c.space == bindparam("in_space"))


class SqlPlans:
    """The port Plans."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def days(self, space: SpaceId, first: date, last: date) -> list[DayPlan]:
        rows = self._connection.execute(_DAYS, _from_to(space, first, last)).mappings().all()
        return understood(_to_plan, rows, "plan.broken", space=space)

    def save_day(self, plan: DayPlan) -> None:
        values = {
            "space": plan.space,
            "day": plan.day.isoformat(),
            "zone": plan.zone.key,
            "blocks": from_blocks(plan),
            "made_by": plan.made_by.value,
            "made_at": plan.made_at,
            "source_message": plan.source_message,
        }
        self._connection.execute(_SAVE_DAY.on(self._connection), values)
        raise_revision(self._connection, plan.space)

    def lines(self, space: SpaceId, first: date, last: date) -> list[DayLine]:
        rows = self._connection.execute(_LINES, _from_to(space, first, last)).mappings().all()
        return understood(_to_line, rows, "line.broken", space=space)

    def save_month(self, plan: MonthPlan) -> None:
        rows = [
            {
                "space": plan.space,
                "day": line.day.isoformat(),
                "activity": line.activity.value,
                "title": line.title,
                "description": line.description,
                "made_by": plan.made_by.value,
                "made_at": plan.made_at,
                "source_message": plan.source_message,
            }
            for line in plan.lines
        ]
        if rows:
            self._connection.execute(_SAVE_LINE.on(self._connection), rows)
        raise_revision(self._connection, plan.space)

    def prune(self, space: SpaceId, before: date) -> int:
        which = {"in_space": space, "before": before.isoformat()}
        pruned = sum(self._connection.execute(one, which).rowcount for one in _PRUNE)
        if pruned:
            raise_revision(self._connection, space)
        return pruned

    def revision(self, space: SpaceId) -> int:
        return self._connection.execute(_REVISION, {"in_space": space}).scalar_one_or_none() or 0


class SqlOverrides:
    """The port Overrides."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def active(self, space: SpaceId, now: datetime) -> Override | None:
        rows = self._connection.execute(_OVERRIDE, {"in_space": space}).mappings().all()
        found = understood(_to_override, rows, "override.broken", space=space)
        return next((one for one in found if one.since <= now < one.until), None)

    def put(self, space: SpaceId, override: Override) -> None:
        values = {
            "space": space,
            "mode": override.mode.value,
            "since": override.since,
            "until": override.until,
            "reason": override.reason,
        }
        self._connection.execute(_PUT.on(self._connection), values)
        raise_revision(self._connection, space)

    def clear(self, space: SpaceId) -> bool:
        known = self._connection.execute(_CLEAR, {"in_space": space}).rowcount > 0
        if known:
            raise_revision(self._connection, space)
        return known


def _from_to(space: SpaceId, first: date, last: date) -> Mapping[str, str]:
    return {"in_space": space, "first": first.isoformat(), "last": last.isoformat()}


def _to_plan(row: Row) -> DayPlan:
    day, zone = date.fromisoformat(row["day"]), _zone(row["zone"])
    if zone is None:
        raise ValueError("the day is planned in a zone that there is not")
    return DayPlan(
        space=SpaceId(row["space"]),
        day=day,
        zone=zone,
        blocks=to_blocks(row["blocks"], day, zone),
        made_by=MadeBy(row["made_by"]),
        made_at=to_instant(row["made_at"]),
        source_message=row["source_message"],
    )


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo | None:
    """Return a zone, or None; its file is looked for once, not with every reading of a plan."""
    try:
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError, OSError):  # OSError: it names a folder
        return None


def _to_line(row: Row) -> DayLine:
    return DayLine(
        day=date.fromisoformat(row["day"]),
        activity=Activity(row["activity"]),
        title=row["title"],
        description=row["description"],
    )


def _to_override(row: Row) -> Override:
    return Override(
        mode=Mode(row["mode"]),
        since=to_instant(row["since"]),
        until=to_instant(row["until"]),
        reason=row["reason"],
    )


def raise_revision(connection: Connection, space: SpaceId) -> None:
    """Count a write of plans or overrides."""
    connection.execute(_RAISE.on(connection), {"space": space, "number": 1})
