"""Which rows are a person's, in tables."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, or_, select

from adapters.storage import memory_tables as mt
from adapters.storage import tables as t
from adapters.storage.chunks import chunks
from adapters.storage.decided import DECIDED, How
from adapters.storage.fact_rows import FACTS
from adapters.storage.rows import Row, to_attachments
from adapters.storage.sayings import PLACES
from core.conversation.model import ChatKind, ConversationId, IdentityId
from core.engine.model import Lane, TurnState
from core.memory.model import direct
from core.memory.rules.erasing import Weighty, words_of_weight
from core.privacy.rules.seeking import bare_number, folded

_m, _c, _f, _t = t.messages.c, t.conversations.c, mt.facts.c, t.turns.c
_COMMAND = Lane.COMMAND.value
_REST = [one for one in t.conversations.c if one.name not in ("id", "chat_kind")]


class Theirs:
    """Looks a person's rows up, each kind once: what is deleted meanwhile is still known."""

    def __init__(
        self,
        connection: Connection,
        identities: frozenset[IdentityId],
        answering: ConversationId | None = None,
    ) -> None:
        """`answering` is where a command of theirs is under way."""
        self.connection = connection
        self.identities = sorted(identities)
        self.audiences = [direct(one) for one in self.identities]
        self.numbers = sorted({bare_number(one) for one in self.identities} - {""})
        self._answering = answering

    @cached_property
    def directs(self) -> Mapping[int, Row]:
        """Their direct talks, by number: those in which they were the first person to write.

        One in which nobody has written is that of whom it was answered to, or is named by.
        """
        spoke = select(_m.conversation).where(_m.sender.in_(self.identities))
        answered = select(_t.conversation).where(_t.speaker.in_(self.identities))
        asked = PLACES.add_columns(*_REST).where(
            _c.chat_kind == ChatKind.DIRECT.value,
            or_(_c.id.in_(spoke), _c.id.in_(answered), _c.chat.in_(self.numbers)),
        )
        rows = self.connection.execute(asked).mappings()
        return {row["id"]: row for row in rows if self._is_first(row)}

    @cached_property
    def turns(self) -> Mapping[int, Row]:
        """Turns that answer them, and all of their direct talks, by number."""
        asked = select(t.turns)
        return {
            row["id"]: row
            for row in (
                *self._rows(asked.where(_t.speaker.in_(self.identities))),
                *self._few(asked, _t.conversation, self.directs),
            )
        }

    @cached_property
    def messages(self) -> Mapping[int, Row]:
        """What they said, what was said to them, and all of their direct talks, by number."""
        asked = select(t.messages)
        own = asked.where(t.BY_COMPANION)
        found = {
            row["id"]: row
            for row in (
                *self._rows(asked.where(~t.BY_COMPANION, _m.sender.in_(self.identities))),
                *self._few(asked, _m.conversation, self.directs),
                *self._few(own, _m.turn, self.turns),
            )
        }
        return dict(sorted(found.items()))

    @cached_property
    def facts(self) -> Mapping[int, Row]:
        """What is about them, told by them, or said to them alone, by number."""
        asked = FACTS.where(
            or_(
                _f.subject.in_(self.identities),
                _f.speaker.in_(self.identities),
                _f.audience.in_(self.audiences),
            )
        ).order_by(_f.id)
        return {row["id"]: row for row in self._rows(asked)}

    @cached_property
    def rooms(self) -> set[int]:
        """Rooms that hear of a fact of theirs: where it was said, or where it was released to."""
        heard = {
            one
            for row in self.facts.values()
            for one in (row["audience"], *(row["shared"] or "").split())
        }
        numbers = (one.removeprefix("room:") for one in heard if one.startswith("room:"))
        return {int(one) for one in numbers if one.isdecimal()}

    @cached_property
    def names(self) -> frozenset[str]:
        """What they were called."""
        called = [
            *(one["sender_name"] for one in self.messages.values() if self._said(one)),
            *(one["speaker_name"] for one in self.turns.values() if self._asked(one)),
        ]
        return frozenset(name for name in called if name.strip())

    @cached_property
    def texts(self) -> list[str]:
        """What they said, and what is remembered of them."""
        spoken = (text for row in self.messages.values() for text in texts_of(row))
        return [*spoken, *(row["statement"] for row in self.facts.values())]

    @cached_property
    def weight(self) -> Weighty:
        """The words of weight of all that, names included."""
        return words_of_weight([*self.texts, *self.names])

    @cached_property
    def orders(self) -> list[str]:
        """The commands that they gave."""
        lines = (one for one in self.messages.values() if one["lane"] == _COMMAND)
        return [folded(one["text"]) for one in lines]

    @cached_property
    def spaces(self) -> Mapping[int, str]:
        """The space of each conversation in which something is theirs."""
        places = {one["conversation"] for one in self.messages.values()}
        places |= {one["conversation"] for one in self.turns.values()} | self.directs.keys()
        asked = select(_c.id, _c.space)
        return {row["id"]: row["space"] for row in self._few(asked, _c.id, places)}

    @cached_property
    def running(self) -> int | None:
        """The turn of the command that they are giving right now."""
        for number, row in self.turns.items():
            if (row["conversation"], row["lane"]) == (self._answering, _COMMAND) and row[
                "state"
            ] != TurnState.CLOSED.value:
                return number
        return None

    @cached_property
    def routes(self) -> set[tuple[str, str]]:
        """Account and chat of their direct talks."""
        return {(one["account"], one["chat"]) for one in self.directs.values()}

    @cached_property
    def chats(self) -> frozenset[str]:
        """What platforms call their direct talks; a bare number that is another's is none."""
        asked = select(_c.id, _c.chat).where(_c.chat.in_(self.numbers))
        others = {row["chat"] for row in self._rows(asked) if row["id"] not in self.directs}
        return frozenset({*self.numbers} - others | {chat for _, chat in self.routes})

    def is_order(self, words: str | None) -> bool:
        """Return whether words, kept for a plan, are those of a command of theirs."""
        told = folded(words or "")
        return bool(told) and any(told in line for line in self.orders)

    def whole(self) -> Iterator[tuple[str, ColumnElement[bool]]]:
        """Yield the tables of which rows with their identity are theirs, and which rows."""
        for name, decided in DECIDED.items():
            if decided.whole:
                columns = [c for c, how in decided.columns.items() if how is How.IDENTITY]
                table = t.metadata.tables[name]
                yield name, or_(*(table.c[one].in_(self.identities) for one in columns))

    def _is_first(self, row: Row) -> bool:
        first = row["person"] or row["bot"]
        return first is None or first in self.identities

    def _said(self, row: Row) -> bool:
        return not row["by_companion"] and row["sender"] in self.identities

    def _asked(self, row: Row) -> bool:
        return row["speaker"] in self.identities

    def _few(
        self, asked: Select[Any], column: ColumnElement[Any], values: Iterable[int]
    ) -> Iterator[Row]:
        for some in chunks(values):
            yield from self._rows(asked.where(column.in_(some)))

    def _rows(self, asked: Select[Any]) -> Collection[Row]:
        return self.connection.execute(asked).mappings().all()


def texts_of(row: Row) -> tuple[str, ...]:
    """Return the words of a message: its text, its voice, and what its files are called."""
    names = (one.name for one in to_attachments(row["attachments"]))
    return tuple(text for text in (row["text"], row["heard"] or "", *names) if text.strip())
