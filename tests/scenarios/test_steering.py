"""Owners steer, strangers are told, and the last exchange is taken back: through the engine."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.scripted.messenger import ScriptedMessenger
from core.admin.model import Access, Pairing
from core.conversation.model import ChatKind, IdentityId, Inbound, Route
from core.engine.model import RHYTHMS, TAKEN_BACK, BubbleKind, BubbleState, Gifts, Lane
from core.phrases import CommandLine, Phrase, SteeringLine, phrase
from core.schedule.model import Life
from tests.world import ACCOUNT, ANNA, INSTANT, MINUTE, SECOND, World

NOON = "2026-05-04T10:00:00+00:00"
NIGHT = "2026-05-04T01:00:00+00:00"
"""In Berlin, where it sleeps."""
HOUR = timedelta(hours=1)
BEN = IdentityId("telegram:8")
ROOM = Route(account=ACCOUNT, chat="-9")
OWNED = Access(owners=frozenset({ANNA}), friends=frozenset({BEN}), rooms=frozenset({"telegram:-9"}))


def in_room(world: World, text: str, sender: IdentityId = BEN) -> Inbound:
    return world.inbound(text, sender=sender, route=ROOM, chat_kind=ChatKind.GROUP)


async def test_a_pause_answers_nobody_and_keeps_what_is_written() -> None:
    async with World(NOON, "back again", access=OWNED) as world:
        await world.hears("/pause", in_room(world, "hello?"))
        await world.passes(HOUR)

        assert world.sent == [phrase(SteeringLine.PAUSED, "en", form="/resume")]
        assert world.role.requests == []

        await world.hears("/resume")
        await world.passes(MINUTE)
        assert world.sent[1:] == [phrase(SteeringLine.RESUMED, "en"), "back again"]


async def test_a_pause_outlives_a_restart() -> None:
    async with World(NOON, "hi", access=OWNED) as world:
        await world.hears("/pause")
        await world.passes(MINUTE)
        world.engine = world.start()
        await world.engine.prepare()

        await world.hears("anybody there?")
        await world.passes(HOUR)

        assert len(world.sent) == 1


async def test_what_waited_through_a_long_pause_is_passed_with_its_reason() -> None:
    async with World(NOON, "fresh", access=OWNED) as world:
        await world.hears("/pause")
        await world.hears(in_room(world, "old news"))
        await world.passes(20 * HOUR)
        await world.hears(in_room(world, "new news"))
        await world.passes(MINUTE)
        await world.hears("/resume")
        await world.passes(MINUTE)

        assert world.sent[-1] == "fresh"
        assert [said.text for said in world.role.requests[0].context.history] == [
            "old news",
            "new news",
        ]
        assert world.role.requests[0].user_message == "new news"


async def test_a_pause_here_lets_other_places_go_on() -> None:
    async with World(NOON, "to you", access=OWNED) as world:
        await world.hears(in_room(world, "/pause here", ANNA))
        await world.passes(MINUTE)
        await world.hears(in_room(world, "hello?"), "hello")
        await world.passes(HOUR)

        assert world.sent[1:] == ["to you"]


async def test_a_moderator_may_what_was_granted_and_nothing_more() -> None:
    access = Access(
        owners=frozenset({ANNA}),
        rooms=frozenset({"telegram:-9"}),
        moderators=frozenset({"telegram:-9"}),
        granted=frozenset({"pause here"}),
    )
    async with World(NOON, access=access) as world:
        world.messenger = ScriptedMessenger(world.clock, roles={BEN: frozenset({"telegram:-9"})})
        world.engine = world.start()

        for text in ("/pause here", "/pause", "/memory", "/resume here"):
            await world.hears(in_room(world, text))
            await world.passes(MINUTE)
        await world.hears(in_room(world, "/pause here", IdentityId("telegram:9")))
        await world.passes(MINUTE)

        no = phrase(Phrase.NOT_ALLOWED, "en")
        paused = phrase(SteeringLine.PAUSED_HERE, "en", form="/resume here")
        assert world.sent == [paused, no, no, no, no]


async def test_another_answer_takes_the_place_of_the_last() -> None:
    async with World(NOON, "first", "second") as world:
        await world.hears("tell me something")
        await world.passes(MINUTE)
        await world.hears("/again")
        await world.passes(MINUTE)

        assert world.sent == [phrase(SteeringLine.AGAIN_COMES, "en"), "second"]
        assert [said.text for said in await world.history()] == ["tell me something", "second"]
        assert [said.text for said in world.role.requests[1].context.history] == [
            "tell me something"
        ]
        talk = world.lanes_of(await world.turns(), Lane.TALK)
        assert [record.turn.outcome for record in talk] == ["answered", TAKEN_BACK]


async def test_an_exchange_is_taken_back_on_both_sides() -> None:
    async with World(NOON, "one", "two", "three") as world:
        for text in ("first", "second"):
            await world.hears(text)
            await world.passes(MINUTE)
        await world.hears("/undo")
        await world.passes(MINUTE)
        await world.hears("third")
        await world.passes(MINUTE)

        assert [said.text for said in await world.history()] == ["first", "one", "third", "three"]
        assert "two" not in world.sent
        history = [said.text for said in world.role.requests[-1].context.history]
        assert history == ["first", "one", "third"]


async def test_where_messages_cannot_be_taken_back_the_words_say_what_is_seen() -> None:
    async with World(NOON, "one") as world:
        world.messenger = ScriptedMessenger(world.clock, gifts=Gifts())
        world.engine = world.start()
        await world.hears("first")
        await world.passes(MINUTE)
        await world.hears("/undo")
        await world.passes(MINUTE)

        assert world.sent == ["one", phrase(SteeringLine.UNDO_DONE, "en")]
        assert await world.history() == []


@pytest.mark.parametrize("command", ["/again", "/undo"])
async def test_nobody_takes_back_what_was_said_to_somebody_else(command: str) -> None:
    async with World(NOON, "to Ben", access=OWNED) as world:
        await world.hears(in_room(world, "hello"))
        await world.passes(MINUTE)
        await world.hears(in_room(world, command, ANNA))
        await world.passes(MINUTE)

        assert len(world.role.requests) == 1
        assert len(await world.history(ROOM)) == 2


@pytest.mark.parametrize("command", ["/again", "/undo"])
async def test_nothing_is_taken_back_while_an_answer_is_under_way(command: str) -> None:
    async with World(NOON, "slow", thinks=timedelta(seconds=30)) as world:
        await world.hears("hello")
        await world.passes(5 * SECOND)
        await world.hears(command)
        await world.passes(MINUTE)

        assert world.sent == [phrase(SteeringLine.AGAIN_BUSY, "en"), "slow"]


@pytest.mark.parametrize(
    ("command", "line"),
    [("/again", SteeringLine.AGAIN_NOTHING), ("/undo", SteeringLine.UNDO_NOTHING)],
)
async def test_where_nothing_was_said_nothing_is_taken_back(
    command: str, line: SteeringLine
) -> None:
    async with World(NOON) as world:
        await world.hears(command)
        await world.passes(MINUTE)

        assert world.sent == [phrase(line, "en")]


async def test_taking_back_twice_at_once_takes_one_exchange_each() -> None:
    async with World(NOON, "one", "two") as world:
        for text in ("first", "second"):
            await world.hears(text)
            await world.passes(MINUTE)
        await world.hears("/undo", "/undo", "/undo")
        await world.passes(MINUTE)

        assert await world.history() == []
        assert world.sent[-1] == phrase(SteeringLine.UNDO_NOTHING, "en")


async def test_a_message_that_is_gone_already_stops_nothing() -> None:
    async with World(NOON, "one", "two") as world:
        await world.hears("first")
        await world.passes(MINUTE)
        await world.hears("/undo")
        await world.passes(MINUTE)
        removals = [
            bubble
            for bubble in await world.bubbles(BubbleState.DELIVERED)
            if bubble.kind is BubbleKind.REMOVAL
        ]

        assert [bubble.message_id for bubble in removals] == ["own-1"]


async def test_a_reset_asks_first_and_then_clears_what_was_said_here() -> None:
    async with World(NOON, "one", "two", access=OWNED) as world:
        await world.hears("my secret", in_room(world, "in the room"))
        await world.passes(MINUTE)
        await world.hears("/reset history")
        await world.passes(MINUTE)
        assert len(await world.history()) == 2

        await world.hears("/reset history yes")
        await world.passes(MINUTE)

        assert world.sent[-1] == phrase(SteeringLine.RESET_DONE, "en", count="2")
        assert await world.history() == []
        assert len(await world.history(ROOM)) == 2


async def test_a_yes_that_comes_late_asks_anew() -> None:
    async with World(NOON, "one", access=OWNED) as world:
        await world.hears("hello")
        await world.passes(MINUTE)
        await world.hears("/reset history")
        await world.passes(HOUR)
        await world.hears("/reset history yes")
        await world.passes(MINUTE)

        assert world.sent[-1].startswith(phrase(SteeringLine.RESET_HISTORY, "en"))
        assert len(await world.history()) == 2


async def test_what_an_owner_did_stands_in_the_audit_log() -> None:
    async with World(NOON, access=OWNED) as world:
        for text in ("/pause", "/resume", "/status", "/audit"):
            await world.hears(text)
            await world.passes(MINUTE)

        rows = [line for line in world.sent[-1].splitlines() if line.startswith("- ")]
        assert [row.split("`")[3] for row in rows] == ["/resume everywhere", "/pause everywhere"]
        assert all("telegram:7" in row for row in rows)


STRANGE = Access(owners=frozenset({ANNA}))


async def test_a_stranger_hears_one_line_and_nothing_of_theirs_is_kept() -> None:
    async with World(NOON, access=STRANGE) as world:
        for text in ("my name is Ben and I live in Oslo", "hello?", "/status", "/memory"):
            await world.hears(world.inbound(text, sender=BEN))
            await world.passes(MINUTE)

        assert world.sent == [phrase(SteeringLine.STRANGER, "en")]
        assert world.role.requests == []
        turns = await world.turns()
        said = await world.work.read(lambda stores: stores.turns.messages(turns[0].turn.id))
        assert [(one.text, one.sender_name) for one in said] == [("/stranger", "")]


async def test_strangers_in_rooms_hear_nothing() -> None:
    async with World(NOON, access=STRANGE) as world:
        await world.hears(in_room(world, "@mina hello"))
        await world.passes(MINUTE)

        assert world.sent == []


async def test_where_silence_is_wanted_strangers_hear_nothing() -> None:
    manners = replace(INSTANT.manners, tells_strangers=False)
    async with World(NOON, access=STRANGE, dials=replace(INSTANT, manners=manners)) as world:
        await world.hears(world.inbound("hello", sender=BEN))
        await world.passes(MINUTE)

        assert world.sent == []


async def test_the_first_owner_comes_by_a_code_and_stays_after_a_restart() -> None:
    async with World(NOON, access=Access(), pairing=Pairing("K7PQ2MXA")) as world:
        for text in ("hi", "/pair AAAA-AAAA", "/pair k7pq-2mxa", "/pause"):
            await world.hears(text)
            await world.passes(MINUTE)

        assert world.sent == [
            phrase(SteeringLine.STRANGER_UNOWNED, "en", form="/pair"),
            phrase(CommandLine.PAIR_WRONG, "en"),
            phrase(CommandLine.PAIRED, "en"),
            phrase(SteeringLine.PAUSED, "en", form="/resume"),
        ]

        world.engine = world.start()
        await world.engine.prepare()
        await world.hears("/resume", world.inbound("/pair K7PQ2MXA", sender=BEN))
        await world.passes(MINUTE)
        assert phrase(SteeringLine.RESUMED, "en") in world.sent
        assert phrase(CommandLine.PAIRED, "en") not in world.sent[4:]


async def test_a_code_given_where_others_listen_is_not_taken() -> None:
    access = Access(rooms=frozenset({"telegram:-9"}))

    async with World(NOON, access=access, pairing=Pairing("K7PQ2MXA")) as world:
        await world.hears(in_room(world, "/pair K7PQ2MXA"))
        await world.passes(MINUTE)

        assert world.sent == [phrase(CommandLine.IN_DIRECT, "en")]
        assert await world.work.read(lambda stores: stores.owners.all()) == []


async def test_a_lesson_waits_for_nothing_though_it_sleeps() -> None:
    life = Life()
    async with World(NIGHT, "I am 25.", access=OWNED, life=life, remembers=True) as world:
        await world.passes(MINUTE)
        await world.hears("/teach")
        await world.passes(SECOND)
        await world.hears("You are 25.")
        await world.passes(5 * SECOND)

        assert world.sent[-1] == "I am 25."
        assert world.role.requests[0].teaching


async def test_a_stranger_who_wrote_while_it_was_away_hears_the_line_too() -> None:
    async with World(NOON, access=STRANGE) as world:
        before = world.clock.now() - HOUR
        await world.hears(world.inbound("/start", sender=BEN, sent_at=before))
        await world.passes(MINUTE)

        assert world.sent == [phrase(SteeringLine.STRANGER, "en")]


async def test_a_moderator_is_told_by_help_what_was_granted() -> None:
    access = Access(
        owners=frozenset({ANNA}),
        rooms=frozenset({"telegram:-9"}),
        moderators=frozenset({BEN}),
        granted=frozenset({"pause here"}),
    )
    async with World(NOON, access=access) as world:
        for text in ("/help", "/help pause"):
            await world.hears(in_room(world, text))
            await world.passes(MINUTE)

        assert "- /pause: " in world.sent[0]
        assert "`/pause here`" in world.sent[1]
        assert "`/pause`" not in world.sent[1]
        assert "/reset" not in world.sent[0]


async def test_a_guest_who_said_enough_is_told_once_a_day_and_spends_nothing_more() -> None:
    manners = replace(INSTANT.manners, guest_messages=2)
    dials = replace(INSTANT, manners=manners)
    async with World(NOON, "hm", "aha", "again", dials=dials) as world:
        for text in ("one", "two", "three", "four", "/status"):
            await world.hears(text)
            await world.passes(MINUTE)

        enough = phrase(SteeringLine.ENOUGH_TODAY, "en")
        assert world.sent[:3] == ["hm", "aha", enough]
        assert len(world.sent) == 4
        assert len(world.role.requests) == 2
        assert "three" not in str([said.text for said in await world.history()])

        await world.passes(24 * HOUR)
        await world.hears("a new day")
        await world.passes(MINUTE)
        assert world.sent[-1] == "again"


async def test_friends_and_rooms_are_no_guests() -> None:
    manners = replace(INSTANT.manners, guest_messages=0)
    access = replace(OWNED, public=True)
    dials = replace(INSTANT, manners=manners)
    async with World(NOON, "hi", loop=True, access=access, dials=dials) as world:
        someone = IdentityId("telegram:9")
        await world.hears("hello", in_room(world, "hello", someone))
        await world.hears(world.inbound("hello", sender=someone))
        await world.passes(MINUTE)

        assert world.sent.count("hi") == 2


async def test_in_a_turn_of_several_people_one_takes_back_their_own_words_alone() -> None:
    async with World(NOON, "to both", access=OWNED) as world:
        eve = IdentityId("telegram:9")
        await world.hears("/pause")
        await world.hears(in_room(world, "my cat is called Tom"), in_room(world, "hello", eve))
        await world.passes(HOUR)
        await world.hears("/resume")
        await world.passes(MINUTE)
        await world.hears(in_room(world, "/undo", eve))
        await world.passes(MINUTE)

        assert [said.text for said in await world.history(ROOM)] == [
            "my cat is called Tom",
            "to both",
        ]


async def test_another_answer_is_not_asked_for_in_a_pause() -> None:
    async with World(NOON, "first", access=OWNED) as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        await world.hears("/pause", "/again")
        await world.passes(MINUTE)

        assert world.sent[-1] == phrase(SteeringLine.AGAIN_PAUSED, "en")
        assert "first" in world.sent


async def test_bubbles_that_wait_while_all_is_cleared_are_never_sent() -> None:
    dials = replace(INSTANT, rhythm=RHYTHMS["human"])
    async with World(NOON, ("one", "two", "three"), dials=dials, access=OWNED) as world:
        await world.hears("tell me")
        while "one" not in world.sent:
            await world.passes(SECOND / 10)
        await world.hears("/reset history", "/reset history yes")
        await world.passes(HOUR)

        assert [text for text in world.sent if not text.strip() or text in ("two", "three")] == []
        assert await world.history() == []


async def test_a_thought_is_not_begun_anew_in_a_pause_after_a_restart() -> None:
    slow = timedelta(minutes=1)
    async with World(NOON, "late", thinks=slow, access=OWNED) as world:
        await world.hears(in_room(world, "hello?"))
        await world.passes(10 * SECOND)
        await world.hears("/pause")
        await world.passes(SECOND)
        await world.engine.stop(timedelta(0))
        world.engine = world.start()
        await world.engine.prepare()
        await world.passes(10 * MINUTE)

        assert len(world.role.requests) == 1
        assert len(world.sent) == 1

        await world.hears("/resume")
        await world.passes(5 * MINUTE)
        assert world.sent[-1] == "late"
        assert len(world.role.requests) == 2


async def test_two_codes_at_once_make_one_owner_and_a_spent_code_makes_none() -> None:
    async with World(NOON, access=Access(), pairing=Pairing("K7PQ2MXA")) as world:
        code = "/pair K7PQ2MXA"
        await world.hears(code, world.inbound(code, sender=BEN))
        await world.passes(MINUTE)
        assert len(await world.work.read(lambda stores: stores.owners.all())) == 1

        await world.hears("/forget_me", "/forget_me yes")
        await world.passes(MINUTE)
        await world.hears(world.inbound(code, sender=IdentityId("telegram:9")))
        await world.passes(MINUTE)
        assert await world.work.read(lambda stores: stores.owners.all()) == []
