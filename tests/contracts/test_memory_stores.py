"""What every builder's store promises: in memory and in a file."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.clock.virtual import VirtualClock
from adapters.storage import sqlite_memory_store
from core.companion.memory import InMemoryStore
from core.companion.model import FactDraft
from core.companion.ports import MemoryStore
from core.errors import UnknownSpace
from core.schedule.model import Activity, Granularity, ScheduleEntry

NOON = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)
SOUL = "서울 🇰🇷 'quoted' \"twice\"\n\ttab — Привет, مرحبا, 👩‍👩‍👧"


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[MemoryStore]:
    clock = VirtualClock(NOON)
    if request.param == "memory":
        yield InMemoryStore(clock=clock)
        return
    async with sqlite_memory_store(tmp_path / "deep" / "mina.sqlite", clock=clock) as kept:
        yield kept


@pytest.fixture
async def space(store: MemoryStore) -> str:
    return (await store.create_space("Mina", "Mina likes quiet cafes.", NOON)).id


def entry(
    space: str, key: str, start: datetime, hours: float = 1, **changes: object
) -> ScheduleEntry:
    made = ScheduleEntry(
        id=key,
        space_id=space,
        start_at=start,
        end_at=start + hours * HOUR,
        activity=Activity.WORK,
        title="Working",
        granularity=Granularity.TEN_MINUTE,
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # any field of it


def draft(statement: str, *topics: str) -> FactDraft:
    return FactDraft(statement=statement, topics=topics)


async def ids(store: MemoryStore, space: str, first: datetime, end: datetime) -> list[str]:
    return [one.id for one in await store.list_schedule_entries(space, first, end)]


# Spaces.


async def test_a_space_comes_back_as_it_was_made(store: MemoryStore) -> None:
    made = await store.create_space(SOUL, SOUL, NOON.astimezone(UTC))

    assert await store.get_space(made.id) == made
    assert (made.display_name, made.created_at) == (SOUL, NOON)
    assert made.metadata == {"seed_message": SOUL}


async def test_spaces_of_the_same_name_are_two(store: MemoryStore) -> None:
    first, second = [await store.create_space("Mina", "…", NOON) for _ in range(2)]

    assert first.id != second.id


async def test_no_space_is_made_at_a_time_without_a_zone(store: MemoryStore) -> None:
    with pytest.raises(TypeError):
        await store.create_space("Mina", "…", NOON.replace(tzinfo=None))


@pytest.mark.parametrize(
    "unknown",
    ["", "space-0", "space-77", "space-" + 30 * "9", "space-१", "x' OR 1=1 --", "space-1 "],
)
async def test_an_unknown_space_holds_nothing_and_takes_nothing(
    store: MemoryStore, space: str, unknown: str
) -> None:
    assert await store.get_space(unknown) is None
    assert await store.list_facts(unknown) == []
    assert await store.find_facts(unknown, ["persona"]) == []
    assert await store.list_schedule_entries(unknown, NOON, NOON + HOUR) == []
    assert await store.delete_schedule_entries_before(unknown, NOON) == 0
    with pytest.raises(UnknownSpace):
        await store.add_fact(unknown, draft("I am 25.", "persona"))
    with pytest.raises(UnknownSpace):
        await store.save_schedule_entries(unknown, [entry(unknown, "a", NOON)])


async def test_spaces_see_nothing_of_each_other(store: MemoryStore, space: str) -> None:
    other = (await store.create_space("Yui", "…", NOON)).id
    await store.add_fact(space, draft("I am 25.", "persona"))
    await store.save_schedule_entries(space, [entry(space, "same", NOON, title="Mina's")])
    await store.save_schedule_entries(other, [entry(other, "same", NOON, title="Yui's")])

    assert await store.list_facts(other) == []
    assert await store.find_facts(other, ["persona"]) == []
    assert await store.delete_schedule_entries_before(other, NOON + HOUR) == 1
    kept = await store.list_schedule_entries(space, NOON, NOON + HOUR)
    assert [one.title for one in kept] == ["Mina's"]


# Facts.


async def test_a_fact_comes_back_whole(store: MemoryStore, space: str) -> None:
    given = FactDraft(
        statement=SOUL,
        topics=["persona", "Mina", SOUL],
        confidence=0.25,
        source="a book",
        metadata={"pages": (1, 2), "deep": {"한": None, "yes": True}, "share": 0.5},
    )

    kept = await store.add_fact(space, given)

    assert await store.list_facts(space) == [kept]
    assert (kept.statement, kept.topics) == (SOUL, ("persona", "Mina", SOUL))
    assert (kept.confidence, kept.source, kept.created_at) == (0.25, "a book", NOON)
    assert kept.metadata == {"pages": [1, 2], "deep": {"한": None, "yes": True}, "share": 0.5}


async def test_what_was_left_out_of_a_fact_is_none(store: MemoryStore, space: str) -> None:
    await store.add_fact(space, draft("I am 25."))

    [kept] = await store.list_facts(space)

    assert (kept.topics, kept.confidence, kept.source, kept.metadata) == ((), None, None, {})


async def test_a_kept_fact_can_not_be_changed(store: MemoryStore, space: str) -> None:
    kept = await store.add_fact(space, draft("I am 25.", "persona"))

    with pytest.raises(FrozenInstanceError):
        kept.statement = "I am 26."  # type: ignore[misc]  # that is the point
    with pytest.raises(TypeError):
        kept.metadata["x"] = 1  # type: ignore[index]  # that is the point


async def test_facts_keep_their_order_and_the_same_words_may_come_twice(
    store: MemoryStore, space: str
) -> None:
    said = ["b", "a", "c", "a"]

    added = [await store.add_fact(space, draft(one, "x")) for one in said]

    assert [fact.statement for fact in await store.list_facts(space)] == said
    assert len({fact.id for fact in added}) == len(said)


@pytest.mark.parametrize(
    ("topics", "found"),
    [
        pytest.param(["persona"], ["one", "both"], id="one topic"),
        pytest.param(["user", "persona"], ["one", "two", "both"], id="any of them, in order, once"),
        pytest.param([" PERSONA "], ["one", "both"], id="whatever its case and blank space"),
        pytest.param(["pers"], [], id="whole topics only"),
        pytest.param(["%", "_"], [], id="no wildcards"),
        pytest.param([], [], id="no topics, no facts"),
        pytest.param(["카페"], ["two"], id="any script"),
    ],
)
async def test_facts_are_found_by_any_topic(
    store: MemoryStore, space: str, topics: list[str], found: list[str]
) -> None:
    await store.add_fact(space, draft("one", "Persona"))
    await store.add_fact(space, draft("two", "user", "카페"))
    await store.add_fact(space, draft("none", "weather"))
    await store.add_fact(space, draft("both", "user", "persona", "PERSONA"))

    assert [fact.statement for fact in await store.find_facts(space, topics)] == found


async def test_facts_that_are_added_at_once_are_all_kept(store: MemoryStore, space: str) -> None:
    added = await asyncio.gather(
        *(store.add_fact(space, draft(str(number), "x")) for number in range(40))
    )

    assert len({fact.id for fact in added}) == 40
    assert {fact.statement for fact in await store.list_facts(space)} == set(map(str, range(40)))


# Schedules.


async def test_an_entry_comes_back_whole(store: MemoryStore, space: str) -> None:
    given = entry(
        space,
        SOUL,
        NOON,
        description=SOUL,
        activity=Activity.JOB_SEARCH,
        granularity=Granularity.DAY,
        source_message=SOUL,
        metadata={"made": ["by", {"hand": 1}]},
    )
    await store.save_schedule_entries(space, [given])

    [kept] = await store.list_schedule_entries(space, NOON, NOON + HOUR)

    assert kept == given
    assert json.dumps(dict(kept.metadata)) == '{"made": ["by", {"hand": 1}]}'
    assert kept.start_at.tzinfo is UTC


@pytest.mark.parametrize(
    ("first", "end", "found"),
    [
        pytest.param(NOON, NOON + HOUR, ["in"], id="neighbours at the borders are outside"),
        pytest.param(NOON - HOUR / 2, NOON, ["before"], id="the end is not included"),
        pytest.param(
            NOON - HOUR / 2, NOON + 1.5 * HOUR, ["before", "in", "after"], id="parts of entries"
        ),
        pytest.param(NOON + HOUR / 4, NOON + HOUR / 2, ["in"], id="a range inside an entry"),
        pytest.param(NOON + 9 * HOUR, NOON + 10 * HOUR, [], id="nothing there"),
        pytest.param(NOON + HOUR, NOON, [], id="a range that runs backwards"),
        pytest.param(NOON, NOON + timedelta(microseconds=1), ["in"], id="to the microsecond"),
    ],
)
async def test_a_range_is_half_open(
    store: MemoryStore, space: str, first: datetime, end: datetime, found: list[str]
) -> None:
    borders = {"before": NOON - HOUR, "in": NOON, "after": NOON + HOUR}
    await store.save_schedule_entries(
        space, [entry(space, key, start) for key, start in borders.items()]
    )

    assert await ids(store, space, first, end) == found


async def test_entries_come_by_start_end_and_id(store: MemoryStore, space: str) -> None:
    late, early = NOON + 30 * HOUR, NOON
    await store.save_schedule_entries(
        space,
        [
            entry(space, "d", late),
            entry(space, "c", early, hours=2),
            entry(space, "b", early),
            entry(space, "a", early),
        ],
    )

    assert await ids(store, space, early, late + HOUR) == ["a", "b", "c", "d"]


async def test_an_entry_that_spans_days_is_found_on_each(store: MemoryStore, space: str) -> None:
    await store.save_schedule_entries(space, [entry(space, "trip", NOON, hours=24 * 9)])

    day = NOON + timedelta(days=5)
    assert await ids(store, space, day, day + HOUR) == ["trip"]


async def test_saving_an_id_again_replaces_the_entry_wherever_it_lay(
    store: MemoryStore, space: str
) -> None:
    moved = NOON + timedelta(days=40)
    await store.save_schedule_entries(space, [entry(space, "a", NOON), entry(space, "b", NOON)])

    await store.save_schedule_entries(space, [entry(space, "a", moved, title="Elsewhere")])

    assert await ids(store, space, NOON, NOON + HOUR) == ["b"]
    [kept] = await store.list_schedule_entries(space, moved, moved + HOUR)
    assert (kept.id, kept.title) == ("a", "Elsewhere")


async def test_of_the_same_id_twice_in_one_call_the_last_counts(
    store: MemoryStore, space: str
) -> None:
    later = NOON + timedelta(days=2)

    await store.save_schedule_entries(space, [entry(space, "a", NOON), entry(space, "a", later)])

    assert await ids(store, space, NOON, later + HOUR) == ["a"]
    assert await ids(store, space, NOON, NOON + HOUR) == []


async def test_saving_nothing_is_no_error(store: MemoryStore, space: str) -> None:
    await store.save_schedule_entries(space, [])

    assert await ids(store, space, NOON - HOUR, NOON + HOUR) == []


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        pytest.param({"space_id": "space-77"}, ValueError, id="of another space"),
        pytest.param({"start_at": datetime(2026, 5, 1)}, TypeError, id="naive"),  # noqa: DTZ001  # that is the point
        pytest.param({"metadata": {"x": object()}}, TypeError, id="no JSON"),
        pytest.param({"metadata": {"x": float("nan")}}, ValueError, id="no number"),
    ],
)
async def test_a_wrong_entry_is_refused_and_nothing_is_saved(
    store: MemoryStore, space: str, changes: dict[str, object], error: type[Exception]
) -> None:
    wrong = entry(space, "wrong", NOON)
    wrong = replace(wrong, **changes)  # type: ignore[arg-type]  # any field of it

    with pytest.raises(error):
        await store.save_schedule_entries(space, [entry(space, "right", NOON), wrong])

    assert await ids(store, space, NOON, NOON + HOUR) == []


async def test_what_ends_at_the_cutoff_is_deleted_and_what_still_runs_is_kept(
    store: MemoryStore, space: str
) -> None:
    await store.save_schedule_entries(
        space,
        [
            entry(space, "ended", NOON - 40 * HOUR),
            entry(space, "ends", NOON - HOUR),
            entry(space, "runs", NOON - HOUR, hours=1.001),
            entry(space, "begins", NOON),
        ],
    )

    assert await store.delete_schedule_entries_before(space, NOON) == 2
    assert await ids(store, space, NOON - 50 * HOUR, NOON + HOUR) == ["runs", "begins"]
    assert await store.delete_schedule_entries_before(space, NOON) == 0


async def test_a_deleted_id_may_come_again(store: MemoryStore, space: str) -> None:
    await store.save_schedule_entries(space, [entry(space, "a", NOON)])
    await store.delete_schedule_entries_before(space, NOON + HOUR)

    await store.save_schedule_entries(space, [entry(space, "a", NOON)])

    assert await ids(store, space, NOON, NOON + HOUR) == ["a"]


async def test_entries_that_are_saved_at_once_are_all_kept(store: MemoryStore, space: str) -> None:
    starts = [NOON + number * HOUR for number in range(30)]

    await asyncio.gather(
        *(
            store.save_schedule_entries(space, [entry(space, start.isoformat(), start)])
            for start in starts
        ),
        *(store.delete_schedule_entries_before(space, NOON) for _ in range(5)),
    )

    assert len(await ids(store, space, NOON, NOON + 30 * HOUR)) == 30
