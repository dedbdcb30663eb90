"""How bubbles reach a platform that limits, blocks, doubts and goes away."""

from collections.abc import Callable
from datetime import timedelta

from adapters.clock.virtual import VirtualClock
from adapters.scripted.messenger import ScriptedMessenger
from adapters.scripted.role import Reply
from core.conversation.model import IdentityId, Route
from core.engine.model import (
    RHYTHMS,
    BubbleState,
    Dials,
    InDoubt,
    NotSent,
    Outbound,
    Refused,
    SendOutcome,
    Unreachable,
)
from tests.world import ACCOUNT, DIRECT, World

NOON = "2026-01-10T12:00+00:00"
OTHER = Route(account=ACCOUNT, chat="8")
BEN = IdentityId("telegram:8")
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


class _Once:
    """An outcome for the first bubbles that `concerns` names, then delivery."""

    def __init__(
        self,
        outcome: SendOutcome,
        concerns: Callable[[Outbound], bool] = lambda _: True,
        times: int = 1,
    ) -> None:
        self._outcome, self._concerns, self._left = outcome, concerns, times

    def __call__(self, outbound: Outbound) -> SendOutcome | None:
        if self._left and self._concerns(outbound):
            self._left -= 1
            return self._outcome
        return None


def _world(outcome: Callable[[Outbound], SendOutcome | None], *replies: Reply) -> World:
    world = World(NOON, *(replies or ("hello",)), loop=True)
    world.messenger = ScriptedMessenger(world.clock, outcome=outcome)
    return world


async def test_a_rate_limit_holds_that_chat_alone_for_the_stated_time() -> None:
    limited = NotSent(reason="flood", retry_after=7 * SECOND)
    async with _world(_Once(limited, lambda o: o.route == DIRECT)) as world:
        await world.hears("hi", world.inbound("hi", sender=BEN, route=OTHER))
        await world.passes(5 * SECOND)
        assert [outbound.route for _, outbound in world.messenger.shown] == [OTHER]

        await world.passes(5 * SECOND)
        assert [outbound.route for _, outbound in world.messenger.shown] == [OTHER, DIRECT]
        waited = world.messenger.shown[1][0] - world.messenger.shown[0][0]
        assert 7 * SECOND <= waited < 8 * SECOND


async def test_a_wait_of_hours_drops_the_bubble_and_the_next_turn_works() -> None:
    limited = NotSent(reason="flood", retry_after=timedelta(seconds=14_000))
    async with _world(_Once(limited)) as world:
        await world.hears("hi")
        await world.passes(timedelta(hours=5))
        assert world.sent == []
        assert [b.reason for b in await world.bubbles(BubbleState.DROPPED)] == [
            "its time had passed"
        ]

        await world.hears("still there?")
        await world.passes(MINUTE)
        assert world.sent == ["hello"]


async def test_what_surely_was_not_sent_is_sent_again_with_growing_waits() -> None:
    refused = NotSent(reason="connection refused", retry_after=timedelta(0))
    async with _world(_Once(refused, times=4)) as world:
        start = world.clock.now()
        await world.hears("hi")
        await world.passes(timedelta(minutes=2))

        assert world.sent == ["hello"]
        tried_at = start + timedelta(seconds=1.5)
        assert world.messenger.shown[0][0] == tried_at + (1 + 2 + 4 + 8) * SECOND


async def test_what_is_in_doubt_counts_as_said_and_is_never_sent_again() -> None:
    async with _world(_Once(InDoubt(reason="read timeout"))) as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        await world.hears("hm?")
        await world.passes(MINUTE)

        assert world.sent == ["hello"]
        history = [(said.text, said.message_id) for said in await world.history()]
        assert history == [("hi", "1"), ("hello", None), ("hm?", "2"), ("hello", "own-1")]


async def test_a_blocked_chat_is_skipped_until_its_person_writes_again() -> None:
    async with _world(_Once(Unreachable(reason="blocked")), ("one", "two")) as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        assert world.sent == []
        assert (await world.turns())[0].turn.outcome == "undelivered"

        await world.hears("I'm back")
        await world.passes(MINUTE)
        assert world.sent == ["one", "two"]


async def test_a_refused_bubble_does_not_stop_the_next() -> None:
    async with _world(_Once(Refused(reason="too odd")), ("one", "two")) as world:
        await world.hears("hi")
        await world.passes(MINUTE)

        assert world.sent == ["two"]
        assert [said.text for said in await world.history()] == ["hi", "two"]


async def test_a_long_answer_is_split_by_the_platforms_units_and_nothing_is_lost() -> None:
    world = World(NOON, "word 🎈 " * 200)
    world.messenger = ScriptedMessenger(world.clock, most=100)
    async with world:
        await world.hears("tell me all")
        await world.passes(MINUTE)

        assert len(world.sent) > 10
        assert all(world.messenger.limit.length(text) <= 100 for text in world.sent)
        assert " ".join(" ".join(world.sent).split()) == ("word 🎈 " * 200).strip()


async def test_it_types_at_a_human_pace_and_the_light_goes_out() -> None:
    dials = Dials(rhythm=RHYTHMS["human"])
    async with World(NOON, ("a" * 12, "b" * 300), dials=dials) as world:
        start = world.clock.now()
        await world.hears("hi")
        await world.passes(timedelta(minutes=3))

        first, second = (at for at, _ in world.messenger.shown)
        assert timedelta(seconds=3) < first - start < timedelta(seconds=7)
        assert second - first == RHYTHMS["human"].most
        assert world.messenger.typed
        assert max(at for at, _ in world.messenger.typed) < second


async def test_the_light_goes_out_when_thinking_fails() -> None:
    def fails(request: object) -> str:
        raise RuntimeError("a bug in a role")

    async with World(NOON, fails, loop=True, thinks=timedelta(seconds=10)) as world:
        await world.hears("hi")
        await world.passes(timedelta(minutes=3))
        last = max(at for at, _ in world.messenger.typed)
        await world.passes(timedelta(minutes=10))

        assert max(at for at, _ in world.messenger.typed) == last


async def test_a_stepped_clock_loses_nothing_and_says_nothing_twice() -> None:
    dials = Dials(rhythm=RHYTHMS["human"])
    async with World(NOON, ("one of two", "two of two"), dials=dials) as world:
        await world.hears("hi")
        await world.passes(4 * SECOND)
        assert isinstance(world.clock, VirtualClock)
        world.clock.advance(world.clock.now() - timedelta(minutes=2))
        await world.passes(timedelta(minutes=5))

        assert world.sent == ["one of two", "two of two"]


async def test_talk_and_commands_of_one_chat_are_never_sent_at_the_same_time() -> None:
    world = World(NOON, ("one", "two", "three"))
    world.messenger = ScriptedMessenger(world.clock, takes=3 * SECOND)
    async with world:
        await world.hears("hi")
        await world.passes(2 * SECOND)
        await world.hears("/help", "/status")
        await world.passes(MINUTE)

        assert len(world.sent) == 5
        assert world.messenger.at_once == 1
