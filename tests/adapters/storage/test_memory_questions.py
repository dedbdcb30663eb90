"""Memory is looked for by scope and index, never through all of a space."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event

from adapters.storage import Database, DatabaseConfig
from adapters.storage.unit import SqlStores
from core.conversation.model import ConversationId
from core.engine.ports import Stores
from core.memory.model import FactId, Scope, Subject, room
from tests.contracts.memories import MODEL, draft, meaning, place, says, scope, some
from tests.contracts.stores import ANN, MINA, NOON, after

ROOM = Scope(space=MINA, here=room(ConversationId(1)))
READS: dict[str, Callable[[Stores], object]] = {
    "facts of a scope": lambda s: s.facts.listed(scope()),
    "facts of a room": lambda s: s.facts.listed(ROOM),
    "facts of a subject": lambda s: s.facts.listed(scope(), subject=Subject(ANN)),
    "facts of a time": lambda s: s.facts.near(scope(), NOON, after(1)),
    "the rooms of somebody": lambda s: s.shares.rooms(MINA, [ANN]),
    "some facts": lambda s: s.facts.some(scope(), [FactId(1), FactId(2)]),
    "an attribute": lambda s: s.facts.of_attribute(MINA, Subject(ANN), "home"),
    "what cites": lambda s: s.facts.citing(MINA, some(1)),
    "what ended": lambda s: s.facts.ended(MINA, NOON),
    "what was hidden": lambda s: s.facts.hidden_before(MINA, NOON),
    "blocks": lambda s: s.facts.is_blocked(MINA, "x", some(1)),
    "a revision": lambda s: s.facts.revision(MINA),
    "sayings of a scope": lambda s: s.sayings.heard(scope(), after=some(5)[0]),
    "sayings of a room": lambda s: s.sayings.heard(ROOM, after=some(5)[0]),
    "some sayings": lambda s: s.sayings.some(scope(), some(1)),
    "neighbours": lambda s: s.sayings.around(scope(), some(1)[0], 3),
    "vectors": lambda s: s.vectors.load(MINA, MODEL, ["fact:1", "msg:1"]),
    "what is missing": lambda s: s.vectors.missing(MINA, MODEL, 9),
}


def ways(connection: Connection, read: Callable[[Stores], object]) -> list[str]:
    """Return how SQLite finds what `read` asks for, step by step."""
    asked: list[tuple[str, Any]] = []

    def listen(_conn: object, _cur: object, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    event.listen(connection, "before_cursor_execute", listen)
    read(SqlStores(connection))
    event.remove(connection, "before_cursor_execute", listen)
    return [
        row.detail
        for statement, values in asked
        for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
    ]


def fill(stores: Stores) -> None:
    for number in range(9):
        said = says(stores, str(number), place(stores), at=after(number))
        fact = stores.facts.add(draft(evidence=(said,)), NOON)
        stores.vectors.put(MINA, MODEL, {fact.ref: meaning(1)})
    stores.facts.block(MINA, "y", [])


@pytest.mark.parametrize("read", READS.values(), ids=READS)
async def test_every_step_takes_an_index(
    sqlite_config: DatabaseConfig, read: Callable[[Stores], object]
) -> None:
    database = Database(sqlite_config)
    await database.write(fill)

    steps = await database.administer(lambda connection: ways(connection, read))

    await database.close()
    scans = [step for step in steps if step.startswith("SCAN") and "CONSTANT ROW" not in step]
    assert steps
    assert scans == []


@pytest.mark.parametrize("read", [READS["facts of a scope"], READS["facts of a room"]])
async def test_facts_are_found_by_who_may_hear_them(
    sqlite_config: DatabaseConfig, read: Callable[[Stores], object]
) -> None:
    database = Database(sqlite_config)

    steps = await database.administer(lambda connection: ways(connection, read))

    await database.close()
    assert any("ix_facts_audience (space=? AND audience=?" in step for step in steps)
    assert not any(step.endswith("(space=?)") for step in steps)


async def test_what_is_near_is_found_by_its_time(sqlite_config: DatabaseConfig) -> None:
    database = Database(sqlite_config)

    steps = await database.administer(lambda connection: ways(connection, READS["facts of a time"]))

    await database.close()
    first, *more = (step for step in steps if step.startswith(("SCAN", "SEARCH")))
    assert first == "SEARCH facts USING INDEX ix_facts_timed (space=? AND when_end>?)"
    assert all(step.startswith("SEARCH shares") for step in more)
