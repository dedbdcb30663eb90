"""A database of the first version, with rows in all of its tables, comes over whole."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile

import pytest
from sqlalchemy import Connection, insert, inspect, select

from adapters.storage import Database, migrate
from adapters.storage.migrate import FOLDER
from adapters.storage.tables import metadata
from core.conversation.model import ConversationId, Moved, TurnId
from core.engine.model import BubbleKind, Lane
from tests.adapters.storage.test_migrate import differences, empty, empty_config
from tests.contracts.stores import ANN, DAY, HOME, MINA, NOON, after, at, hear, inbound

__all__ = ["empty", "empty_config"]

Values = Mapping[str, object]
HERE = ConversationId(1)


def said(number: int, key: str | None, **changes: object) -> Values:
    return {
        "id": number,
        "conversation": HERE,
        "account": HOME.account,
        "chat": HOME.chat,
        "message_id": key,
        "by_companion": False,
        "sender": ANN,
        "sender_name": "Ann",
        "text": f"안녕 {number}",
        "sent_at": after(number),
        "received_at": after(number),
        "edited_at": None,
        "deleted_at": None,
        "reply_to": None,
        "album": None,
        "language": "ko",
        "lane": "talk",
        "waits": False,
        "silence": None,
        "turn": None,
        **changes,
    }


OWN: Values = {"by_companion": True, "sender": None, "sender_name": "", "turn": 1}
ROWS: Mapping[str, Sequence[Values]] = {
    "spaces": [{"id": MINA, "created_at": NOON}],
    "conversations": [
        {
            "id": number,
            "space": MINA,
            "account": HOME.account,
            "chat": HOME.chat,
            "thread": thread,
            "chat_kind": "group",
            "created_at": NOON,
            "held_until": after(9),
            "unreachable": unreachable,
        }
        for number, thread, unreachable in ((1, "", None), (5, "7", "blocked"))
    ],
    "lanes": [{"conversation": HERE, "lane": "talk", "due_at": after(0.000001)}],
    "turns": [
        {
            "id": 1,
            "conversation": HERE,
            "lane": "talk",
            "state": "speaking",
            "speaker": ANN,
            "speaker_name": "Ann",
            "opened_at": NOON,
            "attempts": 2,
            "reserved": 500,
            "reserved_day": DAY,
            "language": None,
            "outcome": None,
            "trace": {"steps": [1, "é"]},
        }
    ],
    "messages": [
        said(1, "1", turn=1),
        said(2, "2", silence="not addressed"),
        said(3, None, **OWN),
        said(4, None, **OWN),
        said(5, "5", waits=True, edited_at=after(50), reply_to="1", album="a"),
        said(6, "6", lane="command", waits=True),
        said(9, "9", deleted_at=after(60)),
    ],
    "bubbles": [
        {
            "turn": 1,
            "position": position,
            "text": "well",
            "state": state,
            "due_at": after(position),
            "notice": position == 1,
            "reply_to": "1",
            "tries": 1,
            "reason": None,
        }
        for position, state in enumerate(("delivered", "pending"))
    ],
    "spending": [{"space": MINA, "day": DAY, "kind": "turn", "tokens": 7}],
    "people": [{"identity": ANN, "quiet_since": NOON}],
    "unreadables": [{"account": "tg", "update_id": "7", "reason": "KeyError", "received_at": NOON}],
}


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    """Give a folder of migrations that knows the first version only."""
    folder = tmp_path / "first" / "versions"
    folder.mkdir(parents=True)
    copyfile(FOLDER / "versions" / "v0001_first.py", folder / "v0001_first.py")
    return folder.parent


def fill(connection: Connection, whole: Mapping[str, Sequence[Values]] = ROWS) -> None:
    for name, rows in whole.items():
        connection.execute(insert(metadata.tables[name]), [dict(row) for row in rows])
    connection.commit()


def kept(
    connection: Connection, whole: Mapping[str, Sequence[Values]] = ROWS
) -> dict[str, list[Values]]:
    """Return the columns of a version of all rows."""
    found: dict[str, list[Values]] = {}
    for name, rows in whole.items():
        table = metadata.tables[name]
        columns = [table.c[column] for column in rows[0]]
        in_order = select(*columns).order_by(*table.primary_key)
        found[name] = [dict(row) for row in connection.execute(in_order).mappings()]
    return found


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


async def test_every_row_of_the_first_version_comes_over_whole(
    empty: Database, first_version: Path
) -> None:
    await migrate(empty, NOON, first_version)
    assert await empty.administer(tables) == set(ROWS)
    await empty.administer(fill)

    assert await migrate(empty, NOON) == ["0002", "0003", "0004", "0005"]

    assert await empty.administer(kept) == ROWS
    assert await empty.administer(differences) == []


async def test_what_the_first_version_kept_goes_on(empty: Database, first_version: Path) -> None:
    await migrate(empty, NOON, first_version)
    await empty.administer(fill)
    if empty.config.file is None:  # numbers that were given by hand are not counted there
        await empty.administer(count_on)
    await migrate(empty, NOON)

    desk, history, claimed = await empty.read(
        lambda stores: (
            stores.conversations.desk(HERE, Lane.TALK),
            stores.messages.recent(HERE, 10),
            stores.turns.messages(TurnId(1)),
        )
    )
    assert (desk.conversation.server, desk.due_at) == (None, after(0.000001))
    assert [(one.kind, one.message_id) for one in desk.bubbles] == [(BubbleKind.TEXT, None)] * 2
    assert [(one.id, one.addressed) for one in history] == [
        (1, True),
        (2, False),
        (3, True),
        (4, True),
        (5, True),
    ]
    assert {(one.attachments, one.marks) for one in history} == {((), ())}
    assert [one.id for one in claimed] == [1]
    places = await empty.read(lambda stores: stores.conversations.heard(HOME.account, {MINA}, 10))
    assert [one.message_id for one in places] == ["9", None]  # where it is blocked, nobody wrote
    moved = Moved(account=HOME.account, old_chat=HOME.chat, new_chat="300")
    await empty.write(lambda stores: stores.conversations.move(moved, NOON))
    assert (await empty.write(at)).id > 5
    assert await empty.write(lambda stores: hear(stores, inbound("10"))) > 9


def count_on(connection: Connection) -> None:
    for name in ("conversations", "messages", "turns"):
        connection.exec_driver_sql(
            f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"
        )
    connection.commit()
