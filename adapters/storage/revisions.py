"""How often the memory of a space was written, in a table."""

from sqlalchemy import Connection, bindparam, select

from adapters.storage import memory_tables as t
from adapters.storage.inserts import InsertInto
from core.memory.ports import Revision
from core.persona.model import SpaceId

_COUNT = InsertInto(
    t.memory_revisions,
    lambda into: into.on_conflict_do_update(
        index_elements=["space"],
        set_={
            "number": t.memory_revisions.c.number + into.excluded.number,
            "epoch": t.memory_revisions.c.epoch + into.excluded.epoch,
        },
    ),
)
_NOW = select(t.memory_revisions.c.number, t.memory_revisions.c.epoch).where(
    t.memory_revisions.c.space == bindparam("in_space")
)


def written(connection: Connection, space: SpaceId) -> None:
    """Count a write that adds something."""
    connection.execute(_COUNT.on(connection), {"space": space, "number": 1, "epoch": 0})


def changed(connection: Connection, space: SpaceId) -> None:
    """Count a write after which everything is to be read anew."""
    connection.execute(_COUNT.on(connection), {"space": space, "number": 1, "epoch": 1})


def revision(connection: Connection, space: SpaceId) -> Revision:
    """Return how often it was written."""
    found = connection.execute(_NOW, {"in_space": space}).one_or_none()
    return Revision() if found is None else Revision(number=found.number, epoch=found.epoch)
