"""A messenger without a platform: it keeps what was said and fails as it is told to."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from core.conversation.model import Route, TextLimit
from core.engine.model import Delivered, Health, InDoubt, Outbound, SendOutcome
from core.engine.ports import Clock

Settling = Literal["doubt", "asks"]


class ScriptedMessenger:
    """The port Messenger for tests, simulations and benchmarks.

    It stands for the platform: what it has `shown` survives a crash of the process. With
    `settles="asks"` it is like a platform that can be asked what became of a bubble.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        settles: Settling = "doubt",
        most: int = 4096,
        outcome: Callable[[Outbound], SendOutcome | None] | None = None,
        takes: timedelta = timedelta(0),
    ) -> None:
        """Deliver everything after `takes`, unless `outcome` returns another than None."""
        self.at_once = 0
        """How many bubbles were under way at the same time, at most."""
        self._under_way, self._takes = 0, takes
        self.shown: list[tuple[datetime, Outbound]] = []
        self.typed: list[tuple[datetime, Route]] = []
        self._clock, self._settles, self._outcome = clock, settles, outcome
        self._limit = TextLimit(most=most, unit="utf-16")

    @property
    def limit(self) -> TextLimit:
        """Return the limit that it was made with, in UTF-16 units."""
        return self._limit

    @property
    def health(self) -> Health:
        """Return that all is well."""
        return Health(connected=True, last_heard_at=self._clock.now())

    @property
    def texts(self) -> list[str]:
        """Return what was shown, in order."""
        return [outbound.text for _, outbound in self.shown]

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Show the bubble, or fail as told."""
        self._under_way += 1
        self.at_once = max(self.at_once, self._under_way)
        try:
            await self._clock.sleep(self._takes)
        finally:
            self._under_way -= 1
        outcome = self._outcome(outbound) if self._outcome is not None else None
        return outcome if outcome is not None else self._show(outbound)

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return what became of the bubble, as far as this platform can tell."""
        if self._settles == "doubt":
            return InDoubt(reason="the process died while it was sent")
        for number, (at, shown) in enumerate(self.shown, start=1):
            if (shown.route, shown.key) == (outbound.route, outbound.key):
                return Delivered(message_id=f"own-{number}", at=at)
        return self._show(outbound)

    async def typing(self, route: Route) -> None:
        """Note that it types."""
        self.typed.append((self._clock.now(), route))

    def _show(self, outbound: Outbound) -> Delivered:
        now = self._clock.now()
        self.shown.append((now, outbound))
        return Delivered(message_id=f"own-{len(self.shown)}", at=now)
