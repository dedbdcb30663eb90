"""A companion with a life: what it owes its days and months, whatever happens."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from structlog.testing import capture_logs

from core.admin.model import Access
from core.duty.model import Duty, DutyKind, DutyState
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores, T
from core.errors import ModelBusy, Retryable
from core.schedule.model import Life, MadeBy
from core.schedule.ports import DayAsked, MonthAsked, WrittenDay, WrittenMonth
from core.schedule.rules.written import WrittenBlock
from core.schedule.service import Planner
from tests.scenarios.lives import HOUR, LIVED, MINUTE, MONDAY_NOON, SATURDAY_NIGHT, SECOND, sleeper
from tests.world import ANNA, INSTANT, MINA, World


async def test_at_the_start_yesterday_today_and_tomorrow_are_planned_and_the_month() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)

        def look(stores: Stores) -> tuple[list[date], int]:
            days = stores.plans.days(MINA.space, date(2026, 1, 1), date(2026, 2, 28))
            lines = stores.plans.lines(MINA.space, date(2026, 1, 1), date(2026, 2, 28))
            return [plan.day for plan in days], len(lines)

        days, lines = await world.work.read(look)
        assert days == [date(2026, 1, 11), date(2026, 1, 12), date(2026, 1, 13)]
        assert lines == 30


async def test_days_are_planned_day_after_day_and_the_month_is_renewed() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        for _ in range(45):
            await world.passes(24 * HOUR)
            await world.engine.owe()
        await world.passes(MINUTE)

        def look(stores: Stores) -> tuple[int, int]:
            days = stores.plans.days(MINA.space, date(2026, 1, 11), date(2026, 2, 27))
            lines = stores.plans.lines(MINA.space, date(2026, 2, 27), date(2026, 12, 31))
            return len(days), len(lines)

        days, lines = await world.work.read(look)
        assert days == 48
        assert lines >= 10


async def test_after_weeks_without_a_process_only_what_still_matters_is_planned() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        await world.engine.stop(timedelta(0))
        world.clock.advance(world.clock.now() + timedelta(days=20))

        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(MINUTE)

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2026, 1, 14), date(2026, 3, 1))
        )
        assert [plan.day for plan in days] == [
            date(2026, 1, 31),
            date(2026, 2, 1),
            date(2026, 2, 2),
        ]


async def test_a_duty_that_fails_is_tried_again_with_growing_waits_and_told() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        fail = True

        class Broken(type(world.planner)):  # type: ignore[misc]
            async def day(self, *args: object, **how: object) -> object:
                if fail:
                    raise OSError("disk")
                return await super().day(*args, **how)

        world.planner = Broken()
        world.engine = world.start()
        with capture_logs() as logs:
            await world.engine.prepare()
            await world.passes(20 * MINUTE)
        waits = [line["retry_after_s"] for line in logs if line["event"] == "duty.failed"]
        assert waits[0] == 60
        assert max(waits) > 60

        fail = False
        await world.passes(2 * HOUR)
        owed = await world.work.read(lambda stores: stores.duties.owed([MINA.space], 10))
        assert owed == []


async def test_what_the_owner_planned_stays_unless_the_owner_asks() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        today = date(2026, 1, 12)
        plan = (await world.work.read(lambda s: s.plans.days(MINA.space, today, today)))[0]
        mine = replace(plan, made_by=MadeBy.OWNER)
        duty = Duty(
            space=MINA.space,
            kind=DutyKind.PLAN_DAY,
            period=today.isoformat(),
            state=DutyState.OWED,
            due_at=world.clock.now(),
        )

        def again(stores: Stores) -> None:
            stores.plans.save_day(mine)
            stores.duties.save(duty)

        await world.work.write(again)
        await world.engine.owe()
        await world.passes(MINUTE)
        kept = (await world.work.read(lambda s: s.plans.days(MINA.space, today, today)))[0]
        assert kept == mine

        asked = replace(duty, message="study", due_at=world.clock.now())
        await world.work.write(lambda stores: stores.duties.save(asked))
        await world.engine.owe()
        await world.passes(MINUTE)
        new = (await world.work.read(lambda s: s.plans.days(MINA.space, today, today)))[0]
        assert new.made_by is MadeBy.RULES
        assert "study" in {block.activity for block in new.blocks}


class _Hanging:
    """A schedule role that never comes back, or fails as no role should."""

    most_tokens = 0

    def __init__(self, world: World, fails: bool) -> None:
        self._world, self._fails = world, fails

    async def write_day(self, asked: DayAsked) -> WrittenDay:
        if self._fails:
            raise RuntimeError("an adapter's own error")
        await self._world.clock.sleep(timedelta(days=30))
        raise AssertionError

    async def write_month(self, asked: MonthAsked) -> WrittenMonth:
        return WrittenMonth(lines=())


@pytest.mark.parametrize("fails", [True, False], ids=["fails", "hangs"])
async def test_whatever_the_role_does_there_is_a_plan_meanwhile(fails: bool) -> None:
    async with World(SATURDAY_NIGHT, "morning!", life=sleeper()) as world:
        world.planner = Planner(_Hanging(world, fails))
        world.engine = world.start()
        with capture_logs():  # each failure brings a long trace
            await world.engine.prepare()
            await world.passes(5 * MINUTE)
            await world.hears("you up?")
            await world.passes(HOUR)
        assert world.sent == []

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2026, 1, 10), date(2026, 1, 10))
        )
        assert [plan.made_by for plan in days] == [MadeBy.RULES]


async def test_a_companion_that_moves_to_another_zone_gets_plans_of_that_zone() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        tokyo = replace(MINA, zone=ZoneInfo("Asia/Tokyo"))
        world.persona = tokyo
        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(MINUTE)

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2026, 1, 12), date(2026, 1, 13))
        )
        assert {str(plan.zone) for plan in days} == {"Asia/Tokyo"}


async def test_a_plan_that_is_lost_is_made_again_while_the_process_lives() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        await world.work.write(lambda stores: stores.plans.prune(MINA.space, date(2027, 1, 1)))
        await world.passes(15 * MINUTE, minutely=True)

        today = date(2026, 1, 12)
        days = await world.work.read(lambda stores: stores.plans.days(MINA.space, today, today))
        assert len(days) == 1


async def test_the_day_after_is_the_next_one_that_the_zone_knows() -> None:
    apia = replace(MINA, zone=ZoneInfo("Pacific/Apia"))
    async with World("2011-12-29T12:00-10:00", life=LIVED, persona=apia) as world:
        await world.passes(MINUTE)

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2011, 12, 28), date(2011, 12, 31))
        )
        assert [plan.day for plan in days] == [
            date(2011, 12, 28),
            date(2011, 12, 29),
            date(2011, 12, 31),
        ]


async def test_a_store_that_fails_while_a_duty_fails_ends_nothing() -> None:
    class Full(InMemoryWork):
        fails = False

        async def write(self, body: Callable[[Stores], T]) -> T:
            if self.fails:
                raise Retryable("the disk is full")
            return await super().write(body)

    work = Full()
    async with World(MONDAY_NOON, "hi", life=LIVED, work=work) as world:
        work.fails = True
        await world.engine.run_due(world.clock.now())
        await world.engine.settle()
        for _ in range(50):
            await asyncio.sleep(0)  # noqa: TID251  # lets the duty end; no time passes
        work.fails = False
        await world.passes(10 * MINUTE, minutely=True)

        owed = await work.read(lambda stores: stores.duties.owed([MINA.space], 10))
        assert owed == []


async def test_without_tokens_for_the_role_the_rules_plan() -> None:
    class Dear:
        most_tokens = 10_000

        async def write_day(self, asked: DayAsked) -> WrittenDay:
            raise AssertionError("it costs too much")

        async def write_month(self, asked: MonthAsked) -> WrittenMonth:
            raise AssertionError("it costs too much")

    poor = replace(INSTANT, tokens_per_day=100)
    async with World(MONDAY_NOON, life=LIVED, dials=poor, planner=Planner(Dear())) as world:
        await world.passes(MINUTE)

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2026, 1, 11), date(2026, 1, 13))
        )
        assert [plan.made_by for plan in days] == [MadeBy.RULES] * 3
        assert await world.work.read(lambda stores: stores.duties.owed([MINA.space], 10)) == []


class _Asked:
    """A schedule role that is busy at first, and remembers what it was asked."""

    most_tokens = 0

    def __init__(self, refusals: int) -> None:
        self.days: list[DayAsked] = []
        self.months: list[MonthAsked] = []
        self._refusals = refusals

    async def write_day(self, asked: DayAsked) -> WrittenDay:
        self.days.append(asked)
        if self._refusals > 0:
            self._refusals -= 1
            raise ModelBusy("down")
        block = WrittenBlock(time="00:00", end="24:00", activity="rest", title="a quiet day")
        return WrittenDay(blocks=(block,), tokens=7)

    async def write_month(self, asked: MonthAsked) -> WrittenMonth:
        self.months.append(asked)
        raise ModelBusy("down")


async def test_a_role_that_was_down_is_asked_again_and_then_its_plan_holds() -> None:
    role = _Asked(refusals=1)
    async with World(MONDAY_NOON, life=LIVED, planner=Planner(role)) as world:
        await world.passes(HOUR)

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2026, 1, 11), date(2026, 1, 13))
        )
        assert [plan.made_by for plan in days] == [MadeBy.MODEL] * 3
        assert [asked.day.day for asked in role.days] == [11, 12, 13, 11]
        spent = await world.work.read(
            lambda stores: stores.spending.of_kind(MINA.space, "2026-01-12", "plan")
        )
        assert spent == 3 * 7


async def test_a_role_that_stays_down_is_asked_three_times_and_no_more() -> None:
    role = _Asked(refusals=100)
    async with World(MONDAY_NOON, life=LIVED, planner=Planner(role)) as world:
        await world.passes(5 * HOUR)

        asked = [one.day.day for one in role.days]
        assert [asked.count(day) for day in (11, 12, 13)] == [3, 3, 3]
        latest = await world.work.read(lambda stores: stores.duties.latest(MINA.space, 10))
        notes = {duty.reason for duty in latest if duty.kind is DutyKind.PLAN_DAY}
        assert notes == {"planned by the rules: ModelBusy"}


async def test_a_plan_knows_two_days_and_two_months_back() -> None:
    role = _Asked(refusals=0)
    async with World(MONDAY_NOON, life=LIVED, planner=Planner(role)) as world:
        for _ in range(40):
            await world.passes(24 * HOUR)
            await world.engine.owe()
        await world.passes(MINUTE)

        last = role.days[-1]
        assert [last.day - plan.day for plan in last.before] == [2 * 24 * HOUR, 24 * HOUR]
        month = role.months[-1]
        assert len(month.before) >= 20
        assert all(timedelta(0) < month.first - line.day <= 60 * 24 * HOUR for line in month.before)


async def test_old_plans_are_forgotten_after_the_owners_time() -> None:
    async with World(MONDAY_NOON, life=Life(keep_days=5)) as world:
        for _ in range(12):
            await world.passes(24 * HOUR)
            await world.engine.owe()
        await world.passes(MINUTE)

        days = await world.work.read(
            lambda stores: stores.plans.days(MINA.space, date(2026, 1, 1), date(2026, 1, 31))
        )
        assert days[0].day == date(2026, 1, 24) - 5 * timedelta(days=1)


async def test_an_owner_sees_which_duty_is_under_way() -> None:
    access = Access(owners=frozenset({ANNA}))
    async with World(MONDAY_NOON, life=LIVED, access=access) as world:
        world.planner = Planner(_Hanging(world, fails=False))
        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(SECOND)
        await world.hears("/status")
        await world.passes(SECOND)

        assert "under way: plan-day 2026-01-11 (main)" in world.sent[0]
