"""How much of its own time the engine adds to an answer, and how many it manages a second."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from adapters.clock.system import SystemClock
from adapters.scripted.role import ScriptedRole
from bot.bench.crowd import ACCOUNT, CountingWork, Crowd
from bot.bench.figures import in_ms, percentile
from bot.driver import Driver
from core.admin.commands import COMMANDS
from core.admin.model import Access
from core.admin.service import Dispatcher
from core.engine.model import RHYTHMS, Dials
from core.engine.ports import Work
from core.engine.service import Engine, Seat
from core.persona.model import Persona, SpaceId

BENCH = Persona(
    space=SpaceId("bench"), display_name="Mina", seed="Mina likes cafes.", zone=ZoneInfo("UTC")
)
AT_ONCE = Dials(
    rhythm=RHYTHMS["instant"], debounce_quiet=timedelta(0), tokens_per_day=1_000_000_000
)
"""No pause of its own: what is left is overhead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What one run measured."""

    conversations: int
    messages: int
    seconds: float
    per_second: float
    p50_ms: float
    """From the moment that a message was to come in to the moment that its answer went out."""
    p99_ms: float
    transactions_per_message: float


@asynccontextmanager
async def _engine(work: Work) -> AsyncIterator[tuple[Driver, Crowd, CountingWork]]:
    clock = SystemClock()
    counting, crowd = CountingWork(work), Crowd(clock)
    role = ScriptedRole(["Long too, and quiet. Tea?"], clock=clock, loop=True, costs=1)
    async with asyncio.TaskGroup() as group:
        engine = Engine(
            work=counting,
            clock=clock,
            dials=AT_ONCE,
            seats={ACCOUNT: Seat(messenger=crowd, persona=BENCH, conversation=role, defers=False)},
            dispatcher=Dispatcher(COMMANDS, Access(public=True)),
            spawn=group.create_task,
        )
        await engine.prepare()
        await engine.plan_now()
        driver = Driver(engine, clock)
        driving = group.create_task(driver.drive())
        try:
            yield driver, crowd, counting
            await driver.settled()
        finally:
            driving.cancel()


async def open_loop(work: Work, *, per_second: float, seconds: float) -> Load:
    """Let messages come in at a fixed pace, however fast they are answered.

    Fifty conversations take turns, so that each has been answered before it writes again.
    """
    took: list[float] = []

    async def one(driver: Driver, crowd: Crowd, chat: str, planned_s: float) -> None:
        inbound, answered = crowd.writes(chat)
        await driver.receive([inbound])
        took.append(await answered - planned_s)

    async with _engine(work) as (driver, crowd, counting):
        before, start_s = counting.commits, time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(round(per_second * seconds)):
                planned_s = start_s + number / per_second
                pause = timedelta(seconds=planned_s - time.perf_counter())
                await SystemClock().sleep(pause)
                group.create_task(one(driver, crowd, f"open-{number % 50}", planned_s))
        ended_s = time.perf_counter()
        await driver.settled()
        return _load(50, took, ended_s - start_s, counting.commits - before)


async def saturation(work: Work, *, conversations: int, seconds: float) -> Load:
    """Let every conversation write again as soon as it is answered."""
    took: list[float] = []

    async def talk(driver: Driver, crowd: Crowd, chat: str, end_s: float) -> None:
        while (began_s := time.perf_counter()) < end_s:
            inbound, answered = crowd.writes(chat)
            await driver.receive([inbound])
            took.append(await answered - began_s)

    async with _engine(work) as (driver, crowd, counting):
        before, start_s = counting.commits, time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(conversations):
                name = f"full-{conversations}-{number}"
                group.create_task(talk(driver, crowd, name, start_s + seconds))
        ended_s = time.perf_counter()
        await driver.settled()
        return _load(conversations, took, ended_s - start_s, counting.commits - before)


def _load(conversations: int, took: list[float], seconds: float, commits: int) -> Load:
    return Load(
        conversations=conversations,
        messages=len(took),
        seconds=round(seconds, 2),
        per_second=round(len(took) / seconds, 1),
        p50_ms=in_ms(percentile(took, 0.50)),
        p99_ms=in_ms(percentile(took, 0.99)),
        transactions_per_message=round(commits / max(1, len(took)), 2),
    )


async def measure(
    work: Work,
    *,
    seconds: float,
    crowds: tuple[int, ...],
    progress: Callable[[str], None],
) -> Mapping[str, object]:
    """Return the figures of one open loop and of a saturation run for each of `crowds`."""
    progress(f"5 messages a second for {seconds:g} s")
    paced = await open_loop(work, per_second=5, seconds=seconds)
    full = []
    for conversations in crowds:
        progress(f"{conversations} conversations as fast as they can for {seconds:g} s")
        full.append(asdict(await saturation(work, conversations=conversations, seconds=seconds)))
    return {"open_loop": asdict(paced), "saturation": full}
