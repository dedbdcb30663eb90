"""The wall clock."""

import asyncio
from datetime import UTC, datetime, timedelta


class SystemClock:
    """The port Clock over this machine's clock; a step of it is seen at the next look."""

    def now(self) -> datetime:
        """Return this instant, aware, UTC."""
        return datetime.now(UTC)

    async def sleep(self, span: timedelta) -> None:
        """Return after `span`; at once if it is not positive."""
        await asyncio.sleep(max(0.0, span.total_seconds()))
