"""`/my_data` gives everything, `/forget_me` leaves nothing but a hash, and nobody else loses."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.storage import Database, DatabaseConfig
from adapters.storage.backup import keep_aside
from core.conversation.model import IdentityId
from core.engine.memory import InMemoryWork
from core.engine.memory.state import State
from core.engine.model import BubbleKind, NotSent, Outbound
from tests.contracts.stores import sqlite_template
from tests.contracts.test_memory_erasing import dumped
from tests.scenarios.canaries import Whispers
from tests.scenarios.crash import Crash, Fuse, FusedWork
from tests.scenarios.forgetting import (
    BORIS,
    BORIS_WORDS,
    HERS,
    HOME,
    IN_ROOM,
    MINUTE,
    NAME,
    NOAS,
    NUMBER,
    OWNER_TALK,
    WORDS,
    ZEPHYRINE,
    forgets,
    kept,
    live,
    scanned,
    told,
)
from tests.scenarios.test_memory_erasure import Filed

__all__ = ["sqlite_template"]


def work_of(world: Whispers) -> State:
    work = world.work
    assert isinstance(work, InMemoryWork)
    return work._state


BORIS_OWN = frozenset((BORIS.who,))


@pytest.fixture
async def filed(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Filed]:
    copyfile(sqlite_template, tmp_path / "circadia.sqlite")
    database = Database(DatabaseConfig(synchronous="normal").resolve(tmp_path))
    yield Filed(folder=tmp_path, database=database)
    await database.close()


async def test_the_file_has_everything_that_can_be_found(filed: Filed) -> None:
    async with kept(filed.database) as world:
        await live(world)
        since = len(world.messenger.shown)

        await world.says(HOME, "/my_data")

        (answer,) = told(world, since)
        assert answer.kind is BubbleKind.FILE
        assert answer.file is not None
        assert (answer.file.name, answer.file.mime) == (
            "my-data-2026-05-03.json",
            "application/json",
        )
        file = answer.file.content.decode()
        assert [one for one in WORDS[:14] if one not in file] == []
        assert [one for one in BORIS_WORDS if one in file] == []
        assert json.loads(file)["identities"] == [ZEPHYRINE]
        assert {"messages", "memories", "settings", "turns", "answers"} <= json.loads(file).keys()


async def test_nothing_is_left_in_any_table_or_file(filed: Filed) -> None:
    async with kept(filed.database) as world:
        await live(world)
        await keep_aside(filed.database.config, world.clock.now())
        found = await scanned(filed.database)
        assert {"messages.text", "facts.subject", "conversations.chat"} <= {
            one.where for one in found.left
        }

        answer = await forgets(world)
        await world.passes(timedelta(minutes=5))

        assert "nothing is left" in answer
        assert (await scanned(filed.database)).findings == ()
        everything = await dumped(filed.database)
        signs = (*WORDS, NAME.casefold(), NUMBER)
        assert [sign for sign in signs if sign in everything] == []
        assert [(sign, filed.holding(sign)) for sign in signs if filed.holding(sign)] == []
        assert await filed.database.read(
            lambda s: s.belongings.is_forgotten(ZEPHYRINE, world.clock.now() - timedelta(hours=1))
        )


async def test_everybody_else_keeps_what_is_theirs(filed: Filed) -> None:
    async with kept(filed.database) as world:
        await live(world)
        await world.says(BORIS, "bye")
        gather = partial(filed.database.read, lambda stores: stores.belongings.gather(BORIS_OWN))
        before = await gather()

        await forgets(world)

        after = await gather()
        for section in ("memories", "settings", "places"):
            assert after.sections.get(section) == before.sections.get(section)
        said = [
            [one["text"] for one in some.sections["messages"] if one.get("sender") == BORIS.who]
            for some in (before, after)
        ]
        assert said[0] == said[1]
        assert BORIS_WORDS[0] in str(said)


async def test_a_backlog_that_is_read_again_brings_nothing_back() -> None:
    async with Whispers() as world:
        said = world.inbound(f"I like {WORDS[0]}", sender=ZEPHYRINE, route=HOME.route)
        said = replace(said, sender_name=NAME)
        await world.hears(said)
        await world.passes(MINUTE)
        await forgets(world)

        missed = replace(said, message_id="missed")
        await world.hears(said, missed)
        await world.passes(MINUTE)

        assert (await scanned(world.work)).findings == ()


async def test_a_new_word_is_taken_in_and_answered() -> None:
    async with Whispers() as world:
        await live(world)
        await forgets(world)
        since = len(world.messenger.shown)

        await world.says(HOME, "hello, who are you?")

        assert len(told(world, since)) == 1
        dossier = await world.work.read(lambda stores: stores.belongings.gather(HERS))
        texts = [one["text"] for one in dossier.sections["messages"]]
        assert texts[0] == "hello, who are you?"


async def test_it_asks_first_and_a_no_changes_nothing() -> None:
    async with Whispers() as world:
        await live(world)
        before = await scanned(world.work)

        await world.says(HOME, "/forget_me")
        await world.says(HOME, "/forget_me no")
        await world.says(HOME, "/forget-me yes")  # the question was answered

        after = await scanned(world.work)
        facts = [
            next(one.count for one in some.left if one.where == "facts.subject")
            for some in (before, after)
        ]
        assert facts[0] == facts[1] > 0
        assert work_of(world).forgotten == {}


@pytest.mark.parametrize(
    "line",
    [
        "/forget_me telegram:8",
        "/forget_me telegram:8 yes",
        "/forget_me --person telegram:8 yes",
        "/forget_me all yes",
        "/my_data telegram:8",
        "/my_data ../../etc",
    ],
)
async def test_no_argument_reaches_anybody_else(line: str) -> None:
    async with Whispers() as world:
        await live(world)
        before = await world.work.read(lambda stores: stores.belongings.gather(BORIS_OWN))
        since = len(world.messenger.shown)

        await world.says(HOME, line.replace(" yes", ""))
        await world.says(HOME, line)

        after = await world.work.read(lambda stores: stores.belongings.gather(BORIS_OWN))
        assert before.sections["memories"] == after.sections["memories"]
        files = [out.file.content.decode() for out in told(world, since) if out.file]
        assert not any(one in file for file in files for one in BORIS_WORDS)
        assert not any(one in out.text for out in told(world, since) for one in BORIS_WORDS)


async def test_in_a_room_it_leads_to_the_direct_talk() -> None:
    async with Whispers() as world:
        await live(world)
        since = len(world.messenger.shown)

        await world.says(IN_ROOM, "/forget_me")
        await world.says(IN_ROOM, "/my_data")

        answers = told(world, since)
        assert [out.choices[0].in_direct for out in answers] == [True, True]
        assert not any(out.file for out in answers)


async def test_what_is_thought_of_meanwhile_is_not_said_and_leaves_nothing() -> None:
    async with Whispers() as world:
        await live(world)

        async def meanwhile() -> None:
            await world.hears_at(HOME, "/forget_me")
            while not any("/forget_me yes" in out.text for out in told(world, 0)):
                await world.engine.run_due(world.clock.now())
                await _breathe()
            await world.hears_at(HOME, "/forget_me yes")
            while not any("nothing is left" in out.text for out in told(world, 0)):
                await world.engine.run_due(world.clock.now())
                await _breathe()

        world.model.meanwhile = meanwhile
        await world.says(HOME, "what is my cat called?")
        await world.passes(MINUTE)

        assert (await scanned(world.work)).findings == ()
        assert told(world, 0)[-1].text.startswith("Gone for good")


async def _breathe() -> None:
    await asyncio.sleep(0)  # noqa: TID251  # gives way to the turns


async def test_what_can_not_be_sent_yet_is_never_sent() -> None:
    async with Whispers() as world:
        await live(world)

        def later(outbound: Outbound) -> NotSent | None:
            if outbound.route == HOME.route and "qvex" in outbound.text:
                return NotSent(reason="busy", retry_after=timedelta(minutes=20))
            return None

        world.messenger._outcome = later
        await world.hears_at(NOAS, f"tell me of {WORDS[4]}")
        await world.hears_at(HOME, f"tell me of {WORDS[0]}")
        await world.passes(timedelta(seconds=30))
        world.messenger._outcome = None
        since = len(world.messenger.shown)
        await world.passes(timedelta(minutes=21))
        await forgets(world)
        await world.passes(timedelta(hours=1))

        assert (await scanned(world.work)).findings == ()
        assert len(told(world, since)) >= 2


async def test_an_owner_is_told_that_the_settings_stay() -> None:
    async with Whispers() as world:
        await world.says(OWNER_TALK, "hello")

        answer = await forgets(world, OWNER_TALK)

        assert "`telegram:1`" in answer
        assert "nothing is left" in answer


async def _crashed(every: int) -> None:
    number = 0
    while True:
        number += every
        work = InMemoryWork()
        fuse = Fuse(number)
        before = Whispers(work=work)
        async with before:
            await before.says(HOME, f"I have a cat called {WORDS[0]}")
            await before.says(HOME, "/forget_me")
        now, ids = before.clock.now(), 50
        for burning in (fuse, Fuse(None)):
            world = Whispers(work=work)
            world.work = FusedWork(work, burning)
            world.clock.advance(now)
            now += MINUTE
            try:
                async with world:
                    yes = world.inbound(
                        "/forget_me yes", sender=ZEPHYRINE, route=HOME.route, message_id="yes"
                    )
                    await world.hears(replace(yes, sender_name=NAME, sent_at=before.clock.now()))
                    await world.passes(MINUTE)
            except (Crash, BaseExceptionGroup):
                assert burning.blown_at is not None
                state = await scanned(work)
                is_whole = any(one.where.startswith("kept") for one in state.left)
                texts = str(work._state.kept)
                assert is_whole == (WORDS[0] in texts or "/forget_me" in texts)
        assert (await scanned(work)).findings == (), (number, ids, fuse.blown_at)
        assert work._state.forgotten
        if fuse.blown_at is None:
            return


async def test_no_crash_erases_by_halves() -> None:
    await _crashed(every=7)


@pytest.mark.slow
async def test_no_crash_at_any_port_call_erases_by_halves() -> None:
    await _crashed(every=1)


async def test_all_linked_accounts_are_one_person(filed: Filed) -> None:
    discord = IdentityId("discord:900000000000000012")
    there = replace(HOME, who=discord, route=replace(HOME.route, chat="800000000000000013"))
    async with kept(filed.database) as world:
        await world.says(HOME, f"I have a cat called {WORDS[0]}")
        await world.says(there, f"please remember that my dog is called {WORDS[1]}")
        now = world.clock.now()
        await filed.database.write(lambda stores: stores.links.join(ZEPHYRINE, discord, now))
        since = len(world.messenger.shown)

        await world.says(HOME, "/my_data")
        answer = await forgets(world)
        await world.passes(timedelta(minutes=5))

        (file,) = [out.file.content.decode() for out in told(world, since) if out.file]
        assert WORDS[0] in file
        assert WORDS[1] in file
        assert "2 direct talks" in answer
        everything = await dumped(filed.database)
        signs = (*WORDS, NAME.casefold(), NUMBER, discord, "800000000000000013")
        assert [sign for sign in signs if sign in everything] == []
        assert [sign for sign in signs if filed.holding(sign)] == []


async def test_nobody_gets_what_is_of_an_account_that_is_not_linked() -> None:
    async with Whispers() as world:
        await live(world)
        since = len(world.messenger.shown)

        await world.says(BORIS, "/my_data")

        (answer,) = told(world, since)
        assert answer.file is not None
        file = answer.file.content.decode()
        assert [one for one in WORDS[:8] if one in file] == []
