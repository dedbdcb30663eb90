"""Rows that can't be understood any more, because someone edited them by hand or a disk failed.

They are passed by, and logged by their key, never by their text: they must not stop a companion.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import structlog
from sqlalchemy import ColumnElement, Text, type_coerce

from adapters.storage.rows import Row

log = structlog.get_logger(__name__)

Value = TypeVar("Value")

BROKEN = (ValueError, TypeError, OverflowError, RecursionError)
"""What reading a broken row raises."""


def raw(instant: ColumnElement[datetime], name: str) -> ColumnElement[str]:
    """Return a column as the driver gives it: in SQLite a text, which may be broken."""
    return type_coerce(instant, Text).label(name)


def to_instant(raw_value: object) -> datetime:
    """Return an instant as it was read from a `raw` column; an error of `BROKEN` if it is none."""
    instant = datetime.fromisoformat(raw_value) if isinstance(raw_value, str) else raw_value
    if not isinstance(instant, datetime):
        raise TypeError(f"an instant is a text or a datetime, got a {type(raw_value).__name__}")
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def understood(
    to_value: Callable[[Row], Value],
    rows: Iterable[Row],
    event: str,
    *,
    key: Sequence[str] = ("day",),
    **where: object,
) -> list[Value]:
    """Return the values of the rows that can be understood, and log `event` for the others.

    `key` names the columns that are told, with what is known of them all.
    """
    found = []
    for row in rows:
        try:
            found.append(to_value(row))
        except BROKEN as error:
            told = {name: row.get(name) for name in key}
            log.warning(event, **where, **told, error=type(error).__name__)
    return found
