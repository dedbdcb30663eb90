"""The background of memory: what is new gets its vector, what has ended goes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from structlog.testing import capture_logs

from adapters.clock.virtual import VirtualClock
from adapters.scripted.embedder import ScriptedEmbedder
from core.conversation.model import IdentityId
from core.engine.memory import InMemoryWork
from core.engine.ports import Stores, T
from core.errors import BrokenAnswer, CircadiaError, ModelBusy
from core.memory.model import (
    EVERYONE,
    OWNER,
    Embedding,
    Fact,
    FactDraft,
    Scope,
    Status,
    Subject,
)
from core.memory.ports import Embedder, MemoryShelf
from core.memory.service.backlog import BATCH
from core.memory.service.keeping import LOOK_AGAIN, Keeper
from core.memory.service.tidying import UNDONE_WITHIN
from core.persona.model import SpaceId

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINA, LUNA = SpaceId("mina"), SpaceId("luna")
ANNA = Subject(IdentityId("telegram:42"))


class Background:
    """A keeper with its rows, its clock and its tasks."""

    def __init__(
        self,
        embedder: Embedder | None,
        work: InMemoryWork | None = None,
        spaces: Collection[SpaceId] = (MINA,),
    ) -> None:
        self.work = work or InMemoryWork()
        self.clock = VirtualClock(NOON)
        self.ended = 0
        self.scrubs = [False, True]
        """What each scrub answers, in order; then True."""
        self.scrubbed = 0
        self.keeper = Keeper(
            self.work,
            self.clock,
            embedder,
            lambda: spaces,
            asyncio.get_running_loop().create_task,
            self._done,
            self._scrub,
        )

    async def _scrub(self) -> bool:
        self.scrubbed += 1
        return self.scrubs.pop(0) if self.scrubs else True

    def _done(self) -> None:
        self.ended += 1

    async def begins(self) -> datetime | None:
        return await self.keeper.run_due(self.clock.now())

    async def works(self) -> datetime | None:
        """Let it do all that there is; return when it wants to be called again."""
        while True:
            again_at = await self.begins()
            if not self.keeper.running():
                return again_at
            await asyncio.wait(self.keeper.running())

    async def passes(self, span: timedelta) -> datetime | None:
        self.clock.advance(self.clock.now() + span)
        return await self.works()

    async def learns(self, *statements: str, space: SpaceId = MINA, **fields: object) -> list[Fact]:
        def body(stores: MemoryShelf) -> list[Fact]:
            return [
                stores.facts.add(_draft(text, space, **fields), self.clock.now())
                for text in statements
            ]

        return await self.work.write(body)

    async def counts(self, space: SpaceId = MINA) -> dict[str, int]:
        return dict(await self.work.read(lambda stores: stores.vectors.counts(space)))

    async def missing(self, model: str, space: SpaceId = MINA) -> list[str]:
        found = await self.work.read(lambda stores: stores.vectors.missing(space, model, 1000))
        return [text for _, text in found]

    async def loaded(self, model: str, *facts: Fact) -> list[Embedding]:
        refs = [fact.ref for fact in facts]
        found = await self.work.read(lambda stores: stores.vectors.load(MINA, model, refs))
        return list(found.values())


def _draft(text: str, space: SpaceId, **fields: object) -> FactDraft:
    given = {
        "space": space,
        "subject": ANNA,
        "statement": text,
        "audience": EVERYONE,
        "source": "test",
    }
    return FactDraft(**{**given, **fields})  # type: ignore[arg-type]


def fifty() -> list[str]:
    return [f"Anna has {number} cats and a dog." for number in range(50)]


@asynccontextmanager
async def under_way(background: Background, embedder: ScriptedEmbedder) -> AsyncIterator[None]:
    """Hold the first batch that it embeds meanwhile."""
    embedder.gate.clear()
    await background.begins()
    while not embedder.asked:
        await asyncio.wait(background.keeper.running(), timeout=0.001)
    yield
    embedder.gate.set()


async def test_what_is_missing_is_embedded_newest_first_in_small_batches() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    facts = await background.learns(*fifty())

    again_at = await background.works()

    asked = [texts for texts, _ in embedder.asked]
    assert [len(texts) for texts in asked] == [BATCH, BATCH, BATCH, 50 - 3 * BATCH]
    assert [text for texts in asked for text in texts] == fifty()[::-1]
    assert not any(query for _, query in embedder.asked)
    assert len(await background.loaded(embedder.model, *facts)) == 50
    assert again_at is None


async def test_who_drives_it_hears_when_it_has_ended() -> None:
    background = Background(ScriptedEmbedder())
    await background.learns("Anna has a cat.")

    await background.works()

    assert background.ended == 1


async def test_it_looks_once_a_minute_and_where_something_was_written_at_once() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder, spaces=(MINA, LUNA))
    await background.works()
    await background.learns("Anna has a cat.")
    await background.learns("Bob has a dog.", space=LUNA)

    await background.works()
    unseen = len(embedder.asked)
    background.keeper.looks_anew(LUNA)
    await background.works()
    of_luna = [texts for texts, _ in embedder.asked]
    await background.passes(LOOK_AGAIN)

    assert unseen == 0
    assert of_luna == [("Bob has a dog.",)]
    assert [texts for texts, _ in embedder.asked] == [("Bob has a dog.",), ("Anna has a cat.",)]


async def test_what_is_written_while_it_works_is_not_forgotten() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    await background.learns("Anna has a cat.")

    async with under_way(background, embedder):
        await background.learns("Anna has a dog.")
        background.keeper.looks_anew(MINA)
    await background.works()

    assert await background.missing(embedder.model) == []


async def test_what_was_embedded_long_ago_and_changes_is_embedded_at_once() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    old, *_ = await background.learns("Anna has a cat.", "Anna has a dog.")
    await background.works()

    changed = replace(old, statement="Anna has two cats.")
    await background.work.write(lambda stores: stores.facts.save(changed))
    background.keeper.looks_anew(MINA)
    await background.works()

    assert [texts for texts, _ in embedder.asked][1:] == [("Anna has two cats.",)]


async def test_a_clock_that_was_turned_back_stops_nothing() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    await background.works()
    await background.learns("Anna has a cat.")

    await background.passes(-timedelta(days=1))

    assert await background.missing(embedder.model) == []


async def test_one_task_works_at_a_time() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    await background.learns(*fifty())

    async with under_way(background, embedder):
        for _ in range(5):
            background.keeper.looks_anew(MINA)
            await background.begins()
        running, asked = len(background.keeper.running()), len(embedder.asked)
    await background.works()

    assert (running, asked) == (1, 1)


async def test_nothing_is_locked_while_it_embeds() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    await background.learns("Anna has a cat.")

    async with under_way(background, embedder):
        async with asyncio.timeout(1):
            await background.learns("Anna has a dog.")
    await background.works()

    assert await background.missing(embedder.model) == []


async def test_what_is_edited_while_it_is_embedded_gets_the_vector_of_its_new_words() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    edited, kept = await background.learns("Anna has a cat.", "Anna has a car.")
    new = replace(edited, statement="Bob collects stamps.")

    async with under_way(background, embedder):
        await background.work.write(lambda stores: stores.facts.save(new))
    await background.works()

    assert [texts for texts, _ in embedder.asked] == [
        ("Anna has a car.", "Anna has a cat."),
        ("Bob collects stamps.",),
    ]
    expected = await embedder.embed([new.statement, kept.statement], query=False)
    found = await background.loaded(embedder.model, edited, kept)
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one.vector, other.vector, atol=1e-3)


async def test_what_is_deleted_while_it_is_embedded_stays_away() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    deleted, _ = await background.learns("Anna has a cat.", "Anna has a car.")

    async with under_way(background, embedder):
        await background.work.write(lambda stores: stores.facts.delete(MINA, [deleted.id]))
    await background.works()

    assert await background.counts() == {embedder.model: 1}


async def test_after_an_erasing_the_files_are_scrubbed_until_that_was_done() -> None:
    background = Background(None)
    await background.works()
    await background.work.write(lambda stores: stores.sayings.erase(MINA, [], ["Ana sails."]))

    counts = []
    for _ in range(4):
        await background.passes(LOOK_AGAIN)
        counts.append(background.scrubbed)

    assert counts == [1, 2, 2, 2]


async def test_without_an_embedder_nothing_is_embedded_and_the_rest_is_done() -> None:
    background = Background(None)
    (fact,) = await background.learns("Anna has a cold.", valid_until=NOON)

    await background.works()

    assert await background.counts() == {}
    assert (await _fact(background, fact)).status is Status.PAST


# Another model.


class EndlessSecond(ScriptedEmbedder):
    """Never comes to the end of its second call."""

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        if self.asked:
            self.gate.clear()
        return await super().embed(texts, query=query)


async def test_after_a_change_of_model_and_a_crash_half_way_all_is_embedded_anew_once() -> None:
    """Fifty facts by a model of 384 numbers, then one of 1,024, then another of 384 (MEM-15)."""
    first = ScriptedEmbedder("a/1", 384)
    before = Background(first)
    facts = await before.learns(*fifty())
    await before.works()
    second = EndlessSecond("b/1", 1024)
    crashing = Background(second, before.work)

    with capture_logs() as logs:
        await crashing.begins()
        while len(second.asked) < 2:
            await asyncio.wait(crashing.keeper.running(), timeout=0.001)
        crashing.keeper.stop()
        await asyncio.wait(crashing.keeper.running())
    left_by_crash = await crashing.counts()
    after = Background(ScriptedEmbedder("b/1", 1024), before.work)
    await after.works()

    assert [one for one in logs if one["event"] == "embeddings.changed"] == [
        {
            "event": "embeddings.changed",
            "log_level": "warning",
            "space": MINA,
            "from": "a/1",
            "to": "b/1",
            "count": 50,
        }
    ]
    assert left_by_crash == {"a/1": 50 - BATCH, "b/1": BATCH}
    assert await after.counts() == {"b/1": 50}
    assert {one.vector.size for one in await after.loaded("b/1", *facts)} == {1024}

    third = Background(ScriptedEmbedder("c/1", 384), before.work)
    await third.works()

    assert await third.counts() == {"c/1": 50}
    expected = await ScriptedEmbedder("c/1", 384).embed([facts[7].statement], query=False)
    (found,) = await third.loaded("c/1", facts[7])
    assert np.allclose(found.vector, expected[0].vector, atol=1e-3)


async def test_vectors_of_another_model_are_never_given_for_those_of_this() -> None:
    """So words alone find what is not embedded anew yet."""
    before = Background(ScriptedEmbedder("a/1"))
    facts = await before.learns(*fifty())
    await before.works()
    changed = ScriptedEmbedder("b/1")
    changed.fails = ModelBusy("busy")
    after = Background(changed, before.work)

    await after.works()

    assert await after.loaded("b/1", *facts) == []
    listed = await after.work.read(
        lambda stores: stores.facts.listed(Scope(space=MINA, here=OWNER))
    )
    assert len(listed) == 50


async def test_how_far_it_is_shows_while_it_lasts() -> None:
    before = Background(ScriptedEmbedder("a/1"))
    await before.learns(*fifty())
    await before.works()
    embedder = ScriptedEmbedder("b/1")
    after = Background(embedder, before.work)

    async with under_way(after, embedder):
        begun = after.keeper.facts()
    await after.works()

    assert begun == {"re-embedding": "0 of 50"}
    assert after.keeper.facts() == {}


async def test_the_same_model_warns_of_nothing() -> None:
    before = Background(ScriptedEmbedder())
    await before.learns(*fifty())
    await before.works()

    with capture_logs() as logs:
        await Background(ScriptedEmbedder(), before.work).works()

    assert logs == []


# An embedder that fails.


async def test_after_failures_it_waits_longer_each_time_and_six_hours_at_most() -> None:
    embedder = ScriptedEmbedder()
    embedder.fails = BrokenAnswer("nonsense")
    background = Background(embedder)
    await background.learns(*fifty())

    waits = []
    with capture_logs() as logs:
        again_at = await background.works()
        for _ in range(12):
            assert again_at is not None
            waits.append(again_at - background.clock.now())
            again_at = await background.passes(waits[-1])

    minutes = [wait / timedelta(minutes=1) for wait in waits]
    assert minutes == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]
    assert {(one["event"], one["log_level"]) for one in logs} == {("embeddings.failed", "warning")}
    assert "cats" not in str(logs)


@pytest.mark.parametrize(
    ("told", "minutes"),
    [
        pytest.param(timedelta(minutes=10), 10, id="as long as it was told"),
        pytest.param(timedelta(days=400), 360, id="years are not believed"),
    ],
)
async def test_nothing_is_asked_before_its_wait_is_over(told: timedelta, minutes: int) -> None:
    embedder = ScriptedEmbedder()
    embedder.fails = ModelBusy("busy", retry_after=told)
    background = Background(embedder, spaces=(MINA, LUNA))
    await background.learns("Anna has a cat.")
    await background.learns("Bob has a dog.", space=LUNA)
    await background.works()

    for _ in range(minutes - 1):
        background.keeper.looks_anew(MINA)
        await background.passes(timedelta(minutes=1))
    early = len(embedder.asked)
    embedder.fails = None
    again_at = await background.passes(timedelta(minutes=1))

    assert early == 1
    assert again_at is None
    assert background.keeper.facts() == {}
    assert await background.missing(embedder.model) == []
    assert await background.missing(embedder.model, LUNA) == []


async def test_while_it_fails_the_status_says_so() -> None:
    embedder = ScriptedEmbedder()
    embedder.fails = ModelBusy("busy")
    background = Background(embedder)
    await background.learns("Anna has a cat.")

    await background.works()

    assert background.keeper.facts() == {
        "embeddings": "failing, 1 times in a row: words alone serve"
    }


class Picky(ScriptedEmbedder):
    """Takes no batch in which one word stands."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word = word

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        if any(self._word in text for text in texts):
            raise BrokenAnswer("nonsense")
        return await super().embed(texts, query=query)


