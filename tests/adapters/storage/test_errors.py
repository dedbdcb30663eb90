"""Every error of the libraries has a meaning of ours."""

import sqlite3
from collections.abc import Iterator

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest
from sqlalchemy import exc

from adapters.storage.errors import meaning
from core.errors import CircadiaError, Fatal, Misconfigured, Retryable


def _all_below(root: type[BaseException]) -> Iterator[type[BaseException]]:
    for kind in root.__subclasses__():
        yield kind
        yield from _all_below(kind)


def _blank(kind: type[BaseException]) -> Exception:
    """Return an instance without asking its constructor, which wants all sorts of things."""
    blank = kind.__new__(kind)
    assert isinstance(blank, Exception)
    blank.args = ("quoted 'secret'",)
    if isinstance(blank, exc.DBAPIError):
        blank.orig = Exception("quoted 'secret'")
        blank.connection_invalidated = False
    return blank


LIBRARIES = sorted(
    {
        *_all_below(exc.SQLAlchemyError),
        *_all_below(asyncpg.PostgresError),
        *_all_below(asyncpg.InterfaceError),
    },
    key=lambda kind: f"{kind.__module__}.{kind.__qualname__}",
)


def test_every_error_class_has_a_meaning_that_quotes_nothing() -> None:
    meanings = [meaning(_blank(kind)) for kind in LIBRARIES]

    assert len(LIBRARIES) > 200
    assert all(isinstance(ours, CircadiaError) for ours in meanings)
    assert not any("secret" in str(ours) for ours in meanings)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        pytest.param(exc.OperationalError("x", {}, Exception("database is locked")), Retryable),
        pytest.param(
            exc.OperationalError("x", {}, sqlite3.OperationalError("database or disk is full")),
            Misconfigured,
        ),
        pytest.param(exc.IntegrityError("x", {}, Exception("UNIQUE")), Fatal),
        pytest.param(asyncpg.InvalidPasswordError("x"), Misconfigured),
        pytest.param(asyncpg.InvalidCatalogNameError("x"), Misconfigured),
        pytest.param(asyncpg.TooManyConnectionsError("x"), Retryable),
        pytest.param(ConnectionRefusedError(), Retryable),
    ],
    ids=repr,
)
def test_what_to_do_about_it(error: Exception, kind: type[CircadiaError]) -> None:
    assert type(meaning(error)) is kind
