"""Commands on both messengers twice at once, behind slow or broken models, and amid talk."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest

from adapters.scripted.role import ScriptedRole
from adapters.scripted.steward import ScriptedSteward
from core.admin.model import Access, Pairing, new_code
from core.admin.ports.prepared import Drafted, Reloaded
from core.availability.model import Mode, Override
from core.conversation.model import Failure
from core.errors import ModelBusy, ModelRefused
from core.persona.model import SpaceId
from core.phrases import CommandLine, Phrase, SteeringLine, phrase
from tests.scenarios.everywhere import (
    DiscordDirect,
    DiscordGuild,
    Given,
    Place,
    TelegramDirect,
    answers,
    companion,
    give,
    listed,
    places,
    shows,
    texts,
)
from tests.scenarios.examples import EXAMPLES, FRIEND, OWNER, Asked, right
from tests.scenarios.lives import HOUR, LIVED, lay_over
from tests.scenarios.platforms import Stage
from tests.servers.discord.interactions import LATER

SPAN = timedelta(seconds=4)
BOTH = [TelegramDirect, DiscordDirect]
in_both = pytest.mark.parametrize("place", BOTH, ids=lambda place: place.name)
QUIET = Asked(path="quiet")


def said(stage: Stage, given: Sequence[Given]) -> list[str]:
    """Return what each command was answered, in the order in which they were given."""
    return ["\n".join(texts(one)) for each in given for one in answers(stage, each.id)]


async def talked(stage: Stage, who: int = OWNER) -> None:
    stage.telegram.says(who, "hi")
    stage.discord.says(who, "hi")
    await stage.until(lambda: len(stage.outcomes) == 2)


# Twice at once.


@pytest.mark.parametrize(
    ("asked", "first", "second"),
    [
        pytest.param("quiet", Phrase.QUIET_ON, Phrase.QUIET_ALREADY, id="quiet"),
        pytest.param("undo", SteeringLine.UNDO_DONE, SteeringLine.UNDO_NOTHING, id="undo"),
    ],
)
@in_both
async def test_what_is_given_twice_at_once_is_done_once(
    place: type[TelegramDirect] | type[DiscordDirect], asked: str, first: Phrase, second: Phrase
) -> None:
    stage = companion()
    async with listed(stage):
        await talked(stage)
        given = await give(stage, [place(stage)], OWNER, [Asked(path=asked)] * 2)
        await shows(stage)

        assert said(stage, given) == [phrase(first, "en"), phrase(second, "en")]


@in_both
async def test_of_two_yeses_at_once_the_first_counts_and_the_second_is_asked(
    place: type[TelegramDirect] | type[DiscordDirect],
) -> None:
    stage = companion()
    async with listed(stage):
        await talked(stage)
        here = [place(stage)]
        await give(stage, here, OWNER, [Asked(path="reset history")])
        yes = Asked(path="reset history", behind="yes")
        given = await give(stage, here, OWNER, [yes, yes])
        await shows(stage)

        done, asked = said(stage, given)
        assert done == phrase(SteeringLine.RESET_DONE, "en", count="2")
        assert phrase(SteeringLine.RESET_HISTORY, "en") in asked


async def test_what_is_given_twice_at_once_in_a_server_is_done_once() -> None:
    stage = companion()
    async with listed(stage):
        given = await give(stage, [DiscordGuild(stage)], FRIEND, [QUIET, QUIET])
        await shows(stage)

        lines = (Phrase.QUIET_ON, Phrase.QUIET_ALREADY)
        assert sorted(said(stage, given)) == sorted(phrase(line, "en") for line in lines)


async def test_of_all_who_give_the_code_at_once_one_becomes_the_owner() -> None:
    code = new_code(Random(7))
    stage = Stage("hello", access=Access(), pairing=Pairing(code))
    async with listed(stage):
        here: list[Place] = [TelegramDirect(stage), DiscordDirect(stage)]
        pair = Asked(path="pair", given={"code": code})
        for who in (OWNER, FRIEND, OWNER, FRIEND):
            for place in here:
                place.gives(who, pair)
        sides = (stage.telegram, stage.discord)
        await stage.until(
            lambda: all(side.stands(who) for side in sides for who in (OWNER, FRIEND))
        )
        heard = [text for side in sides for who in (OWNER, FRIEND) for text in side.stands(who)]
        owners = await stage.work.read(lambda stores: stores.owners.all())

    assert len(owners) == 1
    assert heard.count(phrase(CommandLine.PAIRED, "en")) == 1


# Slow, or broken.


class SlowSteward(ScriptedSteward):
    """One that takes its time by the clock of a stage."""

    stage: Stage

    async def draft(self, text: str, *, space: SpaceId, language: str) -> Drafted:
        drafted = await super().draft(text, space=space, language=language)
        await self.stage.clock.sleep(SPAN)
        return drafted

    async def reload(self) -> Reloaded:
        reloaded = await super().reload()
        await self.stage.clock.sleep(SPAN)
        return reloaded


@pytest.mark.parametrize("path", ["persona create", "reload"])
async def test_a_slow_command_is_answered_and_holds_up_no_other_talk(path: str) -> None:
    steward = SlowSteward()
    stage = steward.stage = companion(steward)
    async with listed(stage):
        guild = DiscordGuild(stage)
        here: list[Place] = [TelegramDirect(stage), DiscordDirect(stage), guild]
        asked = Asked(path=path, given=EXAMPLES[path])
        slow = [Given(place, asked, place.gives(OWNER, asked)) for place in here]
        await stage.until(lambda: len(steward.asked) == 3)
        await stage.until(lambda: bool(guild.first_answer(slow[2].id)))
        await give(stage, here[:2], FRIEND, [Asked(path="status")])
        waited = said(stage, slow)
        stage.leaps(SPAN)
        await stage.until(lambda: len(said(stage, slow)) == 3)
        await shows(stage)

    assert waited == []
    assert guild.first_answer(slow[2].id)["type"] == LATER
    assert all(told for told in said(stage, slow))


async def test_a_model_that_is_down_stops_no_command() -> None:
    busy = ModelBusy("it rests", retry_after=HOUR)
    steward = ScriptedSteward(drafted=busy, models=busy, reloaded=ModelRefused("no"))
    stage = companion(steward)
    down = Failure(reason="busy", detail="it rests")
    stage.role = ScriptedRole([down], clock=stage.clock, loop=True)
    async with listed(stage):
        await talked(stage)
        given = await give(stage, places(stage), OWNER, right())

        assert stage.outcomes[:2] == ["failed: busy"] * 2
        assert len(said(stage, given)) == len(given)


# Amid talk, and while it is away.


async def test_a_command_amid_a_turn_is_answered_at_once() -> None:
    stage = companion()
    stage.role = ScriptedRole(["hello"], clock=stage.clock, thinks=HOUR, loop=True)
    async with listed(stage):
        for side in (stage.telegram, stage.discord):
            side.says(FRIEND, "hi")
        await stage.until(lambda: len(stage.role.requests) == 2)
        paths = ("status", "help", "quiet", "memories", "undo", "again")
        asked = [Asked(path=path) for path in paths]
        given = await give(stage, places(stage), FRIEND, asked)
        await shows(stage)

        assert len(said(stage, given)) == len(given)
        assert said(stage, given[-4:-3]) == [phrase(SteeringLine.AGAIN_BUSY, "en")]
        assert len(stage.role.requests) == 2


@pytest.mark.parametrize("mode", [Mode.OFFLINE, Mode.DO_NOT_DISTURB])
async def test_how_much_it_is_there_delays_no_command(mode: Mode) -> None:
    stage = companion(life=LIVED)
    async with listed(stage):
        now = stage.clock.now()
        away = Override(mode=mode, since=now, until=now + HOUR, reason="away")
        await lay_over(stage.work, away)
        stage.telegram.says(FRIEND, "hi")
        asked = [Asked(path=path, given=EXAMPLES[path]) for path in ("status", "memories", "wake")]
        given = await give(stage, places(stage), FRIEND, asked)

        assert len(said(stage, given)) == len(given)
        assert stage.role.requests == []
