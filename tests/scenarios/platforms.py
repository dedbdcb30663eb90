"""A whole companion over real sockets: Telegram, Discord or both, and a clock that can leap."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from adapters.clock.system import SystemClock
from adapters.discord.client import Discord
from adapters.discord.config import DiscordConfig
from adapters.scripted.role import Reply, ScriptedRole
from adapters.telegram.client import Telegram
from adapters.telegram.config import TelegramConfig
from bot.driver import Driver
from bot.messengers import Served, owners_on
from bot.supervisor import supervise
from core.admin.entries import COMMANDS
from core.admin.model import Access, Pairing
from core.admin.ports import Steward
from core.admin.service import Dispatcher
from core.conversation.model import AccountId
from core.engine.memory import InMemoryWork
from core.engine.model import RHYTHMS, Dials, TurnRecord
from core.engine.service import Engine, Seat, Seats
from core.schedule.model import Life
from tests.scenarios.sides import DiscordSide, Side, TelegramSide
from tests.servers.discord import DiscordServer
from tests.servers.telegram import BotApiServer
from tests.world import ALWAYS_THERE, MINA

TELEGRAM, DISCORD = AccountId("telegram"), AccountId("discord")
QUIET = timedelta(seconds=0.05)
AT_ONCE = Dials(rhythm=RHYTHMS["instant"], debounce_quiet=QUIET)
PACED = Dials(rhythm=RHYTHMS["quick"], debounce_quiet=QUIET)
"""Each bubble takes two seconds at most."""
GLANCE = timedelta(seconds=0.01)
SECOND = timedelta(seconds=1)
REAL = SystemClock()


class LeapingClock:
    """The time of this machine, and as much more as it was told to leap."""

    def __init__(self) -> None:
        self._ahead = timedelta(0)
        self._leapt = asyncio.Event()

    def now(self) -> datetime:
        return REAL.now() + self._ahead

    async def sleep(self, span: timedelta) -> None:
        ends_at = self.now() + span
        while (left := ends_at - self.now()) > timedelta(0):
            leapt = self._leapt
            with suppress(TimeoutError):
                async with asyncio.timeout(left.total_seconds()):
                    await leapt.wait()

    def leaps(self, span: timedelta) -> None:
        self._ahead += span
        self._leapt.set()
        self._leapt = asyncio.Event()


class Stage:
    """Servers and rows that outlive the process, and the process."""

    def __init__(
        self,
        *replies: Reply,
        dials: Dials = AT_ONCE,
        access: Access | None = None,
        on: Collection[AccountId] = (TELEGRAM, DISCORD),
        life: Life = ALWAYS_THERE,
        pairing: Pairing | None = None,
        steward: Steward | None = None,
    ) -> None:
        self.clock = LeapingClock()
        self.role = ScriptedRole(replies, clock=self.clock, loop=True)
        self.work = InMemoryWork()
        self.telegram = TelegramSide(BotApiServer(now=self.clock.now))
        self.discord = DiscordSide(DiscordServer(now=self.clock.now))
        self.records: list[TurnRecord] = []
        self._dials, self._access = dials, access or Access(public=True)
        self._on, self._life, self._pairing = on, life, pairing
        self._steward = steward
        self._served: list[Served] = []
        self._engine: Engine | None = None

    def side(self, account: AccountId) -> Side:
        return self.telegram if account == TELEGRAM else self.discord

    @asynccontextmanager
    async def lives(self, *, away: Collection[AccountId] = ()) -> AsyncIterator[Engine]:
        """Run a process for as long as the block lasts.

        It begins once every messenger is connected but those that are `away`.
        """
        seats = Seats()
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            engine = self._engine = Engine(
                work=self.work,
                clock=self.clock,
                dials=self._dials,
                seats=seats,
                dispatcher=Dispatcher(COMMANDS, self._access, self._pairing),
                on_owners=self._tell_of_owners,
                steward=self._steward,
                spawn=group.create_task,
                on_turn=self._remember,
            )
            driver = Driver(engine, self.clock)
            served = {account: self._made(account, engine, driver) for account in self._on}
            self._served = list(served.values())
            for account, messenger in served.items():
                stack.push_async_callback(messenger.close)
                seats.settle(account, self._seat(messenger))
            await engine.prepare()
            going = [group.create_task(driver.drive())]
            for account, messenger in served.items():
                serving = supervise(account, messenger.serve, self.clock, Random(7))
                going.append(group.create_task(_ended(serving)))
            try:
                here = [one for account, one in served.items() if account not in away]
                await self.until(lambda: all(one.health.connected for one in here))
                yield engine
            finally:
                for task in going:
                    task.cancel()
                await engine.stop(timedelta(0))

    async def until(self, holds: Callable[[], bool], *, within_s: float = 10.0) -> None:
        """Return once `holds`, while time passes as it does."""
        async with asyncio.timeout(within_s):
            while not holds():
                await REAL.sleep(GLANCE)

    async def leaps_until(
        self, holds: Callable[[], bool], *, within_s: float = 10.0, by: timedelta = SECOND
    ) -> None:
        """Return once `holds`, while one span `by` after the other passes for the companion."""
        async with asyncio.timeout(within_s):
            while not holds():
                self.leaps(by)
                for _ in range(10):
                    if not holds():
                        await REAL.sleep(GLANCE)

    def leaps(self, span: timedelta) -> None:
        """Let `span` pass at once."""
        self.clock.leaps(span)
        if self._engine is not None:
            self._engine.nudged.set()

    def _seat(self, messenger: Served) -> Seat:
        """Return the companion behind one of its messengers."""
        return Seat(messenger=messenger, persona=MINA, conversation=self.role, life=self._life)

    def _settings(self, account: AccountId) -> dict[str, object]:
        """Return how a messenger finds its server."""
        if account == TELEGRAM:
            server = self.telegram.server
            return {"token": server.token, "api_url": server.url, "poll_timeout": SECOND}
        home = self.discord.server
        return {"token": home.token, "api_url": home.url, "gateway_url": home.gateway_url}

    def _made(self, account: AccountId, engine: Engine, driver: Driver) -> Served:
        if account == TELEGRAM:
            return Telegram(
                TelegramConfig.model_validate(self._settings(account)),
                account=account,
                clock=self.clock,
                rng=Random(7),
                receive=driver.receive,
                menu=COMMANDS,
                owners=lambda: owners_on("telegram", engine),
            )
        return Discord(
            DiscordConfig.model_validate(self._settings(account)),
            account=account,
            clock=self.clock,
            rng=Random(7),
            receive=driver.receive,
            heard=partial(engine.heard, account),
            is_open=partial(engine.is_open, account),
            backlog_window=self._dials.backlog_window,
            menu=COMMANDS,
            suggest=engine.suggest,
            is_welcome=engine.is_welcome,
        )

    async def _tell_of_owners(self) -> None:
        for one in self._served:
            if isinstance(one, Telegram):
                await one.offer()

    async def _remember(self, record: TurnRecord) -> None:
        self.records.append(record)

    @property
    def outcomes(self) -> Sequence[str | None]:
        """Return how the turns ended, in that order."""
        return [record.turn.outcome for record in self.records]


async def _ended(serving: Coroutine[Any, Any, bool]) -> None:
    await serving


@asynccontextmanager
async def staged(stage: Stage) -> AsyncIterator[Stage]:
    """Hold both servers, without a process yet."""
    async with stage.telegram.server, stage.discord.server:
        yield stage


@asynccontextmanager
async def living(stage: Stage) -> AsyncIterator[Stage]:
    """Hold both servers, and a process."""
    async with staged(stage), stage.lives():
        yield stage
