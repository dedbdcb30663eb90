"""Column types: instants and words survive the way to the disk and back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from adapters.storage import Database
from adapters.storage.types import NaiveInstant
from core.engine.model import Lane
from tests.contracts.stores import ANN, at, hear, inbound


async def test_an_instant_comes_back_in_utc_whatever_its_zone_was(database: Database) -> None:
    seoul = datetime(2026, 1, 11, 3, 0, 0, 7, tzinfo=timezone(timedelta(hours=9)))
    async with database.write() as stores:
        await stores.people.set_quiet(ANN, seoul)

    async with database.read() as stores:
        since = await stores.people.quiet_since(ANN)
    assert since == datetime(2026, 1, 10, 18, 0, 0, 7, tzinfo=UTC)
    assert since is not None
    assert since.tzinfo is UTC


async def test_a_naive_time_is_refused_by_its_value(database: Database) -> None:
    naive = datetime(2026, 1, 10, 12)  # noqa: DTZ001  # the point of it

    async def write() -> None:
        async with database.write() as stores:
            await stores.people.set_quiet(ANN, naive)

    with pytest.raises(NaiveInstant, match=r"2026, 1, 10, 12, 0"):
        await write()


async def test_years_before_a_thousand_stand_before_later_ones(database: Database) -> None:
    async with database.write() as stores:
        here = await at(stores)
        await stores.conversations.due_at(here.id, Lane.TALK, datetime(2026, 1, 1, tzinfo=UTC))
        await stores.conversations.due_at(here.id, Lane.COMMAND, datetime(1, 1, 1, tzinfo=UTC))
        upcoming = await stores.conversations.upcoming(2)

    assert [lane.lane for lane in upcoming] == [Lane.COMMAND, Lane.TALK]


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        pytest.param("a\x00b", "ab", id="no text of PostgreSQL holds NUL"),
        pytest.param("a\ud83db", "a?b", id="half a character has no bytes"),
        pytest.param("안녕 👩‍👩‍👧 \u202e", "안녕 👩‍👩‍👧 \u202e", id="the rest is kept"),
        pytest.param("", "", id="empty is not nothing"),
    ],
)
async def test_words_that_no_database_takes_are_stored_without_them(
    database: Database, sent: str, stored: str
) -> None:
    async with database.write() as stores:
        await hear(stores, replace(inbound("1"), text=sent, sender_name=sent))
        (said,) = await stores.messages.recent((await at(stores)).id, 1)

    assert (said.text, said.sender_name) == (stored, stored)
