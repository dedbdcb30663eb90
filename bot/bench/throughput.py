"""How much of its own time the engine adds to an answer, and how many it manages a second."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from adapters.clock.system import SystemClock
from adapters.scripted.role import ScriptedRole
from bot.bench.crowd import ACCOUNT, CountingWork, Crowd
from bot.bench.figures import in_ms, percentile
from bot.config import Settings
from bot.driver import Driver
from bot.remembering import Remembering, memory_of
from core.admin.entries import COMMANDS
from core.admin.model import Access
from core.admin.service import Dispatcher
from core.engine.model import RHYTHMS, Dials, Manners
from core.engine.ports import Work
from core.engine.service import Engine, Seat, Seats
from core.memory.ports import Embedder
from core.memory.service.turn import Memory
from core.persona.model import Persona, SpaceId

BENCH = Persona(
    space=SpaceId("bench"), display_name="Mina", seed="Mina likes cafes.", zone=ZoneInfo("UTC")
)
OPEN = 50
"""Conversations that take turns in the open loop, so that each has been answered before."""
WITHOUT_END = 1_000_000_000
AT_ONCE = Dials(
    rhythm=RHYTHMS["instant"],
    debounce_quiet=timedelta(0),
    tokens_per_day=WITHOUT_END,
    manners=Manners(guest_messages=WITHOUT_END),
)
"""No pause of its own, and no measure of a day: what is left is overhead."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What all runs have in common: after the first, memory is warm."""

    work: CountingWork
    memory: Memory | None
    embedder: Embedder | None


def _stage(work: Work, shared: Remembering | None) -> Stage:
    counting = CountingWork(work)
    if shared is None:
        return Stage(work=counting, memory=None, embedder=None)
    memory = memory_of(Settings(), shared, counting, BENCH, None)
    return Stage(work=counting, memory=memory, embedder=shared.embedder)


@asynccontextmanager
async def _engine(
    stage: Stage, chats: Sequence[str]
) -> AsyncIterator[tuple[Driver, Crowd, CountingWork]]:
    """Give an engine that has answered every chat once: what it knows of people is indexed."""
    clock, counting = SystemClock(), stage.work
    crowd = Crowd(clock)
    role = ScriptedRole(["Long too, and quiet. Tea?"], clock=clock, loop=True, costs=1)
    async with asyncio.TaskGroup() as group:
        engine = Engine(
            work=counting,
            clock=clock,
            dials=AT_ONCE,
            seats=Seats(
                {
                    ACCOUNT: Seat(
                        messenger=crowd,
                        persona=BENCH,
                        conversation=role,
                        memory=stage.memory,
                        defers=False,
                    )
                }
            ),
            dispatcher=Dispatcher(COMMANDS, Access(public=True)),
            spawn=group.create_task,
            embedder=stage.embedder,
        )
        await engine.prepare()
        await engine.plan_now()
        driver = Driver(engine, clock)
        driving = group.create_task(driver.drive())
        try:
            for chat in chats if stage.memory else ():
                inbound, answered = crowd.writes(chat)
                await driver.receive([inbound])
                await answered
            yield driver, crowd, counting
            await driver.settled()
        finally:
            driving.cancel()


async def open_loop(stage: Stage, *, per_second: float, seconds: float) -> Load:
    """Let messages come in at a fixed pace, however fast they are answered."""
    took: list[float] = []

    async def one(driver: Driver, crowd: Crowd, chat: str, planned_s: float) -> None:
        inbound, answered = crowd.writes(chat)
        await driver.receive([inbound])
        took.append(await answered - planned_s)

    chats = [f"open-{number}" for number in range(OPEN)]
    async with _engine(stage, chats) as (driver, crowd, counting):
        before, start_s = counting.commits, time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(round(per_second * seconds)):
                planned_s = start_s + number / per_second
                pause = timedelta(seconds=planned_s - time.perf_counter())
                await SystemClock().sleep(pause)
                group.create_task(one(driver, crowd, chats[number % OPEN], planned_s))
        ended_s = time.perf_counter()
        await driver.settled()
        return _load(OPEN, took, ended_s - start_s, counting.commits - before)


async def saturation(stage: Stage, *, conversations: int, seconds: float) -> Load:
    """Let every conversation write again as soon as it is answered."""
    took: list[float] = []

    async def talk(driver: Driver, crowd: Crowd, chat: str, end_s: float) -> None:
        while (began_s := time.perf_counter()) < end_s:
            inbound, answered = crowd.writes(chat)
            await driver.receive([inbound])
            took.append(await answered - began_s)

    chats = [f"full-{conversations}-{number}" for number in range(conversations)]
    async with _engine(stage, chats) as (driver, crowd, counting):
        before, start_s = counting.commits, time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for chat in chats:
                group.create_task(talk(driver, crowd, chat, start_s + seconds))
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
    shared: Remembering | None,
    *,
    seconds: float,
    crowds: tuple[int, ...],
    progress: Callable[[str], None],
) -> Mapping[str, object]:
    """Return the figures of one open loop and of a saturation run for each of `crowds`.

    Companions remember if there is what memories share.
    """
    stage = _stage(work, shared)
    progress(f"5 messages a second for {seconds:g} s")
    paced = await open_loop(stage, per_second=5, seconds=seconds)
    full = []
    for conversations in crowds:
        progress(f"{conversations} conversations as fast as they can for {seconds:g} s")
        full.append(asdict(await saturation(stage, conversations=conversations, seconds=seconds)))
    return {"open_loop": asdict(paced), "saturation": full}
