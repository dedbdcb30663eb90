"""Crashes over real databases: every life opens its own, so nothing outlives it but the rows."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.storage import Database, DatabaseConfig
from adapters.storage.tables import metadata
from tests.contracts.stores import postgres_template, sqlite_template
from tests.scenarios.crash import Fuse, Life
from tests.scenarios.talk import Settles, a_life, check
from tests.servers.postgres import PostgresServer

__all__ = ["postgres_template", "sqlite_template"]

Empty = Callable[[], Awaitable[DatabaseConfig]]
"""Gives the place of an empty database."""

DECISIVE = ("after commit", "after send")
"""Here a crash leaves something new; between two of them, it leaves what the first one left.

The slow suite tries all the other places, too: here with each way to settle over one of the
stores, and with both in memory.
"""


class NamedFuse(Fuse):
    """Never blows, and remembers what it counted."""

    def __init__(self) -> None:
        super().__init__(None)
        self.places: list[str] = []

    def hit(self, where: str) -> None:
        self.places.append(where)
        super().hit(where)


@asynccontextmanager
async def _opened(config: DatabaseConfig) -> AsyncIterator[Database]:
    database = Database(config)
    try:
        yield database
    finally:
        await database.close()


async def _lived(empty: Empty, settles: Settles, *fuses: Fuse) -> None:
    """Live once for each fuse, and check what is left."""
    config = await empty()
    life: Life | None = None
    for fuse in fuses:
        async with _opened(config) as database:
            life = life or a_life(database, settles)
            life.work = database
            await life.live(fuse)
    async with _opened(config) as database:
        assert life is not None
        life.work = database
        await check(life, fuses)


async def _places(empty: Empty, settles: Settles) -> list[str]:
    fuse = NamedFuse()
    await _lived(empty, settles, fuse)
    return fuse.places


async def _crashed_at(empty: Empty, settles: Settles, numbers: Iterable[int]) -> int:
    """Crash at each of these port calls, and return how often it came to that."""
    blown = 0
    for number in numbers:
        fuses = (Fuse(number), Fuse(None))
        await _lived(empty, settles, *fuses)
        blown += fuses[0].blown_at is not None
    return blown


@pytest.fixture
def in_a_file(sqlite_template: Path, tmp_path: Path) -> Empty:
    lives = iter(range(1_000_000))

    async def empty() -> DatabaseConfig:
        folder = tmp_path / str(next(lives))
        folder.mkdir()
        copyfile(sqlite_template, folder / "circadia.sqlite")
        return DatabaseConfig(synchronous="normal", readers=1).resolve(folder)

    return empty


@pytest.fixture
def on_a_server(postgres: PostgresServer, postgres_template: str) -> Empty:
    async def empty() -> DatabaseConfig:
        await postgres.clear(postgres_template, metadata.tables)
        return DatabaseConfig(url=postgres_template, readers=1)

    return empty


@pytest.mark.slow
async def test_no_crash_after_a_commit_or_a_send_loses_or_doubles_a_word_in_a_file(
    in_a_file: Empty,
) -> None:
    places = await _places(in_a_file, "doubt")
    numbers = [number for number, where in enumerate(places, start=1) if where in DECISIVE]

    blown = await _crashed_at(in_a_file, "doubt", numbers)

    assert blown > 0.9 * len(numbers) > 20


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_no_crash_at_any_port_call_loses_or_doubles_a_word_in_a_file(
    in_a_file: Empty,
) -> None:
    calls = len(await _places(in_a_file, "doubt"))

    assert await _crashed_at(in_a_file, "doubt", range(1, calls + 1)) > 0.9 * calls


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_no_crash_at_any_port_call_loses_or_doubles_a_word_on_a_server(
    on_a_server: Empty,
) -> None:
    calls = len(await _places(on_a_server, "asks"))

    assert await _crashed_at(on_a_server, "asks", range(1, calls + 1)) > 0.9 * calls
