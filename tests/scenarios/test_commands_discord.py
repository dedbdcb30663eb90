"""Commands, buttons and suggestions on Discord, with the whole companion behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from adapters.discord.interactions import EPHEMERAL
from core.admin.model import Access
from core.conversation.model import IdentityId
from core.engine.ports import Stores
from core.memory.model import EVERYONE, PERSONA, FactDraft
from core.phrases import CommandLine, Phrase, SteeringLine, phrase
from tests.scenarios.platforms import DISCORD, REAL, Stage, staged
from tests.servers.discord import NEWS, Channel, Person
from tests.servers.discord.interactions import Pending
from tests.world import MINA

OWNER, FRIEND, STRANGER = 1, 2, 3
ACCESS = Access(
    owners=frozenset({IdentityId("discord:1")}), friends=frozenset({IdentityId("discord:2")})
)


def companion() -> Stage:
    return Stage("hello", on=[DISCORD], access=ACCESS)


@asynccontextmanager
async def listed(stage: Stage) -> AsyncIterator[None]:
    """Run a process, once Discord lists its commands."""
    async with stage.lives():
        commands = stage.discord.server.world.commands
        await stage.until(lambda: None in commands)
        yield


def room_of(stage: Stage) -> Channel:
    server = stage.discord.server
    return server.channel(server.guild(900))


async def reads(stage: Stage, who: Person, channel: Channel, count: int) -> list[str]:
    """Return what somebody sees there once it is so much, and nothing is under way."""
    await stage.until(lambda: len([one for one in who.reads(channel) if one]) >= count)
    return who.reads(channel)


async def test_in_a_server_a_command_is_answered_to_whoever_gave_it_alone() -> None:
    stage = companion()
    async with staged(stage):
        room, friend = room_of(stage), stage.discord.person(FRIEND)
        async with listed(stage):
            friend.uses(room, "/memories", locale="de")
            told = await reads(stage, friend, room, 1)

    assert told == [phrase(Phrase.MEMORIES_NONE, "de")]
    assert stage.discord.person(OWNER).reads(room) == []
    assert friend.sees(room)[0]["flags"] == EPHEMERAL


async def test_in_a_direct_talk_it_is_answered_there_and_is_no_talk() -> None:
    stage = companion()
    async with staged(stage), listed(stage):
        friend = stage.discord.person(FRIEND)
        friend.uses(friend.direct, "/quiet")
        told = await reads(stage, friend, friend.direct, 1)

    assert told == [phrase(Phrase.QUIET_ON, "en")]
    assert stage.role.requests == []


async def test_news_are_answered_nowhere_but_a_command_in_them_is() -> None:
    stage = companion()
    async with staged(stage):
        server, friend = stage.discord.server, stage.discord.person(FRIEND)
        news = server.channel(server.guild(900), "news", kind=NEWS)
        async with listed(stage):
            friend.uses(news, "/quiet")
            told = await reads(stage, friend, news, 1)

    assert told == [phrase(Phrase.QUIET_ON, "en")]


async def test_what_belongs_into_a_direct_talk_leads_there() -> None:
    stage = companion()
    async with staged(stage):
        room, owner = room_of(stage), stage.discord.person(OWNER)
        async with listed(stage):
            owner.uses(room, "/teach begin")
            told = await reads(stage, owner, room, 1)

    (button,) = owner.sees(room)[0]["components"][0]["components"]
    assert told == [phrase(CommandLine.IN_DIRECT, "en")]
    assert button["label"] == phrase(CommandLine.GO_THERE, "en")
    assert button["url"].endswith(str(owner.direct.id))


async def test_a_question_is_answered_by_its_button_in_its_own_place() -> None:
    stage = companion()
    async with staged(stage):
        room, owner = room_of(stage), stage.discord.person(OWNER)
        async with listed(stage):
            owner.uses(room, "/reset memories")
            (asked,) = await reads(stage, owner, room, 1)
            owner.presses(room, "Yes")
            await stage.until(lambda: owner.reads(room) != [asked])

    assert phrase(SteeringLine.RESET_MEMORIES, "en") in asked
    (message,) = owner.sees(room)
    assert message["components"] == []


async def test_a_button_of_an_owners_answer_gives_nobody_else_an_owners_right() -> None:
    stage = companion()
    async with staged(stage), listed(stage):
        server = stage.discord.server
        room = server.channel(server.guild(900))
        owner, friend = stage.discord.person(OWNER), stage.discord.person(FRIEND)
        owner.uses(room, "/reset memories")
        await reads(stage, owner, room, 1)
        (message,) = room.hidden.values()
        del message["shown_to"]
        room.messages[int(message["id"])] = {**message, "flags": 0}  # as if all saw it
        room.hidden.clear()
        friend.presses(room, "Yes")
        await stage.until(lambda: len(room.hidden) == 1)
        (own,) = room.hidden.values()
        await stage.until(lambda: bool(own["content"]))

    assert own["shown_to"] == FRIEND
    assert own["content"] == phrase(Phrase.NOT_ALLOWED, "en")


@pytest.mark.parametrize("line", ["/status", "/audit"])
async def test_a_stranger_hears_no_and_nothing_waits(line: str) -> None:
    stage = companion()
    async with staged(stage):
        room, stranger = room_of(stage), stage.discord.person(STRANGER)
        async with listed(stage):
            for place in (room, stranger.direct):
                stranger.uses(place, line)
                told = await reads(stage, stranger, place, 1)

                assert told == [phrase(Phrase.NOT_ALLOWED, "en")]


async def test_a_long_answer_comes_in_pages_for_one_pair_of_eyes() -> None:
    stage = companion()
    async with staged(stage):
        room, owner = room_of(stage), stage.discord.person(OWNER)
        async with listed(stage):
            await stage.work.write(_learnt)
            owner.uses(room, "/memory list")
            told = await reads(stage, owner, room, 2)

    assert len(told) >= 2
    assert all(len(one) <= 2000 for one in told)
    assert all(message["flags"] == EPHEMERAL for message in owner.sees(room))


@pytest.mark.parametrize(
    ("who", "seen"), [(OWNER, ["#12"]), (FRIEND, []), (STRANGER, [])], ids=["o", "f", "s"]
)
async def test_suggestions_show_what_the_person_may_see(who: int, seen: list[str]) -> None:
    stage = companion()
    async with staged(stage):
        room, person = room_of(stage), stage.discord.person(who)
        async with listed(stage):
            await stage.work.write(_learnt)
            id = person.types(room, "/memory correct", "which", "place number 11")
            pending: Pending = stage.discord.server.world.interactions[id]
            await stage.until(lambda: pending.answer is not None)

    assert [one["value"] for one in pending.choices] == seen


async def test_a_command_outlives_the_process_and_is_answered_where_nobody_else_is() -> None:
    stage = companion()
    async with staged(stage):
        room, friend = room_of(stage), stage.discord.person(FRIEND)
        server = stage.discord.server
        async with listed(stage):
            server.fail("edit_original", "flood", retry_after=60.0)
            friend.uses(room, "/quiet")
            await stage.until(lambda: server.faults.spent)
        async with stage.lives():
            stage.leaps(timedelta(minutes=2))
            told = await reads(stage, friend, friend.direct, 1)

    assert told == [phrase(Phrase.QUIET_ON, "en")]
    assert friend.reads(room) == [""]


async def test_an_answer_that_takes_minutes_still_takes_its_place() -> None:
    stage = companion()
    async with staged(stage):
        room, friend = room_of(stage), stage.discord.person(FRIEND)
        server = stage.discord.server
        async with listed(stage):
            server.fail("edit_original", "flood", retry_after=300.0)
            friend.uses(room, "/quiet")
            await stage.until(lambda: server.faults.spent)
            stage.leaps(timedelta(minutes=6))
            told = await reads(stage, friend, room, 1)

    assert told == [phrase(Phrase.QUIET_ON, "en")]
    assert friend.reads(friend.direct) == []


def _learnt(stores: Stores) -> None:
    """Let the persona know much about itself."""
    for number in range(20):
        draft = FactDraft(
            space=MINA.space,
            subject=PERSONA,
            statement=f"I know place number {number} " + "and its many small streets " * 10,
            audience=EVERYONE,
            source="circadia.teach",
            speaker=IdentityId("discord:1"),
            evidence=(),
        )
        stores.facts.add(draft, REAL.now())
