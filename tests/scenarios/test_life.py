"""A companion with a life: when it answers, what it shows, and what it owes."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from itertools import pairwise

import pytest
from structlog.testing import capture_logs

from core.availability.model import Mode, Override, WaitingDials
from core.conversation.model import Draft, Leave
from core.duty.model import Duty, DutyKind, DutyState
from core.engine.ports import Stores
from core.schedule.life import Life
from core.schedule.model import MadeBy
from tests.scenarios.lives import LIVED, sleeper, works_at
from tests.world import INSTANT, MINA, World

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
        assert await world.work.read(lambda stores: stores.duties.owed(10)) == []


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
        owed = await world.work.read(lambda stores: stores.duties.owed(10))
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
