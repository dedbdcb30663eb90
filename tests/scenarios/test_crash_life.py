"""A start that dies at any port call: what is owed is done once, and nothing is half done."""

from datetime import UTC, date, datetime

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from core.duty.model import DutyState
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores
from core.schedule.model import tiling_faults
from tests.scenarios.crash import Fuse, Life, Platform
from tests.scenarios.lives import LIVED
from tests.world import INSTANT, MINA

NOON = datetime(2026, 1, 12, 11, tzinfo=UTC)
FIRST, LAST = date(2026, 1, 1), date(2026, 3, 31)


def a_start() -> Life:
    clock = VirtualClock(NOON)
    role = ScriptedRole([], clock=clock)
    messenger = ScriptedMessenger(clock)
    return Life(InMemoryWork(), clock, messenger, role, Platform(), INSTANT, LIVED)


async def check(life: Life, where: str | None) -> None:
    def look(stores: Stores) -> None:
        duties = stores.duties.latest(MINA.space, 100)
        days = stores.plans.days(MINA.space, FIRST, LAST)
        assert all(duty.state is DutyState.DONE for duty in duties), where
        assert len({(duty.kind, duty.period) for duty in duties}) == len(duties) == 5, where
        assert len(days) == 3, where
        assert not any(tiling_faults(p.day, p.zone, p.blocks) for p in days), where
        assert len(stores.plans.lines(MINA.space, FIRST, LAST)) == 30, where

    await life.work.read(look)


@pytest.mark.parametrize(
    "every", [pytest.param(5, id="a sample"), pytest.param(1, id="all", marks=pytest.mark.slow)]
)
async def test_no_crash_point_of_a_start_leaves_a_duty_undone_or_done_twice(every: int) -> None:
    whole = Fuse(None)
    await a_start().live(whole)
    assert whole.count > 50

    for point in range(1, whole.count + 1, every):
        life = a_start()
        fuse = Fuse(point)
        await life.live(fuse)
        await life.live(Fuse(None))
        await check(life, fuse.blown_at)
