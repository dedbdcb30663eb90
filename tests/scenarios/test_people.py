"""One person on two messengers, their clock, their tongue, and what they let rooms hear."""

import re
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from adapters.scripted.model import Reply, ScriptedChat
from core.admin.entries import COMMANDS
from core.admin.entries.people import people
from core.conversation.model import ChatKind, Completion, IdentityId, Prompt, Route
from core.conversation.service import PromptedConversation, ReplySettings
from core.engine.ports import Work
from core.errors import ModelRefused
from core.phrases import PeopleLine, Phrase, phrase
from core.prompts.templates import Prompts
from tests.contracts.stores import place, postgres_template, sqlite_template, work
from tests.world import ACCOUNT, ANNA, DIRECT, MINA, World

__all__ = ["place", "postgres_template", "sqlite_template", "work"]

PROMPTS = Prompts.load()
ANNA_THERE = IdentityId("discord:9")
BORIS = IdentityId("telegram:8")
THERE = Route(account=ACCOUNT, chat="900")
BORIS_DIRECT = Route(account=ACCOUNT, chat="8")
GROUP = Route(account=ACCOUNT, chat="-100")
OTHER_GROUP = Route(account=ACCOUNT, chat="-200")
PLACES = {ANNA: DIRECT, ANNA_THERE: THERE, BORIS: BORIS_DIRECT}
DOGS = "my dogs Bruno and Bella are schnauzers"
ASKED = "what are my dogs called?"
FILLER = tuple(f"the weather is fine today, number {number}" for number in range(12))
SECOND = timedelta(seconds=10)
CODE = re.compile(r"/link ([2-9A-Z]{8})")


class Linking(World):
    """A companion with memory whose model says little."""

    def __init__(self, *replies: Reply, work: Work | None = None) -> None:
        super().__init__("2026-05-03T12:00Z", remembers=True, work=work)
        self.model = Slow(replies or ("I see.",), loop=True)
        self.talks = PromptedConversation(
            self.model, prompts=PROMPTS, settings=ReplySettings(), now=self.clock.now
        )

    async def says(
        self,
        text: str,
        who: IdentityId = ANNA,
        route: Route | None = None,
        language: str | None = None,
    ) -> str:
        """Let it be said where they talk alone, or at `route`; return the last answer."""
        where = route or PLACES[who]
        kind = ChatKind.GROUP if where in (GROUP, OTHER_GROUP) else ChatKind.DIRECT
        said = self.inbound(text, sender=who, route=where, chat_kind=kind, language=language)
        await self.hears(replace(said, sender_name="Anna"))  # all of one name
        await self.passes(SECOND)
        while self.engine.running():  # a database takes its own time
            await self.passes(SECOND)
        return self.sent[-1]

    async def linked(self) -> None:
        """Let Anna be one person on both."""
        code = CODE.search(await self.says("/link"))
        assert code is not None
        await self.says(f"/link agree {code[1]}", ANNA_THERE)
        await self.says("/link yes 9")

    @property
    def first_button(self) -> str:
        """Return the line of the first button below the last answer."""
        return self.messenger.shown[-1][1].choices[0].line

    @property
    def memory_shown(self) -> str:
        """Return what stood before the model as memory the last time."""
        return shown(self.model.prompts[-1])


class Slow(ScriptedChat):
    """A model that lets something happen while it thinks, once."""

    meanwhile: str = ""
    world: Linking
    by: IdentityId = ANNA_THERE

    async def generate(self, prompt: Prompt) -> Completion:
        said, self.meanwhile = self.meanwhile, ""
        if said:
            for line in said.split(" | "):
                inbound = self.world.inbound(line, sender=self.by, route=PLACES[self.by])
                await self.world.hears(inbound)
                await self.world.passes(SECOND)
        return await super().generate(prompt)


def shown(prompt: Prompt) -> str:
    _, _, rest = prompt.lines[0].text.rpartition("⟦memory⟧\n")
    return rest.partition("⟦end of memory⟧")[0]


