"""The real process, from an update over HTTP to bubbles over HTTP, and from start to end."""

from core.engine.model import BubbleState
from tests.scenarios.house import OWNER, House
from tests.scenarios.processes import Run
from tests.servers.patience import PATIENCE_S

SAID = [("Hey, it's quiet here.", BubbleState.DELIVERED), ("And you?", BubbleState.DELIVERED)]


async def test_an_update_becomes_bubbles_with_typing_before_them(house: House) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    house.model.delay(0.3).reply("Hey, it's quiet here.\n\nAnd you?")
    await house.lives()

    anna.says(anna.direct, "how is the cafe?")

    sent = await house.telegram.until_sent(2)
    rows = await house.rests()
    assert [(one.chat, one.text) for one in sent] == [(OWNER, text) for text, _ in SAID]
    assert rows.bubbles == SAID
    assert house.telegram.typings[0].at < sent[0].at
    assert "how is the cafe?" in (await house.prompts())[0]


async def test_the_talk_goes_on_after_the_process_was_killed(house: House) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    house.model.reply("A fine name.").reply("Pixel, you said.")
    run = await house.lives()
    anna.says(anna.direct, "my cat is called Pixel")
    await house.telegram.until_sent(1)
    run.kill()
    await run.gone()

    anna.says(anna.direct, "what is her name?")
    await house.lives()

    sent = await house.telegram.until_sent(2)
    assert [one.text for one in sent] == ["A fine name.", "Pixel, you said."]
    last = (await house.prompts())[-1]
    places = [last.find(t) for t in ("called Pixel", "A fine name.", "what is her name?")]
    assert -1 < places[0] < places[1] < places[2]


async def test_an_end_waits_for_a_bubble_on_its_way(house: House) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    house.model.reply("Hey, it's quiet here.\n\nAnd you?")
    house.telegram.fail("sendMessage", "late", late_s=1.5)
    run = await house.lives()
    anna.says(anna.direct, "how is the cafe?")
    await house.telegram.until_sent(1)

    run.end()

    assert await run.gone() == 0
    assert (await house.rows()).bubbles[0] == SAID[0]


async def test_asked_twice_it_ends_at_once_and_finds_the_thought_again(house: House) -> None:
    run = await _thinking(house)

    run.end()
    await run.tells("process.stopping")
    run.end()
    await run.gone()
    await house.lives()

    await house.telegram.until_sent(1)
    rows = await house.rests()
    assert rows.bubbles == [("There you are.", BubbleState.DELIVERED)]
    assert [one.text for one in house.telegram.sent] == ["There you are."]


async def test_an_end_waits_for_no_thought(house: House) -> None:
    run = await _thinking(house, for_s=2 * PATIENCE_S)

    run.end()

    assert await run.gone() == 0
    assert house.telegram.sent == []


async def _thinking(house: House, *, for_s: float = 4) -> Run:
    """Return a process that has been asked something, and whose model takes its time."""
    anna = house.telegram.person(OWNER, "Anna")
    house.model.delay(for_s).reply("There you are.", times=None)
    run = await house.lives()
    anna.says(anna.direct, "are you asleep?")
    await house.telegram.world.until(lambda: bool(house.telegram.typings))
    return run


async def test_with_nothing_under_way_it_ends_at_once(house: House) -> None:
    run = await house.lives()
    await house.telegram.world.until(lambda: bool(house.telegram.calls("getUpdates")))

    run.end()

    assert await run.gone() == 0
    assert "process.stopping" in house.told(run)


async def test_a_second_process_in_the_same_folder_is_refused(house: House) -> None:
    run = await house.lives()
    await run.tells("process.started")

    second = await house.does("run")

    assert second.code == 3
    assert second.log.startswith("another process uses the database")
    assert run.lives()
