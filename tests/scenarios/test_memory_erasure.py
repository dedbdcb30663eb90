"""What was erased is nowhere; what was forgotten comes up nowhere, and comes back whole."""

import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.scripted.embedder import ScriptedEmbedder
from adapters.storage import Database, DatabaseConfig
from adapters.storage.backup import keep_aside
from core.availability.model import Mode, Override
from core.conversation.model import Attachment, AttachmentKind, Reaction
from core.engine.ports import Stores
from core.memory.model import OWNER, Fact, Scope, Status
from core.memory.service.forgetting import Erased, erase
from tests.contracts.stores import sqlite_template
from tests.contracts.test_memory_erasing import dumped
from tests.scenarios.canaries import DIRECTS, Whispers, room_of
from tests.world import MINA

__all__ = ["sqlite_template"]

CAT = "zyxworqvex"
ANNA = DIRECTS[0]
EYE = Scope(space=MINA.space, here=OWNER)
MONTH = timedelta(days=30)
ASKED = (
    "what is my cat called?",
    "tell me about my pets",
    "do you remember the name of my cat?",
    "how is my cat?",
    "I have to feed somebody now, but whom?",
    "who am I and what do I own?",
)
Taking = Callable[[Whispers], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """A database in a folder of its own."""

    folder: Path
    database: Database

    def holding(self, needle: str) -> list[str]:
        """Return the files that hold a word, in any case and coding."""
        codings = ("utf-8", "utf-16-le", "utf-16-be")
        coded = [needle.casefold().encode(coding) for coding in codings]
        return [name for name, content in self.contents() if any(one in content for one in coded)]

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file by its name, in lower case."""
        for file in sorted(self.folder.rglob("*")):
            if file.is_file():
                yield file.name, file.read_bytes().lower()


@pytest.fixture
async def filed(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Filed]:
    copyfile(sqlite_template, tmp_path / "circadia.sqlite")
    database = Database(DatabaseConfig(synchronous="normal").resolve(tmp_path))
    yield Filed(folder=tmp_path, database=database)
    await database.close()


def kept(database: Database) -> Whispers:
    return Whispers(work=database, embedder=ScriptedEmbedder(), scrub=database.scrub)


async def live(world: Whispers) -> Fact:
    """Let Anna tell it, let it be repeated all over the place, and return the fact."""
    photo = Attachment(kind=AttachmentKind.IMAGE, handle=f"https://x/{CAT}", name=f"{CAT}.png")
    world.model.saves = f"Anna has a cat called {CAT.capitalize()}"
    said = world.inbound(f"I have a cat called {CAT.upper()}", sender=ANNA.who, route=ANNA.route)
    await world.hears(replace(said, sender_name="Anna", attachments=(photo,)))
    await world.passes(timedelta(minutes=1))
    named = Reaction(
        route=ANNA.route, message_id=said.message_id, sender=ANNA.who, sender_name="Anna",
        emoji=f":{CAT}:",
    )  # fmt: skip
    await world.hears(named)
    (fact,) = await facts(world)
    await world.work.write(lambda stores: stores.messages.hear(fact.evidence[0], f"{CAT}, miau"))
    await chat(world)
    await world.says(ANNA, "/memories cat")
    await world.says(ANNA, f"/memories {CAT}")
    now = world.clock.now()
    goodbye = Override(
        mode=Mode.DO_NOT_DISTURB, since=now, until=now + MONTH, reason=f"said goodbye: to {CAT}"
    )
    await world.work.write(lambda stores: stores.overrides.put(MINA.space, goodbye))
    return fact


async def chat(world: Whispers) -> None:
    for number in range(8):
        await world.says(ANNA, f"{ASKED[number % 6]} {number}")


async def facts(world: Whispers) -> list[Fact]:
    def body(stores: Stores) -> list[Fact]:
        return stores.facts.listed(EYE, statuses=tuple(Status))

    return await world.work.read(body)


async def by_service(world: Whispers) -> None:
    (fact, *_) = await facts(world)

    def body(stores: Stores) -> Erased:
        return erase(stores, EYE, [fact.id])

    await world.work.write(body)
    world.engine.looks_anew()


async def by_command(world: Whispers) -> None:
    await world.says(ANNA, "/forget erase #1")


async def by_forgetting(world: Whispers) -> None:
    """Ask to forget it in a talk, and let a week go by."""
    await world.says(ANNA, f"please forget that my cat is called {CAT}")
    await world.passes(timedelta(days=8))


async def by_two_commands(world: Whispers) -> None:
    await world.says(ANNA, f"/forget {CAT}")
    await world.says(ANNA, "/forget erase #1")


async def prompts(world: Whispers, count: int) -> list[str]:
    """Return so many prompts of questions around it."""
    dice = random.Random(3)
    before = len(world.model.prompts)
    while len(world.model.prompts) < before + count:
        await world.says(ANNA, f"{dice.choice(ASKED)} {dice.randrange(1000)}")
    return ["\n".join(x.text for x in one.lines) for one in world.model.prompts[before:]]


def vectors(file: Path) -> list[bytes]:
    with closing(sqlite3.connect(file)) as connection:
        return [bytes(one) for (one,) in connection.execute("SELECT vector FROM vectors")]


@pytest.mark.parametrize(
    ("taking", "count"),
    [
        pytest.param(by_service, 100, marks=pytest.mark.slow),
        (by_service, 10),
        (by_command, 10),
        (by_two_commands, 10),
        (by_forgetting, 10),
    ],
)
async def test_nothing_of_it_is_left_in_any_file_or_prompt(
    filed: Filed, taking: Taking, count: int
) -> None:
    async with kept(filed.database) as world:
        await live(world)
        await keep_aside(filed.database.config, world.clock.now())
        known = vectors(filed.folder / "circadia.sqlite")
        assert len(filed.holding(CAT)) >= 2

        await taking(world)
        await world.passes(timedelta(minutes=5))

        assert CAT not in await dumped(filed.database)
        assert filed.holding(CAT) == []
        left = set(vectors(filed.folder / "circadia.sqlite"))
        gone = [one.lower() for one in known if one not in left]
        assert gone
        held = [name for name, content in filed.contents() if any(one in content for one in gone)]
        assert held == []
        assert not any(CAT in one.casefold() for one in await prompts(world, count))


async def forgotten_by_command(world: Whispers) -> None:
    await world.says(ANNA, "/forget #1")


async def forgotten_in_a_talk(world: Whispers) -> None:
    await world.says(ANNA, f"please forget that my cat is called {CAT}")


FORGETTING = (forgotten_by_command, forgotten_in_a_talk)


@pytest.mark.parametrize("forgets", FORGETTING)
async def test_what_is_forgotten_is_in_no_prompt_and_comes_back(forgets: Taking) -> None:
    async with Whispers(embedder=ScriptedEmbedder()) as world:
        await live(world)
        assert any(CAT in one.casefold() for one in await prompts(world, 5))

        await forgets(world)
        without = await prompts(world, 60)
        await world.says(ANNA, "/forget undo #1")
        again = await prompts(world, 5)

        assert not any(CAT in one.casefold() for one in without)
        assert any(CAT in one.casefold() for one in again)


@pytest.mark.parametrize("forgets", FORGETTING)
async def test_what_is_forgotten_while_it_is_thought_of_is_in_no_later_prompt(
    forgets: Taking,
) -> None:
    async with Whispers(embedder=ScriptedEmbedder()) as world:
        await live(world)
        line = "/forget #1" if forgets is forgotten_by_command else "forget my cat"
        world.model.meanwhile = partial(world.hears_at, ANNA, line)

        await world.says(ANNA, "what is my cat called?")
        later = await prompts(world, 20)

        assert not any(CAT in one.casefold() for one in later)


async def test_what_is_erased_while_it_is_thought_of_is_not_said_and_leaves_nothing(
    filed: Filed,
) -> None:
    async with kept(filed.database) as world:
        await live(world)
        before = len(world.messenger.texts)

        world.model.meanwhile = partial(by_service, world)

        await world.says(ANNA, "what is my cat called?")
        said = world.messenger.texts[before:]
        await world.passes(timedelta(minutes=5))

        assert not any(CAT in one.casefold() for one in said)
        assert CAT not in await dumped(filed.database)
        assert filed.holding(CAT) == []


@pytest.mark.parametrize("who", ["telegram:8", "telegram:9"], ids=["another", "a namesake"])
async def test_nobody_forgets_in_a_room_what_others_told_there(who: str) -> None:
    async with Whispers() as world:
        anna, other = room_of("telegram:7", "-100"), room_of(who, "-100")
        await world.says(anna, "please remember that I love gliding over the Alps")
        await world.says(anna, "and I have a glider called Zephyr")

        await world.says(other, "forget that Anna loves gliding over the Alps")
        await world.says(other, "forget that I love gliding over the Alps")
        await world.says(other, "forget that I have a glider called Zephyr")

        (fact,) = [one for one in await facts(world) if one.source == "circadia.chat"]
        window = await world.history(anna.route)
        assert fact.status is Status.ACTIVE
        assert [said.text for said in window][:3:2] == [
            "please remember that I love gliding over the Alps",
            "and I have a glider called Zephyr",
        ]
