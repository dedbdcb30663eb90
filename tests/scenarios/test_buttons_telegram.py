"""Buttons and menus on Telegram, with the whole companion behind them."""

from random import Random

from core.admin.entries import COMMANDS
from core.admin.model import Access, Pairing, Right, new_code
from core.admin.rules import usable
from core.conversation.model import IdentityId
from core.phrases import CommandLine, phrase
from tests.scenarios.platforms import TELEGRAM, Stage, living
from tests.servers.telegram import Chat, Person

OWNER, FRIEND, STRANGER = 7, 8, 9
ROOM = -1001
YES, NO = (phrase(line, "en") for line in (CommandLine.YES, CommandLine.NO))
ACCESS = Access(
    owners=frozenset({IdentityId(f"telegram:{OWNER}")}),
    friends=frozenset({IdentityId(f"telegram:{FRIEND}")}),
)


def stage(access: Access = ACCESS, pairing: Pairing | None = None) -> Stage:
    return Stage("hello", on=[TELEGRAM], access=access, pairing=pairing)


def shown(chat: Chat) -> list[str]:
    """Return what the bot's messages say there now."""
    return [str(chat.messages[number].get("text")) for number in sorted(chat.own)]


def buttons(chat: Chat) -> list[str]:
    """Return the buttons below the bot's last message there."""
    rows = chat.messages[max(chat.own)].get("reply_markup", {}).get("inline_keyboard", [])
    return [str(button["text"]) for row in rows for button in row]


async def asks(here: Stage, person: Person, line: str = "/reset history") -> int:
    """Let a person give a command in the direct talk, and return the answer's number."""
    before = len(here.telegram.server.sent)
    person.says(person.direct, line)
    sent = await here.telegram.server.until_sent(before + 1)
    return sent[before].message_id


async def test_a_question_is_answered_by_its_button_and_what_was_done_stands_in_its_place() -> None:
    async with living(stage()) as here:
        server, anna = here.telegram.server, here.telegram.person(OWNER)
        question = await asks(here, anna)
        asked, offered = shown(anna.direct), buttons(anna.direct)
        for _ in range(2):
            anna.presses(anna.direct, question, YES)
        await here.until(lambda: shown(anna.direct) != asked and not server.world.updates)
        done = shown(anna.direct)
        await asks(here, anna, "/help")

        assert offered == [YES, NO]
        assert len(asked) == len(done) == 1
        assert "/reset history yes" not in done[0]
        assert shown(anna.direct)[0] == done[0]
        assert [one.answered for one in server.world.callbacks.values()] == [1, 1]


async def test_no_takes_the_question_away() -> None:
    async with living(stage()) as here:
        anna = here.telegram.person(OWNER)
        question = await asks(here, anna)
        anna.presses(anna.direct, question, NO)
        nothing = phrase(CommandLine.NOTHING_DONE, "en")
        await here.until(lambda: shown(anna.direct) == [nothing])

        assert buttons(anna.direct) == []


async def test_a_press_after_a_restart_is_obeyed_all_the_same() -> None:
    here = stage()
    async with here.telegram.server:
        anna = here.telegram.person(OWNER)
        async with here.lives():
            question = await asks(here, anna)
            asked = shown(anna.direct)
        anna.presses(anna.direct, question, NO)
        async with here.lives():
            await here.until(lambda: shown(anna.direct) != asked)

        assert shown(anna.direct) == [phrase(CommandLine.NOTHING_DONE, "en")]


async def test_in_a_group_the_button_leads_into_the_direct_talk_and_gives_the_command() -> None:
    async with living(stage()) as here:
        server, anna = here.telegram.server, here.telegram.person(OWNER)
        room = server.group(ROOM)
        anna.says(anna.direct, "hi")
        await server.until_sent(1)
        anna.says(room, "/stats@mina_bot")
        await here.until(lambda: bool(room.own))
        (label,) = buttons(room)
        assert anna.presses(room, max(room.own), label) == ""
        await here.until(lambda: len(shown(anna.direct)) == 2)

        assert shown(room) == [phrase(CommandLine.IN_DIRECT, "en")]
        assert shown(anna.direct)[1] not in shown(room)


async def test_a_stranger_who_presses_in_a_group_changes_nothing_and_hears_nothing() -> None:
    async with living(stage()) as here:
        server = here.telegram.server
        ben, cleo = here.telegram.person(FRIEND), here.telegram.person(STRANGER)
        room = server.group(ROOM)
        ben.says(room, "/help@mina_bot")
        await here.until(lambda: bool(room.own))
        helped = shown(room)
        press = cleo.forges(room, max(room.own), "/status")
        await here.until(lambda: bool(server.world.callbacks[press].answered))
        ben.says(room, "/status@mina_bot")
        await here.until(lambda: len(room.own) == 2)

        assert shown(room)[0] == helped[0]
        assert len(shown(room)) == 2
        assert cleo.direct.own == set()
        assert server.amended == []


async def test_who_becomes_the_owner_by_a_code_sees_the_owners_menu() -> None:
    code = new_code(Random(7))
    access = Access(friends=ACCESS.friends)
    async with living(stage(access, Pairing(code))) as here:
        anna, ben = here.telegram.person(OWNER), here.telegram.person(FRIEND)
        await asks(here, ben, "/help")
        before = ben.menu(ben.direct)
        anna.says(anna.direct, f"/start pair-{code}")
        owners = [one.name for one in usable(COMMANDS, Right.OWNER)]
        await here.until(lambda: anna.menu(anna.direct) == owners)

        assert (
            ben.menu(ben.direct) == before == [one.name for one in usable(COMMANDS, Right.FRIEND)]
        )
