"""A companion with a life: when it answers, what it shows, and what it owes."""

import asyncio
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from structlog.testing import capture_logs

from adapters.scripted.messenger import ScriptedMessenger
from core.admin.model import Access
from core.availability.model import Mode, Override, WaitingDials
from core.conversation.model import ChatKind, Draft, IdentityId, Leave, Route
from core.duty.model import Duty, DutyKind, DutyState
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores, T
from core.errors import ModelBusy, Retryable
from core.schedule.model import Life, MadeBy
from core.schedule.ports import DayAsked, MonthAsked, WrittenDay, WrittenMonth
from core.schedule.rules.written import WrittenBlock
from core.schedule.service import Planner
from tests.scenarios.lives import LIVED, sleeper, works_at
from tests.world import ACCOUNT, ANNA, INSTANT, MINA, World

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
SATURDAY_NIGHT = "2026-01-10T23:30+00:00"
"""Half past midnight on Sunday, in Berlin."""
MONDAY_NOON = "2026-01-12T11:00+00:00"
"""Noon in Berlin."""


def _lay_over(stores: Stores, override: Override) -> None:
    stores.overrides.put(MINA.space, override)


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


async def test_a_message_at_night_is_answered_after_waking_once() -> None:
    async with World(SATURDAY_NIGHT, "good morning!", life=sleeper()) as world:
        await world.passes(SECOND)
        await world.hears("you up?")
        await world.passes(6 * HOUR)
        assert (world.sent, world.messenger.typed) == ([], [])

        await world.passes(6 * HOUR)
        assert world.sent == ["good morning!"]
        woke = datetime.fromisoformat("2026-01-11T06:00+00:00")
        at = world.messenger.shown[0][0]
        assert woke + MINUTE <= at <= woke + 13 * MINUTE


async def test_a_message_at_night_is_answered_after_waking_also_by_a_new_process() -> None:
    async with World(SATURDAY_NIGHT, "good morning!", life=sleeper()) as world:
        await world.passes(SECOND)
        await world.hears("you up?")
        await world.passes(HOUR)
        await world.engine.stop(timedelta(0))
        world.clock.advance(world.clock.now() + 8 * HOUR)

        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(HOUR)

        assert world.sent == ["good morning!"]


async def test_what_waited_through_a_long_night_is_not_too_old() -> None:
    dials = replace(INSTANT, backlog_window=2 * HOUR)
    async with World(SATURDAY_NIGHT, "good morning!", life=sleeper(), dials=dials) as world:
        await world.passes(SECOND)
        await world.hears("you up?")
        await world.passes(10 * HOUR)

        assert world.sent == ["good morning!"]


async def test_while_busy_it_answers_later_by_the_law() -> None:
    async with World(MONDAY_NOON, "sorry, work", life=works_at("10:00", 300)) as world:
        await world.passes(SECOND)
        await world.hears("lunch?")
        await world.passes(5 * SECOND)
        assert world.sent == []

        await world.passes(3 * HOUR)
        assert world.sent == ["sorry, work"]
        waited = world.messenger.shown[0][0] - datetime.fromisoformat(MONDAY_NOON)
        assert MINUTE < waited < 3 * HOUR
        told = (await world.turns())[0].trace["waited"]
        assert isinstance(told, Mapping)
        assert told["reason"] == "busy, but looked at it"
        (draw,) = told["draws"]
        assert (draw["kind"], draw["scale"], draw["shape"]) == ("wait", 25 * 60, 1.8)
        assert draw["drawn"] == pytest.approx(25 * 60 * (-math.log1p(-draw["u"])) ** (1 / 1.8))


async def test_urgent_words_pass_while_it_is_busy() -> None:
    async with World(MONDAY_NOON, "what is it?", life=works_at("10:00", 300)) as world:
        await world.passes(SECOND)
        await world.hears("emergency, please call me")
        await world.passes(10 * SECOND)

        assert world.sent == ["what is it?"]


async def test_in_the_flow_of_a_talk_it_answers_although_it_is_busy() -> None:
    async with World(MONDAY_NOON, "one", "two", life=works_at("10:00", 300)) as world:
        await world.passes(SECOND)
        await world.hears("emergency!")
        await world.passes(MINUTE)
        await world.hears("ok it's fine")
        await world.passes(10 * SECOND)

        assert world.sent == ["one", "two"]


async def test_the_wait_is_the_same_after_a_restart() -> None:
    sent_at = []
    for restarts in (False, True):
        async with World(MONDAY_NOON, "hi", life=works_at("10:00", 300)) as world:
            await world.passes(SECOND)
            await world.hears("lunch?")
            await world.passes(MINUTE)
            if restarts:
                world.engine = world.start()
                await world.engine.prepare()
            await world.passes(5 * HOUR)
            sent_at.append(world.messenger.shown[0][0])

    assert sent_at[0] == sent_at[1]