async def test_one_text_that_no_model_takes_holds_up_no_other() -> None:
    background = Background(Picky("poison"))
    await background.learns(*fifty(), "This is poison.", "Anna has a dog.")

    with capture_logs() as logs:
        again_at = await background.works()
        while again_at is not None:
            again_at = await background.passes(again_at - background.clock.now())
        background.keeper.looks_anew(MINA)
        await background.works()

    assert await background.missing("scripted/1") == ["This is poison."]
    assert background.clock.now() - NOON < timedelta(minutes=5)
    passed = [one for one in logs if one["event"] == "embeddings.passed_over"]
    assert [one["ref"] for one in passed] == ["fact:51"]
    assert "poison" not in str(logs)


async def test_the_only_text_there_is_is_tried_again_after_each_failure() -> None:
    embedder = ScriptedEmbedder()
    embedder.fails = ModelBusy("busy")
    background = Background(embedder)
    await background.learns("Anna has a cat.")
    await background.works()
    await background.passes(timedelta(minutes=1))
    await background.passes(timedelta(minutes=2))

    embedder.fails = None
    await background.passes(timedelta(minutes=4))

    assert len(embedder.asked) == 4
    assert await background.missing(embedder.model) == []


async def test_a_server_that_was_away_costs_no_text_its_vector() -> None:
    embedder = ScriptedEmbedder()
    embedder.fails = ModelBusy("busy")
    background = Background(embedder)
    await background.learns(*fifty())
    again_at = await background.works()
    for _ in range(6):
        assert again_at is not None
        again_at = await background.passes(again_at - background.clock.now())

    embedder.fails = None
    assert again_at is not None
    await background.passes(again_at - background.clock.now())
    restarted = Background(ScriptedEmbedder(), background.work)
    await restarted.works()

    assert len(await background.missing(embedder.model)) == 0


