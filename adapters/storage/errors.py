"""What a database's errors mean to a caller."""

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
    (asyncpg.PostgresError, Retryable),
    (asyncpg.InterfaceError, Retryable),
    (exc.OperationalError, Retryable),
    (exc.InterfaceError, Retryable),
    (exc.TimeoutError, Retryable),
    (exc.DBAPIError, Fatal),
    (exc.SQLAlchemyError, Fatal),
    (OSError, Retryable),
)


def meaning(error: Exception) -> CircadiaError | None:
    """Return what `error` means, without the statement's values; None for what is not ours."""
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    name = type(cause).__name__
    if any(words in str(cause) for words in UNUSABLE):
        return Misconfigured(
            f"the database can't be used ({cause}): look at the disk, the rights of its folder "
            "and the file itself, or restore a backup"
        )
    if isinstance(error, exc.DBAPIError) and error.connection_invalidated:
        return Retryable(f"the connection to the database was lost ({name})")
    for theirs, ours in TRANSLATION:
        if isinstance(error, theirs):
            return ours(f"the database refused the call ({name})")
    return None


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
