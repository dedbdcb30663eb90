"""Databases with empty tables, of both kinds."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.storage import Database, DatabaseConfig
from adapters.storage.tables import metadata
from tests.adapters.storage.gate import Gate
from tests.contracts.stores import postgres_template, sqlite_template
from tests.servers.postgres import PostgresServer

__all__ = ["postgres_template", "sqlite_template"]


@pytest.fixture
def sqlite_config(sqlite_template: Path, tmp_path: Path) -> DatabaseConfig:
    """Give a file that is up to date; it waits for no disk."""
    copyfile(sqlite_template, tmp_path / "circadia.sqlite")
    return DatabaseConfig(synchronous="normal").resolve(tmp_path)


@pytest.fixture
def postgres_config(
    postgres: PostgresServer, postgres_template: str, tmp_path: Path
) -> DatabaseConfig:
    """Give a database on the server that is up to date."""
    asyncio.run(postgres.clear(postgres_template, metadata.tables))
    return DatabaseConfig(url=postgres_template, pg_bin=postgres.binaries).resolve(tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def config(request: pytest.FixtureRequest) -> DatabaseConfig:
    """Give each of the two."""
    name = "sqlite_config" if request.param == "sqlite" else "postgres_config"
    got: DatabaseConfig = request.getfixturevalue(name)
    return got


@pytest.fixture
async def database(config: DatabaseConfig) -> AsyncIterator[Database]:
    """Give an open database of each kind."""
    opened = Database(config)
    yield opened
    await opened.close()


@pytest.fixture
async def gate(config: DatabaseConfig) -> AsyncIterator[Gate]:
    """Give a closed gate, and leave nobody behind it."""
    made = Gate(config)
    yield made
    made.open()
