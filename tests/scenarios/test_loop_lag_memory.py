"""How long the loop is held while memory works: nobody waits for another's long past."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from adapters.clock.system import SystemClock
from adapters.storage.config import DatabaseConfig
from adapters.storage.database import Database
from adapters.storage.migrate import migrate
from bot.bench.lore import START, Filler, drafts, know, talk
from bot.config import Settings
from bot.remembering import Remembering, remembering
from core.conversation.model import IdentityId
from core.engine.ports import Stores
from core.memory.model import FactDraft, Recollection, Scope, direct
from core.memory.ports import Embedder
from core.memory.service.keeping import Keeper
from core.memory.service.recall import Recall, RecallSettings
from core.persona.model import SpaceId
from tests.scenarios.test_loop_lag import MOST_S, measured

SPACE = SpaceId("main")
ANNA = IdentityId("bench:anna")
EMBEDDED = 1000
INDEXED = 10_000


@asynccontextmanager
async def known(folder: Path, embeds: Embedder) -> AsyncIterator[Database]:
    """Let ten thousand facts and words be known in one talk, a thousand of them not embedded."""
    database = Database(DatabaseConfig(url=f"sqlite:///{folder / 'circadia.sqlite'}"))
    await migrate(database, SystemClock().now())
    filler = Filler(space=SPACE, model=embeds.model)
    await know(database, filler, [ANNA], (INDEXED - EMBEDDED) // 2)
    await talk(database, filler, ANNA, (INDEXED - EMBEDDED) // 2)
    new = list(drafts(SPACE, [ANNA], EMBEDDED, Random(1)))
    await database.write(lambda stores: _learn(stores, new))
    try:
        yield database
    finally:
        await database.close()


def _learn(stores: Stores, new: Sequence[FactDraft]) -> None:
    for draft in new:
        stores.facts.add(draft, START)


async def _embed_all(database: Database, embeds: Embedder, group: asyncio.TaskGroup) -> None:
    clock = SystemClock()
    keeper = Keeper(database, clock, embeds, lambda: [SPACE], group.create_task, lambda: None)
    while await database.read(lambda stores: stores.vectors.missing(SPACE, embeds.model, 1)):
        keeper.looks_anew(SPACE)
        await keeper.run_due(clock.now())
        await asyncio.wait(keeper.running())


async def _recalled(database: Database, shared: Remembering) -> Recollection:
    settings, model = RecallSettings(), shared.embedder
    recall = Recall(database, model, shared.lexicon, shared.dates, ZoneInfo("UTC"), settings)
    return await recall.passive(
        Scope(space=SPACE, here=direct(ANNA), persons=frozenset({ANNA})),
        "What was lost on the way to the station last winter?",
        now=START,
        language="en",
        speaker="Anna",
        names=("Mina",),
    )


@pytest.mark.slow
async def test_while_much_is_embedded_and_indexed_the_loop_is_never_held_for_long(
    tmp_path: Path,
) -> None:
    shared = await asyncio.to_thread(remembering, Settings(), SystemClock())
    assert shared.embedder is not None
    await shared.prepare()
    async with (
        known(tmp_path, shared.embedder) as database,
        measured() as lag,
        asyncio.TaskGroup() as group,
    ):
        group.create_task(_embed_all(database, shared.embedder, group))
        recalled = await _recalled(database, shared)
    await shared.close()

    assert recalled.person
    assert recalled.said
    assert lag.longest_s < MOST_S
