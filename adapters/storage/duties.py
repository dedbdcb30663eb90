"""The ledger of duties, in a table; broken rows are passed by."""

from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, Select, bindparam, literal_column, select, update

from adapters.storage import life_tables as t
from adapters.storage.broken import raw, to_instant, understood
from adapters.storage.inserts import InsertInto
from adapters.storage.rows import Row
from core.engine.model import Duty, DutyKind, DutyState
from core.persona.model import SpaceId

# A kind that only another version knows stays where it is, and takes nobody's place.
_KNOWN = t.duties.c.kind.in_([literal_column(f"'{kind.value}'") for kind in DutyKind])
_CHANGED = ("state", "due_at", "attempts", "reason", "done_at", "message")
_OWE = InsertInto(t.duties, lambda into: into.on_conflict_do_nothing())
_THIS = (
    t.duties.c.space == bindparam("in_space"),
    t.duties.c.period == bindparam("of_period"),
    t.duties.c.kind == bindparam("of_kind"),
)
_SAVE = update(t.duties).where(*_THIS).values({name: bindparam(name) for name in _CHANGED})
_ROWS = select(
    *(column for column in t.duties.c if column.name not in ("due_at", "done_at")),
    raw(t.duties.c.due_at, "due_at"),
    raw(t.duties.c.done_at, "done_at"),
)
_ONE = _ROWS.where(*_THIS)
_OWED = (
    _ROWS.where(t.duties.c.state == t.OWED, _KNOWN)
    .order_by(t.duties.c.due_at, t.duties.c.period, t.duties.c.space, t.duties.c.kind)
    .limit(bindparam("most"))
    .offset(bindparam("seen"))
)
_LATEST = (
    _ROWS.where(t.duties.c.space == bindparam("in_space"), _KNOWN)
    .order_by(t.duties.c.period.desc(), t.duties.c.kind.desc())
    .limit(bindparam("most"))
    .offset(bindparam("seen"))
)


class SqlDuties:
    """The port Duties."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def owe(self, duty: Duty, *, again: bool = False) -> bool:
        values = _from_duty(duty)
        if self._connection.execute(_OWE.on(self._connection), values).rowcount > 0:
            return True
        known = _understood(self._connection.execute(_ONE, _key(duty)).mappings().all())
        if known and (known[0].state is DutyState.OWED or not again):
            return False
        self.save(duty)  # what is there was done, or is broken: nothing would ever come of it
        return True

    def save(self, duty: Duty) -> None:
        values = _from_duty(duty)
        changed = {name: values[name] for name in _CHANGED}
        self._connection.execute(_SAVE, {**changed, **_key(duty)})

    def owed(self, spaces: Collection[SpaceId], limit: int) -> list[Duty]:
        return self._at_most(limit, _OWED, {}, lambda duty: duty.space in spaces)

    def latest(self, space: SpaceId, limit: int) -> list[Duty]:
        return self._at_most(limit, _LATEST, {"in_space": space}, lambda _: True)

    def _at_most(
        self,
        limit: int,
        asked: Select[Any],
        which: dict[str, Any],
        wanted: Callable[[Duty], bool],
    ) -> list[Duty]:
        """Return the first `limit` duties: rows that are broken or others' take nobody's place."""
        found: list[Duty] = []
        seen = 0
        while (missing := limit - len(found)) > 0:
            rows = self._connection.execute(asked, {**which, "most": missing, "seen": seen})
            page = rows.mappings().all()
            found += filter(wanted, _understood(page))
            seen += len(page)
            if len(page) < missing:
                break
        return found


def _key(duty: Duty) -> dict[str, Any]:
    return {"in_space": duty.space, "of_period": duty.period, "of_kind": duty.kind.value}


def _from_duty(duty: Duty) -> dict[str, Any]:
    return {
        "space": duty.space,
        "kind": duty.kind.value,
        "period": duty.period,
        "state": duty.state.value,
        "due_at": duty.due_at,
        "attempts": duty.attempts,
        "reason": duty.reason,
        "done_at": duty.done_at,
        "message": duty.message,
    }


def _understood(rows: Sequence[Row]) -> list[Duty]:
    return understood(_to_duty, rows, "duty.broken", key=("space", "kind", "period"))


def _to_duty(row: Row) -> Duty:
    date.fromisoformat(row["period"])  # every kind is for a day
    if not isinstance(row["attempts"], int):
        raise TypeError("attempts are a number")
    return Duty(
        space=SpaceId(row["space"]),
        kind=DutyKind(row["kind"]),
        period=row["period"],
        state=DutyState(row["state"]),
        due_at=to_instant(row["due_at"]),
        attempts=row["attempts"],
        reason=row["reason"],
        done_at=None if row["done_at"] is None else to_instant(row["done_at"]),
        message=row["message"],
    )
