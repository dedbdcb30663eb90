"""The ledger of duties, in a table."""

from typing import Any

from sqlalchemy import Connection, bindparam, literal_column, select, update

from adapters.storage import life_tables as t
from adapters.storage.inserts import InsertInto
from adapters.storage.rows import Row
from core.engine.model import Duty, DutyKind, DutyState
from core.persona.model import SpaceId

# A kind that only another version knows stays where it is, and takes nobody's place.
_KNOWN = t.duties.c.kind.in_([literal_column(f"'{kind.value}'") for kind in DutyKind])
_CHANGED = ("state", "due_at", "attempts", "reason", "done_at", "message")
_OWE = InsertInto(t.duties, lambda into: into.on_conflict_do_nothing())
_SAVE = (
    update(t.duties)
    .where(
        t.duties.c.space == bindparam("in_space"),
        t.duties.c.period == bindparam("of_period"),
        t.duties.c.kind == bindparam("of_kind"),
    )
    .values({name: bindparam(name) for name in _CHANGED})
)
_OWED = (
    select(t.duties)
    .where(t.duties.c.state == t.OWED, _KNOWN)
    .order_by(t.duties.c.due_at, t.duties.c.period, t.duties.c.space, t.duties.c.kind)
    .limit(bindparam("most"))
)
_LATEST = (
    select(t.duties)
    .where(t.duties.c.space == bindparam("in_space"), _KNOWN)
    .order_by(t.duties.c.period.desc(), t.duties.c.kind.desc())
    .limit(bindparam("most"))
)


class SqlDuties:
    """The port Duties."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def owe(self, duty: Duty) -> bool:
        return self._connection.execute(_OWE.on(self._connection), _from_duty(duty)).rowcount > 0

    def save(self, duty: Duty) -> None:
        row = _from_duty(duty)
        key = {
            "in_space": row.pop("space"),
            "of_period": row.pop("period"),
            "of_kind": row.pop("kind"),
        }
        self._connection.execute(_SAVE, {**row, **key})

    def owed(self, limit: int) -> list[Duty]:
        rows = self._connection.execute(_OWED, {"most": max(0, limit)}).mappings()
        return [_to_duty(row) for row in rows]

    def latest(self, space: SpaceId, limit: int) -> list[Duty]:
        here = {"in_space": space, "most": max(0, limit)}
        return [_to_duty(row) for row in self._connection.execute(_LATEST, here).mappings()]


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


def _to_duty(row: Row) -> Duty:
    return Duty(
        space=SpaceId(row["space"]),
        kind=DutyKind(row["kind"]),
        period=row["period"],
        state=DutyState(row["state"]),
        due_at=row["due_at"],
        attempts=row["attempts"],
        reason=row["reason"],
        done_at=row["done_at"],
        message=row["message"],
    )