async def test_a_message_goes_by_the_owners_override_until_it_expires() -> None:
    async with World(MONDAY_NOON, "back!", life=LIVED) as world:
        await world.passes(SECOND)
        now = world.clock.now()
        override = Override(mode=Mode.OFFLINE, since=now, until=now + HOUR, reason="by the owner")
        await world.work.write(lambda stores: stores.overrides.put(MINA.space, override))
        world.engine.looks_anew()
        await world.hears("there?")
        await world.passes(50 * MINUTE)
        assert world.sent == []

        await world.passes(4 * HOUR)
        assert world.sent == ["back!"]


async def test_its_own_goodbye_lets_it_be_away() -> None:
    goodbye = Draft(messages=("good night!",), leave=Leave(minutes=60, asleep=True, why="sleep"))
    async with World(MONDAY_NOON, goodbye, "back!", life=Life()) as world:
        await world.hears("bye")
        await world.passes(5 * SECOND)
        await world.hears("one more thing")
        await world.passes(50 * MINUTE)
        assert world.sent == ["good night!"]

        await world.passes(5 * HOUR)
        assert world.sent == ["good night!", "back!"]


async def test_commands_do_not_wait_for_its_availability() -> None:
    async with World(SATURDAY_NIGHT, life=sleeper()) as world:
        await world.passes(SECOND)
        await world.hears("/help")
        await world.passes(2 * SECOND)

        assert len(world.sent) == 1


async def test_a_turn_is_told_of_the_days_and_of_how_much_it_is_there() -> None:
    async with World(MONDAY_NOON, "hi", life=works_at("10:00", 300)) as world:
        await world.passes(SECOND)
        await world.hears("emergency!")
        await world.passes(MINUTE)

        context = world.role.requests[0].context
        assert any("the office" in planned.what for planned in context.schedule)
        assert "you are busy" in context.availability


async def test_presence_follows_the_day() -> None:
    async with World(MONDAY_NOON, life=works_at("10:00", 300)) as world:
        await world.passes(30 * HOUR)

        modes = [mode for _, mode, _ in world.messenger.presented]
        assert {Mode.ONLINE, Mode.DO_NOT_DISTURB, Mode.OFFLINE} <= set(modes)
        shown = [(mode, line) for _, mode, line in world.messenger.presented]
        assert all(a != b for a, b in pairwise(shown))


async def test_presence_is_shown_at_most_five_times_a_minute() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        for number in range(30):
            now = world.clock.now()
            mode = Mode.OFFLINE if number % 2 else Mode.ONLINE
            override = Override(mode=mode, since=now, until=now + HOUR, reason=f"n {number}")
            await world.work.write(partial(_lay_over, override=override))
            world.engine.looks_anew()
            await world.passes(SECOND)

        assert len(world.messenger.presented) <= 5


async def test_a_companion_without_a_schedule_is_always_there() -> None:
    async with World(SATURDAY_NIGHT, "yes!", life=Life(is_lived=False)) as world:
        await world.hears("you up?")
        await world.passes(MINUTE)

        assert world.sent == ["yes!"]
        assert await world.work.read(lambda stores: stores.duties.owed([MINA.space], 10)) == []


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


@pytest.mark.parametrize("shape", [1.2, 3.0])
async def test_the_law_of_waiting_is_the_owners(shape: float) -> None:
    waiting = WaitingDials(scale=5 * MINUTE, shape=shape)
    async with World(MONDAY_NOON, "hi", life=works_at("10:00", 300), waiting=waiting) as world:
        await world.passes(SECOND)
        await world.hears("lunch?")
        await world.passes(HOUR)

        assert world.sent == ["hi"]


async def put(world: World, mode: Mode, span: timedelta) -> None:
    now = world.clock.now()
    override = Override(mode=mode, since=now, until=now + span, reason="by the owner: a secret")
    await world.work.write(partial(_lay_over, override=override))
    world.engine.looks_anew()


async def test_what_waited_through_a_long_override_is_answered_when_it_ends() -> None:
    async with World(MONDAY_NOON, "back!", life=LIVED) as world:
        await world.passes(SECOND)
        await put(world, Mode.OFFLINE, 20 * HOUR)
        await world.hears("there?")
        await world.passes(30 * HOUR)

        assert world.sent == ["back!"]


async def test_what_waited_through_its_own_long_goodbye_is_answered() -> None:
    goodbye = Draft(messages=("good night!",), leave=Leave(minutes=720, asleep=True, why="sleep"))
    async with World(MONDAY_NOON, goodbye, "back!", life=LIVED) as world:
        await world.hears("emergency! bye")
        await world.passes(10 * SECOND)
        await world.hears("one more thing")
        await world.passes(24 * HOUR)

        assert world.sent[-1] == "back!"


