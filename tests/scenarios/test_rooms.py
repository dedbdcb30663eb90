"""Where many hear it: who is answered, bots, channels, and chiming in."""

from datetime import timedelta
from typing import Any

import pytest

from adapters.scripted.judgement import ScriptedJudgement
from core.admin.model import Access
from core.conversation.model import (
    ChatKind,
    Deletion,
    Failure,
    IdentityId,
    Inbound,
    Judgement,
    Purse,
    Route,
)
from core.engine.model import RHYTHMS, Dials, Manners
from core.errors import ModelBusy
from tests.world import ACCOUNT, ANNA, World

NOON = "2026-01-10T12:00+00:00"
GROUP = Route(account=ACCOUNT, chat="-100")
BOT, HOOK, PROXY = (IdentityId(f"telegram:{n}") for n in (91, 92, 93))
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def room(world: World, text: str, *, addressed: bool = False, **how: Any) -> Inbound:
    return world.inbound(text, route=GROUP, chat_kind=ChatKind.GROUP, addressed=addressed, **how)


def manners(**how: Any) -> Dials:
    return Dials(rhythm=RHYTHMS["instant"], manners=Manners(**how))


async def test_a_message_for_nobody_is_history_and_no_more() -> None:
    async with World(NOON) as world:
        await world.hears(room(world, "nice weather"))
        await world.passes(MINUTE)

        assert world.sent == []
        assert [said.text for said in await world.history(GROUP)] == ["nice weather"]


async def test_it_chimes_in_when_it_is_judged_welcome() -> None:
    judge = ScriptedJudgement([0.9])
    async with World(
        NOON, "I love that place", dials=manners(chime_in=1.0), judgement=judge
    ) as world:
        await world.hears(room(world, "who knows a quiet cafe?"))
        await world.passes(MINUTE)

        assert world.sent == ["I love that place"]
        assert "who knows a quiet cafe?" in judge.asked[0][1]


async def test_it_stays_silent_when_it_is_not_judged_welcome_and_says_why() -> None:
    judge = ScriptedJudgement([0.2])
    async with World(NOON, dials=manners(chime_in=1.0), judgement=judge) as world:
        await world.hears(room(world, "who knows a quiet cafe?"))
        await world.passes(MINUTE)

        assert (world.sent, world.messenger.typed) == ([], [])
        assert world.records[0].turn.outcome == "silent: not addressed, judged 0.20 below 0.60"


async def test_a_judgement_that_fails_is_silence() -> None:
    judge = ScriptedJudgement([ModelBusy("down")])
    async with World(NOON, dials=manners(chime_in=1.0), judgement=judge) as world:
        await world.hears(room(world, "who knows a quiet cafe?"))
        await world.passes(MINUTE)

        assert world.sent == []
        assert world.records[0].turn.outcome == "silent: not addressed, and no judgement: ModelBusy"


async def test_a_judgement_that_takes_too_long_is_silence_and_holds_nobody_up() -> None:
    class Slow(ScriptedJudgement):
        async def judge(self, question: str, material: str, purse: Purse) -> Judgement:
            await world.clock.sleep(timedelta(minutes=5))
            return await super().judge(question, material, purse)

    async with World(NOON, "yes?", dials=manners(chime_in=1.0), judgement=Slow([0.9])) as world:
        await world.hears(room(world, "who knows a quiet cafe?"))
        await world.passes(3 * SECOND)
        await world.hears(room(world, "Mina?", sender=IdentityId("telegram:8")))
        await world.passes(15 * SECOND)

        assert world.sent == ["yes?"]
        assert world.records[0].turn.outcome == "silent: not addressed, and no judgement in time"


async def test_a_model_that_fails_apologises_to_nobody_who_did_not_ask() -> None:
    judge = ScriptedJudgement([0.9])
    failure = Failure(reason="busy", detail="down")
    async with World(NOON, failure, dials=manners(chime_in=1.0), judgement=judge) as world:
        await world.hears(room(world, "who knows a quiet cafe?"))
        await world.passes(MINUTE)

        assert world.sent == []


async def test_the_chance_to_chime_in_is_the_owners() -> None:
    judge = ScriptedJudgement([])
    async with World(
        NOON, dials=manners(chime_in=0.3, guest_messages=1000), judgement=judge
    ) as world:
        for number in range(200):
            await world.hears(room(world, f"line {number}"))
            await world.passes(timedelta(seconds=10))

        assert 40 <= len(judge.asked) <= 80


async def test_who_is_addressed_is_answered_without_a_judgement() -> None:
    judge = ScriptedJudgement([])
    async with World(NOON, "yes?", dials=manners(chime_in=1.0), judgement=judge) as world:
        await world.hears(room(world, "Mina, are you there?"))
        await world.passes(MINUTE)

        assert (world.sent, judge.asked) == (["yes?"], [])