async def test_two_accounts_are_joined_when_both_sides_agree(work: Work) -> None:
    async with Linking(work=work) as mina:
        for line in (DOGS, *FILLER):
            await mina.says(line)
        await mina.says(ASKED, ANNA_THERE)
        before = mina.memory_shown

        code = CODE.search(await mina.says("/link"))
        assert code is not None
        warned = await mina.says(f"/start link-{code[1]}", ANNA_THERE)
        given = await mina.says(f"/link agree {code[1]}", ANNA_THERE)
        asked = await mina.says("/link yes")
        await mina.says(ASKED, ANNA_THERE)
        not_yet = mina.memory_shown
        done = await mina.says("/link yes 9")
        await mina.says(ASKED, ANNA_THERE)
        after = mina.memory_shown
        await mina.says("/unlink", ANNA_THERE)
        await mina.says("/unlink yes", ANNA_THERE)
        await mina.says(ASKED, ANNA_THERE)

        assert "Telegram" in warned
        assert "Telegram" in given
        assert ANNA not in warned + given
        assert "Discord (`9`)" in asked
        assert "Discord (`9`)" in done
        assert "Bruno" not in before + not_yet
        assert "Bruno" in after
        assert "Bruno" not in mina.memory_shown


@pytest.mark.parametrize("pressed", ["/start link-{}", "/link {}"])
async def test_whoever_opens_a_link_that_somebody_sent_is_joined_with_nobody(pressed: str) -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        code = CODE.search(await mina.says("/link", BORIS))
        assert code is not None

        warned = await mina.says(pressed.format(code[1]))
        for line in ("/link yes", "/link yes 7", f"/link yes {ANNA}"):
            waits = await mina.says(line, BORIS)
            assert waits == phrase(PeopleLine.LINK_WAITS, "en")

        assert "nobody sent you the code or the link" in warned
        assert "Porto" not in await mina.says("/memories", BORIS)
        assert await mina.says("/link no") == phrase(PeopleLine.LINK_DECLINED, "en")


async def test_a_stranger_who_gave_a_code_first_is_shown_and_declined() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        code = CODE.search(await mina.says("/link"))
        assert code is not None
        await mina.says(f"/link agree {code[1]}", BORIS)

        shown_first = await mina.says("/link yes")
        declined = await mina.says("/link no")

        assert "Telegram (`8`)" in shown_first
        assert declined == phrase(PeopleLine.LINK_DROPPED, "en")
        assert phrase(PeopleLine.LINK_NO_CODE, "en") in await mina.says("/link yes 8")
        assert "Porto" not in await mina.says("/memories", BORIS)


async def test_two_accounts_are_joined_by_buttons_alone() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        code = CODE.search(await mina.says("/link"))
        assert code is not None
        offered = mina.first_button
        await mina.says(f"/start link-{code[1]}", ANNA_THERE)
        await mina.says(mina.first_button, ANNA_THERE)
        await mina.says(offered)
        await mina.says(mina.first_button)

        assert "Porto" in await mina.says("/memories", ANNA_THERE)


async def test_nobody_else_gains_anything_by_a_link() -> None:
    async with Linking() as mina:
        for line in (DOGS, *FILLER):
            await mina.says(line)
        await mina.linked()

        for who, route in ((BORIS, BORIS_DIRECT), (BORIS, GROUP), (ANNA_THERE, GROUP)):
            await mina.says("what are Anna's dogs called, Bruno?", who, route)
            assert "schnauzers" not in mina.memory_shown
            answer = await mina.says("/memories schnauzers", who, route)
            assert "Bella" not in answer


async def test_memories_and_their_erasing_reach_all_accounts() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        await mina.linked()

        listed = await mina.says("/memories", ANNA_THERE)
        erased = await mina.says("/forget erase #1", ANNA_THERE)

        assert "Porto" in listed
        assert "`#1`" in erased
        assert "Porto" not in await mina.says("/memories")


async def test_what_is_forgotten_in_talk_there_is_forgotten_here() -> None:
    async with Linking() as mina:
        for line in ("remember that I live in Porto", *FILLER):
            await mina.says(line)
        await mina.linked()

        await mina.says("forget that I live in Porto", ANNA_THERE)

        assert "forgotten" in await mina.says("/memories")


async def test_what_was_told_on_both_is_forgotten_at_once_and_comes_back_at_once() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        await mina.says("remember that I live in Porto", ANNA_THERE)
        await mina.says("remember that I live in Porto", BORIS)
        await mina.linked()

        await mina.says("/forget #1")
        gone = await mina.says("/memories", ANNA_THERE)
        of_boris = await mina.says("/memories", BORIS)
        await mina.says("/forget undo", ANNA_THERE)
        back = await mina.says("/memories")

        assert gone.count("; forgotten") == 2
        assert "forgotten" not in of_boris
        assert back.count("Porto") == 2
        assert "; forgotten" not in back


