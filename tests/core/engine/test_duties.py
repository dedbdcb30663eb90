"""The runner of duties, where looking at the ledger and doing what stands there overlap."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from structlog.testing import capture_logs

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from core.conversation.model import AccountId
from core.duty.model import Duty, DutyKind, DutyState
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores, T
from core.engine.service import Seat, Seats
from core.engine.service.duties import DutyRunner
from core.engine.service.planning import Planning
from tests.world import MINA

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class _SlowReader:
    """The port Work; who looks at the ledger is told once the duties under way have ended."""

    def __init__(self) -> None:
        self.runner: DutyRunner | None = None
        self._inner = InMemoryWork()

    async def write(self, body: Callable[[Stores], T]) -> T:
        return await self._inner.write(body)

    async def read(self, body: Callable[[Stores], T]) -> T:
        result = await self._inner.read(body)
        under_way = self.runner.running() if self.runner is not None else set()
        if under_way and asyncio.current_task() not in under_way:
            await asyncio.wait(under_way)
        return result


def _owes(*days: str) -> Callable[[Stores], None]:
    def body(stores: Stores) -> None:
        for day in days:
            duty = Duty(
                space=MINA.space,
                kind=DutyKind.PLAN_DAY,
                period=day,
                state=DutyState.OWED,
                due_at=NOON,
            )
            stores.duties.owe(duty)

    return body


async def test_a_duty_that_ends_while_the_ledger_is_looked_at_is_not_done_again() -> None:
    work, clock = _SlowReader(), VirtualClock(NOON)
    seat = Seat(
        messenger=ScriptedMessenger(clock),
        persona=MINA,
        conversation=ScriptedRole([], clock=clock),
    )
    runner = DutyRunner(
        work,
        clock,
        Seats({AccountId("test"): seat}),
        Planning(work, lambda: 0),
        asyncio.get_running_loop().create_task,
        lambda: None,
    )
    work.runner = runner
    await work.write(_owes("2026-05-01", "2026-05-02"))

    with capture_logs() as logs:
        for second in range(5):
            runner.looks_anew()
            await runner.run_due(NOON + timedelta(seconds=second))

    done = [line["period"] for line in logs if line["event"] == "duty.done"]
    assert done == ["2026-05-01", "2026-05-02"]
