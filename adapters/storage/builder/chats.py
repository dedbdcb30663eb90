"""What a chat keeps: messages, and facts that change and go; on the connection of a transaction."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, update

from adapters.storage.builder.tables import fact_topics, facts, messages
from core.companion.chat.model import ChatMessage
from core.companion.model import Fact, Message, Sender
from core.companion.rules import topic_keys

AT_ONCE = 500
"""Values of one statement; SQLite takes some 32,000."""


def add_message(connection: Connection, space: int, message: Message, person: str) -> ChatMessage:
    """Store a message and return it."""
    new = messages.insert().values(
        space=space,
        person=person,
        sender=message.sender.value,
        time=message.time,
        content=message.content,
    )
    return _message(connection.execute(new.returning(*messages.c)).one())


def last_messages(
    connection: Connection, space: int, person: str | None, limit: int
) -> list[ChatMessage]:
    """Return the last messages, of one person's chat or of all, oldest first."""
    found = select(*messages.c).where(messages.c.space == space)
    if person is not None:
        found = found.where(messages.c.person == person)
    rows = connection.execute(found.order_by(messages.c.id.desc()).limit(max(0, limit)))
    return [_message(row) for row in reversed(rows.all())]


def count_messages(connection: Connection, space: int) -> int:
    """Return how many messages a space has."""
    counted = select(func.count()).select_from(messages).where(messages.c.space == space)
    return connection.scalars(counted).one()


def delete_messages(connection: Connection, space: int) -> int:
    """Delete all messages of a space and return how many that were."""
    return connection.execute(delete(messages).where(messages.c.space == space)).rowcount


def save_fact(connection: Connection, space: int, number: int, fact: Fact) -> bool:
    """Put a fact in the place of the one with its number; False if there is none."""
    change = update(facts).where(facts.c.space == space, facts.c.id == number)
    known = connection.execute(
        change.values(
            statement=fact.statement,
            topics=list(fact.topics),
            confidence=fact.confidence,
            source=fact.source,
            metadata=dict(fact.metadata),
        )
    ).rowcount
    if known:
        _untag(connection, space, [number])
        tag(connection, space, number, fact.topics)
    return bool(known)


def delete_facts(connection: Connection, space: int, numbers: Collection[int]) -> int:
    """Delete facts with what they are found by, and return how many that were."""
    gone = list(dict.fromkeys(numbers))
    deleted = 0
    for start in range(0, len(gone), AT_ONCE):
        batch = gone[start : start + AT_ONCE]
        _untag(connection, space, batch)
        rows = delete(facts).where(facts.c.space == space, facts.c.id.in_(batch))
        deleted += connection.execute(rows).rowcount
    return deleted


def tag(connection: Connection, space: int, number: int, topics: Sequence[str]) -> None:
    """Let a fact be found by its topics."""
    for key in topic_keys(topics):
        new = fact_topics.insert().values(space=space, topic=key, fact=number)
        connection.execute(new)


def _untag(connection: Connection, space: int, numbers: Sequence[int]) -> None:
    old = delete(fact_topics).where(fact_topics.c.space == space, fact_topics.c.fact.in_(numbers))
    connection.execute(old)


def _message(row: Row[Any]) -> ChatMessage:
    return ChatMessage(
        id=f"message-{row.id}",
        person=row.person,
        sender=Sender(row.sender),
        time=row.time,
        content=row.content,
    )