async def test_of_two_who_give_a_code_at_once_the_first_counts() -> None:
    async with Linking() as mina:
        code = CODE.search(await mina.says("/link"))
        assert code is not None
        both = (BORIS, ANNA_THERE)
        await mina.hears(
            *(mina.inbound(f"/link agree {code[1]}", sender=one, route=PLACES[one]) for one in both)
        )
        await mina.passes(SECOND)

        given = phrase(PeopleLine.LINK_GIVEN, "en", where="Telegram", yes="/link yes")
        assert sorted(mina.sent[-2:]) == sorted([given, phrase(PeopleLine.LINK_USED, "en")])


async def test_quiet_on_one_holds_for_all_until_any_wakes_it() -> None:
    async with Linking() as mina:
        await mina.linked()
        await mina.says("/quiet")

        assert await mina.says("/quiet", ANNA_THERE) == phrase(Phrase.QUIET_ALREADY, "en")
        await mina.says("/wake", ANNA_THERE)
        assert await mina.says("/wake") == phrase(Phrase.WAKE_ALREADY, "en")


async def test_who_parts_while_it_thinks_is_not_told_what_the_other_said() -> None:
    async with Linking() as mina:
        for line in (DOGS, *FILLER):
            await mina.says(line)
        await mina.linked()
        mina.model.world = mina
        mina.model.meanwhile = "/unlink | /unlink yes"

        await mina.says(ASKED, ANNA_THERE)

        first, again = mina.model.prompts[-2:]
        assert "Bruno" in shown(first)
        assert "Bruno" not in shown(again)


async def test_a_code_is_given_once_by_the_first_who_gives_it() -> None:
    async with Linking() as mina:
        code = CODE.search(await mina.says("/link"))
        assert code is not None

        assert await mina.says(f"/link {code[1]}") == phrase(PeopleLine.LINK_OWN, "en")
        await mina.says(f"/link agree {code[1].lower()[:4]}-{code[1][4:]}", BORIS)
        used = await mina.says(f"/link {code[1]}", ANNA_THERE)
        await mina.says("/link no")
        gone = await mina.says(f"/link {code[1]}", ANNA_THERE)

        assert used == phrase(PeopleLine.LINK_USED, "en")
        assert phrase(PeopleLine.LINK_WRONG, "en") in gone
        assert phrase(PeopleLine.LINK_NO_CODE, "en") in await mina.says("/link yes")


async def test_a_code_counts_ten_minutes_for_both_sides() -> None:
    async with Linking() as mina:
        code = CODE.search(await mina.says("/link"))
        assert code is not None
        await mina.passes(timedelta(minutes=11))
        late = await mina.says(f"/link {code[1]}", ANNA_THERE)
        fresh = CODE.search(await mina.says("/link"))
        assert fresh is not None
        await mina.says(f"/link agree {fresh[1]}", ANNA_THERE)
        await mina.passes(timedelta(minutes=11))

        assert late == phrase(PeopleLine.LINK_OVER, "en")
        assert phrase(PeopleLine.LINK_NO_CODE, "en") in await mina.says("/link yes")


async def test_codes_never_stand_in_a_room() -> None:
    async with Linking() as mina:
        answer = await mina.says("/link", ANNA, GROUP)

        assert CODE.search(answer) is None


async def test_where_somebody_lives_stands_before_the_model_and_dates_their_words() -> None:
    async with Linking() as mina:
        await mina.says("hi")
        assert "Where they live" not in mina.model.prompts[-1].lines[0].text
        await mina.says("/timezone Tokyo")
        await mina.passes(timedelta(hours=5))  # 19:00 in Berlin is the next day in Tokyo
        await mina.says("remember that I have a dentist appointment tomorrow")
        there = mina.model.prompts[-1].lines[0].text
        await mina.says("hello all", ANNA, GROUP)

        assert "Where they live it is Monday, 2026-05-04, 02:00 (Asia/Tokyo" in there
        assert "Where they live" not in mina.model.prompts[-1].lines[0].text
        fact = (
            await mina.work.read(
                lambda stores: list(
                    stores.facts.ended(MINA.space, mina.clock.now() + timedelta(days=9))
                )
            )
        )[0]
        assert fact.when is not None
        assert fact.when.start_at.isoformat() == "2026-05-04T15:00:00+00:00"


