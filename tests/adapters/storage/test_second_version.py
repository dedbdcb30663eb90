"""A database of the second version comes over whole, though a table of it is made anew."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest
from sqlalchemy import Connection, inspect

from adapters.storage import Database, migrate
from adapters.storage.migrate import FOLDER
from core.conversation.model import AccountId, ConversationId, Moved
from core.engine.model import Lane
from core.errors import CircadiaError
from core.persona.model import SpaceId
from tests.adapters.storage import test_first_version as first
from tests.adapters.storage.test_first_version import Values, count_on, fill, kept
from tests.adapters.storage.test_migrate import differences, empty, empty_config, run
from tests.contracts.stores import HOME, MINA, NOON, after, at, hear, inbound

__all__ = ["empty", "empty_config"]

NOA = SpaceId("noa")
HERE = ConversationId(1)


def widened(name: str, row: Values) -> Values:
    """Return a row of the first version with what the second one added."""
    if name == "conversations":
        return {**row, "server": "9"}
    if name == "bubbles":
        return {**row, "kind": "reaction", "message_id": "77"}
    if name == "messages":
        marks = [{"sender": None, "sender_name": "", "emoji": "👍"}]
        return {**row, "addressed": False, "from_bot": True, "attachments": None, "marks": marks}
    return row


ROWS: Mapping[str, Sequence[Values]] = {
    **{name: [widened(name, row) for row in rows] for name, rows in first.ROWS.items()},
    "moves": [{"account": "tg", "old_chat": "1", "new_chat": "2", "moved_at": NOON}],
}


@pytest.fixture
def second_version(tmp_path: Path) -> Path:
    """Give a folder of migrations that knows the first two versions only."""
    folder = tmp_path / "second" / "versions"
    folder.mkdir(parents=True)
    for name in ("v0001_first.py", "v0002_messengers.py"):
        copyfile(FOLDER / "versions" / name, folder / name)
    return folder.parent


@pytest.fixture
async def filled(empty: Database, second_version: Path) -> Database:
    """Give a database of the second version with rows in all of its tables."""
    await migrate(empty, NOON, second_version)
    assert await empty.administer(first.tables) == set(ROWS)
    await empty.administer(lambda connection: fill(connection, ROWS))
    if empty.config.file is None:
        await empty.administer(count_on)
    return empty


def pointers(connection: Connection) -> set[tuple[str, str, str]]:
    """Return which tables point to which others, and by what."""
    found = inspect(connection)
    return {
        (table, key["constrained_columns"][0], key["referred_table"])
        for table in found.get_table_names()
        for key in found.get_foreign_keys(table)
    }


async def test_every_row_of_the_second_version_comes_over_whole(filled: Database) -> None:
    before = await filled.administer(pointers)

    assert await migrate(filled, NOON) == ["0003", "0004", "0005"]

    assert await filled.administer(lambda connection: kept(connection, ROWS)) == ROWS
    assert await filled.administer(differences) == []
    assert await filled.administer(pointers) > before
    assert ("messages", "conversation", "conversations") in before


async def test_no_bubble_of_the_second_version_has_a_picture(filled: Database) -> None:
    await migrate(filled, NOON)

    records = await filled.read(lambda stores: stores.turns.recent(HERE, 100))
    assert {one.picture for record in records for one in record.bubbles} == {None}


async def test_it_is_known_when_the_companion_spoke(filled: Database) -> None:
    await migrate(filled, NOON)

    spoke = await filled.read(
        lambda stores: [
            stores.conversations.get(ConversationId(number)).spoke_at for number in (1, 5)
        ]
    )
    assert spoke == [after(4), None]


async def test_conversations_go_on_and_others_begin_on_the_same_account(filled: Database) -> None:
    await migrate(filled, NOON)

    same, anew = await filled.write(lambda stores: (at(stores), at(stores, space=NOA)))
    assert same.id == HERE
    assert anew.id > 5
    waiting = await filled.read(
        lambda stores: [
            [one.message_id for one in stores.conversations.waiting(here, Lane.TALK)]
            for here in (same.id, anew.id)
        ]
    )
    assert waiting == [["5"], []]
    assert await filled.write(lambda stores: hear(stores, inbound("10"), space=NOA)) > 9
    await filled.write(lambda stores: hear(stores, inbound("11")))
    onward = Moved(account=AccountId("tg"), old_chat=HOME.chat, new_chat="300")
    await filled.write(lambda stores: stores.conversations.move(onward, NOON))
    there = await filled.read(lambda stores: stores.conversations.at_chat(HOME.account, "300"))
    assert [(one.id, one.space) for one in there] == [(1, MINA), (5, MINA), (anew.id, NOA)]


async def test_the_keys_of_the_new_table_hold(filled: Database) -> None:
    await migrate(filled, NOON)
    columns = "space, account, chat, thread, chat_kind, created_at"
    twice = f"INSERT INTO conversations ({columns}) SELECT {columns} FROM conversations"

    for forbidden in (twice, "DELETE FROM conversations"):
        with pytest.raises(CircadiaError, match="refused the call"):
            await filled.administer(partial(run, forbidden))
