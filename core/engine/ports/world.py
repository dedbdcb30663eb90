"""The clock, and messengers."""

from datetime import datetime, timedelta
from typing import Protocol

from core.conversation.model import (
    Route,
    TextLimit,
)
from core.engine.model import (
    Health,
    Outbound,
    SendOutcome,
)


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> datetime:
        """Return this instant, aware, UTC."""
        ...

    async def sleep(self, span: timedelta) -> None:
        """Return after `span`; at once if it is not positive."""
        ...


class Messenger(Protocol):
    """One account on one platform; every implementation passes tests/contracts."""

    @property
    def limit(self) -> TextLimit:
        """How long one message may be, as it is shown."""
        ...

    @property
    def health(self) -> Health:
        """How it is, right now; asks nobody."""
        ...

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Say one bubble and return what became of it; an expected failure is a value.

        Called with one bubble at a time for each chat. A cancelled call leaves the matter open.
        """
        ...

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return what became of a bubble that was being sent when the process died.

        `InDoubt` where the platform can't tell. May send it again, if the platform then shows
        it once.
        """
        ...

    async def typing(self, route: Route) -> None:
        """Show for a few seconds that it types; a failure never matters and raises nothing."""
        ...
