"""The clock of a builder who brings none."""

from datetime import UTC, datetime


class WallClock:
    """The port Clock over this machine's clock.

    Core looks at no clock but here: the builder's face works with nothing beside it.
    """

    def now(self) -> datetime:
        """Return this instant, aware, UTC."""
        return datetime.now(UTC)  # noqa: TID251  # whoever passes a clock or `now` never gets here
