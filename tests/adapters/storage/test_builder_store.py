"""A builder's file: small, there again when it is opened again, and nobody else's."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import adapters
from adapters.clock.virtual import VirtualClock
from adapters.storage import sqlite_memory_store
from core import Companion, FactDraft
from core.errors import Closed, DatabaseTooNew, Misconfigured
from core.schedule.model import ScheduleEntry
from core.schedule.rules.seed import create_ten_minute_daily_schedule

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
YEAR = 366
MESSAGE = (
    "Mina has an exam soon, so she studies at the library near the river every single day. 시험"
)


async def test_a_year_of_ten_minute_entries_stays_under_5_mb(tmp_path: Path) -> None:
    file = tmp_path / "mina.sqlite"
    async with sqlite_memory_store(file) as store:
        space = await store.create_space("Mina", "…", NOON)
        for month in range(0, YEAR, 31):
            await store.save_schedule_entries(
                space.id, days(space.id, month, min(month + 31, YEAR))
            )

        kept = await store.list_schedule_entries(space.id, NOON, NOON + timedelta(days=YEAR + 2))

    assert len(kept) == len({entry.id for entry in kept}) == YEAR * 144
    assert [one.name for one in tmp_path.iterdir()] == ["mina.sqlite"]
    assert file.stat().st_size < 5_000_000


def days(space_id: str, first: int, end: int) -> list[ScheduleEntry]:
    """Return the entries of some days, each with words of its own."""
    return [
        entry
        for day in range(first, end)
        for entry in create_ten_minute_daily_schedule(
            space_id=space_id, now=NOON + timedelta(days=day), message=f"{MESSAGE} Day {day}"
        )
    ]


async def test_what_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    async with sqlite_memory_store(tmp_path / "a.sqlite") as store:
        space = await store.create_space("Mina", "…", NOON)
        fact = await store.add_fact(space.id, FactDraft(statement="I am 25.", topics=["persona"]))

    async with sqlite_memory_store(str(tmp_path / "a.sqlite")) as again:
        assert await again.get_space(space.id) == space
        assert await again.list_facts(space.id) == [fact]
        assert (await again.create_space("Yui", "…", NOON)).id != space.id


async def test_a_companion_goes_on_after_its_program_was_started_again(tmp_path: Path) -> None:
    async with sqlite_memory_store(tmp_path / "a.sqlite") as store:
        mina = await Companion.create("Mina", "Mina likes quiet cafes.", store=store, now=NOON)
        space = await mina.ready()
        entries = await mina.create_daily_schedule(NOON, "여행")
        await mina.create_monthly_schedule(NOON, "study")
        before = await mina.get_today_scheduled_availability(NOON)

    async with sqlite_memory_store(tmp_path / "a.sqlite") as store:
        mina = await Companion.load(space.id, store=store)
        assert await mina.ready() == space
        assert await mina.get_today_scheduled_availability(NOON) == before
        assert await mina.delete_schedules_before(NOON + timedelta(days=40)) == len(entries) + 30
        told = [fact.source for fact in await store.list_facts(space.id)]

    assert told == ["circadia.seed", "circadia.schedule.prune"]


async def test_two_stores_on_one_file_see_each_other(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    async with sqlite_memory_store(file) as one, sqlite_memory_store(file) as two:
        space = await one.create_space("Mina", "…", NOON)
        fact = await two.add_fact(space.id, FactDraft(statement="I am 25.", topics=["persona"]))

        assert await one.find_facts(space.id, ["persona"]) == [fact]


async def test_a_store_may_be_awaited_and_then_its_file_is_there(tmp_path: Path) -> None:
    store = await adapters.sqlite_memory_store(tmp_path / "a.sqlite")

    assert (tmp_path / "a.sqlite").is_file()
    await store.close()


async def test_a_closed_store_refuses_calls_and_may_be_closed_again(tmp_path: Path) -> None:
    store = sqlite_memory_store(tmp_path / "a.sqlite", clock=VirtualClock(NOON))
    await store.close()
    await store.close()

    with pytest.raises(Closed):
        await store.get_space("space-1")


async def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(DatabaseTooNew, match="99"):
        async with sqlite_memory_store(file):
            pass

    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()


async def test_what_is_no_database_is_told_as_a_wrong_setting(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    file.write_text("a letter " * 1000)

    with pytest.raises(Misconfigured):
        await sqlite_memory_store(file)


@pytest.mark.parametrize("name", ["", ":memory:", "file:a.sqlite?mode=memory"])
def test_a_store_without_a_file_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="InMemoryStore"):
        sqlite_memory_store(name)
