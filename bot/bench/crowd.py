"""People who write, and a platform that only notes when they were answered."""

import asyncio
import itertools
import time
from collections.abc import Callable
from datetime import datetime

from core.availability.model import Mode
from core.conversation.model import (
    AccountId,
    Attachment,
    ChatKind,
    IdentityId,
    Inbound,
    Route,
    TextLimit,
)
from core.engine.model import Delivered, Gifts, Health, Missing, Outbound, SendOutcome
from core.engine.ports import Clock, Stores, T, Work

ACCOUNT = AccountId("bench")
PEOPLE = 200
"""Who is known."""


def person(number: int) -> IdentityId:
    """Return who writes in the chats of a number."""
    return IdentityId(f"bench:{number}")


class CountingWork:
    """The port Work, counting the transactions that write."""

    def __init__(self, work: Work) -> None:
        self.commits = 0
        self._work = work

    async def write(self, body: Callable[[Stores], T]) -> T:
        """Run `body`, and count it."""
        result = await self._work.write(body)
        self.commits += 1
        return result

    async def read(self, body: Callable[[Stores], T]) -> T:
        """Run `body`, which only reads."""
        return await self._work.read(body)


class Crowd:
    """The port Messenger for a crowd: each chat waits for one answer at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._numbers = itertools.count(1)
        self._answered: dict[str, asyncio.Future[float]] = {}

    @property
    def limit(self) -> TextLimit:
        """Return Telegram's."""
        return TextLimit(most=4096, unit="utf-16")

    @property
    def health(self) -> Health:
        """Return that all is well."""
        return Health(connected=True, last_heard_at=self._clock.now())

    @property
    def gifts(self) -> Gifts:
        """Return that it can do nothing more."""
        return Gifts()

    async def send(self, outbound: Outbound) -> SendOutcome:
        """Note the time of the answer."""
        answered = self._answered.pop(outbound.route.chat, None)
        if answered is not None:
            answered.set_result(time.perf_counter())
        return Delivered(message_id=f"own-{next(self._numbers)}", at=self._clock.now())

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        """Say it again: nothing here outlives the process."""
        return await self.send(outbound)

    async def typing(self, route: Route) -> None:
        """Show nothing."""

    async def present(self, mode: Mode, line: str) -> None:
        """Do nothing."""

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        """Return nothing."""
        return frozenset()

    async def fetch(self, attachment: Attachment, most: int) -> Missing:
        """Return that there is nothing: the crowd sends texts alone."""
        return Missing(reason="gone")

    def writes(self, chat: str) -> tuple[Inbound, asyncio.Future[float]]:
        """Return a new message in `chat`, and the time of its answer to come."""
        number = next(self._numbers)
        answered = asyncio.get_running_loop().create_future()
        self._answered[chat] = answered
        inbound = Inbound(
            route=Route(account=ACCOUNT, chat=chat),
            chat_kind=ChatKind.DIRECT,
            message_id=str(number),
            sender=person(int(chat.rpartition("-")[2])),
            sender_name=f"Person {chat}",
            text="I had a long day, and then the train was late again. How was yours?",
            sent_at=self._clock.now(),
            addressed=True,
        )
        return inbound, answered