class Unkept(InMemoryWork):
    """A database that takes nothing for a while."""

    fails: CircadiaError | None = None

    async def write(self, body: Callable[[Stores], T]) -> T:
        if self.fails:
            raise self.fails
        return await super().write(body)


async def test_a_database_that_takes_nothing_is_tried_again_within_a_minute() -> None:
    work = Unkept()
    embedder = ScriptedEmbedder()
    background = Background(embedder, work)
    await background.learns("Anna has a cat.")
    work.fails = ModelBusy("locked")

    with capture_logs() as logs:
        await background.works()
    work.fails = None
    await background.passes(LOOK_AGAIN)

    assert [one["event"] for one in logs] == ["memory.unkept"]
    assert await background.missing(embedder.model) == []


async def test_stopped_it_ends_at_once_and_the_rows_tell_what_is_missing() -> None:
    embedder = ScriptedEmbedder()
    background = Background(embedder)
    await background.learns(*fifty())

    async with under_way(background, embedder):
        background.keeper.stop()
        (task,) = background.keeper.running()
        await asyncio.wait([task])
    again_at = await background.works()

    assert task.cancelled()
    assert again_at is None
    assert len(await background.missing(embedder.model)) == 50


# What has ended, and what was forgotten.


async def _fact(background: Background, fact: Fact) -> Fact:
    scope = Scope(space=MINA, here=OWNER)
    found = await background.work.read(lambda stores: stores.facts.get(scope, fact.id))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("until", "status"),
    [
        pytest.param(NOON - timedelta(days=3), Status.PAST, id="ended while nobody looked"),
        pytest.param(NOON, Status.PAST, id="ends now"),
        pytest.param(NOON + timedelta(seconds=1), Status.ACTIVE, id="holds for a moment"),
        pytest.param(None, Status.ACTIVE, id="nobody knows how long"),
    ],
)
async def test_what_has_ended_becomes_past(until: datetime | None, status: Status) -> None:
    background = Background(ScriptedEmbedder())
    (fact,) = await background.learns("Anna has a cold.", valid_until=until)

    await background.works()

    found = await _fact(background, fact)
    assert found.status is status
    assert found.closed_at == (NOON if status is Status.PAST else None)
    assert len(await background.loaded("scripted/1", fact)) == 1


