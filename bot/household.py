"""What a process holds open: database, engine, roles; opened in order, closed in the mirror."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random, SystemRandom

import structlog

from adapters.clock.system import SystemClock
from adapters.storage.database import Database
from adapters.storage.lock import instance_lock
from adapters.storage.migrate import migrate
from bot.config import Settings
from bot.driver import Driver
from bot.settings.values import persona
from bot.wiring import Roles, roles
from core.admin.commands import COMMANDS
from core.admin.model import Access
from core.admin.ports import Tally
from core.admin.service import Dispatcher
from core.conversation.model import AccountId
from core.engine.model import Dials, TurnRecord
from core.engine.ports import Clock, Messenger
from core.engine.rules import local_day
from core.engine.service import Engine, Seat
from core.engine.service.typing import Spawn

log = structlog.get_logger(__name__)

PATIENCE = timedelta(seconds=7)
"""How long sends under way may take at the end; a whole stop lasts 10 seconds at most."""

OnTurn = Callable[[TurnRecord], Awaitable[None]]


class Household:
    """The engine with its roles, and the messengers that are seated before it starts."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        spawn: Spawn,
        *,
        access: Access,
        dials: Dials,
        on_turn: OnTurn | None,
    ) -> None:
        self.settings = settings
        self.database = database
        self.spawn = spawn
        self.clock: Clock = SystemClock()
        self.rng: Random = SystemRandom()
        self.persona = persona(settings)
        self.roles: Roles = roles(settings, self.clock, self.rng)
        self._seats: dict[AccountId, Seat] = {}
        self._closers: list[Callable[[], Awaitable[None]]] = [self.roles.close]
        self._driving: asyncio.Task[None] | None = None
        self.engine = Engine(
            work=database,
            clock=self.clock,
            dials=dials,
            seats=self._seats,
            dispatcher=Dispatcher(COMMANDS, access),
            spawn=spawn,
            about=self._about,
            on_turn=on_turn,
        )
        self.driver = Driver(self.engine, self.clock)

    def seat(
        self,
        account: AccountId,
        messenger: Messenger,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Let the companion speak through `messenger`, which `close` ends after the last word."""
        if close is not None:
            self._closers.append(close)
        self._seats[account] = Seat(
            messenger=messenger,
            persona=self.persona,
            conversation=self.roles.conversation,
            rewrite=self.roles.rewrite,
        )

    async def figures(self) -> Tally:
        """Return what the rows hold: what waits, and what is in doubt or failed since ever."""
        day = local_day(self.clock.now(), self.persona)
        return await self.database.read(
            lambda stores: stores.figures.tally(self.persona.space, day)
        )

    async def start(self) -> None:
        """Let the motor go, once every messenger is seated."""
        await self.engine.prepare()
        self._driving = self.spawn(self.driver.drive())

    async def stop(self) -> None:
        """Start nothing more, settle what is being sent, then close every client."""
        await self.engine.stop(PATIENCE)
        if self._driving is not None:
            self._driving.cancel()
        for close in reversed(self._closers):
            await close()

    def _about(self) -> Mapping[str, str]:
        """Return what `/status` tells of this process: its voice, and each messenger."""
        facts = {"model": self.roles.voice, "budget": str(self.settings.budget.tokens_per_day)}
        for account, seat in self._seats.items():
            health = seat.messenger.health
            state = "connected" if health.connected else "not connected"
            heard = f", last heard {health.last_heard_at:%Y-%m-%d %H:%M:%S} UTC"
            facts[account] = state + (heard if health.last_heard_at is not None else "")
            for number, note in enumerate(health.notes, start=1):
                facts[f"{account} note {number}"] = note
        return facts


@asynccontextmanager
async def keep_house(
    settings: Settings, *, access: Access, dials: Dials, on_turn: OnTurn | None = None
) -> AsyncIterator[Household]:
    """Hold everything open for as long as the block lasts.

    The block seats its messengers, then calls `Household.start`. When it ends, nothing
    new is started, what is under way has `PATIENCE`, and all else is closed.

    Raises:
        AlreadyRunning: another process has the database.
        DatabaseTooNew: a newer version wrote it.
    """
    clock = SystemClock()
    async with instance_lock(settings.database):
        database = Database(settings.database)
        try:
            applied = await migrate(database, clock.now())
            if applied:
                log.info("database.migrated", revisions=applied)
            async with _group() as group:
                house = Household(
                    settings,
                    database,
                    group.create_task,
                    access=access,
                    dials=dials,
                    on_turn=on_turn,
                )
                try:
                    yield house
                finally:
                    await house.stop()
        finally:
            await database.close()


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
