"""The first bubble shown while it is written: what people see, and what a crash leaves."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import ScriptedRole
from core.conversation.model import ChatKind, Failure, Moved, ReplyRequest, Route
from core.engine.memory import InMemoryWork
from core.engine.model import (
    BubbleState,
    Gifts,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
)
from tests.scenarios.crash import Fuse, Life
from tests.scenarios.talk import QUICK, a_talk, check
from tests.world import ACCOUNT, INSTANT, World

NOON = "2026-01-10T12:00+00:00"
GROWING = replace(INSTANT, grows=True)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
LONG = "There was a small cafe by the river where nobody ever seemed to be in a hurry at all"


def growing_world(*replies: object, writes: timedelta = SECOND / 2, **how: object) -> World:
    return World(NOON, *replies, dials=GROWING, writes=writes, **how)  # type: ignore[arg-type]


async def test_it_is_seen_growing_and_ends_as_the_answer() -> None:
    async with growing_world((LONG, "come along!")) as world:
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert world.sent == [LONG, "come along!"]
        sights = [outbound.text for _, outbound in world.messenger.amended]
        assert len(sights) >= 3
        assert sights == sorted(sights, key=len)
        assert sights[-1] == LONG
        gaps = [
            b - a
            for (a, _), (b, _) in zip(
                world.messenger.amended, world.messenger.amended[1:], strict=False
            )
        ]
        assert all(gap >= 2 * SECOND for gap in gaps[:-1])


async def test_only_the_whole_answer_is_history() -> None:
    async with growing_world(LONG, "next") as world:
        await world.hears("tell me")
        await world.passes(MINUTE)
        await world.hears("more")
        await world.passes(MINUTE)

        texts = [said.text for said in await world.history() if said.by_companion]
        assert texts == [LONG, "next"]


async def test_a_short_answer_is_simply_said() -> None:
    async with growing_world("hi there") as world:
        await world.hears("hi")
        await world.passes(MINUTE)

        assert (world.sent, world.messenger.amended) == (["hi there"], [])


async def test_where_nothing_can_be_changed_nothing_grows() -> None:
    async with growing_world(LONG) as world:
        world.messenger = ScriptedMessenger(world.clock, gifts=Gifts(reacts=True))
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert world.role.requests[0].growing is None
        assert world.sent == [LONG]


async def test_a_longer_answer_than_a_message_goes_on_in_the_next() -> None:
    async with growing_world(" ".join(f"word{n}" for n in range(60))) as world:
        world.messenger = ScriptedMessenger(world.clock, most=120)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert " ".join(world.sent).split() == [f"word{n}" for n in range(60)]
        assert all(len(text) <= 120 for text in world.sent)


async def test_a_model_that_fails_half_way_leaves_its_neutral_line_alone() -> None:
    def fails(request: ReplyRequest) -> Failure:
        return Failure(reason="busy", detail="down")

    async with growing_world(fails) as world:
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert len(world.sent) == 1
        assert await world.bubbles(BubbleState.DELIVERED)


@pytest.mark.parametrize(
    "outcome",
    [
        pytest.param(
            NotSent(reason="flood", retry_after=timedelta(hours=2)), id="a flood of hours"
        ),
        pytest.param(Refused(reason="no"), id="refused"),
    ],
)
async def test_a_first_sight_that_fails_is_given_up_and_the_answer_is_said_whole(
    outcome: SendOutcome,
) -> None:
    calls: list[Outbound] = []

    def first_fails(outbound: Outbound) -> SendOutcome | None:
        calls.append(outbound)
        return outcome if len(calls) == 1 else None

    async with growing_world(LONG) as world:
        world.messenger = ScriptedMessenger(world.clock, outcome=first_fails)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert world.sent == [LONG]
        assert world.messenger.amended == []


async def test_a_first_sight_in_doubt_counts_as_said_and_the_answer_follows() -> None:
    calls: list[Outbound] = []

    def doubtful(outbound: Outbound) -> SendOutcome | None:
        calls.append(outbound)
        return InDoubt(reason="no answer") if len(calls) == 1 else None

    async with growing_world(LONG) as world:
        world.messenger = ScriptedMessenger(world.clock, outcome=doubtful)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert world.sent == [LONG]
        assert len(list(await world.bubbles(BubbleState.IN_DOUBT))) == 1


async def test_a_sight_that_cannot_be_changed_any_more_ends_with_the_patience_of_a_bubble() -> None:
    def no_changes_for_a_while(outbound: Outbound) -> SendOutcome | None:
        early = world.clock.now() < start + 20 * SECOND
        flood = NotSent(reason="flood", retry_after=5 * SECOND)
        return flood if outbound.amends is not None and early else None

    async with growing_world(LONG) as world:
        start = world.clock.now()
        world.messenger = ScriptedMessenger(world.clock, outcome=no_changes_for_a_while)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(5 * MINUTE)

        assert world.sent == [LONG]
        assert len(world.messenger.amended) == 1


def a_growing_life(settles: str) -> Life:
    from adapters.clock.virtual import VirtualClock
    from tests.scenarios.talk import START

    clock = VirtualClock(START)
    answer = (LONG, "second of it all", "third of it all")
    role = ScriptedRole([answer], clock=clock, loop=True, writes=SECOND / 4)
    messenger = ScriptedMessenger(clock, settles=settles)  # type: ignore[arg-type]
    return Life(InMemoryWork(), clock, messenger, role, a_talk(), replace(QUICK, grows=True))


@pytest.mark.parametrize(
    "every", [pytest.param(4, id="a sample"), pytest.param(1, id="all", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("settles", ["doubt", "asks"])
async def test_no_crash_point_loses_or_doubles_an_answer_that_grows(
    settles: str, every: int
) -> None:
    whole = Fuse(None)
    await a_growing_life(settles).live(whole)
    assert whole.count > 200

    for point in range(1, whole.count + 1, every):
        life = a_growing_life(settles)
        fuses = [Fuse(point), Fuse(None)]
        for fuse in fuses:
            await life.live(fuse)
        await check(life, fuses)


async def test_a_chat_that_moves_while_the_answer_grows_gets_it_whole_in_its_new_place() -> None:
    old = Route(account=ACCOUNT, chat="-100")
    async with growing_world(LONG) as world:
        await world.hears(
            world.inbound("Mina?", route=old, chat_kind=ChatKind.GROUP, addressed=False)
        )
        await world.passes(8 * SECOND)
        assert len(world.messenger.shown) == 1
        await world.hears(Moved(account=ACCOUNT, old_chat="-100", new_chat="-200"))
        await world.passes(MINUTE)

        last = world.messenger.shown[-1][1]
        assert (last.route.chat, last.text) == ("-200", LONG)
        assert len(world.messenger.shown) == 2


async def test_a_growing_message_that_somebody_deletes_is_said_anew() -> None:
    def gone(outbound: Outbound) -> SendOutcome | None:
        return Refused(reason="no such message") if outbound.amends is not None else None

    async with growing_world(LONG) as world:
        world.messenger = ScriptedMessenger(world.clock, outcome=gone)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(MINUTE)

        assert world.sent[-1] == LONG
        assert [said.text for said in await world.history() if said.by_companion] == [LONG]


async def test_an_answer_whose_first_sight_could_not_be_shown_is_not_taken_for_begun() -> None:
    calls: list[Outbound] = []

    def flood(outbound: Outbound) -> SendOutcome | None:
        calls.append(outbound)
        return NotSent(reason="flood", retry_after=30 * SECOND) if len(calls) == 1 else None

    async with growing_world(LONG, "and that") as world:
        world.messenger = ScriptedMessenger(world.clock, outcome=flood)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(15 * SECOND)
        await world.hears("and more")
        await world.passes(2 * MINUTE)

        assert world.sent == [LONG, "and that"]
        assert [record.turn.outcome for record in world.records] == ["answered", "answered"]


async def test_a_stop_lets_the_first_sight_arrive() -> None:
    async with growing_world(LONG, LONG) as world:
        world.messenger = ScriptedMessenger(world.clock, takes=2 * SECOND)
        world.engine = world.start()
        await world.hears("tell me")
        await world.passes(5 * SECOND)
        async with asyncio.TaskGroup() as group:
            stopping = group.create_task(world.engine.stop(timedelta(seconds=5)))
            while not stopping.done():
                await asyncio.sleep(0)  # noqa: TID251  # gives way; no time passes
                world.clock.advance(world.clock.now() + SECOND / 10)

        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(2 * MINUTE)

        assert world.sent == [LONG]
        assert list(await world.bubbles(BubbleState.IN_DOUBT)) == []
