"""Whatever a crash or a race cuts short: kept exactly once, and nothing is half forgotten."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.scripted.embedder import ScriptedEmbedder
from adapters.storage import Database, DatabaseConfig
from core.engine.memory import InMemoryWork
from core.engine.ports import Work
from core.memory.model import OWNER, Fact, FactDraft, Scope, Status, Subject, direct
from core.memory.service.forgetting import forget
from tests.contracts.stores import sqlite_template
from tests.scenarios.canaries import DIRECTS, Whispers, canaries
from tests.scenarios.crash import Crash, Fuse, FusedWork
from tests.world import MINA

__all__ = ["sqlite_template"]

ANNA = DIRECTS[0]
CAT = "zyxworqvex"
EYE = Scope(space=MINA.space, here=OWNER)
TOLD = f"I have a cat called {CAT}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What a turn asks of memory, and what must be left of it."""

    lines: Sequence[str]
    saves: str | None = None
    status: Status = Status.ACTIVE


SAVED = Asking(lines=[TOLD], saves=f"Anna has a cat called {CAT}")
ASKED = Asking(lines=[f"please remember that my cat is called {CAT}"])
FORGOTTEN = Asking(
    lines=[f"please remember that my cat is called {CAT}", "forget that my cat is called " + CAT],
    status=Status.HIDDEN,
)


async def facts(work: Work) -> list[Fact]:
    return await work.read(lambda stores: stores.facts.listed(EYE, statuses=tuple(Status)))


async def _lives(work: InMemoryWork, asking: Asking, fuse: Fuse) -> None:
    """Live until the fuse blows, and again until all is done."""
    heard = 0
    for burning in (fuse, Fuse(None)):
        world = Whispers(work=work, embedder=ScriptedEmbedder())
        world.work = FusedWork(work, burning)
        world.model.saves = asking.saves
        world.clock.advance(world.clock.now() + timedelta(minutes=2 * heard))
        try:
            heard += await _heard(world, asking.lines)
        except (Crash, BaseExceptionGroup):
            heard += 1
            assert burning.blown_at is not None


async def _heard(world: Whispers, lines: Sequence[str]) -> int:
    """Let the platform bring the lines, again if need be, and return how many there were."""
    async with world:
        for number, line in enumerate(lines):
            said = world.inbound(line, sender=ANNA.who, route=ANNA.route, message_id=f"l{number}")
            await world.hears(replace(said, sender_name="Anna"))
            await world.passes(timedelta(minutes=1))
    return len(lines)


async def _calls(asking: Asking) -> int:
    fuse = Fuse(None)
    await _lives(InMemoryWork(), asking, fuse)
    return fuse.count


WAYS = pytest.mark.parametrize(
    "asking", [SAVED, ASKED, FORGOTTEN], ids=["saved", "asked", "forgotten"]
)


@WAYS
async def test_no_crash_keeps_or_forgets_by_halves(asking: Asking) -> None:
    await _crashed(asking, every=5)


@pytest.mark.slow
@pytest.mark.timeout(900)
@WAYS
async def test_no_crash_at_any_port_call_keeps_or_forgets_by_halves(asking: Asking) -> None:
    await _crashed(asking, every=1)


async def _crashed(asking: Asking, every: int) -> None:
    for number in range(1, await _calls(asking) + 1, every):
        work = InMemoryWork()
        fuse = Fuse(number)
        await _lives(work, asking, fuse)

        kept, vectors = await facts(work), work._state.vectors
        said = await work.read(lambda stores: stores.sayings.heard(EYE))
        assert [one.status for one in kept] == [asking.status], fuse.blown_at
        assert kept[0].mentions == 1, fuse.blown_at
        if asking.status is Status.HIDDEN:
            assert not any(CAT in one.text for one in said), fuse.blown_at
        else:
            assert (MINA.space, kept[0].ref) in vectors, fuse.blown_at


async def test_two_talks_of_one_person_keep_the_same_once() -> None:
    async with Whispers() as world:
        here = replace(ANNA, route=replace(ANNA.route, thread="9"))
        for place in (ANNA, here):
            await world.hears_at(place, f"please remember that my cat is called {CAT}")
        await world.passes(timedelta(minutes=1))

        assert [one.mentions for one in await facts(world.work)] == [2]


async def test_what_is_forgotten_while_it_is_embedded_gets_no_vector() -> None:
    embedder = ScriptedEmbedder()
    async with Whispers(embedder=embedder) as world:
        work = world.work
        assert isinstance(work, InMemoryWork)
        now = world.clock.now()
        fact = await work.write(lambda stores: stores.facts.add(_draft(), now))
        embedder.gate.clear()
        world.engine.looks_anew()
        await world.engine.run_due(now)
        while not embedder.asked:
            await asyncio.sleep(0)  # noqa: TID251  # gives way to the keeper
        await work.write(lambda stores: forget(stores, EYE, fact.id, now))
        embedder.gate.set()
        await asyncio.wait(world.engine.running())

        assert work._state.vectors == {}


def _draft() -> FactDraft:
    return FactDraft(
        space=MINA.space,
        subject=Subject(ANNA.who),
        statement=f"Anna has a cat called {CAT}",
        audience=direct(ANNA.who),
        source="circadia.chat",
        speaker=ANNA.who,
    )


async def test_a_running_bot_sees_what_another_process_writes_and_takes_away(
    sqlite_template: Path, tmp_path: Path
) -> None:
    copyfile(sqlite_template, tmp_path / "circadia.sqlite")
    config = DatabaseConfig(synchronous="normal").resolve(tmp_path)
    bot, terminal = Database(config), Database(config)
    try:
        async with Whispers(work=bot) as world:
            await world.says(ANNA, "hello there")
            now = world.clock.now()

            fact = await terminal.write(lambda stores: stores.facts.add(_draft(), now))
            before = await world.asks(ANNA, "what is my cat called?")
            await terminal.write(lambda stores: forget(stores, EYE, fact.id, now))
            after = await world.asks(ANNA, "tell me about my cat")

            assert (CAT in canaries(before), CAT in canaries(after)) == (True, False)
    finally:
        await terminal.close()
        await bot.close()
