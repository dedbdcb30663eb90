"""Facts of filler: what is known of many people after years, with vectors at random."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random

import numpy as np
from sqlalchemy import Connection, func, insert, select, text

from adapters.storage.database import Database
from adapters.storage.fact_rows import from_fact
from adapters.storage.memory_tables import facts, vectors
from adapters.storage.tables import conversations, messages
from core.conversation.model import IdentityId
from core.memory.model import EVERYONE, PERSONA, Embedding, FactDraft, FactId, Subject, direct
from core.memory.rules.keeping import as_fact
from core.memory.rules.packing import packed
from core.memory.rules.refs import FACT, MESSAGE
from core.persona.model import SpaceId

START = datetime(2025, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=5)
BATCH = 2_000
OF_PERSONA = 500
"""One fact in so many is the persona's, and heard by everybody."""
FRAMES = (
    "{who} likes the {a} {b} more than any {c}.",
    "{who} works with {a} at the {b} since March 2024, and hopes for a {c}.",
    "{who} met {a} at the {b} and told of the {c}, which was late again.",
    "{who} lives near the {a} with a {b}, and a {c} that sleeps all day.",
    "Last winter {who} went to {a} by train, and lost the {b} on the way to the {c}.",
)
SYLLABLES = ("ba", "cor", "del", "fen", "gar", "hol", "in", "kel", "lor", "mar", "nes", "tov")
WORDS = tuple(a + b + c for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES)
COMMONNESS = tuple(accumulate(1 / (rank + 10) for rank in range(len(WORDS))))
"""As in every language, few words are in many mouths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filler:
    """What a space is filled with."""

    space: SpaceId
    model: str | None
    """Whose vectors they pass for; None for none."""
    size: int = 512
    """Numbers in a vector."""


def sentence(rng: Random, who: str) -> str:
    """Return something that may be known of `who`."""
    a, b, c = rng.choices(WORDS, cum_weights=COMMONNESS, k=3)
    return rng.choice(FRAMES).format(who=who, a=a, b=b, c=c)


def drafts(
    space: SpaceId, persons: Sequence[IdentityId], count: int, rng: Random
) -> Iterator[FactDraft]:
    """Yield `count` facts of `persons` in turn, and some of the persona."""
    for number in range(count):
        of_persona = number % OF_PERSONA == OF_PERSONA - 1
        person = persons[number % len(persons)]
        yield FactDraft(
            space=space,
            subject=PERSONA if of_persona else Subject(person),
            statement=sentence(rng, "I" if of_persona else person.rpartition(":")[2]),
            audience=EVERYONE if of_persona else direct(person),
            source="circadia.bench",
            speaker=None if of_persona else person,
        )


async def know(
    database: Database, filler: Filler, persons: Sequence[IdentityId], count: int
) -> None:
    """Add `count` facts of `persons` with their vectors; the schema must be there."""
    rng = Random(count)  # noqa: S311  # the same filler each time
    many = list(drafts(filler.space, persons, count, rng))
    await database.administer(lambda connection: _know(connection, filler, many))


async def talk(database: Database, filler: Filler, person: IdentityId, count: int) -> None:
    """Add `count` messages of a direct talk with `person`, and their vectors."""
    await database.administer(lambda connection: _talk(connection, filler, person, count))


def stored_bytes(connection: Connection) -> int:
    """Return how large a database is, without what is free in it."""
    if connection.dialect.name == "postgresql":
        asked = text("SELECT pg_database_size(current_database())")
        return int(connection.execute(asked).scalar_one())
    pages, free, page = (
        connection.execute(text(f"PRAGMA {name}")).scalar_one()
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * page)


def _know(connection: Connection, filler: Filler, many: Sequence[FactDraft]) -> None:
    known = connection.execute(select(func.max(facts.c.id))).scalar_one() or 0
    for first in range(0, len(many), BATCH):
        some = many[first : first + BATCH]
        rows = [
            from_fact(as_fact(draft, FactId(0), START + (first + number) * APART))
            for number, draft in enumerate(some)
        ]
        connection.execute(insert(facts), rows)
        asked = select(facts.c.id).where(facts.c.id > known).order_by(facts.c.id)
        numbers = list(connection.scalars(asked))
        known = numbers[-1]
        _mean(connection, filler, FACT, numbers)
    connection.commit()


def _talk(connection: Connection, filler: Filler, person: IdentityId, count: int) -> None:
    rng = Random(count)  # noqa: S311  # the same filler each time
    chat = f"{filler.space}-{person}"
    here = connection.execute(
        insert(conversations).returning(conversations.c.id),
        {
            "space": filler.space,
            "account": "filler",
            "chat": chat,
            "thread": "",
            "chat_kind": "direct",
            "created_at": START,
        },
    ).scalar_one()
    for first in range(0, count, BATCH):
        rows = [
            _message(here, chat, person, number, sentence(rng, "somebody"))
            for number in range(first, min(first + BATCH, count))
        ]
        connection.execute(insert(messages), rows)
    asked = select(messages.c.id).where(messages.c.conversation == here)
    numbers = list(connection.scalars(asked.order_by(messages.c.id)))
    for first in range(0, count, BATCH):
        _mean(connection, filler, MESSAGE, numbers[first : first + BATCH])
    connection.commit()


def _message(here: int, chat: str, person: IdentityId, number: int, said: str) -> dict[str, object]:
    at, own = START + number * APART, number % 2 == 1
    return {
        "conversation": here,
        "account": "filler",
        "chat": chat,
        "message_id": str(number),
        "by_companion": own,
        "sender": None if own else person,
        "sender_name": "" if own else "Somebody",
        "text": said,
        "sent_at": at,
        "received_at": at,
        "lane": "talk",
        "waits": False,
    }


def _mean(connection: Connection, filler: Filler, kind: str, numbers: Sequence[int]) -> None:
    """Give everything a vector of unit length."""
    if filler.model is None or not numbers:
        return
    drawn = np.random.default_rng(numbers[0]).standard_normal((len(numbers), filler.size))
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    connection.execute(
        insert(vectors),
        [
            {
                "space": filler.space,
                "kind": kind,
                "number": number,
                "model": filler.model,
                "size": filler.size,
                "vector": packed(Embedding(vector=row.astype(np.float32))).vector,
                "rows": 0,
                "tokens": b"",
            }
            for number, row in zip(numbers, drawn, strict=True)
        ],
    )
