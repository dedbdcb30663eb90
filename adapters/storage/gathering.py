"""Everything that is kept of a person, read out of the tables."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, Text, cast, or_, select

from adapters.storage import life_tables as lt
from adapters.storage import memory_tables as mt
from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.blocked import forgotten_at
from adapters.storage.chunks import chunks
from adapters.storage.decided import DECIDED
from adapters.storage.rows import Row, to_marks
from adapters.storage.theirs import Theirs
from core.conversation.model import ConversationId, IdentityId
from core.memory.rules.erasing import repeats
from core.memory.rules.refs import FACT, MESSAGE
from core.privacy.model import Dossier, Entry

_JSON = ("evidence", "topics", "metadata")
"""Columns whose text is JSON."""
_m, _v = t.messages.c, mt.vectors.c


class Gathering:
    """Reads one person's rows, section by section."""

    def __init__(
        self,
        connection: Connection,
        identities: frozenset[IdentityId],
        besides: ConversationId | None,
    ) -> None:
        self._connection = connection
        self._identities = identities
        self._theirs = Theirs(connection, identities, besides)
        self._left_out = self._theirs.running

    def dossier(self) -> Dossier:
        """Return everything."""
        parts: Mapping[str, Callable[[], Iterable[Entry]]] = {
            _section("conversations"): self._places,
            _section("messages"): lambda: map(_entry, self._messages()),
            _section("turns"): lambda: map(_entry, self._turns()),
            _section("bubbles"): self._answers,
            "reactions": self._reactions,
            _section("facts"): lambda: map(_entry, self._theirs.facts.values()),
            "meanings": self._meanings,
            "not learned from": self._blocked,
            "orders for plans": self._orders,
            "reasons to be away": self._reasons,
            _section("audits"): self._acts,
            _section("shares"): self._shares,
            _section("hosts"): self._hosts,
            "erased before": self._erased,
        }
        sections = {name: tuple(read()) for name, read in parts.items()}
        for name, which in self._theirs.whole():
            rows = self._rows(select(t.metadata.tables[name]).where(which))
            sections[_section(name)] = tuple(map(_entry, rows))
        there = {name: rows for name, rows in sections.items() if rows}
        return Dossier(identities=self._identities, sections=there)

    def _messages(self) -> list[Row]:
        every = self._theirs.messages.values()
        return [one for one in every if self._left_out is None or one["turn"] != self._left_out]

    def _turns(self) -> list[Row]:
        every = sorted(self._theirs.turns.items())
        return [row for number, row in every if number != self._left_out]

    def _places(self) -> Iterator[Entry]:
        used = {one["conversation"] for one in (*self._messages(), *self._turns())}
        for number, row in sorted(self._theirs.directs.items()):
            if number in used or self._left_out is None:
                told = {name: row[name] for name in DECIDED["conversations"].columns}
                yield _entry(told)

    def _answers(self) -> Iterator[Entry]:
        numbers = [one["id"] for one in self._turns()]
        asked = select(t.bubbles).order_by(t.bubbles.c.turn, t.bubbles.c.position)
        yield from map(_entry, self._few(asked, t.bubbles.c.turn, numbers))

    def _reactions(self) -> Iterator[Entry]:
        for row in marked(self._connection, self._theirs):
            for mark in to_marks(row["marks"]):
                if mark.sender in self._identities:
                    told = {"emoji": mark.emoji, "sender_name": mark.sender_name}
                    yield {"message": row["id"], "sender": mark.sender, **told}

    def _meanings(self) -> Iterator[Entry]:
        counts: Counter[str] = Counter()
        kinds = ((FACT, self._theirs.facts), (MESSAGE, self._theirs.messages))
        for kind, numbers in kinds:
            asked = select(_v.model).where(_v.kind == kind)
            counts.update(row["model"] for row in self._few(asked, _v.number, numbers))
        for model, count in sorted(counts.items()):
            yield {"model": model, "count": count}

    def _blocked(self) -> Iterator[Entry]:
        blocked = select(mt.blocked_messages.c.message)
        messages = self._few(blocked, mt.blocked_messages.c.message, self._theirs.messages)
        for row in messages:
            yield {"message": row["message"]}

    def _orders(self) -> Iterator[Entry]:
        for table, column in ORDERS:
            for row in self._rows(select(table).where(table.c[column].is_not(None))):
                if self._theirs.is_order(row[column]):
                    when = row.get("period") or row.get("day")
                    yield {"space": row["space"], "of": when, "words": row[column]}

    def _reasons(self) -> Iterator[Entry]:
        columns = lt.overrides.c
        for row in self._rows(select(columns.space, columns.reason)):
            if repeats(row["reason"], self._theirs.weight):
                yield dict(row)

    def _acts(self) -> Iterator[Entry]:
        asked = select(st.audits).where(st.audits.c.actor.in_(self._theirs.identities))
        yield from map(_entry, self._rows(asked.order_by(st.audits.c.id)))

    def _shares(self) -> Iterator[Entry]:
        yield from map(_entry, self._few(select(st.shares), st.shares.c.fact, self._theirs.facts))

    def _hosts(self) -> Iterator[Entry]:
        for row in self._rows(select(st.hosts)):
            if (row["account"], row["chat"]) in self._theirs.routes:
                yield _entry(row)

    def _erased(self) -> Iterator[Entry]:
        for identity in self._theirs.identities:
            at = forgotten_at(self._connection, IdentityId(identity))
            if at is not None:
                yield {"identity": identity, "said_until": at.isoformat()}

    def _few(self, asked: Select[Any], column: Any, values: Iterable[int]) -> Iterator[Row]:
        for some in chunks(values):
            yield from self._rows(asked.where(column.in_(some)))

    def _rows(self, asked: Select[Any]) -> Iterable[Row]:
        return self._connection.execute(asked).mappings().all()


ORDERS = (
    (lt.duties, "message"),
    (lt.day_plans, "source_message"),
    (lt.day_lines, "source_message"),
)
"""Where an owner's words for a plan stand."""


def marked(connection: Connection, theirs: Theirs) -> list[Row]:
    """Return messages of others on which somebody put a reaction: number and marks."""
    text = cast(_m.marks, Text)
    named = or_(*(text.like(f'%"{_escaped(one)}"%', escape="\\") for one in theirs.identities))
    found = connection.execute(select(_m.id, _m.marks).where(_m.marks.is_not(None), named))
    return [row for row in found.mappings() if row["id"] not in theirs.messages]


def _escaped(identity: str) -> str:
    quoted = json.dumps(identity)[1:-1]
    return quoted.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _section(table: str) -> str:
    return DECIDED[table].section or table


def _entry(row: Row | Mapping[str, Any]) -> Entry:
    """Return a row as JSON, without what is empty."""
    told = {name: _plain(name, value) for name, value in row.items()}
    return {name: value for name, value in told.items() if value not in (None, "", [], {})}


def _plain(name: str, value: Any) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if name in _JSON and isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
