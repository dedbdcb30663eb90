"""What a process holds open: database, engine, roles; opened in order, closed in the mirror."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import time, timedelta
from random import Random, SystemRandom

import structlog

from adapters.clock.system import SystemClock
from adapters.pictures.client import DayPictures
from adapters.scheduling.metronome import Beat, Metronome
from adapters.scheduling.trigger import LocalTimeTrigger
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate
from bot.config import Settings
from bot.driver import Driver
from bot.remembering import Remembering, memory_of, remembering
from bot.settings.values import lives_of, mode_table, personas, waiting_dials
from bot.wiring import Roles, roles
from core.admin.entries import COMMANDS
from core.admin.model import Access, Pairing
from core.admin.ports import Tally
from core.admin.service import Dispatcher
from core.conversation.model import AccountId
from core.engine.model import Dials, TurnRecord
from core.engine.ports import Clock, Messenger, Stores
from core.engine.rules import local_day
from core.engine.service import Engine, Seat
from core.engine.service.typing import Spawn
from core.errors import CircadiaError
from core.persona.model import Persona, SpaceId
from core.schedule.service import Planner

log = structlog.get_logger(__name__)

PATIENCE = timedelta(seconds=7)
"""How long sends under way may take at the end; a whole stop lasts 10 seconds at most."""

MIDNIGHT = time(0, 0)
"""Of each companion, when its next day is planned."""

CLOSING = timedelta(seconds=2)
"""How long the messengers may take to close, all at once."""

OnTurn = Callable[[TurnRecord], Awaitable[None]]


def midnights(personas: Iterable[Persona], owe: Callable[[], Awaitable[None]]) -> tuple[Beat, ...]:
    """Return a beat for every zone that a companion lives in: a new day owes new plans."""
    zones = sorted({who.zone for who in personas}, key=str)
    return tuple(
        Beat(name=f"plans of {zone}", when=LocalTimeTrigger(zone=zone, at=MIDNIGHT), play=owe)
        for zone in zones
    )


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
    ) -> None:
        self.settings = settings
        self.database = database
        self.spawn = spawn
        self.clock: Clock = SystemClock()
        self.rng: Random = SystemRandom()
        self.personas: Mapping[SpaceId, Persona] = personas(settings)
        self.roles: Roles = roles(settings, self.clock, self.rng)
        self._lives = lives_of(settings)
        self._memory = memory
        self._metronome = Metronome()
        self._of_owners: list[Callable[[], Awaitable[None]]] = []
        self._seats: dict[AccountId, Seat] = {}
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
            seats=self._seats,
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

        Its answers wait for its availability if it `defers`; without that its days are planned by
        the rules, so that a model has nothing to do but to talk, and the voice of the terminal
        speaks.
        """
        if close is not None:
            self._closers[account] = close
        voice = self.roles.conversation
        if not defers and self.roles.terminal is not None:
            voice = self.roles.terminal
        self._seats[account] = Seat(
            messenger=messenger,
            persona=persona,
            conversation=voice,
            rewrite=self.roles.rewrite,
            judgement=self.roles.judgement,
            transcriber=self.roles.transcriber,
            memory=memory_of(
                self.settings, self._memory, self.database, persona, self.roles.judgement
            ),
            life=self._lives[persona.space],
            modes=mode_table(self.settings),
            waiting=waiting_dials(self.settings),
            defers=defers,
            shows=self.settings.availability.presence,
            planner=self.roles.planner if defers else Planner(),
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
        for account, seat in self._seats.items():
            health = seat.messenger.health
            state = "connected" if health.connected else "not connected"
            if len(self.personas) > 1:
                state += f" as {seat.persona.display_name}"
            heard = f", last heard {health.last_heard_at:%Y-%m-%d %H:%M:%S} UTC"
            facts[account] = state + (heard if health.last_heard_at is not None else "")
            for number, note in enumerate(health.notes, start=1):
                facts[f"{account} note {number}"] = note
        return facts | self._absent


@asynccontextmanager
async def keep_house(
    settings: Settings,
    *,
    access: Access,
    dials: Dials,
    on_turn: OnTurn | None = None,
    pairing: Pairing | None = None,
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
        group = await held.enter_async_context(_group())
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
        )
        try:
            yield house
        finally:
            await house.stop()


@asynccontextmanager
async def _group() -> AsyncIterator[asyncio.TaskGroup]:
    """Hold the one task group; a lone error comes out as itself, so that it can be told plainly."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as errors:
        lone: BaseException = errors
        while isinstance(lone, BaseExceptionGroup) and len(lone.exceptions) == 1:
            lone = lone.exceptions[0]
        raise lone from None
