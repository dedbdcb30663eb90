"""A messenger without a platform: it keeps what was said and fails as it is told to."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from core.availability.model import Mode
from core.conversation.model import Attachment, IdentityId, Route, TextLimit
from core.engine.model import (
    BubbleKind,
    Delivered,
    Gifts,
    Health,
    InDoubt,
    Missing,
    Outbound,
    Refused,
    SendOutcome,
)
from core.engine.ports import Clock

Settling = Literal["doubt", "asks"]

ALL_GIFTS = Gifts(reacts=True, amends=True, pictures=True, files=True, removes=True)

Event = tuple[datetime, Outbound]


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
        gifts: Gifts = ALL_GIFTS,
        files: Mapping[str, bytes] | None = None,
        roles: Mapping[IdentityId, frozenset[str]] | None = None,
    ) -> None:
        """Deliver everything after `takes`, unless `outcome` returns another than None.

        `files` are what it can fetch, by their handles; `roles` are what people are everywhere.
        """
        self.at_once = 0
        """How many bubbles were under way at the same time, at most."""
        self._under_way, self._takes = 0, takes
        self.shown: list[Event] = []
        """The messages and pictures as people see them now, each with the time it came up."""
        self.reacted: list[Event] = []
        """The reactions, each once."""
        self.amended: list[Event] = []
        """The changes of messages that changed something."""
        self.presented: list[tuple[datetime, Mode, str]] = []
        self.typed: list[tuple[datetime, Route]] = []
        self._clock, self._settles, self._outcome = clock, settles, outcome
        self._limit = TextLimit(most=most, unit="utf-16")
        self._gifts, self._files, self._roles = gifts, files or {}, roles or {}
        self.removed: list[Event] = []
        """The messages that were taken back, as people saw them."""

    @property
    def limit(self) -> TextLimit:
        """Return the limit that it was made with, in UTF-16 units."""
        return self._limit

    @property
    def gifts(self) -> Gifts:
        """Return the gifts that it was made with."""
        return self._gifts

    @property
    def health(self) -> Health:
        """Return that all is well."""
        return Health(connected=True, last_heard_at=self._clock.now())

    @property
    def texts(self) -> list[str]:
        """Return what people see in the end, in order."""
        gone = [one for _, one in self.removed]
        return [one.text for _, one in self.shown if not any(one is other for other in gone)]

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Do what the bubble asks for, or fail as told."""
        self._under_way += 1
        self.at_once = max(self.at_once, self._under_way)
        try:
            await self._clock.sleep(self._takes)
        finally:
            self._under_way -= 1
        outcome = self._outcome(outbound) if self._outcome is not None else None
        return outcome if outcome is not None else self._do(outbound)

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Return what became of the bubble, as far as this platform can tell.

        What shows once however often it is done, is done again.
        """
        if _shows_once(outbound):
            return self._do(outbound)
        if self._settles == "doubt":
            return InDoubt(reason="the process died while it was sent")
        for number, (at, shown) in enumerate(self.shown, start=1):
            if (shown.route, shown.key) == (outbound.route, outbound.key):
                return Delivered(message_id=_own(number), at=at)
        return self._do(outbound)

    async def typing(self, route: Route) -> None:
        """Note that it types."""
        self.typed.append((self._clock.now(), route))

    async def present(self, mode: Mode, line: str) -> None:
        """Note how much it is there."""
        self.presented.append((self._clock.now(), mode, line))

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        """Return the roles that it was made with."""
        return self._roles.get(person, frozenset())

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        """Return the file of this handle, if there is one and it is small enough."""
        content = self._files.get(attachment.handle)
        if content is None:
            return Missing(reason="gone")
        return content if len(content) <= most else Missing(reason="too large")

    def _do(self, outbound: Outbound) -> SendOutcome:
        if outbound.kind is BubbleKind.REACTION:
            return self._react(outbound)
        if outbound.kind is BubbleKind.REMOVAL:
            return self._remove(outbound)
        if outbound.amends is not None:
            return self._amend(outbound, outbound.amends)
        if outbound.kind is BubbleKind.PICTURE and not self._gifts.pictures:
            return Refused(reason="no pictures here")
        if outbound.kind is BubbleKind.PICTURE and outbound.picture is None:
            return Refused(reason="a picture without a picture")
        if outbound.kind is BubbleKind.FILE and not (self._gifts.files and outbound.file):
            return Refused(reason="no file to show here")
        now = self._clock.now()
        self.shown.append((now, outbound))
        return Delivered(message_id=_own(len(self.shown)), at=now)

    def _react(self, outbound: Outbound) -> SendOutcome:
        if not self._gifts.reacts:
            return Refused(reason="no reactions here")
        if outbound.reply_to is None:
            return Refused(reason="a reaction needs a message")
        now = self._clock.now()
        if all(_reaction(one) != _reaction(outbound) for _, one in self.reacted):
            self.reacted.append((now, outbound))
        return Delivered(message_id=outbound.reply_to, at=now)

    def _remove(self, outbound: Outbound) -> SendOutcome:
        if not self._gifts.removes or outbound.amends is None:
            return Refused(reason="no message can be taken back here")
        now = self._clock.now()
        for place, (at, shown) in enumerate(self.shown):
            here = (shown.route, _own(place + 1)) == (outbound.route, outbound.amends)
            if here and all(one is not shown for _, one in self.removed):
                self.removed.append((at, shown))
        return Delivered(message_id=outbound.amends, at=now)

    def _amend(self, outbound: Outbound, message_id: str) -> SendOutcome:
        if not self._gifts.amends:
            return Refused(reason="no message can be changed here")
        now = self._clock.now()
        for place, (at, shown) in enumerate(self.shown):
            if (shown.route, _own(place + 1)) == (outbound.route, message_id):
                if shown.text != outbound.text:
                    self.shown[place] = (at, replace(shown, text=outbound.text))
                    self.amended.append((now, outbound))
                return Delivered(message_id=message_id, at=now)
        return Refused(reason="no such message")


def _own(number: int) -> str:
    return f"own-{number}"


def _shows_once(outbound: Outbound) -> bool:
    once = (BubbleKind.REACTION, BubbleKind.REMOVAL)
    return outbound.kind in once or outbound.amends is not None


def _reaction(outbound: Outbound) -> tuple[Route, str | None, str]:
    return outbound.route, outbound.reply_to, outbound.text
