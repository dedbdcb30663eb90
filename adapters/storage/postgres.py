"""PostgreSQL: connections over asyncpg."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import asyncpg  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy import URL, Connection, NullPool
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from adapters.storage.decided import DECIDED
from adapters.storage.unit import Step, T, to_its_end, whole
from core.engine.ports import Stores

PATIENCE_S = 60.0
"""A statement that takes longer has lost its server."""


class PostgresLine:
    """One connection; steps wait for each other."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._busy = asyncio.Lock()

    async def do(self, step: Step[T]) -> T:
        """Return the result of `step`; the lock keeps the order."""
        async with self._busy:
            # Not work in the background: it is waited for, but no cancellation meets it.
            return await to_its_end(asyncio.ensure_future(self._do(step)))  # noqa: TID251

    async def unit(self, body: Callable[[Stores], T]) -> T:
        """Run `body` in a transaction of its own."""
        return await self.do(whole(body))

    async def close(self) -> None:
        """End the connection, after all that was started."""
        async with self._busy:
            await self._hang_up()

    async def _do(self, step: Step[T]) -> T:
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            return await self._connection.run_sync(step)
        except (SQLAlchemyError, asyncpg.InterfaceError, OSError):
            await self._hang_up()
            raise

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, asyncpg.InterfaceError, OSError):
                await connection.close()


ERASABLE = tuple(
    name for name, one in DECIDED.items() if one.is_anybodys and not name.startswith("builder_")
)
"""Tables that an erasing takes something out of."""


def vacuum(connection: Connection) -> None:
    """Give room back that erased rows held; on a connection of its own, outside of transactions."""
    alone = connection.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    with alone:
        alone.exec_driver_sql(f"VACUUM {', '.join(ERASABLE)}")


def open_engine(address: URL, *, writes: bool) -> AsyncEngine:
    """Return an engine for the writer, or for readers that keep one view each."""
    options: dict[str, object] = (
        {} if writes else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    )
    return create_async_engine(
        address.set(drivername="postgresql+asyncpg"),
        poolclass=NullPool,  # the lines keep their connections
        hide_parameters=True,  # what people wrote never enters an error message
        execution_options=options,
        connect_args={
            "command_timeout": PATIENCE_S,
            "server_settings": {"application_name": "circadia"},
        },
    )
