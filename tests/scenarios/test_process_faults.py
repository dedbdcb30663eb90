"""The real process among strangers, refused tokens and servers that are down."""

import pytest

from core.engine.model import BubbleState
from core.phrases import Phrase, SteeringLine, phrase
from tests.scenarios.house import KEY, OWNER, House
from tests.servers.telegram import Person

NEUTRAL = phrase(Phrase.FAILED, "en")
REFUSED = "Telegram refuses telegram.token"


@pytest.fixture
def anna(house: House) -> Person:
    return house.telegram.person(OWNER, "Anna")


async def test_a_token_that_telegram_does_not_know_ends_it_with_the_cure(house: House) -> None:
    wrong = "424242:some-other-secret-that-was-revoked-BBBB"
    house.settles(telegram={"token": wrong})

    ended = await house.does("run")

    assert ended.code == 1
    assert REFUSED in ended.log
    assert "@BotFather" in ended.log
    assert wrong.split(":")[1] not in ended.log + ended.out


async def test_a_token_that_is_revoked_meanwhile_ends_it_too(house: House) -> None:
    run = await house.lives()
    await house.telegram.world.until(lambda: bool(house.telegram.calls("getUpdates")))

    house.telegram.world.token = "424242:a-newer-one-that-was-asked-for-CCCC"

    assert await run.gone() == 1
    await run.tells(REFUSED)
    house.telegram.world.token = "424242:server-of-our-own-secret-part-AAAA"


async def test_a_stranger_is_told_by_id_and_kept_out_until_the_owner_lets_them_in(
    house: House,
) -> None:
    ben = house.telegram.person(77, "Ben")
    house.model.reply("Come in, Ben.")
    run = await house.lives()

    ben.says(ben.direct, "will you let me in?")
    await run.tells("access.refused", "sender=telegram:77")
    kept = await house.does("status", "--json")
    run.end()
    await run.gone()
    house.settles(access={"owners": [OWNER, 77]})
    await house.lives()
    ben.says(ben.direct, "and now, will you?")

    sent = await house.telegram.until_sent(2)
    assert [(one.chat, one.text) for one in sent[:2]] == [
        (77, phrase(SteeringLine.STRANGER, "en")),
        (77, "Come in, Ben."),
    ]
    assert kept.report["messages"] == 0
    assert (await house.rests()).heard == ["and now, will you?"]
    assert "will you let me in?" not in (await house.prompts())[0]


async def test_it_starts_and_goes_on_through_outages_of_telegram(
    house: House, anna: Person
) -> None:
    house.model.reply("Back again.").reply("Still here.")
    await house.telegram.unplug()
    run = await house.lives()
    await run.tells("telegram.unanswered")

    anna.says(anna.direct, "are you there yet?")
    await house.telegram.plug()
    await house.telegram.until_sent(1)
    await house.telegram.world.until(lambda: not house.telegram.world.updates)
    await house.telegram.unplug()
    await run.tells("faults=2")
    anna.says(anna.direct, "and after that outage?")
    await house.telegram.plug()

    sent = await house.telegram.until_sent(2)
    assert [one.text for one in sent] == ["Back again.", "Still here."]
    assert (await house.rests()).heard == ["are you there yet?", "and after that outage?"]


async def test_an_answer_that_was_ready_while_telegram_was_down_is_sent_once(
    house: House, anna: Person
) -> None:
    house.model.delay(0.5).reply("Sorry for the wait.")
    run = await house.lives()
    anna.says(anna.direct, "can you hear me?")
    await house.telegram.world.until(lambda: bool(house.telegram.typings))
    await house.telegram.world.until(lambda: not house.telegram.world.updates)

    await house.telegram.unplug()
    await run.tells("bubble.postponed")
    await house.telegram.plug()

    await house.telegram.until_sent(1)
    rows = await house.rests()
    assert rows.bubbles == [("Sorry for the wait.", BubbleState.DELIVERED)]
    assert [one.text for one in house.telegram.sent] == ["Sorry for the wait."]


@pytest.mark.parametrize("status", [401, 429, 500, 503])
async def test_a_model_that_fails_gives_a_neutral_line_that_is_forgotten(
    house: House, anna: Person, status: int
) -> None:
    house.settles(model={"retries": 0})
    leaky = f"Incorrect API key provided: {KEY}; you sent: do you like tea?"
    house.model.fail(status, message=leaky).reply("Tea, always.")
    await house.lives()

    anna.says(anna.direct, "do you like tea?")
    await house.telegram.until_sent(1)
    anna.says(anna.direct, "well, do you?")

    sent = await house.telegram.until_sent(2)
    assert [one.text for one in sent] == [NEUTRAL, "Tea, always."]
    last = (await house.prompts())[-1]
    assert "do you like tea?" in last
    assert NEUTRAL not in last


async def test_a_model_that_is_busy_for_a_moment_is_asked_again_unseen(
    house: House, anna: Person
) -> None:
    house.model.rate_limit(times=2, retry_after=0.2).reply("Tea, always.")
    await house.lives()

    anna.says(anna.direct, "do you like tea?")

    await house.telegram.until_sent(1)
    rows = await house.rests()
    assert rows.bubbles == [("Tea, always.", BubbleState.DELIVERED)]
    assert len(await house.prompts()) == 3


async def test_a_flood_limit_is_waited_for_and_nothing_is_lost(house: House, anna: Person) -> None:
    house.model.reply("First of two.\n\nSecond of two.")
    house.telegram.fail("sendMessage", "flood", retry_after=1)
    await house.lives()

    anna.says(anna.direct, "say two things")

    sent = await house.telegram.until_sent(2)
    assert [one.text for one in sent] == ["First of two.", "Second of two."]


async def test_a_bubble_without_an_answer_counts_as_said_and_is_reported(
    house: House, anna: Person
) -> None:
    house.model.reply("Did you get this?").reply("Good.")
    house.telegram.fail("sendMessage", "lost-answer")
    run = await house.lives()

    anna.says(anna.direct, "write me something")
    await run.tells("bubble.in_doubt")
    anna.says(anna.direct, "yes I did get it")

    sent = await house.telegram.until_sent(2)
    assert [one.text for one in sent] == ["Did you get this?", "Good."]
    assert "Did you get this?" in (await house.prompts())[-1]
    assert (await house.does("status", "--json")).report["in_doubt"] == 1
