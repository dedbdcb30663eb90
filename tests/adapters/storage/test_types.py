"""Column types: instants and words survive the way to the disk and back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from adapters.storage import Database
from adapters.storage.types import NaiveInstant
from core.admin.ports import Person
from core.conversation.model import Attachment, AttachmentKind, Reaction
from core.engine.model import Lane
from core.engine.ports import Stores
from tests.contracts.stores import ANN, HOME, at, hear, inbound


async def test_an_instant_comes_back_in_utc_whatever_its_zone_was(database: Database) -> None:
    seoul = datetime(2026, 1, 11, 3, 0, 0, 7, tzinfo=timezone(timedelta(hours=9)))
    await database.write(lambda stores: stores.people.save(ANN, Person(quiet_since=seoul)))

    since = await database.read(lambda stores: stores.people.get(ANN).quiet_since)
    assert since == datetime(2026, 1, 10, 18, 0, 0, 7, tzinfo=UTC)
    assert since is not None
    assert since.tzinfo is UTC


async def test_a_naive_time_is_refused_by_its_value(database: Database) -> None:
    naive = datetime(2026, 1, 10, 12)  # noqa: DTZ001  # the point of it

    with pytest.raises(NaiveInstant, match=r"2026, 1, 10, 12, 0"):
        await database.write(lambda stores: stores.people.save(ANN, Person(quiet_since=naive)))


async def test_years_before_a_thousand_stand_before_later_ones(database: Database) -> None:
    def set_times(stores: Stores) -> None:
        here = at(stores).id
        stores.conversations.due_at(here, Lane.TALK, datetime(2026, 1, 1, tzinfo=UTC))
        stores.conversations.due_at(here, Lane.COMMAND, datetime(1, 1, 1, tzinfo=UTC))

    await database.write(set_times)

    upcoming = await database.read(lambda stores: stores.conversations.upcoming(2))
    assert [lane.lane for lane in upcoming] == [Lane.COMMAND, Lane.TALK]


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        pytest.param("a\x00b", "ab", id="no text of PostgreSQL holds NUL"),
        pytest.param("a\ud83db", "a\ufffdb", id="half a character has no bytes"),
        pytest.param("안녕 👩‍👩‍👧 \u202e", "안녕 👩‍👩‍👧 \u202e", id="the rest is kept"),
        pytest.param("", "", id="empty is not nothing"),
    ],
)
async def test_words_that_no_database_takes_are_stored_without_them(
    database: Database, sent: str, stored: str
) -> None:
    file = Attachment(kind=AttachmentKind.FILE, handle="1", name=sent)
    message = replace(inbound("1"), text=sent, sender_name=sent, attachments=(file,))
    reaction = Reaction(route=HOME, message_id="1", sender=ANN, sender_name=sent, emoji="👍")

    await database.write(lambda stores: hear(stores, message))
    await database.write(lambda stores: stores.messages.react(reaction))

    (said,) = await database.write(lambda stores: stores.messages.recent(at(stores).id, 1))
    names = (said.sender_name, said.attachments[0].name, said.marks[0].sender_name)
    assert (said.text, *names) == (stored,) * 4
