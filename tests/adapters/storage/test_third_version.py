"""A database of the third version, with rows in all of its tables, comes over whole."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile

import pytest

from adapters.storage import Database, migrate
from adapters.storage.migrate import FOLDER
from core.conversation.model import ConversationId
from core.memory.model import direct
from tests.adapters.storage import test_first_version as first
from tests.adapters.storage import test_second_version as second
from tests.adapters.storage.test_first_version import Values, count_on, fill, kept
from tests.adapters.storage.test_migrate import differences, empty, empty_config
from tests.contracts.memories import MODEL, draft, eye
from tests.contracts.stores import ANN, DAY, MINA, NOON, after, hear, inbound

__all__ = ["empty", "empty_config"]


def widened(name: str, row: Values) -> Values:
    """Return a row of the second version with what the third one added."""
    if name == "conversations":
        return {**row, "spoke_at": after(4)}
    if name == "bubbles":
        return {**row, "picture": "day:2026-05-02:light"}
    if name == "messages":
        return {**row, "heard": "I moved"}
    if name == "turns":
        return {**row, "waited": {"reason": "busy"}}
    return row


MADE: Values = {"made_by": "rules", "made_at": NOON, "source_message": None}
ROWS: Mapping[str, Sequence[Values]] = {
    **{name: [widened(name, row) for row in rows] for name, rows in second.ROWS.items()},
    "day_plans": [{"space": MINA, "day": DAY, "zone": "UTC", "blocks": "[]", **MADE}],
    "day_lines": [
        {"space": MINA, "day": DAY, "activity": "rest", "title": "…", "description": None, **MADE}
    ],
    "overrides": [
        {"space": MINA, "mode": "offline", "since": NOON, "until": after(9), "reason": "…"}
    ],
    "revisions": [{"space": MINA, "number": 7}],
    "duties": [
        {
            "space": MINA,
            "kind": "plan-day",
            "period": DAY,
            "state": "owed",
            "due_at": NOON,
            "attempts": 1,
            "reason": None,
            "done_at": None,
            "message": None,
        }
    ],
}


@pytest.fixture
def third_version(tmp_path: Path) -> Path:
    """Give a folder of migrations that knows the first three versions only."""
    folder = tmp_path / "third" / "versions"
    folder.mkdir(parents=True)
    for name in ("v0001_first.py", "v0002_messengers.py", "v0003_lives.py"):
        copyfile(FOLDER / "versions" / name, folder / name)
    return folder.parent


@pytest.fixture
async def filled(empty: Database, third_version: Path) -> Database:
    """Give a database of the third version with rows in all of its tables."""
    await migrate(empty, NOON, third_version)
    assert await empty.administer(first.tables) == set(ROWS)
    await empty.administer(lambda connection: fill(connection, ROWS))
    if empty.config.file is None:
        await empty.administer(count_on)
    return empty


async def test_every_row_of_the_third_version_comes_over_whole(filled: Database) -> None:
    assert await migrate(filled, NOON) == ["0004", "0005"]

    assert await filled.administer(lambda connection: kept(connection, ROWS)) == ROWS
    assert await filled.administer(differences) == []


async def test_what_was_said_before_is_what_memory_sees(filled: Database) -> None:
    await migrate(filled, NOON)

    heard, missing, window = await filled.read(
        lambda stores: (
            stores.sayings.heard(eye()),
            stores.vectors.missing(MINA, MODEL, 99),
            stores.messages.recent(ConversationId(1), 99),
        )
    )
    assert [one.id for one in heard] == [1, 2, 3, 4, 5]
    assert [ref for ref, _ in missing] == [f"msg:{one}" for one in (5, 4, 3, 2, 1)]
    assert [one.id for one in window] == [1, 2, 3, 4, 5]


async def test_memory_begins_after_the_migration(filled: Database) -> None:
    await migrate(filled, NOON)

    fact = await filled.write(lambda stores: stores.facts.add(draft(), NOON))
    await filled.write(lambda stores: stores.facts.block(MINA, "x", []))

    assert fact.audience == direct(ANN)
    assert await filled.read(lambda stores: stores.facts.is_blocked(MINA, "X", []))
    assert await filled.write(lambda stores: hear(stores, inbound("10"))) > 9
