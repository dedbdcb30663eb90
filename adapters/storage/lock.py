"""One process for each database; the lock is freed by the process's death, however it dies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL, text

from adapters.storage import postgres
from adapters.storage.config import DatabaseConfig
from adapters.storage.errors import translated
from core.errors import AlreadyRunning

KEY = 0x6369726361646961
"""Ours among the advisory locks of a PostgreSQL database: `circadia` in ASCII."""


@asynccontextmanager
async def instance_lock(config: DatabaseConfig) -> AsyncIterator[None]:
    """Hold the database for this process; `AlreadyRunning` if another one has it."""
    file = config.file
    held = _file_lock(file) if file is not None else _advisory_lock(config.address)
    async with held:
        yield


@asynccontextmanager
async def _file_lock(file: Path) -> AsyncIterator[None]:
    lock = FileLock(
        f"{file}.lock",
        blocking=False,
        thread_local=False,  # taken and given back in worker threads
        fallback_to_soft=False,  # a soft lock would outlive its process
        preserve_lock_file=True,
    )
    with translated():
        try:
            await asyncio.to_thread(lock.acquire)
        except Timeout as error:
            raise _taken(str(file)) from error
    try:
        yield
    finally:
        await asyncio.to_thread(lock.release)


@asynccontextmanager
async def _advisory_lock(address: URL) -> AsyncIterator[None]:
    engine = postgres.open_engine(address, writes=True)
    with translated():
        connection = await engine.connect()
    try:
        with translated():
            # No transaction stays open behind it: that would keep the server from cleaning up.
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            ask = text("SELECT pg_try_advisory_lock(:key)").bindparams(key=KEY)
            got = (await connection.execute(ask)).scalar_one()
        if not got:
            raise _taken(f"{address.host or 'this host'}/{address.database}")
        yield
    finally:
        await connection.close()  # ends the session, and the lock with it


def _taken(name: str) -> AlreadyRunning:
    return AlreadyRunning(
        f"another process uses the database {name}: stop it first, or give this one a database "
        "of its own"
    )
