"""What people see of an answer that a model server writes slowly: it grows, and ends whole."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.conversation.model import AccountId
from tests.scenarios.platforms import AT_ONCE, DISCORD, REAL, TELEGRAM
from tests.scenarios.voices import Voiced, Writing, rewriting, voiced
from tests.servers.models import ModelServer

GROWING = replace(AT_ONCE, grows=True)
MOST = {TELEGRAM: 4096, DISCORD: 2000}
STORY = " ".join(f"word{number}" for number in range(60))
on_each = pytest.mark.parametrize("account", [TELEGRAM, DISCORD])


def growing(account: AccountId, text: str, *, words: int = 12) -> Voiced:
    stage = Voiced(ModelServer(says=[text]), on=[account], dials=GROWING)
    Writing(stage, words=words)
    return stage


@on_each
async def test_the_first_message_is_seen_growing_and_ends_as_the_answer(
    account: AccountId,
) -> None:
    async with voiced(growing(account, f"{STORY}\n\nand you?")) as stage:
        people = stage.side(account)
        people.says(1, "tell me a story")
        await stage.leaps_until(lambda: stage.outcomes == ["answered"])

        assert people.stands(1) == [STORY, "and you?"]
        first = people.shown(1)[0].text
        sights = [first, *people.changes(1)]
        assert len(sights) >= 3
        assert all(STORY.startswith(one) for one in sights)
        assert sights == sorted(sights, key=len)
        own = [said.text for said in await stage.history() if said.by_companion]
        assert own == [STORY, "and you?"]
        assert [body.get("stream") for body in stage.asked] == [True]


@on_each
async def test_an_answer_that_outgrows_a_message_goes_on_in_new_ones_with_no_tail_lost(
    account: AccountId,
) -> None:
    long = " ".join(f"word{number}" for number in range(MOST[account] // 6))
    async with voiced(growing(account, long, words=100)) as stage:
        people = stage.side(account)
        people.says(1, "tell me everything")
        await stage.leaps_until(lambda: stage.outcomes == ["answered"])

        stands = people.stands(1)
        assert len(stands) == 2
        assert " ".join(stands).split() == long.split()
        assert all(len(text) <= MOST[account] for text in stands)
        assert len(people.changes(1)) >= 2


@on_each
async def test_a_flood_on_the_changes_costs_no_word(account: AccountId) -> None:
    async with voiced(growing(account, STORY)) as stage:
        people = stage.side(account)
        people.floods_changes(1, 40)
        people.says(1, "tell me a story")
        await stage.leaps_until(lambda: people.stands(1) == [STORY])

        assert people.troubled()
        assert len(people.shown(1)) == 1
        people.says(2, "and me?")
        await stage.leaps_until(lambda: people.stands(2) == [STORY])


@on_each
@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(f"[reaction: 👍]\n{STORY}", id="a sign before it"),
        pytest.param(f"{STORY}\n[reaction: 👍]", id="a sign behind it"),
        pytest.param(f"<think>how [reaction: 👎] odd</think>{STORY} [reaction: 👍]", id="thoughts"),
    ],
)
async def test_no_sight_of_a_growing_answer_shows_a_sign_or_a_thought(
    account: AccountId, answer: str
) -> None:
    async with voiced(growing(account, answer, words=5)) as stage:
        people = stage.side(account)
        number = people.says(1, "tell me a story")
        await stage.leaps_until(lambda: stage.outcomes == ["answered"])

        sights = [people.shown(1)[0].text, *people.changes(1)]
        assert [one for one in sights if not STORY.startswith(one)] == []
        assert people.stands(1) == [STORY]
        assert people.reactions(1, number) == ["👍"]


@on_each
async def test_an_edit_while_an_answer_grows_turns_what_is_shown_into_the_new_answer(
    account: AccountId,
) -> None:
    model = ModelServer(rewriting("Rome is sunny, by the way."), says=[STORY])
    stage = Voiced(model, on=[account], dials=GROWING)
    writing = Writing(stage, words=5)
    async with voiced(stage):
        people = stage.side(account)
        number = people.says(1, "how is Berlin?")
        await stage.until(lambda: bool(people.stands(1)))
        people.edits(1, number, "how is Rome?")
        await stage.leaps_until(lambda: stage.outcomes == ["answered"])

        assert writing.word > 5
        assert people.stands(1) == ["Rome is sunny, by the way."]
        own = [said.text for said in await stage.history() if said.by_companion]
        assert own == ["Rome is sunny, by the way."]


async def test_what_is_deleted_while_its_answer_grows_leaves_no_half_of_it_on_discord() -> None:
    stage = growing(DISCORD, STORY, words=5)
    async with voiced(stage):
        ann, people = stage.discord.person(1), stage.discord
        number = people.says(1, "how is Berlin?")
        await stage.until(lambda: bool(people.stands(1)))
        ann.deletes(ann.direct, number)
        while any(said.text for said in await stage.history()):
            await REAL.sleep(timedelta(seconds=0.01))
        await stage.leaps_until(lambda: bool(stage.records))

        assert people.stands(1) in ([], [STORY])
