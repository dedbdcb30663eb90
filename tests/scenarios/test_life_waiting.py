"""A companion with a life: when it answers."""

import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from core.availability.model import Mode, Override, WaitingDials
from core.conversation.model import ChatKind, Draft, IdentityId, Leave, Route
from core.schedule.model import Life
from tests.scenarios.lives import (
    HOUR,
    LIVED,
    MINUTE,
    MONDAY_NOON,
    SATURDAY_NIGHT,
    SECOND,
    lay_over,
    put,
    sleeper,
    works_at,
)
from tests.world import ACCOUNT, INSTANT, MINA, World


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
        await lay_over(world.work, override)
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


async def test_a_companion_without_a_schedule_is_always_there() -> None:
    async with World(SATURDAY_NIGHT, "yes!", life=Life(is_lived=False)) as world:
        await world.hears("you up?")
        await world.passes(MINUTE)

        assert world.sent == ["yes!"]
        assert await world.work.read(lambda stores: stores.duties.owed([MINA.space], 10)) == []


@pytest.mark.parametrize("shape", [1.2, 3.0])
async def test_the_law_of_waiting_is_the_owners(shape: float) -> None:
    waiting = WaitingDials(scale=5 * MINUTE, shape=shape)
    async with World(MONDAY_NOON, "hi", life=works_at("10:00", 300), waiting=waiting) as world:
        await world.passes(SECOND)
        await world.hears("lunch?")
        await world.passes(HOUR)

        assert world.sent == ["hi"]


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