async def test_bots_are_history_by_default() -> None:
    async with World(NOON) as world:
        await world.hears(room(world, "Mina, buy now!", sender=BOT, from_bot=True, addressed=True))
        await world.passes(MINUTE)

        assert world.sent == []
        assert len(await world.history(GROUP)) == 1


async def test_a_listed_bot_is_answered_until_bots_have_had_their_turns() -> None:
    dials = manners(bots=frozenset({BOT}), bot_turns=2)
    async with World(NOON, "and you?", dials=dials, loop=True) as world:
        for _ in range(5):
            await world.hears(room(world, "Mina?", sender=BOT, from_bot=True))
            await world.passes(MINUTE)
        assert world.sent == ["and you?"] * 2

        await world.hears(room(world, "hello all", sender=ANNA))
        await world.hears(room(world, "Mina?", sender=BOT, from_bot=True))
        await world.passes(MINUTE)
        assert len(world.sent) == 3


async def test_two_companions_that_answer_each_other_come_to_an_end() -> None:
    dials = manners(bots=frozenset({BOT}), bot_turns=3)
    async with World(NOON, "tell me more, Mina", dials=dials, loop=True) as world:
        await world.hears(room(world, "Mina?", sender=ANNA))
        for _ in range(30):
            await world.passes(timedelta(seconds=20))
            await world.hears(room(world, world.sent[-1], sender=BOT, from_bot=True))

        assert len(world.sent) == 4


async def test_a_proxy_speaks_for_a_person_whose_own_message_was_taken_back() -> None:
    dials = manners(bots=frozenset({PROXY}))
    async with World(NOON, "hi Luna", dials=dials) as world:
        original = room(world, "luna: Mina?", sender=ANNA)
        await world.hears(original)
        await world.passes(SECOND)
        await world.hears(
            room(world, "Mina?", sender=HOOK, from_bot=True, via=PROXY),
            Deletion(route=GROUP, message_ids=(original.message_id,), deleted_at=world.clock.now()),
        )
        await world.passes(MINUTE)

        assert world.sent == ["hi Luna"]
        assert [said.text for said in await world.history(GROUP)] == ["Mina?", "hi Luna"]


async def test_a_bot_gives_no_commands() -> None:
    dials = manners(bots=frozenset({BOT}))
    async with World(NOON, dials=dials) as world:
        await world.hears(room(world, "/quiet", sender=BOT, from_bot=True))
        await world.passes(MINUTE)

        assert world.sent == []


@pytest.mark.parametrize(
    ("channels", "answers"),
    [
        pytest.param(frozenset({"telegram:-300"}), ["lovely!"], id="where the owner says so"),
        pytest.param(frozenset({"telegram:-301"}), [], id="elsewhere it only reads"),
    ],
)
async def test_a_channel_is_answered_where_the_owner_says_so(
    channels: frozenset[str], answers: list[str]
) -> None:
    channel = Route(account=ACCOUNT, chat="-300")
    async with World(NOON, "lovely!", dials=manners(channels=channels)) as world:
        await world.hears(
            world.inbound(
                "a new post",
                sender=IdentityId("telegram:-300"),
                route=channel,
                chat_kind=ChatKind.CHANNEL,
                addressed=False,
            )
        )
        await world.passes(MINUTE)

        assert world.sent == answers


async def test_commands_too_are_answered_only_in_channels_of_the_owner() -> None:
    channel = Route(account=ACCOUNT, chat="-300")
    async with World(NOON) as world:
        post = world.inbound(
            "/help",
            sender=IdentityId("telegram:-300"),
            route=channel,
            chat_kind=ChatKind.CHANNEL,
        )
        await world.hears(post)
        await world.passes(MINUTE)

        assert world.sent == []


async def test_a_server_in_the_access_list_lets_all_of_its_chats_in() -> None:
    access = Access(rooms=frozenset({"telegram:777"}))
    async with World(NOON, "hello server", access=access) as world:
        await world.hears(room(world, "Mina?", server="777"))
        await world.hears(room(world, "Mina?", server="778"))
        await world.passes(MINUTE)

        assert world.sent == ["hello server"]


async def test_a_command_from_a_room_of_an_allowed_server_runs() -> None:
    access = Access(rooms=frozenset({"telegram:777"}))
    async with World(NOON, access=access) as world:
        await world.hears(room(world, "/help", server="777", addressed=True))
        await world.passes(MINUTE)

        assert len(world.sent) == 1
        assert "/quiet" in world.sent[0]
