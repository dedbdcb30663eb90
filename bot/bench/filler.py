"""Rows of filler: a database that has lived for years."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, insert, select

from adapters.storage.database import Database
from adapters.storage.tables import conversations, messages

CHATS = 200
"""The filler is spread over as many conversations, none of which is written to later."""
BATCH = 5_000


async def fill(database: Database, rows: int) -> None:
    """Add `rows` messages of a history; the schema must be there."""
    await database.administer(lambda connection: _fill(connection, rows))


def _fill(connection: Connection, rows: int) -> None:
    start = datetime(2025, 1, 1, tzinfo=UTC)
    connection.execute(insert(conversations), [_chat(number, start) for number in range(CHATS)])
    known = list(
        connection.scalars(select(conversations.c.id).where(conversations.c.account == "filler"))
    )
    for first in range(0, rows, BATCH):
        numbers = range(first, min(first + BATCH, rows))
        connection.execute(
            insert(messages), [_message(number, known[number % CHATS], start) for number in numbers]
        )
    connection.commit()


def _chat(number: int, start: datetime) -> dict[str, object]:
    return {
        "space": "bench",
        "account": "filler",
        "chat": str(number),
        "thread": "",
        "chat_kind": "direct",
        "created_at": start,
    }


def _message(number: int, conversation: int, start: datetime) -> dict[str, object]:
    at = start + timedelta(seconds=number)
    own = number % 2 == 1
    return {
        "conversation": conversation,
        "account": "filler",
        "chat": str(number % CHATS),
        "message_id": str(number),
        "by_companion": own,
        "sender": None if own else f"filler:{number % CHATS}",
        "sender_name": "" if own else "Somebody",
        "text": f"Line {number}: what one says over the years, about the weather and the trains.",
        "sent_at": at,
        "received_at": at,
        "lane": "talk",
        "waits": False,
    }
