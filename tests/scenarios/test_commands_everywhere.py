"""Every command of the table on both messengers, over real sockets, given by anybody."""

from datetime import timedelta
from functools import partial

import pytest
from structlog.testing import capture_logs

from adapters.discord.interactions import EPHEMERAL
from core.admin.model import Right
from core.availability.model import Mode, Override
from core.engine.model import BubbleState
from core.phrases import SteeringLine, phrase
from tests.scenarios.everywhere import (
    FAILED,
    IN_DIRECT,
    NOT_ALLOWED,
    ROOM,
    DiscordGuild,
    Given,
    answers,
    companion,
    give,
    is_no_talk,
    keeps_within,
    leads_away,
    listed,
    places,
    shows,
    texts,
)
from tests.scenarios.examples import (
    ACTS,
    EXAMPLES,
    FRIEND,
    HOSTILE,
    MARK,
    OWNER,
    STRANGER,
    Asked,
    hostile,
    missing,
    right,
    wrong,
)
from tests.scenarios.lives import HOUR, LIVED, MINUTE, lay_over
from tests.scenarios.platforms import Stage
from tests.world import MINA

KINDS = {"right": right(), "missing": missing(), "wrong": wrong(), "hostile": hostile()} | {
    f"hostile {number}": wrong(text) for number, text in enumerate(HOSTILE)
}
SAMPLE = [(kind, OWNER) for kind in ("right", "missing", "wrong", "hostile")]
SAMPLE += [(kind, FRIEND) for kind in ("right", "hostile")]
ALL = [(kind, who) for kind in KINDS for who in (OWNER, FRIEND)]
GIVEN = [
    pytest.param(
        kind,
        who,
        id=f"{kind} by {'an owner' if who == OWNER else 'a friend'}",
        marks=() if (kind, who) in SAMPLE else pytest.mark.slow,
    )
    for kind, who in ALL
]


def test_every_act_of_the_table_has_an_example() -> None:
    assert list(EXAMPLES) == list(ACTS)


def test_the_examples_give_every_option_that_is_needed() -> None:
    for asked in right():
        names = {option.name for option in asked.act.options}
        needed = {option.name for option in asked.act.options if option.required}
        assert needed <= asked.given.keys() <= names, asked.path


@pytest.mark.parametrize(("kind", "who"), GIVEN)
async def test_whoever_is_let_in_is_answered_once_everywhere(
    kind: str, who: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")  # of libraries, too
    stage = companion(life=LIVED)
    async with listed(stage):
        with capture_logs() as logs:
            await has_talked(stage, who)
            given = await give(stage, places(stage), who, KINDS[kind])
            await shows(stage)
            keeps_within(stage, who)
            for one in given:
                is_told(stage, one, Right.OWNER if who == OWNER else Right.FRIEND)
            await is_no_talk(stage)

        assert MARK not in repr(logs) + caplog.text


async def has_talked(stage: Stage, who: int) -> None:
    """Let there be something to take back, whatever the hour."""
    now = stage.clock.now()
    there = Override(mode=Mode.ONLINE, since=now, until=now + HOUR, reason="its owner said so")
    await lay_over(stage.work, there)
    for side in (stage.telegram, stage.discord):
        side.says(who, "hi")
    await stage.leaps_until(lambda: len(stage.outcomes) == 2, by=MINUTE)


def is_told(stage: Stage, given: Given, held: Right) -> None:
    """Look whether a command was answered once, and as it should be."""
    place, asked, id = given
    what = f"{place.name}: {asked.path} {asked.behind or asked.given!r}"[:200]
    if given.is_done:
        assert asked.act.asks_long is not None, what
        assert answers(stage, id) == [], what
        return
    (record,) = answers(stage, id)
    told = texts(record)
    assert record.turn.outcome == "answered", what
    assert {one.state for one in record.bubbles} == {BubbleState.DELIVERED}, what
    assert all(text.strip() for text in told), what
    assert not FAILED.intersection(told), what
    if held < asked.act.right:
        assert NOT_ALLOWED.issuperset(told), what
    elif leads_away(place, asked):
        assert IN_DIRECT.issuperset(told), what
    else:
        assert not (NOT_ALLOWED | IN_DIRECT).intersection(told), what


@pytest.mark.parametrize("kind", ["right", "hostile"])
async def test_a_stranger_hears_one_line_and_nothing_of_any_command(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    stage = companion()
    async with listed(stage):
        *typed, guild = here = places(stage)
        with capture_logs() as logs:
            pressed = [guild.gives(STRANGER, one) for one in KINDS[kind]]
            for place in typed:
                for one in KINDS[kind]:
                    place.gives(STRANGER, one)
            assert isinstance(guild, DiscordGuild)
            await stage.until(lambda: all(guild.is_done(id) for id in pressed))
            given = await give(stage, here, FRIEND, [Asked(path="status")])
            await shows(stage, beside=len(pressed))

        assert MARK not in repr(logs) + caplog.text
        polite = phrase(SteeringLine.STRANGER, "en")
        assert stage.telegram.stands(STRANGER) == stage.discord.stands(STRANGER) == [polite]
        in_group = [one.text for one in stage.telegram.server.sent if one.chat == ROOM]
        assert in_group == texts(answers(stage, given[1].id)[0])
        for data in (guild.first_answer(id)["data"] for id in pressed):
            assert NOT_ALLOWED.issuperset([data["content"]])
            assert data["flags"] == EPHEMERAL
        assert stage.role.requests == []


@pytest.mark.parametrize("written", ["Nia, a painter in Lisbon", *HOSTILE[:4]], ids=range(5))
async def test_a_window_on_discord_gives_the_command_as_if_it_were_typed(written: str) -> None:
    stage = companion()
    async with listed(stage):
        guild, owner = DiscordGuild(stage), stage.discord.person(OWNER)
        for path, given in (("persona create", {}), ("persona edit", {"field": "seed"})):
            opened = guild.gives(OWNER, Asked(path=path, given=given))
            await stage.until(partial(guild.is_done, opened))
            filled = str(owner.fills(guild.room, int(opened), {"text": written}))
            await stage.until(partial(is_answered, stage, filled))

            is_told(stage, Given(guild, Asked(path=path, behind=written), filled), Right.OWNER)
        await shows(stage)
        keeps_within(stage, OWNER)


def is_answered(stage: Stage, id: str) -> bool:
    return bool(answers(stage, id))


async def test_the_values_of_options_mean_what_they_say() -> None:
    stage = companion(life=LIVED)
    async with listed(stage):
        guild, asked = (
            DiscordGuild(stage),
            Asked(path="schedule edit", given=EXAMPLES["schedule edit"]),
        )
        await stage.until(lambda: bool(stage.discord.server.world.commands))
        (given,) = await give(stage, [guild], OWNER, [asked])
        (told,) = texts(answers(stage, given.id)[0])
        tomorrow = stage.clock.now().astimezone(MINA.zone).date() + timedelta(days=1)

    assert f"{tomorrow}, 14:00–16:00: a nap (" in told
