"""The column types for instants and for words."""

from datetime import UTC, datetime

from sqlalchemy import DateTime, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DontWrapMixin
from sqlalchemy.types import TypeDecorator

from core.conversation.rules.storable import storable


class NaiveInstant(TypeError, DontWrapMixin):
    """A time without a zone was to be stored; SQLAlchemy passes it on as it is."""


class UtcDateTime(TypeDecorator[datetime]):
    """An instant to the microsecond: aware in, aware UTC out.

    SQLite keeps it as text of fixed width, so that its order is the order of time.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return what the driver stores; `NaiveInstant` for a time without a zone."""
        if value is None:
            return None
        if value.utcoffset() is None:
            raise NaiveInstant(f"an instant needs a time zone, got {value!r}")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the stored instant, aware, UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """A text as people write it, made storable."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return what the driver stores."""
        return None if value is None else storable(value)
