"""What a database's errors mean to a caller."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy import exc

from core.errors import CircadiaError, Fatal, Misconfigured, Retryable

UNUSABLE = (
    "disk is full",
    "readonly database",
    "unable to open",
    "malformed",
    "not a database",
)
"""SQLite's words for what no second try will mend."""

TRANSLATION: tuple[tuple[type[Exception], type[CircadiaError]], ...] = (  # subclasses first
    (asyncpg.InvalidAuthorizationSpecificationError, Misconfigured),
    (asyncpg.InvalidCatalogNameError, Misconfigured),
    (asyncpg.InsufficientPrivilegeError, Misconfigured),
    (asyncpg.DiskFullError, Misconfigured),
    (asyncpg.InsufficientResourcesError, Retryable),
    (asyncpg.OperatorInterventionError, Retryable),
    (asyncpg.TransactionRollbackError, Retryable),
    (asyncpg.PostgresConnectionError, Retryable),
    (asyncpg.PostgresError, Fatal),
    (asyncpg.InterfaceError, Retryable),
    (exc.OperationalError, Retryable),
    (exc.InterfaceError, Retryable),
    (exc.TimeoutError, Retryable),
    (exc.SQLAlchemyError, Fatal),
    (OSError, Retryable),
)


def meaning(error: Exception) -> CircadiaError | None:
    """Return what `error` means, without the statement's values; None for what is not ours."""
    cause = _innermost(error)
    if isinstance(cause, sqlite3.Error) and any(words in str(cause) for words in UNUSABLE):
        return Misconfigured(
            f"the database can't be used ({cause}): look at the disk, the rights of its folder "
            "and the file itself, or restore a backup"
        )
    name = type(cause).__name__
    if isinstance(error, exc.DBAPIError) and error.connection_invalidated:
        return Retryable(f"the connection to the database was lost ({name})")
    for theirs, ours in TRANSLATION:
        if isinstance(cause, theirs) or (isinstance(error, theirs) and not _known(cause)):
            return ours(f"the database refused the call ({name})")
    return None


def _innermost(error: Exception) -> BaseException:
    """Return what the driver said, which SQLAlchemy wraps once, and for asyncpg twice."""
    if not isinstance(error, exc.DBAPIError) or error.orig is None:
        return error
    return error.orig.__cause__ or error.orig


def _known(cause: BaseException) -> bool:
    return isinstance(cause, asyncpg.PostgresError | asyncpg.InterfaceError)


@contextmanager
def translated() -> Iterator[None]:
    """Raise errors of the database as ours; everything else passes."""
    try:
        yield
    except (exc.SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        ours = meaning(error)
        if ours is None:
            raise
        raise ours from error
