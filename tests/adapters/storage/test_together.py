"""Units that queue up: each stands alone, though some share a commit."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from adapters.storage import Database, DatabaseConfig
from adapters.storage.sqlite import TOGETHER
from core.conversation.model import ConversationId
from core.engine.model import Lane
from core.engine.ports import Stores
from core.errors import Fatal, Retryable
from tests.adapters.storage.gate import Gate, hear_and_spend, seen, total
from tests.contracts.stores import NOON, at, inbound

Body = Callable[[Stores], object]


async def queued(database: Database, bodies: Sequence[Body]) -> list[object]:
    """Return the results or errors of units that all waited for one before them."""
    gate = Gate(database.config)

    def first(stores: Stores) -> None:
        total(stores)
        gate.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(database.write(first))
        await gate.reached.wait()
        units = (database.write(body) for body in bodies)
        outcomes = asyncio.gather(*units, return_exceptions=True)
        gate.open()  # which takes a round through the loop, after theirs
        return list(await outcomes)


def fail(stores: Stores) -> None:
    hear_and_spend(stores, 1_000)
    raise ZeroDivisionError


def hear_nowhere(stores: Stores) -> None:
    """Do what no database allows."""
    hear_and_spend(stores, 2_000)
    here = at(stores)
    nowhere = replace(here, id=ConversationId(here.id + 1))
    stores.messages.add(nowhere, inbound("nowhere"), NOON, lane=Lane.TALK, silence=None)


def spend_and_look(tokens: int, stores: Stores) -> int:
    hear_and_spend(stores, tokens)
    return total(stores)


async def test_one_that_fails_or_is_refused_takes_nobody_along(database: Database) -> None:
    bodies: list[Body] = [
        partial(spend_and_look, 1),
        fail,
        partial(spend_and_look, 10),
        hear_nowhere,
        partial(spend_and_look, 100),
    ]

    one, failed, ten, refused, hundred = await queued(database, bodies)

    assert (one, ten, hundred) == (1, 11, 111)
    assert isinstance(failed, ZeroDivisionError)
    assert isinstance(refused, Fatal)
    assert await database.read(seen) == (3, 111)


async def test_they_share_a_commit_but_not_too_many_of_them(sqlite_config: DatabaseConfig) -> None:
    database = Database(sqlite_config)
    commits: list[object] = []
    await database.administer(lambda connection: event.listen(connection, "commit", commits.append))

    many = [partial(spend_and_look, number) for number in range(TOGETHER + 1)]
    await queued(database, many)

    assert len(commits) == 3  # the one that all waited for, and two for the rest
    assert (await database.read(seen))[0] == TOGETHER + 1
    await database.close()


async def test_a_commit_that_fails_is_a_failure_of_all_that_share_it(
    sqlite_config: DatabaseConfig,
) -> None:
    database = Database(sqlite_config)
    commits: list[object] = []

    def fail_second(connection: Connection) -> None:
        commits.append(connection)
        if len(commits) == 2:
            raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    await database.administer(lambda connection: event.listen(connection, "commit", fail_second))

    outcomes = await queued(database, [hear_and_spend, fail, partial(spend_and_look, 10)])

    assert [type(outcome) for outcome in outcomes] == [Retryable] * 3
    assert await database.read(seen) == (0, 0)
    await database.write(hear_and_spend)
    assert await database.read(seen) == (1, 1)
    await database.close()


def lose_patience(connection: Connection) -> None:
    """Let the writer wait for another process for a moment only, whenever it connects."""

    def set_up(opened: Any, _entry: object = None) -> None:
        opened.execute("PRAGMA busy_timeout = 1").close()

    event.listen(connection.engine, "connect", set_up)
    set_up(connection.connection)


@pytest.mark.parametrize("count", [1, 2, 3, TOGETHER + 2])
async def test_while_another_process_writes_every_unit_is_told_to_try_again(
    sqlite_config: DatabaseConfig, count: int
) -> None:
    database = Database(sqlite_config)
    await database.administer(lose_patience)
    bodies = [partial(spend_and_look, number) for number in range(1, count + 1)]
    assert sqlite_config.file is not None
    other = sqlite3.connect(sqlite_config.file, isolation_level=None)

    other.execute("BEGIN IMMEDIATE")
    outcomes: list[object] = []
    for _ in range(2):
        units = (database.write(body) for body in bodies)
        outcomes += await asyncio.gather(*units, return_exceptions=True)
    other.rollback()
    (failed,) = await asyncio.gather(database.write(fail), return_exceptions=True)
    left = await database.read(seen)
    kept = await asyncio.gather(*(database.write(body) for body in bodies))

    assert [type(outcome) for outcome in outcomes] == [Retryable] * 2 * count
    assert isinstance(failed, ZeroDivisionError)
    assert left == (0, 0)
    assert kept[-1] == sum(range(1, count + 1))
    other.close()
    await database.close()
