"""The real process in groups, and what it does with commands."""

from core.admin.entries import COMMANDS
from core.admin.model import Right
from core.admin.rules import usable
from core.phrases import Phrase, phrase
from tests.scenarios.house import OWNER, House
from tests.servers.telegram import Chat, Person

ROOM = -1001234


def _friends(house: House) -> tuple[Chat, Person]:
    house.settles(access={"owners": [OWNER], "rooms": [f"telegram:{ROOM}"]})
    return house.telegram.group(ROOM), house.telegram.person(8, "Ben")


async def test_in_a_group_it_answers_whoever_means_it_and_reads_the_rest(house: House) -> None:
    group, ben = _friends(house)
    for answer in ("one", "two", "three", "four"):
        house.model.reply(answer)
    await house.lives()

    ben.says(group, "does anyone know a cafe?")
    ben.says(group, "@mina_bot do you?")
    first = (await house.telegram.until_sent(1))[0]
    ben.says(group, "nice, replying to you", reply_to=first.message_id)
    await house.telegram.until_sent(2)
    ben.says(group, "and Mina, what about tea?")
    await house.telegram.until_sent(3)
    ben.says(group, "@other_bot what do you say?")
    ben.sends(group, "sticker")
    ben.says(group, "the minaret is high")
    ben.says(group, "/help@other_bot")

    rows = await house.rests()
    assert [(one.chat, one.text) for one in house.telegram.sent] == [
        (ROOM, "one"),
        (ROOM, "two"),
        (ROOM, "three"),
    ]
    assert len(rows.heard) == 7
    assert "does anyone know a cafe?" in (await house.prompts())[0]


async def test_a_group_that_nobody_let_in_is_left_alone(house: House) -> None:
    ben, group = house.telegram.person(8, "Ben"), house.telegram.group(-1009)
    run = await house.lives()

    ben.says(group, "@mina_bot do you hear me?")

    await run.tells("access.refused", "sender=telegram:8", "chat=-1009")
    assert (await house.rests()).heard == []
    assert house.telegram.sent == []


async def test_an_edit_changes_what_was_said_and_runs_no_command(house: House) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    house.model.reply("Berlin is grey.").reply("Rome, then.")
    await house.lives()
    first = anna.says(anna.direct, "how is Berlin today?")
    await house.telegram.until_sent(1)

    anna.edits(anna.direct, first, "/quiet")
    anna.edits(anna.direct, first, "how is Rome today?")
    anna.says(anna.direct, "I meant another city")

    await house.telegram.until_sent(2)
    rows = await house.rests()
    assert [one.text for one in house.telegram.sent] == ["Berlin is grey.", "Rome, then."]
    assert rows.heard == ["how is Rome today?", "I meant another city"]


async def test_commands_are_offered_and_answered_while_the_model_still_thinks(
    house: House,
) -> None:
    anna = house.telegram.person(OWNER, "Anna", language="de")
    house.model.delay(2.5).reply("Now I know.")
    await house.lives()

    anna.says(anna.direct, "think about it for long")
    await house.telegram.world.until(lambda: bool(house.telegram.typings))
    anna.says(anna.direct, "/help")
    anna.says(anna.direct, "/status")
    anna.says(anna.direct, "/quiet")

    await house.telegram.until_sent(4)
    *answers, last = (one.text for one in house.telegram.sent)
    helped, status, quiet = answers
    assert last == "Now I know."
    assert helped.startswith(phrase(Phrase.HELP_INTRO, "de"))
    assert "scripted" in status
    assert "telegram: connected" in status
    assert quiet == phrase(Phrase.QUIET_ON, "de")
    assert anna.menu(anna.direct) == [one.name for one in usable(COMMANDS, Right.OWNER)]
    ben = house.telegram.person(8, "Ben")
    assert ben.menu(ben.direct) == [one.name for one in usable(COMMANDS, Right.FRIEND)]
    assert (await house.rests()).heard == ["think about it for long"]
