"""What is erased leaves no bytes in SQLite's files, nor in backups that nobody asked for."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np

from adapters.storage import Database, DatabaseConfig, backup, migrate
from adapters.storage.backup import keep_aside
from adapters.storage.journal import beside, outside
from adapters.storage.migrate import FOLDER
from core.conversation.model import MessageId
from core.engine.model import BubbleState
from core.engine.ports import Stores
from core.memory.model import Embedding, FactId, Ref
from core.memory.rules.packing import packed
from tests.contracts.memories import MODEL, answers, draft, place, says
from tests.contracts.stores import MINA, NOON, after, begin, bubble

CANARY = "Zanzibar"
MEANING = Embedding(vector=np.linspace(0.123, 0.321, 256, dtype=np.float32))


def remains(config: DatabaseConfig) -> list[str]:
    """Return the names of files that hold the canary, or the vector of its meaning."""
    assert config.file is not None
    needles = (CANARY.encode(), CANARY.lower().encode(), packed(MEANING).vector)
    files = (config.file, *beside(config.file), *config.backups.glob("*"))
    found = [file for file in files if file.exists()]
    return [file.name for file in found if any(one in file.read_bytes() for one in needles)]


def live(stores: Stores, number: int) -> tuple[MessageId, FactId]:
    here = place(stores)
    said = says(stores, f"{number} {CANARY} " + number * "x", here, at=after(number))
    turn = begin(stores, said)
    text = f"{CANARY}? " + number * "y"
    stores.turns.add_bubbles([bubble(turn, 0, text=text, state=BubbleState.DELIVERED)])
    stores.turns.save(turn, {"reasoning": text})
    answers(stores, text, here, turn.id)
    fact = stores.facts.add(draft(f"{number} {CANARY} " + number * "z", evidence=(said,)), NOON)
    refs: tuple[Ref, ...] = (f"msg:{said}", fact.ref)
    stores.vectors.put(MINA, MODEL, dict.fromkeys(refs, MEANING))
    return said, fact.id


def erase(stores: Stores, lived: list[tuple[MessageId, FactId]]) -> None:
    messages, facts = [one for one, _ in lived], [one for _, one in lived]
    stores.sayings.erase(MINA, messages, [CANARY], facts)
    stores.facts.delete(MINA, facts)


def filling(number: int) -> Callable[[Stores], tuple[MessageId, FactId]]:
    return lambda stores: live(stores, number)


async def test_no_byte_is_left_in_the_files(sqlite_config: DatabaseConfig) -> None:
    database = Database(sqlite_config)
    lived = [await database.write(filling(number)) for number in range(0, 6_000, 97)]
    await keep_aside(sqlite_config, NOON)
    assert len(remains(sqlite_config)) >= 2

    await database.write(lambda stores: erase(stores, lived))
    assert await database.scrub()

    assert remains(sqlite_config) == []
    assert await database.read(lambda stores: stores.facts.counts(MINA).people) == 0
    await database.close()
    assert remains(sqlite_config) == []


async def test_only_backups_that_were_asked_for_are_left(
    config: DatabaseConfig, database: Database
) -> None:
    for hour in range(3):
        await keep_aside(config, NOON.replace(hour=hour))
    kept = await backup(database, NOON)

    assert await database.scrub()

    assert list(config.backups.iterdir()) == [kept]


async def test_a_scrub_needs_no_backups_and_can_be_said_twice(database: Database) -> None:
    await database.write(filling(1))

    assert await database.scrub()
    assert await database.scrub()

    assert await database.read(lambda stores: stores.facts.counts(MINA).people) == 1


async def test_a_scrub_tells_that_somebody_reads_for_too_long(
    sqlite_config: DatabaseConfig,
) -> None:
    assert sqlite_config.file is not None
    database = Database(sqlite_config)
    await database.write(filling(1))
    hasty = partial(outside, statement="PRAGMA busy_timeout = 10")
    await database.administer(hasty)
    with closing(sqlite3.connect(sqlite_config.file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM messages").fetchone()
        await database.write(filling(2))

        assert not await database.scrub()

    await database.write(filling(3))
    assert await database.scrub()
    await database.close()


async def test_what_was_deleted_by_an_older_version_leaves_its_bytes_at_the_migration(
    tmp_path: Path,
) -> None:
    older = tmp_path / "older"
    (older / "versions").mkdir(parents=True)
    for script in (FOLDER / "versions").glob("v000[123]_*.py"):
        (older / "versions" / script.name).write_text(script.read_text())
    config = DatabaseConfig(synchronous="normal").resolve(tmp_path)
    database = Database(config)
    await migrate(database, NOON, older)
    assert config.file is not None
    with closing(sqlite3.connect(config.file)) as other:
        other.execute("PRAGMA secure_delete = OFF")
        for number in range(9):
            row = (f"{CANARY} {number}", "2026-01-10 12:00:00.000000")
            other.execute("INSERT INTO spaces VALUES (?, ?)", row)
        other.commit()
        other.execute("DELETE FROM spaces")
        other.commit()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert remains(config) == ["circadia.sqlite"]

    await migrate(database, NOON)
    assert await database.scrub()

    assert remains(config) == []
    await database.close()