async def test_what_was_due_while_no_process_was_there_does_not_wake_it() -> None:
    async with World("2026-01-10T21:29:58+00:00", "morning!", life=sleeper()) as world:
        await world.passes(SECOND / 10)
        await world.hears("still up?")
        await world.engine.stop(timedelta(0))
        world.clock.advance(world.clock.now() + 4 * HOUR)
        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(HOUR)
        assert world.sent == []

        await world.passes(6 * HOUR)
        assert world.sent == ["morning!"]


async def test_when_it_is_free_earlier_it_answers_earlier() -> None:
    async with World(SATURDAY_NIGHT, "I am up!", life=sleeper()) as world:
        await world.passes(SECOND)
        await world.hears("you up?")
        await world.passes(MINUTE)
        assert world.sent == []

        await put(world, Mode.ONLINE, HOUR)
        await world.passes(13 * MINUTE)
        assert world.sent == ["I am up!"]


async def test_an_override_that_is_taken_off_no_longer_holds_anything_up() -> None:
    async with World(MONDAY_NOON, "here!", life=works_at("18:00", 60)) as world:
        await world.passes(SECOND)
        await put(world, Mode.OFFLINE, 5 * HOUR)
        await world.hears("emergency?")
        await world.passes(MINUTE)
        await world.work.write(lambda stores: stores.overrides.clear(MINA.space))
        world.engine.looks_anew()
        await world.passes(10 * SECOND)

        assert world.sent == ["here!"]


async def test_a_clock_that_was_set_back_stops_neither_presence_nor_duties() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        now = world.clock.now() - 5 * HOUR
        await world.engine.run_due(now)
        await asyncio.sleep(0)  # noqa: TID251  # it is shown beside the motor
        shown = len(world.messenger.presented)
        override = Override(mode=Mode.OFFLINE, since=now, until=now + HOUR, reason="x")
        await world.work.write(partial(_lay_over, override=override))

        await world.engine.run_due(now + 61 * SECOND)
        await asyncio.sleep(0)  # noqa: TID251  # it is shown beside the motor

        assert len(world.messenger.presented) > shown


async def test_a_group_is_told_bare_activities_and_nobody_the_reason_of_an_override() -> None:
    group = Route(account=ACCOUNT, chat="-100")
    async with World(MONDAY_NOON, "hi", "hi", life=works_at("10:00", 300)) as world:
        await world.passes(SECOND)
        await put(world, Mode.ONLINE, HOUR)
        await world.hears(
            world.inbound("Mina?", route=group, chat_kind=ChatKind.GROUP), world.inbound("Mina?")
        )
        await world.passes(MINUTE)

        by_kind = {request.chat_kind: request.context for request in world.role.requests}
        in_group = {planned.what for planned in by_kind[ChatKind.GROUP].schedule}
        assert "work" in in_group
        assert not any("office" in what for what in in_group)
        assert any("office" in one.what for one in by_kind[ChatKind.DIRECT].schedule)
        assert not any("secret" in context.availability for context in by_kind.values())


async def test_a_group_that_wrote_at_night_is_answered_once_with_everything_in_view() -> None:
    group = Route(account=ACCOUNT, chat="-100")
    async with World(SATURDAY_NIGHT, "morning, all!", life=sleeper()) as world:
        await world.passes(SECOND)
        for number in range(5):
            await world.hears(
                world.inbound(
                    f"Mina {number}?",
                    route=group,
                    chat_kind=ChatKind.GROUP,
                    sender=IdentityId(f"telegram:{number}"),
                )
            )
            await world.passes(MINUTE)
        await world.passes(10 * HOUR)

        assert world.sent == ["morning, all!"]
        assert world.role.requests[0].user_message.count("Mina") == 5


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


async def test_a_platform_that_takes_its_time_to_show_presence_holds_nobody_up() -> None:
    class Slow(ScriptedMessenger):
        async def present(self, mode: Mode, line: str) -> None:
            await world.clock.sleep(HOUR)
            await super().present(mode, line)

    async with World(MONDAY_NOON, "hi", life=LIVED) as world:
        world.messenger = Slow(world.clock)
        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(SECOND)
        await put(world, Mode.DO_NOT_DISTURB, 3 * HOUR)
        await world.hears("emergency!")
        await world.passes(10 * SECOND)
        assert (world.sent, world.messenger.presented) == (["hi"], [])

        await world.passes(3 * HOUR)
        assert world.messenger.presented[-1][1] is Mode.DO_NOT_DISTURB


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