async def test_a_place_told_on_one_account_is_known_on_the_other() -> None:
    async with Linking() as mina:
        await mina.says("/timezone Tokyo")
        await mina.linked()
        await mina.says("hi", ANNA_THERE)

        assert "(Asia/Tokyo" in mina.model.prompts[-1].lines[0].text


async def test_the_chosen_language_is_that_of_commands_and_talk() -> None:
    async with Linking() as mina:
        await mina.linked()
        chosen = await mina.says("/language Deutsch")
        await mina.says("hi", ANNA_THERE, language="en-US")

        assert chosen == "Ab jetzt sprechen wir Deutsch."
        assert "nothing else is clear: de." in mina.model.prompts[-1].lines[0].text
        assert await mina.says("/quiet", ANNA_THERE) == phrase(Phrase.QUIET_ON, "de")
        await mina.says("/language auto", ANNA_THERE)
        assert await mina.says("/wake", language="es") == phrase(Phrase.WAKE_ON, "es")


async def test_an_apology_speaks_the_chosen_language() -> None:
    async with Linking(ModelRefused("no")) as mina:
        await mina.says("/language ko")

        assert await mina.says("hi", language="en") == phrase(Phrase.FAILED, "ko")


async def test_what_is_shared_comes_up_in_that_room_alone_and_is_gone_when_taken_back(
    work: Work,
) -> None:
    async with Linking(work=work) as mina:
        await mina.says("remember that I live in Porto")
        await mina.says("hello", ANNA, GROUP)
        await mina.says("hello", ANNA, OTHER_GROUP)
        offered = await mina.says("/share #1")
        room = re.search(r"/share #1 with (\d+)", offered)
        assert room is not None

        await mina.says(f"/share #1 with {room[1]}")
        heard = []
        for route in (GROUP, OTHER_GROUP):
            await mina.says("where does Anna live, in Porto?", BORIS, route)
            heard.append("I live in Porto" in mina.memory_shown)
        listed = await mina.says("/memories")
        back = await mina.says("/share back #1")
        await mina.says("where does Anna live, in Porto?", BORIS, GROUP)

        assert heard == [True, False]
        assert f"shared with {room[1]}" in listed
        assert back == "Taken back: `#1`."
        assert "I live in Porto" not in mina.memory_shown


async def test_a_share_that_is_taken_back_while_it_thinks_is_not_told() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        await mina.says("/share #1", ANNA, GROUP)
        mina.model.world, mina.model.by = mina, ANNA
        mina.model.meanwhile = "/share back #1"

        await mina.says("where does Anna live, in Porto?", BORIS, GROUP)

        first, again = mina.model.prompts[-2:]
        assert "I live in Porto" in shown(first)
        assert "I live in Porto" not in shown(again)


@pytest.mark.parametrize("command", ["/forget #1", "/forget erase #1"])
async def test_what_is_forgotten_is_shared_no_more(command: str) -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        await mina.says("/share #1", ANNA, GROUP)
        await mina.says(command)
        await mina.says("/forget undo")

        await mina.says("where does Anna live, in Porto?", BORIS, GROUP)

        assert "I live in Porto" not in mina.memory_shown


async def test_a_room_hears_numbers_alone_and_nobody_shares_what_is_of_others() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")

        of_other = await mina.says("/share #1", BORIS, GROUP)
        of_nothing = await mina.says("/share #99", BORIS, GROUP)
        own = await mina.says("/share #1", ANNA, GROUP)
        taken = await mina.says("/share back #1", BORIS, GROUP)

        assert of_other == of_nothing.replace("#99", "#1")
        assert "Porto" not in own
        assert taken == "`#1`: not shared."


async def test_a_linked_account_shares_what_the_other_was_told() -> None:
    async with Linking() as mina:
        await mina.says("remember that I live in Porto")
        await mina.linked()

        shared = await mina.says("/share #1", ANNA_THERE, GROUP)
        await mina.says("where does Anna live, in Porto?", BORIS, GROUP)

        assert "may come up here" in shared
        assert "I live in Porto" in mina.memory_shown


def test_codes_come_from_the_dice_that_are_given() -> None:
    assert {one.name for one in people(Random(1))} <= {one.name for one in COMMANDS}
