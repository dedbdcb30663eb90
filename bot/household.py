"""What a process holds open: database, engine, roles; opened in order, closed in the mirror."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import fields, replace
from datetime import timedelta
from random import Random, SystemRandom

import structlog

from adapters.clock.system import SystemClock
from adapters.pictures.client import DayPictures
from adapters.scheduling.metronome import Metronome
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate
from bot.config import Settings
from bot.driver import Driver
from bot.lodging import Lodger, Lodging, lodgers, messenger_facts
from bot.midnights import midnights
from bot.remembering import Remembering, remembering
from bot.steward import HouseSteward, Rereading, Told
from bot.supervisor import one_group
from bot.wiring import Roles, roles, with_models
from core.admin.entries import COMMANDS
from core.admin.model import Access, Pairing
from core.admin.ports import Tally
from core.admin.service import Dispatcher
from core.conversation.model import AccountId
from core.engine.model import Dials, TurnRecord
from core.engine.ports import Clock, Messenger, Stores
from core.engine.rules import local_day
from core.engine.service import Engine, Resident, Seat, Seats
from core.engine.service.typing import Spawn
from core.errors import CircadiaError
from core.persona.model import Persona, SpaceId

log = structlog.get_logger(__name__)

PATIENCE = timedelta(seconds=7)
"""How long sends under way may take at the end; a whole stop lasts 10 seconds at most."""

CLOSING = timedelta(seconds=2)
"""How long the messengers may take to close, all at once."""

OnTurn = Callable[[TurnRecord], Awaitable[None]]


class Household:
    """The engine with its roles and companions, and the messengers that are seated first."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        spawn: Spawn,
        memory: Remembering,
        *,
        access: Access,
        dials: Dials,
        on_turn: OnTurn | None,
        pairing: Pairing | None,
        told: Told,
        lodging: Mapping[SpaceId, Lodger],
        rereading: Rereading | None,
    ) -> None:
        self.settings, self.database, self.spawn = settings, database, spawn
        self.clock: Clock = SystemClock()
        self.rng: Random = SystemRandom()
        self.lodgers: Mapping[SpaceId, Lodger] = lodging
        """Who lives here, by space: those of the settings first."""
        self.roles: Roles = roles(with_models(settings, told.models), self.clock, self.rng)
        self._memory = memory
        self._lodging = Lodging(memory, database)
        self._at_terminal = False
        self._metronome = Metronome()
        self.seats = Seats()
        self.steward = HouseSteward(self, told, rereading)
        self._of_owners: list[Callable[[], Awaitable[None]]] = []
        self._absent: dict[AccountId, str] = {}
        self._closers: dict[AccountId, Callable[[], Awaitable[None]]] = {}
        self._held = AsyncExitStack()
        self._held.push_async_callback(self.roles.close)
        self._held.push_async_callback(memory.close)
        self._driving: asyncio.Task[None] | None = None
        self._ends_at: float | None = None
        self.dispatcher = Dispatcher(COMMANDS, access, pairing)
        self.engine = Engine(
            work=database,
            clock=self.clock,
            dials=dials,
            seats=self.seats,
            steward=self.steward,
            obeyed=self.steward.follow,
            dispatcher=self.dispatcher,
            spawn=spawn,
            about=self._about,
            on_turn=on_turn,
            pictures=DayPictures(self.clock),
            embedder=memory.embedder,
            scrub=database.scrub,
            on_owners=self._tell_of_owners,
        )
        self.driver = Driver(self.engine, self.clock)

    async def hold(self, thing: AbstractAsyncContextManager[None]) -> None:
        """Enter `thing`, and leave it once every messenger is closed."""
        await self._held.enter_async_context(thing)

    def seat(
        self,
        account: AccountId,
        messenger: Messenger,
        persona: Persona,
        close: Callable[[], Awaitable[None]] | None = None,
        *,
        defers: bool = True,
    ) -> None:
        """Let `persona` speak through `messenger`, which `close` ends after the last word.

        Its answers wait for its availability if it `defers`; only at the terminal they don't.
        """
        if close is not None:
            self._closers[account] = close
        self._at_terminal = not defers
        resident = self._resident(persona.space)
        seat = Seat(
            **{one.name: getattr(resident, one.name) for one in fields(Resident)},
            messenger=messenger,
            defers=defers,
            shows=self.settings.availability.presence,
        )
        self.seats.settle(account, seat)

    @property
    def personas(self) -> Mapping[SpaceId, Persona]:
        """Return everybody who lives here, by space."""
        return {space: lodger.persona for space, lodger in self.lodgers.items()}

    def take_in(
        self,
        settings: Settings,
        roles: Roles,
        changed: Iterable[SpaceId],
        lodgers: Mapping[SpaceId, Lodger],
    ) -> None:
        """Go by other settings and roles; who `changed` is made anew on every seat.

        Roles of before are closed at the end: turns under way still speak by them.
        """
        if roles is not self.roles:
            self._held.push_async_callback(roles.close)
        self.settings, self.roles = settings, roles
        self.lodgers = {**self.lodgers, **lodgers}
        for space in changed:
            self.seats.lodge(self._resident(space))
        shows = settings.availability.presence
        for account, seat in self.seats.homes().items():
            if seat.shows != shows:
                self.seats.settle(account, replace(seat, shows=shows))
        self._metronome.add(midnights(self.personas.values(), self.engine.owe))

    def _resident(self, space: SpaceId) -> Resident:
        lodger = self.lodgers[space]
        return self._lodging.resident(
            self.settings, self.roles, lodger, at_terminal=self._at_terminal
        )

    @property
    def beats(self) -> tuple[str, ...]:
        """Return what is done at local times, by name."""
        return self._metronome.names

    def follow_owners(self, told: Callable[[], Awaitable[None]]) -> None:
        """Call `told` whenever somebody becomes an owner, or ceases to be one."""
        self._of_owners.append(told)

    async def _tell_of_owners(self) -> None:
        for told in self._of_owners:
            await told()

    def leave_out(self, account: AccountId, reason: str) -> None:
        """Tell in `/status` that `account` is not there, and why."""
        self._absent[account] = reason

    async def figures(self) -> list[Tally]:
        """Return what the rows of each companion hold: what waits, what is in doubt or failed."""
        now = self.clock.now()

        def body(stores: Stores) -> list[Tally]:
            return [
                stores.figures.tally(space, local_day(now, who))
                for space, who in self.personas.items()
            ]

        return await self.database.read(body)

    async def start(self) -> None:
        """Let the motor go, once every messenger is seated."""
        for space in self.lodgers.keys() - self.seats.spaces:
            self.seats.lodge(self._resident(space))
        await self.engine.prepare()
        self._metronome.start(midnights(self.personas.values(), self.engine.owe))
        self._driving = self.spawn(self.driver.drive())
        if await self._has_vectors():
            self.spawn(self._memory.prepare())
        # What is there by now stays: a full collection over it would hold the loop for a while.
        gc.collect()
        gc.freeze()

    async def _has_vectors(self) -> bool:
        """Return whether a first question will be searched by meaning."""

        def body(stores: Stores) -> bool:
            return any(stores.vectors.counts(space) for space in self.personas)

        return await self.database.read(body)

    def hurry(self) -> None:
        """Let `PATIENCE` begin to run; `stop` does, unless it was done before."""
        if self._ends_at is None:
            self._ends_at = asyncio.get_running_loop().time() + PATIENCE.total_seconds()

    async def stop(self) -> None:
        """Start nothing more, settle what is being sent, then close every client."""
        self.hurry()
        await self._metronome.stop()
        left_s = (self._ends_at or 0.0) - asyncio.get_running_loop().time()
        await self.engine.stop(timedelta(seconds=max(0.0, left_s)))
        if self._driving is not None:
            self._driving.cancel()
        try:
            await asyncio.gather(*(self._close(*one) for one in self._closers.items()))
        finally:
            await self._held.aclose()

    async def _close(self, account: AccountId, close: Callable[[], Awaitable[None]]) -> None:
        """Close one messenger; one that fails or takes too long keeps no other open."""
        try:
            async with asyncio.timeout(CLOSING.total_seconds()):
                await close()
        except (OSError, CircadiaError) as error:  # a TimeoutError is an OSError
            log.warning("messenger.unclosed", messenger=account, error=type(error).__name__)

    def _about(self) -> Mapping[str, str]:
        """Return what `/status` tells of this process: its voice, and each messenger."""
        facts = {"model": self.roles.voice, "budget": str(self.settings.budget.tokens_per_day)}
        facts |= messenger_facts(self.seats, several=len(self.personas) > 1)
        return facts | self._absent


