"""A companion with a life: what it shows and tells of its day."""

import asyncio
from itertools import pairwise

from adapters.scripted.messenger import ScriptedMessenger
from core.availability.model import Mode, Override
from core.conversation.model import ChatKind, Route
from tests.scenarios.lives import HOUR, LIVED, MINUTE, MONDAY_NOON, SECOND, lay_over, put, works_at
from tests.world import ACCOUNT, World


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
            await lay_over(world.work, override)
            world.engine.looks_anew()
            await world.passes(SECOND)

        assert len(world.messenger.presented) <= 5


async def test_a_clock_that_was_set_back_stops_neither_presence_nor_duties() -> None:
    async with World(MONDAY_NOON, life=LIVED) as world:
        await world.passes(SECOND)
        now = world.clock.now() - 5 * HOUR
        await world.engine.run_due(now)
        await asyncio.sleep(0)  # noqa: TID251  # it is shown beside the motor
        shown = len(world.messenger.presented)
        override = Override(mode=Mode.OFFLINE, since=now, until=now + HOUR, reason="x")
        await lay_over(world.work, override)

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
