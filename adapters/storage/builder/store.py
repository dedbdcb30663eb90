"""The port ChatStore over SQLite."""

import asyncio
import re
from collections.abc import Callable, Collection, Generator, Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Row

from adapters.storage.builder import chats
from adapters.storage.builder.schedules import Schedule
from adapters.storage.builder.tables import fact_topics, facts, prepare, spaces
from adapters.storage.errors import translated
from adapters.storage.journal import Checkpoints
from adapters.storage.sqlite import SqliteLine, open_engine
from adapters.storage.unit import T, undo
from core.companion.chat.model import ChatMessage
from core.companion.clock import WallClock
from core.companion.model import Fact, FactDraft, MemorySpace, Message
from core.companion.ports import Clock
from core.companion.rules import kept_entries, space_metadata, topic_keys
from core.errors import Closed, UnknownSpace
from core.instants import to_datetime
from core.schedule.model import ScheduleEntry

_OURS = re.compile(r"(space|fact)-([1-9][0-9]{0,17})")
"""No more digits than SQLite has room for."""


class SqliteMemoryStore:
    """A file with spaces, facts, schedules and chats; one connection in a thread of its own.

    It opens with the first call, or with `await store`; close it when its companions are closed.
    Another process may use the same file: whoever comes second waits for some seconds.
    """

    def __init__(self, file: Path, *, clock: Clock) -> None:
        engine = open_engine(file, "full", writes=True)
        self._file, self._clock = file, clock
        self._line, self._checkpoints = SqliteLine(engine), Checkpoints(engine)
        self._prepared = self._closed = False

    def __await__(self) -> "Generator[Any, None, SqliteMemoryStore]":
        return self._opened().__await__()

    async def __aenter__(self) -> "SqliteMemoryStore":
        return await self._opened()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let the file go; later calls raise `Closed`, a second closing does nothing."""
        if not self._closed:
            self._closed = True
            await self._line.close()
            await asyncio.to_thread(self._checkpoints.close)  # it may be at work

    async def create_space(
        self, display_name: str, seed_message: str, now: datetime
    ) -> MemorySpace:
        new = (
            spaces.insert()
            .values(
                display_name=display_name,
                created_at=to_datetime(now),
                metadata=dict(space_metadata(seed_message)),
            )
            .returning(spaces.c.id)
        )

        def create(connection: Connection) -> MemorySpace:
            number = connection.scalars(new).one()
            return _known(connection, f"space-{number}")

        return await self._do(create)

    async def get_space(self, space_id: str) -> MemorySpace | None:
        return await self._do(lambda connection: _space(connection, space_id))

    async def add_fact(self, space_id: str, fact: FactDraft) -> Fact:
        number = _number(space_id)
        new = (
            facts.insert()
            .values(
                space=number,
                created_at=self._clock.now(),
                statement=fact.statement,
                topics=list(fact.topics),
                confidence=fact.confidence,
                source=fact.source,
                metadata=dict(fact.metadata),
            )
            .returning(facts.c.id)
        )

        def add(connection: Connection) -> Fact:
            _known(connection, space_id)
            added = connection.scalars(new).one()
            chats.tag(connection, number, added, fact.topics)
            return _fact(connection.execute(facts.select().where(facts.c.id == added)).one())

        return await self._do(add)

    async def list_facts(self, space_id: str) -> list[Fact]:
        found = facts.select().where(facts.c.space == _number(space_id)).order_by(facts.c.id)
        return await self._do(lambda connection: [_fact(row) for row in connection.execute(found)])

    async def find_facts(self, space_id: str, topics: Sequence[str]) -> list[Fact]:
        tagged = fact_topics.select().with_only_columns(fact_topics.c.fact)
        tagged = tagged.where(
            fact_topics.c.space == _number(space_id), fact_topics.c.topic.in_(topic_keys(topics))
        )
        found = facts.select().where(facts.c.id.in_(tagged)).order_by(facts.c.id)
        return await self._do(lambda connection: [_fact(row) for row in connection.execute(found)])

    async def save_schedule_entries(self, space_id: str, entries: Sequence[ScheduleEntry]) -> None:
        kept = kept_entries(space_id, entries)

        def save(connection: Connection) -> None:
            _known(connection, space_id)
            _schedule(connection, space_id).save(kept)

        await self._do(save)

    async def list_schedule_entries(
        self, space_id: str, from_inclusive: datetime, to_exclusive: datetime
    ) -> list[ScheduleEntry]:
        first, end = to_datetime(from_inclusive), to_datetime(to_exclusive)
        return await self._do(lambda connection: _schedule(connection, space_id).found(first, end))

    async def delete_schedule_entries_before(
        self, space_id: str, cutoff_exclusive: datetime
    ) -> int:
        cutoff = to_datetime(cutoff_exclusive)
        return await self._do(
            lambda connection: _schedule(connection, space_id).delete_before(cutoff)
        )

    async def add_message(self, space_id: str, message: Message, *, person: str) -> ChatMessage:
        def add(connection: Connection) -> ChatMessage:
            _known(connection, space_id)
            return chats.add_message(connection, _number(space_id), message, person)

        return await self._do(add)

    async def list_messages(
        self, space_id: str, *, person: str | None = None, limit: int
    ) -> list[ChatMessage]:
        space = _number(space_id)
        return await self._do(lambda line: chats.last_messages(line, space, person, limit))

    async def count_messages(self, space_id: str) -> int:
        return await self._do(lambda line: chats.count_messages(line, _number(space_id)))

    async def delete_messages(self, space_id: str) -> int:
        return await self._do(lambda line: chats.delete_messages(line, _number(space_id)))

    async def save_facts(self, space_id: str, facts: Sequence[Fact]) -> int:
        space = _number(space_id)
        new = {_number(fact.id, "fact"): fact for fact in facts}

        def save(line: Connection) -> int:
            return sum(chats.save_fact(line, space, one, fact) for one, fact in new.items())

        return await self._do(save)

    async def delete_facts(self, space_id: str, fact_ids: Collection[str]) -> int:
        numbers = [_number(one, "fact") for one in fact_ids]
        return await self._do(lambda line: chats.delete_facts(line, _number(space_id), numbers))

    async def _opened(self) -> "SqliteMemoryStore":
        try:
            await self._do(lambda _: None)
        except BaseException:
            await self.close()  # nobody else holds it
            raise
        return self

    async def _do(self, body: Callable[[Connection], T]) -> T:
        """Return the result of `body`, a transaction of its own, once it is kept."""
        if self._closed:
            raise Closed("this store was closed; open another one on the same file")

        def step(connection: Connection) -> T:
            try:
                if not self._prepared:
                    prepare(connection)
                result = body(connection)
                connection.commit()
            finally:
                undo(connection)
            self._prepared = True
            return result

        with translated():
            if not self._prepared:
                await asyncio.to_thread(self._file.parent.mkdir, parents=True, exist_ok=True)
            result = await self._line.do(step)
        self._checkpoints.count()
        return result


def sqlite_memory_store(
    filename: str | PathLike[str], *, clock: Clock | None = None
) -> SqliteMemoryStore:
    """Return a store in a file, which is made with its folder if it is missing.

    It serves as it is, and may also be awaited (then the file is open) or entered with
    `async with` (then it is closed at the end). Facts are dated by `clock`, by this machine's if
    there is none.

    Raises:
        ValueError: the name is no file, such as "" or ":memory:"; use an InMemoryStore.
    """
    if not str(filename) or str(filename).startswith((":memory:", "file:")):
        raise ValueError(f"a store needs a file, got {str(filename)!r}; else use InMemoryStore")
    return SqliteMemoryStore(Path(filename), clock=clock or WallClock())


def _number(named: str, kind: str = "space") -> int:
    """Return the number in an id of ours; 0, which no row has, for any other."""
    found = _OURS.fullmatch(named)
    return int(found[2]) if found and found[1] == kind else 0


def _space(connection: Connection, space_id: str) -> MemorySpace | None:
    row = connection.execute(spaces.select().where(spaces.c.id == _number(space_id))).one_or_none()
    if row is None:
        return None
    return MemorySpace(
        id=f"space-{row.id}",
        display_name=row.display_name,
        created_at=row.created_at,
        metadata=row.metadata,
    )


def _known(connection: Connection, space_id: str) -> MemorySpace:
    space = _space(connection, space_id)
    if space is None:
        raise UnknownSpace(f"there is no space {space_id!r} in this store")
    return space


def _schedule(connection: Connection, space_id: str) -> Schedule:
    return Schedule(connection, _number(space_id), space_id)


def _fact(row: Row[Any]) -> Fact:
    return Fact(
        id=f"fact-{row.id}",
        created_at=row.created_at,
        statement=row.statement,
        topics=row.topics,
        confidence=row.confidence,
        source=row.source,
        metadata=row.metadata,
    )
