"""Whatever a crash cuts short: nothing is lost, nothing is doubled, doubt is reported."""

import random

import pytest

from core.engine.memory import InMemoryWork
from core.engine.model import BubbleState
from tests.scenarios.crash import Fuse
from tests.scenarios.talk import Settles, a_life, check, rows_of


async def _calls(settles: Settles) -> int:
    fuse = Fuse(None)
    life = a_life(InMemoryWork(), settles)
    await life.live(fuse)
    await check(life, [fuse])
    return fuse.count


async def test_a_life_without_a_crash_answers_everything_once() -> None:
    life = a_life(InMemoryWork(), "doubt")

    await life.live(Fuse(None))

    await check(life, [Fuse(None)])
    assert len(life.messenger.texts) >= 4


@pytest.mark.parametrize("settles", ["doubt", "asks"])
async def test_no_crash_at_any_port_call_loses_or_doubles_a_word(settles: Settles) -> None:
    calls = await _calls(settles)

    for number in range(1, calls + 1):
        life = a_life(InMemoryWork(), settles)
        fuses = [Fuse(number), Fuse(None)]
        for fuse in fuses:
            await life.live(fuse)
        assert fuses[0].blown_at is not None
        await check(life, fuses)


@pytest.mark.parametrize("settles", ["doubt", "asks"])
async def test_a_platform_that_can_be_asked_leaves_no_doubt(settles: Settles) -> None:
    calls = await _calls("asks")
    doubts = 0

    for number in range(1, calls + 1):
        life = a_life(InMemoryWork(), settles)
        for fuse in (Fuse(number), Fuse(None)):
            await life.live(fuse)
        rows = await rows_of(life.work)
        doubts += sum(b.state is BubbleState.IN_DOUBT for r in rows.turns for b in r.bubbles)

    assert (doubts == 0) is (settles == "asks")


async def test_three_crashes_in_a_row_anywhere_change_nothing_either() -> None:
    seed = 20260110
    dice = random.Random(seed)
    calls = await _calls("doubt")

    for _ in range(400):
        life = a_life(InMemoryWork(), "doubt")
        fuses = [Fuse(dice.randint(1, calls)) for _ in range(3)]
        for fuse in (*fuses, Fuse(None)):
            await life.live(fuse)
        await check(life, fuses)
