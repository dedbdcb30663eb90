"""Many people on Telegram and on Discord: whatever befalls one of them, the others are answered."""

from datetime import timedelta

import pytest

from core.conversation.model import AccountId
from tests.scenarios.platforms import DISCORD, PACED, TELEGRAM, Stage, living, staged

SECOND = timedelta(seconds=1)
on_each = pytest.mark.parametrize("account", [TELEGRAM, DISCORD])


def texts(stage: Stage, account: AccountId, who: int) -> list[str]:
    return [bubble.text for bubble in stage.side(account).shown(who)]


async def _turns(stage: Stage, count: int) -> None:
    """Return once so many turns have ended."""
    await stage.leaps_until(lambda: len(stage.records) == count)


@on_each
async def test_of_ten_people_nine_are_answered_at_once_while_the_send_to_one_hangs(
    account: AccountId,
) -> None:
    async with living(Stage("hello", on=[account])) as stage:
        people = stage.side(account)
        people.hangs(1)
        for who in range(1, 11):
            people.says(who, "hi")

        await stage.until(
            lambda: all(texts(stage, account, who) == ["hello"] for who in range(2, 11)),
            within_s=4,
        )
        assert texts(stage, account, 1) == []
        assert people.tries(1) == 1


@pytest.mark.parametrize(
    ("account", "seconds"),
    [
        pytest.param(TELEGRAM, 7, id="telegram, which waits here"),
        pytest.param(DISCORD, 31, id="discord, which waits here"),
        pytest.param(DISCORD, 1, id="discord, whose library waits"),
        pytest.param(DISCORD, 7, id="discord, whose library waits long", marks=pytest.mark.slow),
    ],
)
async def test_after_a_flood_the_rest_comes_in_order_after_the_wait_and_others_don_t_wait(
    account: AccountId, seconds: int
) -> None:
    answer = ("one of three", "two of three", "three of three")
    async with living(Stage(answer, on=[account], dials=PACED)) as stage:
        people = stage.side(account)
        people.says(1, "hi")
        await stage.leaps_until(lambda: len(people.shown(1)) == 1)
        people.floods(1, seconds)
        await stage.leaps_until(lambda: people.tries(1) == 2)
        flooded_at = people.flooded_at(1)

        people.says(2, "hi")
        await stage.leaps_until(lambda: len(people.shown(2)) == 1)
        await stage.leaps_until(lambda: len(people.shown(1)) == 3, within_s=20)

        assert texts(stage, account, 1) == list(answer)
        assert people.shown(1)[1].at - flooded_at >= (seconds - 0.1) * SECOND
        assert people.shown(2)[0].at - flooded_at < 7 * SECOND


@on_each
async def test_after_a_flood_of_hours_the_bubble_is_dropped_and_all_goes_on(
    account: AccountId,
) -> None:
    async with living(Stage("hello", on=[account])) as stage:
        people = stage.side(account)
        people.floods(1, 14_000)
        people.says(1, "hi")
        await stage.until(lambda: people.tries(1) == 1)

        people.says(2, "hi")
        await stage.until(lambda: len(people.shown(2)) == 1)
        stage.leaps(timedelta(seconds=14_002))
        await stage.until(lambda: len(stage.records) == 2)
        dropped = list(people.shown(1))
        people.says(1, "still there?")
        await stage.until(lambda: len(people.shown(1)) == 1)

        assert dropped == []
        assert texts(stage, account, 1) == ["hello"]
        assert "undelivered" in stage.outcomes


@on_each
async def test_a_flood_of_typing_delays_no_word(account: AccountId) -> None:
    async with living(Stage("hello", on=[account], dials=PACED)) as stage:
        people = stage.side(account)
        people.floods_typing(1)
        people.says(1, "hi")

        await stage.until(lambda: len(people.shown(1)) == 1, within_s=4)


@on_each
async def test_who_blocks_amid_five_talks_is_left_alone_until_they_write_again(
    account: AccountId,
) -> None:
    answer = ("one of two", "two of two")
    async with living(Stage(answer, on=[account], dials=PACED)) as stage:
        people = stage.side(account)
        for who in range(1, 6):
            people.says(who, "hi")
        await stage.leaps_until(lambda: all(people.shown(who) for who in range(1, 6)))
        people.blocks(3)
        others = [who for who in range(1, 6) if who != 3]
        await stage.leaps_until(lambda: all(len(people.shown(who)) == 2 for who in others))
        await _turns(stage, 5)
        before, tries = texts(stage, account, 3), people.tries(3)
        for _ in range(3):
            stage.leaps(timedelta(minutes=20))
            people.says(1, "and now?")
            await _turns(stage, len(stage.records) + 1)
        assert before == list(answer[: len(before)])
        assert (texts(stage, account, 3), people.tries(3)) == (before, tries)

        people.says(3, "I'm back")
        await stage.leaps_until(lambda: len(people.shown(3)) == len(before) + 2)

        assert texts(stage, account, 3) == [*before, *answer]


async def test_a_person_on_telegram_and_one_on_discord_are_answered_at_once() -> None:
    async with living(Stage("hello")) as stage:
        stage.telegram.hangs(1)
        stage.telegram.says(1, "hi")
        stage.telegram.says(2, "hi")
        stage.discord.says(2, "hi")

        await stage.until(
            lambda: all(texts(stage, one, 2) == ["hello"] for one in (TELEGRAM, DISCORD)),
            within_s=4,
        )
        assert texts(stage, TELEGRAM, 1) == []


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        pytest.param(TELEGRAM, DISCORD, id="telegram is down"),
        pytest.param(DISCORD, TELEGRAM, id="discord is down"),
    ],
)
async def test_a_messenger_that_fails_on_start_keeps_nobody_waiting_on_the_other_one(
    broken: AccountId, whole: AccountId
) -> None:
    async with staged(Stage("hello")) as stage:
        server = stage.telegram.server if broken == TELEGRAM else stage.discord.server
        await server.unplug()
        async with stage.lives(away=[broken]):
            stage.side(whole).says(1, "hi")
            await stage.until(lambda: texts(stage, whole, 1) == ["hello"])

            await server.plug()
            await stage.leaps_until(lambda: any(_connected(stage, broken)))
            stage.side(broken).says(1, "hi")
            await stage.leaps_until(lambda: texts(stage, broken, 1) == ["hello"])

        assert texts(stage, whole, 1) == ["hello"]


def _connected(stage: Stage, account: AccountId) -> list[object]:
    """Return what shows that somebody listens on a platform."""
    if account == TELEGRAM:
        return [*stage.telegram.server.calls("getUpdates")]
    return [*stage.discord.server.gateway.open()]
