"""One transaction: steps that are done in order on one connection.

A step is a plain function of a SQLAlchemy connection. It runs in the connection's own thread
(SQLite) or greenlet (PostgreSQL), so that a store method with three statements changes threads
once, not nine times: the change is what costs, not the statement. For the same reason a write
that answers nothing is put off until something is asked, or until the commit.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from adapters.storage.errors import translated

T = TypeVar("T")
Step = Callable[[Connection], T]


class Line(Protocol):
    """One connection of its own, kept open."""

    def start(self, step: Step[T]) -> asyncio.Future[T]:
        """Begin `step` after all that were started before; the future is not to be cancelled."""
        ...

    def forget(self) -> asyncio.Future[None]:
        """Roll back what is not committed; a connection that can't is replaced, not reported."""
        ...

    async def close(self) -> None:
        """End the connection, after all that was started."""
        ...


async def through(future: "asyncio.Future[T]") -> T:
    """Return the result; a cancellation waits for it and is raised then.

    So a connection is never left in the middle of a statement, and whether a commit took place
    is settled before anybody goes on.
    """
    cancelled = False
    while not future.done():
        try:
            await asyncio.wait((future,))
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        if not future.cancelled():
            future.exception()  # looked at, so that it is not reported as lost
        raise asyncio.CancelledError
    return future.result()


class Unit:
    """A transaction on a line that nobody else uses meanwhile."""

    def __init__(self, line: Line, *, writes: bool) -> None:
        self._line = line
        self._writes = writes
        self._put_off: list[Step[object]] = []
        self._begun = False
        self._over = False

    async def ask(self, step: Step[T]) -> T:
        """Return the result of `step`, done after everything that was put off."""
        self._check(writes=False)
        self._begun = True
        steps, self._put_off = self._put_off, []

        def all_steps(connection: Connection) -> T:
            for earlier in steps:
                earlier(connection)
            return step(connection)

        with translated():
            return await through(self._line.start(all_steps))

    async def change(self, step: Step[T]) -> T:
        """Return the result of a `step` that writes."""
        self._check(writes=True)
        return await self.ask(step)

    def later(self, step: Step[object]) -> None:
        """Put off a `step` that writes and answers nothing; its errors come up with the next."""
        self._check(writes=True)
        self._put_off.append(step)

    async def commit(self) -> None:
        """Do what was put off and keep it all."""
        if self._begun or self._put_off:
            await self.ask(_commit)
        self._over = True

    async def rollback(self) -> None:
        """Forget it all; a second time nothing happens."""
        if self._begun and not self._over:
            self._over = True
            await through(self._line.forget())
        self._over = True

    def leave(self) -> None:
        """End a unit that only read, without waiting: the next user of the line comes after."""
        if self._begun and not self._over:
            self._line.forget()
        self._over = True

    def _check(self, *, writes: bool) -> None:
        if self._over:
            raise RuntimeError("this unit of work is over: open another one")
        if writes and not self._writes:
            raise TypeError("a unit of work that reads can't write: open it with write()")


def _commit(connection: Connection) -> None:
    connection.commit()
