"""The engine: what a process hands messages to, and what it drives."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence, Set
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from core.admin.model import Access, Suggestion, Unfinished
from core.admin.ports import Steward
from core.admin.service import Dispatcher
from core.admin.zones import zones
from core.conversation.model import AccountId, IdentityId, Inbound, Moved, Route, Update
from core.engine.model import Dials, LastHeard, TurnRecord
from core.engine.ports import Clock, Pictures, Stores, Work
from core.engine.service.acts import Surroundings
from core.engine.service.agenda import Agenda
from core.engine.service.duties import DutyRunner
from core.engine.service.intake import Intake
from core.engine.service.motor import Motor
from core.engine.service.mouths import Mouths
from core.engine.service.planning import Planning
from core.engine.service.presence import Presence
from core.engine.service.seats import Seats
from core.engine.service.stirred import Stirred
from core.engine.service.suggesting import suggested
from core.engine.service.thinking import Thinker
from core.engine.service.typing import Spawn, TypingLights
from core.memory.ports import Embedder
from core.memory.service.keeping import Keeper
from core.persona.model import SpaceId

REFILL = timedelta(minutes=10)
"""How often a missing plan is asked for."""
LAST_ANSWER = timedelta(days=1)
"""So long the way to somebody stays whose all was erased, for an answer that can't be sent."""
READ_BACK = 500
"""Conversations of an account that are looked at after a pause."""


