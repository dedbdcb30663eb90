"""How long it takes to plan the next day of many companions, by the rules alone."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select, text

from adapters.calendar.holidays import PublicHolidays
from adapters.clock.virtual import VirtualClock
from adapters.scripted.role import ScriptedRole
from adapters.storage.database import Database
from adapters.storage.tables import metadata
from bot.bench.crowd import Crowd
from bot.bench.figures import in_ms, percentile
from bot.bench.town import Inhabitant, town
from core.conversation.model import AccountId
from core.days import ONE_DAY, day_of
from core.duty.model import Duty, DutyKind, DutyState
from core.engine.ports import Stores
from core.engine.service.duties import DutyRunner
from core.engine.service.planning import Planning
from core.engine.service.seat import Seat
from core.engine.service.seats import Seats
from core.errors import CircadiaError
from core.schedule.service import Planner

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
"""When the plans are made: the same days each time, and the same plans."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much a database holds."""

    rows: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What was measured."""

    companions: int
    seconds: float
    """From the first duty looked at to the last plan kept."""
    per_second: float
    p50_ms: float
    """One duty: what it reads, the plan, and its commit; the runner has four under way at once."""
    p99_ms: float
    rows_per_plan: float
    bytes_per_plan: int
    """Of the file, in whole pages."""


class _Office:
    """The runner of duties for a town; no one talks meanwhile."""

    def __init__(
        self, database: Database, inhabitants: Sequence[Inhabitant], group: asyncio.TaskGroup
    ) -> None:
        clock = VirtualClock(NOON)
        planner, role = Planner(holidays=PublicHolidays()), ScriptedRole([], clock=clock)
        seats = {
            AccountId(one.persona.space): Seat(
                messenger=Crowd(clock),
                persona=one.persona,
                conversation=role,
                life=one.life,
                planner=planner,
            )
            for one in inhabitants
        }
        self._database, self._group, self._took = database, group, list[float]()
        self._ended = asyncio.Event()
        self._runner = DutyRunner(
            database, clock, Seats(seats), Planning(database, lambda: 0), self._spawn, lambda: None
        )

    async def pay(self, owed: Sequence[Duty], progress: Progress) -> tuple[float, list[float]]:
        """Do what is owed, and return the seconds of all and of each.

        Raises:
            CircadiaError: something could not be done.
        """

        def owe(stores: Stores) -> None:
            for duty in owed:
                stores.duties.owe(duty)

        await self._database.write(owe)
        self._runner.looks_anew()
        self._took = []
        began_s = time.perf_counter()
        await self._runner.run_due(NOON)
        while len(self._took) < len(owed):
            await self._ended.wait()
            self._ended.clear()
            progress(len(self._took), len(owed))
            await self._runner.run_due(NOON)
        ended_s = time.perf_counter()
        spaces = {duty.space for duty in owed}
        if left := await self._database.read(lambda stores: stores.duties.owed(spaces, 1)):
            raise CircadiaError(f"a plan could not be made: {left[0].reason}")
        return ended_s - began_s, self._took

    def _spawn(self, duty: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        began_s = time.perf_counter()
        task = self._group.create_task(duty)

        def ended(_: asyncio.Task[None]) -> None:
            self._took.append(time.perf_counter() - began_s)
            self._ended.set()

        task.add_done_callback(ended)
        return task


async def plan_town(database: Database, companions: int, progress: Progress) -> Mapping[str, Any]:
    """Return the figures of planning tomorrow for so many, whose month, yesterday, today stand."""
    inhabitants = town(companions)
    async with asyncio.TaskGroup() as group:
        office = _Office(database, inhabitants, group)
        await office.pay([duty for one in inhabitants for duty in _before(one)], progress)
        before = await database.administer(_size)
        seconds, took = await office.pay([_tomorrow(one) for one in inhabitants], progress)
        after = await database.administer(_size)
    return asdict(
        Planned(
            companions=companions,
            seconds=round(seconds, 2),
            per_second=round(companions / seconds, 1),
            p50_ms=in_ms(percentile(took, 0.50)),
            p99_ms=in_ms(percentile(took, 0.99)),
            rows_per_plan=round((after.rows - before.rows) / companions, 2),
            bytes_per_plan=round((after.bytes - before.bytes) / companions),
        )
    )


def _before(one: Inhabitant) -> tuple[Duty, ...]:
    """Return what is planned already when a day's turn comes."""
    return (
        _duty(one, DutyKind.PLAN_MONTH, 1),
        _duty(one, DutyKind.PLAN_DAY, -1),
        _duty(one, DutyKind.PLAN_DAY, 0),
    )


def _tomorrow(one: Inhabitant) -> Duty:
    return _duty(one, DutyKind.PLAN_DAY, 1)


def _duty(one: Inhabitant, kind: DutyKind, days_ahead: int) -> Duty:
    day = day_of(NOON, one.persona.zone) + days_ahead * ONE_DAY
    return Duty(
        space=one.persona.space,
        kind=kind,
        period=day.isoformat(),
        state=DutyState.OWED,
        due_at=NOON,
    )


def _size(connection: Connection) -> Size:
    """Return how much an SQLite database holds, what waits in its log included."""
    rows = sum(
        connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in metadata.sorted_tables
    )
    pages, free, page = (
        connection.execute(text(f"PRAGMA {name}")).scalar_one()
        for name in ("page_count", "freelist_count", "page_size")
    )
    return Size(rows=rows, bytes=(pages - free) * page)
