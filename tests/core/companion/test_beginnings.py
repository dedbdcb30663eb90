"""Making, loading and closing a companion."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from adapters.clock.virtual import VirtualClock
from core import (
    BrokenAnswer,
    CircadiaError,
    Closed,
    Companion,
    FactDraft,
    InitialisationRequest,
    InMemoryStore,
    MemorySpace,
    Models,
    UnknownSpace,
)
from core.errors import ModelBusy
from tests.core.companion.cast import NOON, Beginner

SEED = "Mina likes quiet cafes."


class Counting(InMemoryStore):
    """Counts the spaces that were made."""

    made = 0

    async def create_space(
        self, display_name: str, seed_message: str, now: datetime
    ) -> MemorySpace:
        self.made += 1
        return await super().create_space(display_name, seed_message, now)


async def test_nothing_but_a_name_and_a_seed_is_needed() -> None:
    companion = await Companion.create("Mina", SEED)

    space = await companion.ready()
    assert (space.display_name, space.metadata) == ("Mina", {"seed_message": SEED})
    assert space.created_at.tzinfo is UTC


@pytest.mark.parametrize(
    "now", [NOON, NOON.astimezone(ZoneInfo("Asia/Seoul")), "2026-05-01T21:00:00+09:00", 1777636800]
)
async def test_it_begins_when_it_is_told_to(now: Any) -> None:
    companion = await Companion.create("Mina", SEED, now=now)

    assert (await companion.ready()).created_at == NOON


async def test_without_an_instant_it_begins_by_its_clock() -> None:
    companion = await Companion.create("Mina", SEED, clock=VirtualClock(NOON))

    assert (await companion.ready()).created_at == NOON


@pytest.mark.parametrize(
    ("now", "error"),
    [
        pytest.param(datetime(2026, 5, 1), TypeError, id="naive"),  # noqa: DTZ001  # that is the point
        pytest.param("2026-05-01T12:00:00", ValueError, id="no offset"),
        pytest.param(timedelta(1), TypeError, id="no instant"),
        pytest.param(True, TypeError, id="no number"),
    ],
)
async def test_a_doubtful_instant_is_refused_and_makes_no_space(
    now: Any, error: type[Exception]
) -> None:
    store = Counting()

    with pytest.raises(error):
        await Companion.create("Mina", SEED, store=store, now=now)

    assert store.made == 0


@pytest.mark.parametrize("zone", ["Mars/Base", "", "../etc/passwd"])
async def test_an_unknown_zone_is_refused_by_its_name(zone: str) -> None:
    with pytest.raises(ValueError, match="Europe/Berlin"):
        await Companion.create("Mina", SEED, zone=zone)


async def test_a_persona_without_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="display name"):
        await Companion.create("  ", SEED)


async def test_without_a_role_the_seed_is_the_one_fact() -> None:
    store = InMemoryStore()

    space = await (await Companion.create("Mina", SEED, store=store)).ready()

    [fact] = await store.list_facts(space.id)
    assert (fact.statement, fact.topics) == (SEED, ("persona", "Mina"))
    assert fact.source == "circadia.seed"


async def test_the_role_tells_the_first_facts_from_name_seed_and_instant() -> None:
    store = InMemoryStore()
    role = Beginner(FactDraft(statement="I am 25.", topics=["persona"], confidence=0.9))

    companion = await Companion.create(
        "Mina", SEED, store=store, models=Models(initialisation=role), now=NOON
    )

    [fact] = await store.list_facts((await companion.ready()).id)
    assert (fact.statement, fact.topics, fact.confidence) == ("I am 25.", ("persona",), 0.9)
    assert role.asked == [InitialisationRequest(display_name="Mina", seed_message=SEED, now=NOON)]


async def test_a_role_that_finds_no_facts_leaves_none() -> None:
    store = InMemoryStore()
    companion = await Companion.create(
        "Mina", SEED, store=store, models=Models(initialisation=Beginner())
    )

    assert await store.list_facts((await companion.ready()).id) == []


@pytest.mark.parametrize("error", [ModelBusy("busy"), RuntimeError("its own")])
async def test_a_role_that_fails_leaves_no_space(error: Exception) -> None:
    store = Counting()

    with pytest.raises(type(error)):
        await Companion.create(
            "Mina", SEED, store=store, models=Models(initialisation=Beginner(error=error))
        )

    assert store.made == 0


async def test_a_role_that_returns_something_else_than_facts_leaves_no_space() -> None:
    store = Counting()
    words: Any = "Mina is 25."

    with pytest.raises(BrokenAnswer, match="FactDraft, got str"):
        await Companion.create(
            "Mina", SEED, store=store, models=Models(initialisation=Beginner(words))
        )

    assert store.made == 0


async def test_a_loaded_companion_has_the_same_space_and_no_new_facts() -> None:
    store = InMemoryStore()
    space = await (await Companion.create("Mina", SEED, store=store)).ready()

    again = await Companion.load(space.id, store=store)

    assert await again.ready() == space
    assert len(await store.list_facts(space.id)) == 1


async def test_a_space_that_is_missing_can_not_be_loaded() -> None:
    with pytest.raises(UnknownSpace, match="space-9"):
        await Companion.load("space-9", store=InMemoryStore())


async def test_after_closing_every_call_raises_and_closing_again_does_not() -> None:
    companion = await Companion.create("Mina", SEED)
    await companion.close()
    await companion.close()

    calls = (
        lambda: companion.ready(),
        lambda: companion.create_daily_schedule(NOON, "work"),
        lambda: companion.create_monthly_schedule(NOON, "work"),
        lambda: companion.delete_schedules_before(NOON),
        lambda: companion.delete_schedules_older_than(NOON),
        lambda: companion.get_today_scheduled_availability(NOON),
        lambda: companion.send_message(now=NOON, history=[]),
        lambda: companion.start_conversation(now=NOON, history=[]),
    )
    for call in calls:
        with pytest.raises(Closed):
            await call()
    assert issubclass(Closed, CircadiaError)


async def test_closing_one_leaves_the_store_to_the_others() -> None:
    store = InMemoryStore()
    one = await Companion.create("Mina", SEED, store=store)
    space = await one.ready()
    await one.close()

    assert await (await Companion.load(space.id, store=store)).ready() == space
