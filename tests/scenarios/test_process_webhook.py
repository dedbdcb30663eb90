"""The real process behind a webhook: it hears, answers, and is started again with nothing lost."""

import pytest

from core.engine.model import BubbleState
from tests.adapters.telegram.conftest import free_port
from tests.scenarios.house import OWNER, House
from tests.servers.telegram import Person

SAID = ("one", "two", "three")


@pytest.fixture
def anna(house: House) -> Person:
    """Let the house hear by a webhook, and Telegram post again soon."""
    port = free_port()
    house.settles(
        telegram={
            "webhook_url": f"http://127.0.0.1:{port}/tele/gram",
            "webhook_listen": f"127.0.0.1:{port}",
        }
    )
    house.telegram.world.retry_first_s = 0.05
    house.telegram.world.retry_most_s = 0.2
    return house.telegram.person(OWNER, "Anna")


async def _hooked(house: House) -> None:
    await house.telegram.world.until(lambda: bool(house.telegram.world.webhook))


def _told(house: House) -> list[str]:
    return [one.text for one in house.telegram.sent]


async def test_behind_a_webhook_it_hears_and_answers_without_a_poll(
    house: House, anna: Person
) -> None:
    house.model.reply("Hey, it's quiet here.\n\nAnd you?")
    await house.lives()
    await _hooked(house)

    anna.says(anna.direct, "how is the cafe?")

    await house.telegram.until_sent(2)
    rows = await house.rests()
    assert _told(house) == ["Hey, it's quiet here.", "And you?"]
    assert rows.heard == ["how is the cafe?"]
    assert house.telegram.calls("getUpdates") == []


@pytest.mark.parametrize("ends", ["asked to", "killed"])
async def test_what_is_said_while_it_is_started_again_is_answered_once(
    house: House, anna: Person, ends: str
) -> None:
    house.model.reply("A fine name.").reply("Pixel, you said.", times=None)
    run = await house.lives()
    await _hooked(house)
    anna.says(anna.direct, "my cat is called Pixel")
    await house.telegram.until_sent(1)
    await house.rests()
    if ends == "killed":
        run.kill()
    else:
        run.end()
    await run.gone()

    for text in SAID:
        anna.says(anna.direct, f"line {text}")
    await house.telegram.world.until(lambda: house.telegram.world.hook.failed_at is not None)
    await house.lives()
    await house.telegram.until_sent(2)
    rows = await house.rests()

    assert rows.heard == ["my cat is called Pixel", *(f"line {text}" for text in SAID)]
    assert _told(house) == ["A fine name.", *["Pixel, you said."] * (len(_told(house)) - 1)]
    assert {state for _, state in rows.bubbles} == {BubbleState.DELIVERED}
    answered = [record for record in rows.turns if record.turn.outcome == "answered"]
    assert len(answered) == len(_told(house))
    assert all(said.turn is not None for said in rows.said if not said.by_companion)


async def test_restarts_amid_a_stream_of_posts_lose_and_double_nothing(
    house: House, anna: Person
) -> None:
    house.model.reply("noted", times=None)
    texts = [f"number {number:02}" for number in range(12)]
    for at in (0, 4, 8):
        run = await house.lives()
        anna.says(anna.direct, texts[at])
        await _hooked(house)
        for text in texts[at + 1 : at + 4]:
            anna.says(anna.direct, text)
        if at < 8:
            run.kill()
            await run.gone()

    rows = await house.rests()
    assert rows.heard == texts
    assert all(said.turn is not None for said in rows.said if not said.by_companion)


async def test_a_post_with_the_wrong_secret_reaches_nobody(house: House, anna: Person) -> None:
    house.model.reply("hi", times=None)
    await house.lives()
    await _hooked(house)
    hook = house.telegram.world.hook
    right, hook.secret = hook.secret, "somebody-elses-secret"
    anna.says(anna.direct, "let me in")
    await house.telegram.world.until(lambda: hook.failed_at is not None)
    before = _told(house)
    hook.secret = right

    await house.telegram.until_sent(1)
    assert before == []
    assert "401" in hook.failure or "403" in hook.failure
