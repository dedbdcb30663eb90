"""One transaction: a body that runs to its end on one connection.

It runs where the connection lives, in a thread of its own (SQLite) or a greenlet (PostgreSQL), so
that a whole transaction changes threads once: the change is what costs, not the statement.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from adapters.storage.belongings import SqlBelongings
from adapters.storage.conversations import SqlConversations
from adapters.storage.duties import SqlDuties
from adapters.storage.exchanges import SqlExchanges, SqlPauses
from adapters.storage.facts import SqlFacts
from adapters.storage.lessons import SqlTeaching
from adapters.storage.links import SqlLinks
from adapters.storage.messages import SqlMessages
from adapters.storage.plans import SqlOverrides, SqlPlans
from adapters.storage.rights import SqlAudits, SqlOwners, SqlQuestions
from adapters.storage.sayings import SqlSayings
from adapters.storage.shares import SqlShares
from adapters.storage.steering import SqlChoices, SqlHosts, SqlPersonas
from adapters.storage.sums import SqlFigures, SqlPeople, SqlSpaces, SqlSpending
from adapters.storage.turns import SqlTurns
from adapters.storage.vectors import SqlVectors
from core.engine.ports import Stores

T = TypeVar("T")
Step = Callable[[Connection], T]


class Line(Protocol):
    """One connection of its own, kept open; steps queue up and never overlap."""

    async def do(self, step: Step[T]) -> T:
        """Return the result of `step`, after all that were asked for before.

        Cancelled before its turn comes, a step is not done. Once begun it is carried to its end,
        so that a connection is never left in the middle of a statement and a commit is settled,
        and the cancellation is raised then. A connection on which a step failed by the
        database's fault is not used again.
        """
        ...

    async def close(self) -> None:
        """End the connection, after all that was asked for."""
        ...


class Writer(Line, Protocol):
    """The line that units of work go through."""

    async def unit(self, body: Callable[[Stores], T]) -> T:
        """Run `body` as one transaction and return its result once it is kept."""
        ...


class SqlStores:
    """All stores of one unit of work."""

    def __init__(self, connection: Connection) -> None:
        self.conversations = SqlConversations(connection)
        self.messages = SqlMessages(connection)
        self.turns = SqlTurns(connection)
        self.spending = SqlSpending(connection)
        self.people = SqlPeople(connection)
        self.figures = SqlFigures(connection)
        self.owners = SqlOwners(connection)
        self.audits = SqlAudits(connection)
        self.questions = SqlQuestions(connection)
        self.hosts = SqlHosts(connection)
        self.personas = SqlPersonas(connection)
        self.choices = SqlChoices(connection)
        self.links = SqlLinks(connection)
        self.belongings = SqlBelongings(connection)
        self.pauses = SqlPauses(connection)
        self.exchanges = SqlExchanges(connection)
        self.spaces = SqlSpaces(connection)
        self.plans = SqlPlans(connection)
        self.overrides = SqlOverrides(connection)
        self.duties = SqlDuties(connection)
        self.facts = SqlFacts(connection)
        self.sayings = SqlSayings(connection)
        self.shares = SqlShares(connection)
        self.vectors = SqlVectors(connection)
        self.teaching = SqlTeaching(connection)


def whole(body: Callable[[Stores], T]) -> Step[T]:
    """Return the step that runs `body` and commits, or leaves nothing of it."""

    def step(connection: Connection) -> T:
        try:
            result = body(SqlStores(connection))
            connection.commit()
        except BaseException:
            undo(connection)
            raise
        return result

    return step


def glance(body: Callable[[Stores], T]) -> Step[T]:
    """Return the step that runs `body`, which only reads."""
    return leaving_nothing(lambda connection: body(SqlStores(connection)))


def leaving_nothing(step: Step[T]) -> Step[T]:
    """Return a step that does the same and forgets what it has not committed by itself."""

    def clean(connection: Connection) -> T:
        try:
            return step(connection)
        finally:
            undo(connection)

    return clean


def undo(connection: Connection) -> None:
    """Forget what is not committed; a connection that is lost has forgotten it already."""
    with suppress(SQLAlchemyError):
        connection.rollback()


async def to_its_end(work: "asyncio.Future[T]", *, cancelled: bool = False) -> T:
    """Return the result; a cancellation, now or before, waits for it and is raised then."""
    while not work.done():
        try:
            await asyncio.wait((work,))
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        if not work.cancelled():
            work.exception()  # looked at, so that it is not reported as lost
        raise asyncio.CancelledError
    return work.result()