@asynccontextmanager
async def keep_house(
    settings: Settings,
    *,
    access: Access,
    dials: Dials,
    on_turn: OnTurn | None = None,
    pairing: Pairing | None = None,
    rereading: Rereading | None = None,
) -> AsyncIterator[Household]:
    """Hold everything open for as long as the block lasts.

    The block seats its messengers, then calls `Household.start`. When it ends, nothing
    new is started, what is under way has `PATIENCE`, and all else is closed.

    Raises:
        AlreadyRunning: another process has the database.
        DatabaseTooNew: a newer version wrote it.
    """
    async with AsyncExitStack() as held:
        await held.enter_async_context(instance_lock(settings.database))
        database = Database(settings.database)
        held.push_async_callback(database.close)
        applied = await migrate(database, SystemClock().now())
        if applied:
            log.info("database.migrated", revisions=applied)
        told = await database.read(Told.read)
        group = await held.enter_async_context(one_group())
        memory = await asyncio.to_thread(remembering, settings, SystemClock())
        house = Household(
            settings,
            database,
            group.create_task,
            memory,
            access=access,
            dials=dials,
            on_turn=on_turn,
            pairing=pairing,
            told=told,
            lodging=await asyncio.to_thread(lodgers, settings, told.personas),
            rereading=rereading,
        )
        try:
            yield house
        finally:
            await house.stop()
