"""A process that dies at one chosen port call, and the world that goes on without it."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from core.admin.entries import COMMANDS
from core.admin.model import Access
from core.admin.service import Dispatcher
from core.availability.model import Mode
from core.conversation.model import (
    Answer,
    Attachment,
    Failure,
    IdentityId,
    ReplyRequest,
    Route,
    TextLimit,
    Update,
)
from core.conversation.ports import Tool
from core.engine.model import Dials, Gifts, Health, Missing, Outbound, SendOutcome
from core.engine.ports import Messenger, Stores, T, Work
from core.engine.service import Engine, Seat, Seats
from core.schedule.model import Life as WhatLife
from tests.world import ACCOUNT, ALWAYS_THERE, MINA


class Crash(BaseException):
    """The process is gone; nothing may catch it."""


class Fuse:
    """Counts port calls, before and after each, and blows at one of them."""

    def __init__(self, blows_at: int | None) -> None:
        self.count = 0
        self.blown_at: str | None = None
        self._blows_at = blows_at

    def hit(self, where: str) -> None:
        """Count; die if this is the one, or if it is dead already."""
        self.count += 1
        if self.blown_at is not None:
            raise Crash(self.blown_at)
        if self.count == self._blows_at:
            self.blown_at = where
            raise Crash(where)


class _FusedStore:
    def __init__(self, store: object, name: str, fuse: Fuse) -> None:
        self._store, self._name, self._fuse = store, name, fuse

    def __getattr__(self, method: str) -> Callable[..., Any]:
        call = getattr(self._store, method)
        where = f"{self._name}.{method}"

        def fused(*args: Any, **kwargs: Any) -> Any:
            self._fuse.hit(f"before {where}")
            result = call(*args, **kwargs)
            self._fuse.hit(f"after {where}")
            return result

        return fused


class _FusedStores:
    def __init__(self, stores: Stores, fuse: Fuse) -> None:
        self._stores, self._fuse = stores, fuse

    def __getattr__(self, name: str) -> _FusedStore:
        return _FusedStore(getattr(self._stores, name), name, self._fuse)


class FusedWork:
    """The port Work of a process that may die."""

    def __init__(self, work: Work, fuse: Fuse) -> None:
        self._work, self._fuse = work, fuse

    async def write(self, body: Callable[[Stores], T]) -> T:
        self._fuse.hit("before write")
        result = await self._work.write(self._fused(body))
        self._fuse.hit("after commit")
        return result

    async def read(self, body: Callable[[Stores], T]) -> T:
        self._fuse.hit("before read")
        result = await self._work.read(self._fused(body))
        self._fuse.hit("after read")
        return result

    def _fused(self, body: Callable[[Stores], T]) -> Callable[[Stores], T]:
        def fused(stores: Stores) -> T:
            result = body(_FusedStores(stores, self._fuse))
            self._fuse.hit("before commit")
            return result

        return fused


class FusedMessenger:
    """The port Messenger of a process that may die before or after a call."""

    def __init__(self, messenger: Messenger, fuse: Fuse) -> None:
        self._messenger, self._fuse = messenger, fuse

    @property
    def limit(self) -> TextLimit:
        return self._messenger.limit

    @property
    def gifts(self) -> Gifts:
        return self._messenger.gifts

    @property
    def health(self) -> Health:
        return self._messenger.health

    async def present(self, mode: Mode, line: str) -> None:
        self._fuse.hit("before present")
        await self._messenger.present(mode, line)

    async def roles(self, route: Route, person: IdentityId) -> frozenset[str]:
        return await self._messenger.roles(route, person)

    async def fetch(self, attachment: Attachment, most: int) -> bytes | Missing:
        self._fuse.hit("before fetch")
        content = await self._messenger.fetch(attachment, most)
        self._fuse.hit("after fetch")
        return content

    async def send(self, outbound: Outbound) -> SendOutcome:
        self._fuse.hit("before send")
        outcome = await self._messenger.send(outbound)
        self._fuse.hit("after send")
        return outcome

    async def settle(self, outbound: Outbound, tried_at: datetime) -> SendOutcome:
        self._fuse.hit("before settle")
        outcome = await self._messenger.settle(outbound, tried_at)
        self._fuse.hit("after settle")
        return outcome

    async def typing(self, route: Route) -> None:
        self._fuse.hit("before typing")
        await self._messenger.typing(route)
        self._fuse.hit("after typing")


class FusedRole:
    """The port ConversationRole of a process that may die."""

    def __init__(self, role: ScriptedRole, fuse: Fuse) -> None:
        self._role, self._fuse = role, fuse

    @property
    def most_tokens(self) -> int:
        return self._role.most_tokens

    @property
    def sees(self) -> bool:
        return self._role.sees

    async def reply(self, request: ReplyRequest, tools: Sequence[Tool] = ()) -> Answer | Failure:
        self._fuse.hit("before reply")
        answer = await self._role.reply(request, tools)
        self._fuse.hit("after reply")
        return answer


class Platform:
    """A platform that gives each batch of updates until it was acknowledged."""

    def __init__(self, *batches: tuple[timedelta, Sequence[Update]]) -> None:
        self._batches = list(batches)

    def next_at(self, start: datetime) -> datetime | None:
        """Return when the next batch comes in."""
        return start + self._batches[0][0] if self._batches else None

    async def deliver(self, engine: Engine) -> None:
        """Hand the next batch over; it is gone only once it was kept."""
        await engine.receive(self._batches[0][1])
        del self._batches[0]


class Life:
    """One life after another over the same rows and the same platform."""

    def __init__(
        self,
        work: Work,
        clock: VirtualClock,
        messenger: ScriptedMessenger,
        role: ScriptedRole,
        platform: Platform,
        dials: Dials,
        lived: WhatLife = ALWAYS_THERE,
    ) -> None:
        self.work, self.clock, self.messenger, self.role = work, clock, messenger, role
        self.platform, self.dials, self.lived = platform, dials, lived
        self._start = clock.now()

    async def live(self, fuse: Fuse) -> None:
        """Run until nothing is left to do, or until the fuse blows."""
        try:
            async with asyncio.TaskGroup() as group:
                await self._drive(self._engine(fuse, group), fuse)
        except* Crash:
            pass

    def _engine(self, fuse: Fuse, group: asyncio.TaskGroup) -> Engine:
        seat = Seat(
            messenger=FusedMessenger(self.messenger, fuse),
            persona=MINA,
            conversation=FusedRole(self.role, fuse),
            life=self.lived,
        )
        return Engine(
            work=FusedWork(self.work, fuse),
            clock=self.clock,
            dials=self.dials,
            seats=Seats({ACCOUNT: seat}),
            dispatcher=Dispatcher(COMMANDS, Access(public=True)),
            spawn=group.create_task,
        )

    async def _drive(self, engine: Engine, fuse: Fuse) -> None:
        await engine.prepare()
        while True:
            engine.nudged.clear()
            next_due = await engine.run_due(self.clock.now())
            while engine.running() - self.clock.sleeping():
                await asyncio.sleep(0)  # noqa: TID251  # gives way to the turns
            if engine.nudged.is_set():
                continue
            arrival = self.platform.next_at(self._start)
            times = (next_due, self.clock.next_alarm(), arrival)
            upcoming = min((at for at in times if at is not None), default=None)
            if engine.quiet and self.clock.next_alarm() is None and arrival is None:
                return
            if upcoming is None:
                return
            self.clock.advance(max(upcoming, self.clock.now()))
            if arrival is not None and arrival <= self.clock.now():
                await self.platform.deliver(engine)
