"""The clock, and messengers."""

from datetime import datetime, timedelta
from typing import Protocol

from core.availability.model import Mode
from core.conversation.model import Attachment, IdentityId, Route, TextLimit
from core.engine.model import Gifts, Health, Missing, Outbound, SendOutcome


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
    def gifts(self) -> Gifts:
        """What the platform can do beyond saying something."""
        ...

    @property
    def health(self) -> Health:
        """How it is, right now; asks nobody."""
        ...

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Say, change or put what `outbound` asks for, and return what became of it.

        An expected failure is a value. A picture, a reaction, and a text that `amends` another,
        is `Refused` where `gifts` has it not; the last two, done twice, show once.
        A reply to a message that vanished becomes a plain message in the same place.

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

    async def present(self, mode: Mode, line: str) -> None:
        """Show how much the companion is there, with a short line, as far as the platform can.

        Holds for later connections too; raises nothing, and where there is no presence it does
        nothing.
        """
        ...

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        """Return what a person is in a place, by stable ids.

        Those are roles, as `discord:99`, and the place itself, or its server, for somebody who
        administers it. Asks the platform; () where that fails, or where the place knows no roles.
        """
        ...

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        """Return what `attachment` holds, of at most `most` bytes; never raises for the platform.

        Handles are those that this messenger brought; an old one may have lost its meaning.
        """
        ...