@pytest.mark.parametrize(
    ("hidden", "there"),
    [
        pytest.param(UNDONE_WITHIN - timedelta(seconds=1), True, id="may be taken back"),
        pytest.param(UNDONE_WITHIN + timedelta(seconds=1), False, id="a week ago"),
    ],
)
async def test_what_was_forgotten_is_deleted_after_a_week(hidden: timedelta, there: bool) -> None:
    background = Background(ScriptedEmbedder())
    (fact,) = await background.learns("Anna has a cat.")
    await background.works()
    await background.work.write(lambda stores: stores.facts.save(_hidden(fact, NOON)))

    await background.passes(hidden)

    scope = Scope(space=MINA, here=OWNER)
    found = await background.work.read(lambda stores: stores.facts.get(scope, fact.id))
    assert (found is not None) is there
    assert await background.counts() == ({"scripted/1": 1} if there else {})


def _hidden(fact: Fact, at: datetime) -> Fact:
    return replace(fact, status=Status.HIDDEN, closed_at=at)


async def test_hidden_vectors_of_another_model_keep_no_re_embedding_open() -> None:
    before = Background(ScriptedEmbedder("a/1"))
    first, *_ = await before.learns(*fifty())
    await before.works()
    await before.work.write(lambda stores: stores.facts.save(_hidden(first, NOON)))

    after = Background(ScriptedEmbedder("b/1"), before.work)
    await after.works()

    assert after.keeper.facts() == {}
    assert await after.missing("b/1") == []