class Engine:
    """Joins intake and motor over one set of stores.

    Whoever drives it calls `run_due`, then waits until the time that it returned or until
    `nudged` is set, and calls it again. The process, the tests and the simulator do just that.
    """

    def __init__(
        self,
        *,
        work: Work,
        clock: Clock,
        dials: Dials,
        seats: Seats,
        dispatcher: Dispatcher,
        spawn: Spawn,
        about: Callable[[], Mapping[str, str]] = dict,
        on_turn: Callable[[TurnRecord], Awaitable[None]] | None = None,
        pictures: Pictures | None = None,
        embedder: Embedder | None = None,
        scrub: Callable[[], Awaitable[bool]] | None = None,
        steward: Steward | None = None,
        obeyed: Callable[[], Awaitable[None]] | None = None,
        on_owners: Callable[[], Coroutine[Any, Any, None]] | None = None,
        at_once: int = 500,
    ) -> None:
        self.nudged = asyncio.Event()
        self.quiet = False
        """Whether no turn and no duty was due, or to come, when the motor looked last."""
        self._work, self._clock, self._seats = work, clock, seats
        self._dials, self._followed, self._roused = dials, obeyed, False
        self._lights = lights = TypingLights(clock, spawn)
        mouths, stirred = Mouths(), Stirred()
        self._agenda = agenda = Agenda()
        self._presence = Presence(work, seats, agenda, spawn, self._rouse)
        self._owed_at: datetime | None = None
        planning = Planning(work, lambda: self._dials.tokens_per_day)
        self._duties = DutyRunner(work, clock, seats, planning, spawn, self.looks_anew)
        around = (self._remembering, spawn, self.nudged.set, scrub)
        self._keeper = Keeper(work, clock, embedder, *around)
        self._dispatcher, self._on_owners, self._spawn = dispatcher, on_owners, spawn
        heard = (seats, dispatcher, self.nudged.set, stirred)
        self._intake = Intake(work, clock, self._turned, *heard)
        self._motor = Motor(
            Surroundings(
                work=work,
                clock=clock,
                turned=self._turned,
                seats=seats,
                dispatcher=dispatcher,
                thinker=Thinker(work, clock, self._turned, lights, mouths, agenda, stirred),
                lights=lights,
                mouths=mouths,
                agenda=agenda,
                stirred=stirred,
                about=lambda: {**about(), **self._duties.facts(), **self._keeper.facts()},
                changed=self._obeyed,
                steward=steward,
                pictures=pictures,
                on_turn=on_turn,
                said=self._keeper.looks_anew,
            ),
            spawn,
            self.nudged.set,
            at_once=at_once,
        )

    async def prepare(self) -> None:
        """Make the spaces of the personas; call it once, before anything comes in."""
        await asyncio.to_thread(zones)
        now = self._clock.now()

        def body(stores: Stores) -> list[Moved]:
            for resident in self._seats.residents().values():
                stores.spaces.ensure(resident.persona, now)
            stores.belongings.let_go_late(now - LAST_ANSWER)
            return stores.conversations.moves()

        for moved in await self._work.write(body):
            self._dispatcher.moved(moved.old_chat, moved.new_chat)
        await self._learn_rights()
        await self.owe()

    async def _learn_rights(self) -> None:
        before = self._dispatcher.owners
        self._dispatcher.own(await self._work.read(lambda stores: stores.owners.all()))
        self._tell_of_owners(before)

    def _tell_of_owners(self, before: frozenset[IdentityId]) -> None:
        if self._on_owners is not None and self._dispatcher.owners != before:
            self._spawn(self._on_owners())

    @property
    def owners(self) -> frozenset[IdentityId]:
        """Return who owns the companions, by the settings or by a code."""
        return self._dispatcher.owners

    async def _obeyed(self) -> None:
        """Follow what a command may have changed; hold nothing of what it took away."""
        for resident in self._seats.residents().values():
            if resident.memory is not None:
                await resident.memory.recall.let_go()
        await self._learn_rights()
        if self._followed is not None:
            await self._followed()
        self.looks_anew()

    def _turned(self) -> Dials:
        return self._dials

    def turn(self, dials: Dials) -> None:
        """Go by other dials from now on."""
        self._dials = dials
        self.looks_anew()

    async def let_in(self, access: Access) -> None:
        """Go by other lists from now on; chats that moved keep what they may."""
        before = self._dispatcher.owners
        self._dispatcher.let_in(access)
        for moved in await self._work.read(lambda stores: stores.conversations.moves()):
            self._dispatcher.moved(moved.old_chat, moved.new_chat)
        self._tell_of_owners(before)

    async def looks_at_seats(self) -> None:
        """Go by companions that came, or changed, on the seats since it began."""
        now = self._clock.now()
        residents = self._seats.residents().values()

        def body(stores: Stores) -> None:
            for resident in residents:
                stores.spaces.ensure(resident.persona, now)

        await self._work.write(body)
        self._agenda.let_go()
        self.looks_anew()
        await self.owe()

    async def owe(self) -> None:
        """Note which plans are owed now; the process calls it at the companions' midnights."""
        self._owed_at = self._clock.now()
        await self._duties.owe()
        self.nudged.set()

    async def heard(self, account: AccountId) -> list[LastHeard]:
        """Return the places that an account knows, for a messenger that reads back what it missed.

        Those that were heard last come first, at most `READ_BACK`.
        """
        home = self._seats.home(account)
        own = set() if home is None else {home.persona.space}

        def body(stores: Stores) -> list[LastHeard]:
            spaces = own | {space for _, space in stores.hosts.of(account)}
            places: dict[Route, LastHeard] = {}
            for heard in stores.conversations.heard(account, spaces, READ_BACK):
                places.setdefault(heard.route, heard)  # the latest, whoever it was said to
            return list(places.values())

        return await self._work.read(body)

    async def receive(self, updates: Sequence[Update]) -> None:
        """Keep what a messenger brings; it may acknowledge once this returns."""
        await self._intake.receive(updates)

    def is_open(self, account: AccountId, chat: str, server: str | None) -> bool:
        """Return whether everybody may talk in a chat, which may belong to a `server`."""
        return self._seats.home(account) is not None and self._dispatcher.is_open(chat, server)

    def is_welcome(self, inbound: Inbound) -> bool:
        """Return whether a message would be taken; that a stranger's is not, is noted."""
        return self._intake.is_welcome(inbound)

    async def suggest(self, unfinished: Unfinished) -> Sequence[Suggestion]:
        """Return what may be meant by a command that is being written; () for strangers."""
        return await suggested(self._motor.around, unfinished)

    async def run_due(self, now: datetime) -> datetime | None:
        """Start what is due; return when something is due next, None for nothing."""
        if self._roused:
            self._roused = False
            spaces = self._seats.spaces
            await self._work.write(partial(_rouse, spaces=spaces, now=now))
        talk = await self._motor.run_due(now)
        duty = await self._duties.run_due(now)
        self.quiet = talk is None and duty is None
        others = (await self._keeper.run_due(now), await self._presence.show(now))
        due = [at for at in (talk, duty, *others) if at is not None]
        await self._refill(now)
        return min(due, default=None)

    async def _refill(self, now: datetime) -> None:
        """Note what is owed where a plan is missing: something broke it, or took it away."""
        lately = self._owed_at is not None and timedelta(0) <= now - self._owed_at < REFILL
        if not lately and self._presence.misses_a_plan(now):
            await self.owe()

    async def plan_now(self) -> None:
        """Do what is owed at once; for whoever can't wait for it."""
        await self._duties.run_due(self._clock.now())
        while self._duties.running():
            await asyncio.wait(self._duties.running())
            await self._duties.run_due(self._clock.now())

    def _remembering(self) -> set[SpaceId]:
        everybody = self._seats.residents().items()
        return {space for space, resident in everybody if resident.memory is not None}

    def _rouse(self) -> None:
        """Look anew at what waits: how much the companion is there has changed."""
        self._roused = True
        self.nudged.set()

    def running(self) -> set[asyncio.Task[None]]:
        """Return the turns, the duties and the keeping of memory under way."""
        return self._motor.running() | self._duties.running() | self._keeper.running()

    def looks_anew(self) -> None:
        """Look at all that rests on plans, overrides and memory: one of them has changed."""
        self._agenda.forget()
        self._duties.looks_anew()
        for space in self._remembering():
            self._keeper.looks_anew(space)
        self._presence.changed()
        self._rouse()

    async def settle(self) -> None:
        """Wait until no turn is under way."""
        await self._motor.settle()

    async def stop(self, patience: timedelta) -> None:
        """Start nothing more, and end what is under way within `patience`."""
        self._duties.stop()
        self._keeper.stop()
        self._presence.stop()
        await self._motor.stop(patience)
        self._lights.put_all_out()


def _rouse(stores: Stores, spaces: Set[SpaceId], now: datetime) -> None:
    for space in spaces:
        stores.conversations.rouse(space, now)
