"""What people see of an answer from a model server: long, changed, reacting, posted."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.config import Settings, parsed
from bot.settings.values import dials as dials_of
from core.conversation.model import AccountId
from core.engine.model import Dials
from tests.scenarios.platforms import AT_ONCE, DISCORD, REAL, TELEGRAM, Stage, living
from tests.scenarios.voices import Held, Voiced, Writing, rewriting, voiced
from tests.servers.discord import NEWS
from tests.servers.models import ModelServer

on_each = pytest.mark.parametrize("account", [TELEGRAM, DISCORD])


def words(texts: list[str]) -> list[str]:
    return " ".join(texts).split()


BLOCK = "\n".join(f"    row_{number:03} = compute({number:04})" for number in range(93))
CODE = f"```python\n{BLOCK}\n```"
PROSE = [" ".join(f"{part}{number}" for number in range(140)) for part in ("before", "after")]


@pytest.mark.parametrize("grows", [False, True], ids=["at once", "growing"])
async def test_a_long_answer_with_code_arrives_on_discord_in_whole_pieces(
    grows: bool,
) -> None:
    answer = f"{PROSE[0]}\n\n{CODE}\n\n{PROSE[1]}"
    assert len(BLOCK) > 2600
    assert len(answer) > 4500
    stage = Voiced(ModelServer(says=[answer]), on=[DISCORD], dials=replace(AT_ONCE, grows=grows))
    Writing(stage, words=40)
    async with voiced(stage):
        stage.discord.says(1, "show me the code")
        await stage.leaps_until(lambda: stage.outcomes == ["answered"])

        stands = stage.discord.stands(1)
        assert all(len(text) <= 2000 for text in stands)
        code = [text for text in stands if "```" in text]
        assert len(code) == 2
        assert all(text.startswith("```python\n") for text in code)
        assert all(text.endswith("\n```") for text in code)
        assert all(text.count("```") == 2 for text in code)
        rows = [line for text in code for line in text.splitlines() if "```" not in line]
        assert rows == BLOCK.splitlines()
        assert words([text for text in stands if "```" not in text]) == words(PROSE)


async def test_nine_thousand_characters_without_a_break_arrive_on_telegram_whole() -> None:
    answer = " ".join(f"word{number:04}" for number in range(1000))
    assert len(answer) == 8999
    async with voiced(Voiced(ModelServer(says=[answer]), on=[TELEGRAM])) as stage:
        stage.telegram.says(1, "tell me everything")
        await stage.leaps_until(lambda: stage.outcomes == ["answered"])

        stands = stage.telegram.stands(1)
        assert len(stands) == 3
        assert all(len(text) <= 4096 for text in stands)
        assert words(stands) == answer.split()


@on_each
async def test_a_persons_reaction_stands_in_the_next_prompt(account: AccountId) -> None:
    model = ModelServer(says=["a river in spring", "glad you like it"])
    async with voiced(Voiced(model, on=[account])) as stage:
        people = stage.side(account)
        people.says(1, "what do you paint?")
        await stage.until(lambda: len(people.stands(1)) == 1)
        people.reacts(1, people.latest(1), "🔥")
        people.says(1, "lovely")
        await stage.until(lambda: len(people.stands(1)) == 2)

        assert "🔥" in stage.prompt()
        assert stage.prompt().index("a river in spring") < stage.prompt().index("🔥")


@on_each
@pytest.mark.parametrize(
    ("answer", "left"),
    [
        pytest.param("[reaction: 👍]", [], id="alone"),
        pytest.param("well done!\n[reaction: 👍]", ["well done!"], id="behind words"),
        pytest.param("[reaction: 👍]\nwell done!", ["well done!"], id="before words"),
    ],
)
async def test_a_models_reaction_is_put_on_the_message_and_never_said(
    account: AccountId, answer: str, left: list[str]
) -> None:
    async with voiced(Voiced(ModelServer(says=[answer]), on=[account])) as stage:
        people = stage.side(account)
        number = people.says(1, "I passed the exam")
        await stage.until(lambda: len(stage.records) == 1)

        assert people.reactions(1, number) == ["👍"]
        assert people.stands(1) == left
        assert stage.outcomes == ["answered"]


@pytest.mark.parametrize("emoji", ["🧉", "👍"])
async def test_a_reaction_that_telegram_refuses_leaves_the_words_untouched(emoji: str) -> None:
    model = ModelServer(says=[f"well done!\n\nand now?\n[reaction: {emoji}]", "still here"])
    async with voiced(Voiced(model, on=[TELEGRAM])) as stage:
        people = stage.telegram
        stage.telegram.person(1).direct.allowed_reactions = frozenset()
        number = people.says(1, "I passed the exam")
        await stage.until(lambda: len(stage.records) == 1)
        people.says(1, "are you there?")
        await stage.until(lambda: len(people.stands(1)) == 3)

        assert people.stands(1) == ["well done!", "and now?", "still here"]
        assert people.reactions(1, number) == []
        assert stage.outcomes[0] == "answered"


@on_each
async def test_an_edit_of_what_is_being_answered_leads_to_the_new_answer(
    account: AccountId,
) -> None:
    model = ModelServer(rewriting("Rome is sunny."), says=["Berlin is grey."])
    stage = Voiced(model, on=[account])
    held = Held(stage)
    async with voiced(stage):
        people = stage.side(account)
        number = people.says(1, "how is Berlin?")
        await stage.until(lambda: len(stage.asked) == 1)
        people.edits(1, number, "how is Rome?")
        while not any(said.edited for said in await stage.history()):
            await REAL.sleep(timedelta(seconds=0.01))
        held.may_answer()
        await stage.until(lambda: len(stage.records) == 1)

        assert people.stands(1) == ["Rome is sunny."]
        assert [said.text for said in await stage.history()] == ["how is Rome?", "Rome is sunny."]


async def test_what_is_deleted_on_discord_before_its_answer_is_met_with_silence() -> None:
    stage = Voiced(ModelServer(says=["Berlin is grey.", "hello again"]), on=[DISCORD])
    held = Held(stage)
    async with voiced(stage):
        ann, people = stage.discord.person(1), stage.discord
        number = people.says(1, "how is Berlin?")
        await stage.until(lambda: len(stage.asked) == 1)
        ann.deletes(ann.direct, number)
        while any(said.text for said in await stage.history()):
            await REAL.sleep(timedelta(seconds=0.01))
        held.may_answer()
        await stage.until(lambda: len(stage.records) == 1)
        assert people.stands(1) == []

        people.says(1, "hi")
        await stage.until(lambda: people.stands(1) == ["hello again"])


async def test_channels_are_answered_only_where_the_settings_say_so_on_telegram() -> None:
    stage = Stage("a fine post", on=[TELEGRAM], dials=dials_for("telegram:-1002"))
    async with living(stage):
        server, ann = stage.telegram.server, stage.telegram.person(1)
        ours, other = server.channel(-1002, "Ours"), server.channel(-1003, "Other")
        ann.says(other, "@mina_bot what do you think of this?")
        ann.says(ours, "spring has come")
        await stage.until(lambda: len(server.sent) == 1)
        ann.says(ann.direct, "hi")
        await stage.until(lambda: len(server.sent) == 2)

        assert [one.chat for one in server.sent] == [ours.id, 1]


async def test_announcements_are_answered_only_where_the_settings_say_so_on_discord() -> None:
    ours_id = 77_001
    stage = Stage("a fine post", on=[DISCORD], dials=dials_for(f"discord:{ours_id}"))
    async with living(stage):
        server, ann = stage.discord.server, stage.discord.person(1)
        guild = server.guild(900)
        ours = server.channel(guild, "ours", kind=NEWS, id=ours_id)
        other = server.channel(guild, "other", kind=NEWS)
        ann.says(other, f"<@{server.world.me}> what do you think of this?")
        ann.says(ours, "spring has come")
        await stage.until(lambda: len(server.sent) == 1)
        ann.says(ann.direct, "hi")
        await stage.until(lambda: len(server.sent) == 2)

        assert [one.channel for one in server.sent] == [ours.id, ann.direct.id]


def dials_for(channel: str) -> Dials:
    settings = parsed({"rooms": {"channels": [channel]}})
    assert isinstance(settings, Settings)
    return replace(AT_ONCE, manners=dials_of(settings).manners)
