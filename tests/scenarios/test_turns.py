"""When it answers, what it answers to, and when it stays silent."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from structlog.testing import capture_logs

from adapters.clock.system import SystemClock
from adapters.scripted.role import ScriptedRewrite
from core.admin.model import Access
from core.conversation.model import (
    ChatKind,
    Draft,
    Edit,
    Failure,
    IdentityId,
    RewriteDecision,
    Route,
    Unreadable,
)
from core.engine.memory import InMemoryWork
from core.engine.model import RHYTHMS, BubbleState, Dials, Lane
from core.engine.ports import Stores, T
from core.engine.service.motor import LOOK_S
from core.engine.service.refusals import MOST_REMEMBERED
from core.phrases import SteeringLine, phrase
from tests.world import ACCOUNT, ANNA, DIRECT, INSTANT, MINA, World

NOON = "2026-01-10T12:00+00:00"
GROUP = Route(account=ACCOUNT, chat="-100")
BEN = IdentityId("telegram:8")
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


async def test_quick_lines_of_one_person_are_one_turn() -> None:
    async with World(NOON, "hello!") as world:
        await world.hears("hey")
        await world.passes(SECOND)
        await world.hears("are you there?")
        await world.passes(SECOND)
        await world.hears("so I got the job!")
        await world.passes(MINUTE)

        assert world.sent == ["hello!"]
        assert world.role.requests[0].user_message == "hey\nare you there?\nso I got the job!"


async def test_someone_who_never_stops_writing_is_answered_within_the_most() -> None:
    async with World(NOON, "hold on", loop=True) as world:
        for _ in range(9):
            await world.hears("and then")
            await world.passes(SECOND)

        assert world.sent == ["hold on"]
        assert world.messenger.shown[0][0] == world.clock.now() - SECOND


async def test_two_people_in_a_room_get_a_turn_each() -> None:
    async with World(NOON, "to the first", "to the second") as world:
        for sender in (ANNA, BEN):
            inbound = world.inbound(
                "Mina?", sender=sender, route=GROUP, chat_kind=ChatKind.GROUP, addressed=False
            )
            await world.hears(inbound)
        await world.passes(MINUTE)

        speakers = [record.turn.speaker for record in await world.turns(GROUP)]
        assert sorted(speakers) == [ANNA, BEN]
        assert world.messenger.shown[0][1].reply_to == "1"


async def test_in_a_room_it_answers_when_it_is_meant() -> None:
    async with World(NOON, "yes?", loop=True) as world:

        async def say(text: str, *, addressed: bool) -> None:
            await world.hears(
                world.inbound(text, route=GROUP, chat_kind=ChatKind.GROUP, addressed=addressed)
            )
            await world.passes(MINUTE)

        await say("nice minaret over there", addressed=False)
        await say("what do you think, mina?", addressed=False)
        await say("and you?", addressed=True)

        assert len(world.sent) == 2
        heard = [said.text for said in world.role.requests[0].context.history]
        assert heard == ["nice minaret over there", "what do you think, mina?"]


async def test_one_slow_conversation_stops_no_other() -> None:
    async with World(NOON, "slow", "also slow", thinks=timedelta(seconds=20)) as world:
        other = Route(account=ACCOUNT, chat="8")
        await world.hears("hey")
        await world.passes(2 * SECOND)
        await world.hears(world.inbound("hi", sender=BEN, route=other))
        await world.passes(timedelta(seconds=22))

        assert [outbound.route for _, outbound in world.messenger.shown] == [DIRECT, other]


async def test_a_command_is_answered_while_the_model_thinks() -> None:
    async with World(NOON, "finally", thinks=timedelta(seconds=30)) as world:
        await world.hears("think hard")
        await world.passes(5 * SECOND)
        await world.hears("/help")
        await world.passes(SECOND)

        assert len(world.sent) == 1
        assert "/quiet" in world.sent[0]
        await world.passes(MINUTE)
        assert world.sent[1] == "finally"
        assert [record.turn.lane for record in world.records] == [Lane.COMMAND, Lane.TALK]


async def test_commands_and_their_answers_never_reach_the_model() -> None:
    async with World(NOON, "hi") as world:
        await world.hears("/status")
        await world.hears("hello")
        await world.passes(MINUTE)

        assert [said.text for said in world.role.requests[0].context.history] == ["hello"]
        assert [said.text for said in await world.history()] == ["hello", "hi"]


async def test_a_stale_command_never_runs_unless_it_asks_for_less() -> None:
    async with World(NOON) as world:
        before = world.clock.now() - timedelta(hours=3)
        await world.hears(
            world.inbound("/status", sent_at=before), world.inbound("/quiet", sent_at=before)
        )
        await world.passes(MINUTE)

        assert len(world.sent) == 1
        assert await world.work.read(lambda stores: stores.people.get(ANNA).quiet_since)


async def test_a_backlog_is_answered_once_with_everything_in_view() -> None:
    async with World(NOON, "I was away") as world:
        hours_ago = world.clock.now() - timedelta(hours=2)
        texts = [f"line {number}" for number in range(14)]
        await world.hears(*(world.inbound(text, sent_at=hours_ago) for text in texts))
        await world.passes(MINUTE)

        assert world.sent == ["I was away"]
        assert [said.text for said in world.role.requests[0].context.history] == texts


async def test_what_is_too_old_is_read_and_not_answered() -> None:
    async with World(NOON, "and now?") as world:
        old = world.clock.now() - timedelta(hours=13)
        await world.hears(world.inbound("yesterday's question", sent_at=old))
        await world.passes(MINUTE)
        assert world.sent == []

        await world.hears("and now?")
        await world.passes(MINUTE)
        heard = [said.text for said in world.role.requests[0].context.history]
        assert heard == ["yesterday's question", "and now?"]


async def test_the_same_message_again_changes_nothing() -> None:
    async with World(NOON, "once") as world:
        inbound = world.inbound("hey")
        await world.hears(inbound, inbound)
        await world.passes(MINUTE)
        await world.hears(inbound)
        await world.passes(MINUTE)

        assert world.sent == ["once"]


async def test_an_edit_changes_what_was_said_and_runs_no_command() -> None:
    async with World(NOON, "fine") as world:
        inbound = world.inbound("I has a cat", message_id="5")
        await world.hears(inbound)
        edit = Edit(
            route=DIRECT, message_id="5", text="/status", edited_at=world.clock.now() + SECOND
        )
        await world.hears(replace(edit, text="I have a cat"), edit)
        await world.hears(replace(edit, text="/status", edited_at=edit.edited_at + SECOND))
        await world.passes(MINUTE)

        assert world.sent == ["fine"]
        assert world.role.requests[0].user_message == "/status"
        assert not world.lanes_of(await world.turns(), Lane.COMMAND)


async def test_a_command_that_is_edited_before_it_runs_runs_as_it_was_given() -> None:
    async with World(NOON) as world:
        edit = Edit(
            route=DIRECT, message_id="5", text="/quiet", edited_at=world.clock.now() + SECOND
        )
        await world.hears(world.inbound("/help", message_id="5"), edit)
        await world.passes(MINUTE)

        assert "/status" in world.sent[0]
        assert await world.work.read(lambda stores: stores.people.get(ANNA).quiet_since) is None


async def test_something_newer_lets_the_rewrite_role_decide_once() -> None:
    better = RewriteDecision(
        rewrite=True, draft=Draft(messages=("Paris, then",)), reason="they changed their mind"
    )
    rewrite = ScriptedRewrite([better])
    async with World(NOON, "Rome it is", rewrite=rewrite, thinks=timedelta(seconds=10)) as world:
        await world.hears("Rome?")
        await world.passes(5 * SECOND)
        await world.hears("no, Paris!")
        await world.passes(MINUTE)

        assert world.sent == ["Paris, then"]
        latest = [said.text for said in rewrite.requests[0].latest_message_history]
        assert latest == ["Rome?", "no, Paris!"]
        trace = (await world.turns())[0].trace
        assert trace["rewrite"] == {
            "rewrite": True,
            "reason": "they changed their mind",
            "saw": ["msg:2"],
        }


async def test_a_draft_that_still_fits_is_said_and_the_newer_message_answered_after_it() -> None:
    rewrite = ScriptedRewrite([RewriteDecision(rewrite=False, reason="it still fits")])
    async with World(
        NOON, "Rome it is", "or Paris", rewrite=rewrite, thinks=timedelta(seconds=10)
    ) as world:
        await world.hears("Rome?")
        await world.passes(5 * SECOND)
        await world.hears("no, Paris!")
        await world.passes(MINUTE)

        assert world.sent == ["Rome it is", "or Paris"]


async def test_without_a_rewrite_role_the_newer_message_gets_its_own_turn() -> None:
    async with World(NOON, "Rome it is", "or Paris", thinks=timedelta(seconds=10)) as world:
        await world.hears("Rome?")
        await world.passes(5 * SECOND)
        await world.hears("no, Paris!")
        await world.passes(MINUTE)

        assert world.sent == ["Rome it is", "or Paris"]


async def test_a_message_between_two_bubbles_replans_the_rest() -> None:
    dials = Dials(rhythm=RHYTHMS["human"])
    long = ("well, let me tell you", "it was a dark night", "and so on")
    async with World(NOON, long, "ok, later then", dials=dials) as world:
        await world.hears("tell me a story")
        while not world.sent:
            await world.passes(SECOND)
        await world.hears("wait, not now")
        await world.passes(timedelta(minutes=2))

        assert world.sent == ["well, let me tell you", "ok, later then"]
        assert world.role.requests[1].context.unsaid == ("it was a dark night", "and so on")
        outcomes = [record.turn.outcome for record in await world.turns()]
        assert outcomes == ["answered", "interrupted"]


async def test_a_failure_shows_a_neutral_line_that_never_becomes_history() -> None:
    broken = Failure(reason="busy", detail="503")
    async with World(NOON, broken, "better now") as world:
        await world.hears("hi")
        await world.passes(MINUTE)
        neutral = world.sent[0]
        await world.hears("and now?")
        await world.passes(MINUTE)

        assert neutral
        assert "503" not in neutral
        heard = [said.text for said in world.role.requests[1].context.history]
        assert heard == ["hi", "and now?"]


async def test_the_neutral_line_speaks_the_persons_language() -> None:
    broken = Failure(reason="busy", detail="503")
    async with World(NOON, broken, broken) as world:
        await world.hears(world.inbound("hi", language="en-GB"))
        await world.passes(MINUTE)
        await world.hears(world.inbound("привет", language="ru"))
        await world.passes(MINUTE)

        assert world.sent[0].isascii()
        assert not world.sent[1].isascii()


async def test_the_days_tokens_are_a_hard_limit_with_a_visible_notice() -> None:
    dials = replace(INSTANT, tokens_per_day=250)
    async with World(NOON, "a", "b", "tomorrow", dials=dials, costs=100) as world:
        for text in ("one", "two", "three"):
            await world.hears(text)
            await world.passes(MINUTE)
        assert len(world.role.requests) == 2
        assert world.sent[:2] == ["a", "b"]
        assert len(world.sent) == 3

        await world.passes(timedelta(hours=12))
        await world.hears("four")
        await world.passes(MINUTE)
        assert world.sent[3] == "tomorrow"


async def test_tokens_that_are_only_put_aside_make_others_wait_and_turn_nobody_away() -> None:
    dials = replace(INSTANT, tokens_per_day=1_000)
    async with World(
        NOON, "hi", dials=dials, costs=100, spends=1, loop=True, thinks=10 * SECOND
    ) as world:
        for number in range(40):
            route = Route(account=ACCOUNT, chat=str(number))
            await world.hears(world.inbound("hey", route=route, sender=BEN))
        await world.passes(2 * MINUTE)

        assert world.sent == ["hi"] * 40


async def test_in_a_room_only_commands_that_it_knows_are_its_own() -> None:
    async with World(NOON) as world:
        for text in ("/roll 3", "/status"):
            await world.hears(
                world.inbound(text, route=GROUP, chat_kind=ChatKind.GROUP, addressed=False)
            )
        await world.passes(MINUTE)

        assert len(world.sent) == 1
        assert await world.history(GROUP) == []


async def test_a_thought_that_keeps_failing_is_given_up_with_a_neutral_line() -> None:
    def fails(request: object) -> str:
        raise RuntimeError("a bug in a role")

    async with World(NOON, fails, loop=True) as world:
        with capture_logs() as logs:
            await world.hears("hi")
            await world.passes(timedelta(minutes=5))

        assert len(world.role.requests) == 3
        assert len(world.sent) == 1
        assert (await world.turns())[0].turn.outcome == "failed: given up"
        assert [line["event"] for line in logs].count("lane.failed") == 3


async def test_a_stop_while_it_thinks_comes_at_once_and_costs_no_attempt() -> None:
    async with World(NOON, "at last", loop=True, thinks=timedelta(minutes=2)) as world:
        await world.hears("think long")
        for _ in range(5):
            await world.passes(10 * SECOND)
            await world.engine.stop(timedelta(seconds=7))
            await world.engine.settle()
            world.engine = world.start()
        await world.passes(3 * MINUTE)

        assert world.sent == ["at last"]
        assert (await world.turns())[0].turn.attempts <= 2


async def test_a_stranger_is_refused_and_shown_by_id() -> None:
    async with World(NOON, access=Access(friends=frozenset({BEN}))) as world:
        with capture_logs() as logs:
            await world.hears("let me in")
        await world.passes(MINUTE)

        assert world.sent == [phrase(SteeringLine.STRANGER, "en")]
        assert await world.history() == []
        assert logs[0]["event"] == "access.refused"
        assert logs[0]["sender"] == ANNA
        assert "let me in" not in str(logs)


async def test_a_stranger_who_goes_on_is_told_of_once_an_hour_and_chat() -> None:
    def told(logs: Sequence[Mapping[str, object]]) -> list[object]:
        return [line["chat"] for line in logs if line["event"] == "access.refused"]

    async with World(NOON, access=Access(friends=frozenset({BEN}))) as world:
        with capture_logs() as first:
            for _ in range(5):
                await world.hears("let me in")
                await world.passes(MINUTE)
            await world.hears(world.inbound("me too", route=GROUP, chat_kind=ChatKind.GROUP))
        await world.passes(60 * MINUTE)
        with capture_logs() as later:
            await world.hears("please")

        assert told(first) == [DIRECT.chat, GROUP.chat]
        assert told(later) == [DIRECT.chat]


async def test_a_crowd_of_strangers_is_not_remembered_for_ever() -> None:
    async with World(NOON, access=Access(friends=frozenset({BEN}))) as world:
        with capture_logs() as logs:
            await world.hears("let me in")
            for n in range(MOST_REMEMBERED):
                stranger = IdentityId(f"telegram:{1000 + n}")
                await world.hears(world.inbound("me too", sender=stranger))
            await world.hears("let me in")

        refused = [line["sender"] for line in logs if line["event"] == "access.refused"]
        assert (refused[0], refused[-1]) == (ANNA, ANNA)
        assert len(refused) == MOST_REMEMBERED + 2


async def test_a_bot_is_not_answered() -> None:
    async with World(NOON) as world:
        await world.hears(world.inbound("beep", from_bot=True))
        await world.passes(MINUTE)

        assert world.sent == []


async def test_an_unreadable_update_is_counted() -> None:
    async with World(NOON) as world:
        odd = Unreadable(account=ACCOUNT, update_id="9", reason="KeyError")
        await world.hears(odd, odd)

        tally = await world.work.read(lambda stores: stores.figures.tally(MINA.space, "2026-01-10"))
        assert tally.unreadable == 1


async def test_what_no_database_can_hold_is_made_storable() -> None:
    async with World(NOON, "ok \ud83d") as world:
        await world.hears("a\x00b \ud800 c")
        await world.passes(MINUTE)

        assert [said.text for said in await world.history()] == ["ab \ufffd c", "ok \ufffd"]


async def test_nothing_is_said_for_an_empty_draft() -> None:
    async with World(NOON, ()) as world:
        await world.hears("hm")
        await world.passes(MINUTE)

        assert world.sent == []
        assert (await world.turns())[0].turn.outcome == "silent"
        assert not list(await world.bubbles(BubbleState.PENDING))


async def test_a_stop_cuts_a_thought_once_and_lets_it_write_that_down() -> None:
    class SlowDisk(InMemoryWork):
        slow = False

        async def write(self, body: Callable[[Stores], T]) -> T:
            if self.slow:
                await SystemClock().sleep(3 * LOOK_S * SECOND)
            return await super().write(body)

    work = SlowDisk()
    async with World(NOON, "never said", thinks=MINUTE, work=work) as world:
        await world.hears("hello")
        await world.passes(10 * SECOND)
        work.slow = True
        await world.engine.stop(5 * SECOND)
        work.slow = False

        assert [record.turn.attempts for record in await world.turns()] == [0]
