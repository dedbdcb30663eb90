"""Words that are taken out of all tables."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Text,
    bindparam,
    case,
    cast,
    func,
    or_,
    select,
    update,
)

from adapters.storage import life_tables as lt
from adapters.storage import memory_tables as mt
from adapters.storage import tables as t
from adapters.storage.chunks import chunks
from adapters.storage.plans import raise_revision
from adapters.storage.rows import Row, to_attachments
from adapters.storage.vectors import drop
from core.conversation.model import MessageId
from core.engine.model import ERASED, BubbleState, Lane, TurnState
from core.memory.model import FactId, Ref
from core.memory.rules.erasing import Weighty, repeats, without, words_of_weight
from core.memory.rules.refs import FACT, MESSAGE, names_any
from core.persona.model import SpaceId

TERMS = 50
"""References that one statement looks for."""

_m = t.messages.c
_c = t.conversations.c
_HERE = _c.space == bindparam("in_space")
_SPOKEN = select(_m.id, _m.text, _m.heard, _m.attachments, _m.marks, _m.turn)
_GIVEN = _SPOKEN.join(t.conversations, _c.id == _m.conversation).where(
    _HERE, _m.id.in_(bindparam("messages", expanding=True))
)
_OWN = _SPOKEN.where(_m.turn.in_(bindparam("turns", expanding=True)), t.BY_COMPANION)
_EMPTY = (
    update(t.messages)
    .where(_m.id.in_(bindparam("known", expanding=True)))
    .values(
        text="",
        heard=None,
        attachments=None,
        marks=None,
        # Nobody told when: it was gone as soon as it came.
        deleted_at=func.coalesce(_m.deleted_at, _m.received_at),
        waits=False,
        silence=case((t.WAITS, "deleted"), else_=_m.silence),
    )
)
_CITING = (
    select(mt.evidence.c.fact)
    .join(mt.facts, mt.facts.c.id == mt.evidence.c.fact)
    .where(
        mt.facts.c.space == bindparam("in_space"),
        mt.evidence.c.message.in_(bindparam("messages", expanding=True)),
    )
)
_TRACE = cast(t.turns.c.trace, Text)
_TRACES = (
    select(t.turns.c.id, t.turns.c.trace)
    .join(t.conversations, _c.id == t.turns.c.conversation)
    .where(_HERE)
)
_OF_TURNS = _TRACES.where(t.turns.c.id.in_(bindparam("turns", expanding=True)))
_SAVE_TRACE = (
    update(t.turns).where(t.turns.c.id == bindparam("known")).values(trace=bindparam("kept"))
)
_b = t.bubbles.c
_RAN = (_m.lane == Lane.COMMAND.value) & ~t.WAITS
_COMMANDS = (
    _SPOKEN.join(t.conversations, _c.id == _m.conversation)
    .outerjoin(t.turns, t.turns.c.id == _m.turn)
    .where(
        _HERE,
        _RAN,
        or_(t.turns.c.id.is_(None), t.turns.c.state != TurnState.THINKING.value),
    )
)
_TOLD = (
    select(_b.turn, _b.position, _b.text, _b.state)
    .join(t.turns, t.turns.c.id == _b.turn)
    .join(t.conversations, _c.id == t.turns.c.conversation)
    .where(_HERE, t.turns.c.lane == Lane.COMMAND.value)
)
_BUBBLES = select(_b.turn, _b.position, _b.text, _b.state).where(
    _b.turn.in_(bindparam("turns", expanding=True))
)
_EMPTY_BUBBLE = (
    update(t.bubbles)
    .where(_b.turn == bindparam("of_turn"), _b.position == bindparam("at_position"))
    .values(text="")
)
_DROP_BUBBLE = _EMPTY_BUBBLE.values(state=BubbleState.DROPPED.value, reason=ERASED)

_WHY = select(lt.overrides.c.reason).where(lt.overrides.c.space == bindparam("in_space"))
_EMPTY_OVERRIDE = (
    update(lt.overrides).where(lt.overrides.c.space == bindparam("in_space")).values(reason="")
)


class Erasure:
    """One erasing: what is given, and what repeats it."""

    def __init__(
        self,
        connection: Connection,
        space: SpaceId,
        messages: Collection[MessageId],
        statements: Collection[str],
        facts: Collection[FactId],
    ) -> None:
        self._connection = connection
        self._space = space
        self._facts = set(facts)
        self._given = [
            row for some in chunks(messages) for row in self._rows(_GIVEN, messages=some)
        ]
        spoken = (words for row in self._given for words in _words(row))
        self._words = words_of_weight([*statements, *spoken])

    def done(self) -> int:
        """Take the words out, and return how many rows lost some."""
        turns, echoes = self._repeated()
        once = {row["id"]: row for row in (*self._given, *echoes)}  # an echo may be given, too
        lost = self._empty(once.values())
        for some in chunks(turns):
            lost += self._empty_bubbles(self._rows(_BUBBLES, turns=some))
            lost += self._empty_traces(some)
        lost += self._empty(self._repeating(self._rows(_COMMANDS)))
        lost += self._empty_bubbles(self._rows(_TOLD))
        return lost + self._empty_override()

    def echoes(self) -> list[MessageId]:
        """Return what the companion said that repeats it, by id."""
        _, echoes = self._repeated()
        return sorted(MessageId(row["id"]) for row in echoes)

    def take_out(self, turn: int, words: Weighty) -> tuple[int, list[Row]]:
        """Take from one turn what repeats these words instead.

        Returns how many rows lost some, and what the companion had said with them.
        """
        self._words = words
        echoes = self._repeating(self._rows(_OWN, turns=[turn]))
        lost = self._empty(echoes) + self._empty_bubbles(self._rows(_BUBBLES, turns=[turn]))
        return lost + self._empty_traces([turn]), echoes

    def empty_said(self, row: Row) -> int:
        """Take all words out of one message, and return whether it had any."""
        return self._empty([row])

    def empty_told(self, row: Row) -> int:
        """Take all words out of one bubble, and return whether it had any."""
        self._let_fall(row)
        return bool(row["text"])

    def _repeated(self) -> tuple[list[int], list[Row]]:
        """Return the turns that saw something of it, and what the companion repeated there.

        What saw a repetition counts, too.
        """
        found = {row["turn"] for row in self._given if row["turn"] is not None}
        found |= self._naming(self._refs())
        turns: set[int] = set()
        echoes: list[Row] = []
        while found:
            turns |= found
            own = [row for some in chunks(found) for row in self._rows(_OWN, turns=some)]
            again = self._repeating(own)
            echoes += again
            found = self._naming([f"{MESSAGE}:{row['id']}" for row in again]) - turns
        return sorted(turns), echoes

    def _repeating(self, rows: Iterable[Row]) -> list[Row]:
        return [row for row in rows if repeats(row["text"], self._words)]

    def _naming(self, refs: Sequence[Ref]) -> set[int]:
        """Return the turns whose traces name one of these."""
        turns: set[int] = set()
        for first in range(0, len(refs), TERMS):
            some = refs[first : first + TERMS]
            named = or_(*(_TRACE.like(f'%"{ref}"%') for ref in some))
            turns |= {
                row["id"]
                for row in self._rows(_TRACES.where(named))
                if names_any(row["trace"], frozenset(some))
            }
        return turns

    def _refs(self) -> list[Ref]:
        messages = [row["id"] for row in self._given]
        cited = {
            row["fact"] for some in chunks(messages) for row in self._rows(_CITING, messages=some)
        }
        facts = sorted(self._facts | cited)
        return [*(f"{MESSAGE}:{one}" for one in messages), *(f"{FACT}:{one}" for one in facts)]

    def _empty(self, rows: Iterable[Row]) -> int:
        known = list(rows)
        numbers = [row["id"] for row in known]
        for some in chunks(numbers):
            self._connection.execute(_EMPTY, {"known": some})
        drop(self._connection, self._space, MESSAGE, numbers)
        had = ("text", "heard", "attachments", "marks")
        return sum(any(row[name] for name in had) for row in known)

    def _empty_bubbles(self, rows: Iterable[Row]) -> int:
        repeating = self._repeating(rows)
        for row in repeating:
            self._let_fall(row)
        return len(repeating)

    def _let_fall(self, row: Row) -> None:
        settled = BubbleState(row["state"]).settled
        key = {"of_turn": row["turn"], "at_position": row["position"]}
        self._connection.execute(_EMPTY_BUBBLE if settled else _DROP_BUBBLE, key)

    def _empty_traces(self, turns: list[int]) -> int:
        lost = 0
        for row in self._rows(_OF_TURNS, turns=turns):
            before = row["trace"] or {}
            after = without(before, self._words)
            if after != before:
                self._connection.execute(_SAVE_TRACE, {"known": row["id"], "kept": after})
                lost += 1
        return lost

    def _empty_override(self) -> bool:
        """Take the words out of why the companion is away: it says so in words of its own."""
        repeating = any(repeats(row["reason"], self._words) for row in self._rows(_WHY))
        if repeating:
            self._connection.execute(_EMPTY_OVERRIDE, {"in_space": self._space})
            raise_revision(self._connection, self._space)
        return repeating

    def _rows(self, asked: Any, **which: object) -> list[Row]:
        values = {"in_space": self._space, **which}
        return list(self._connection.execute(asked, values).mappings())


def _words(row: Row) -> tuple[str, ...]:
    names = (one.name for one in to_attachments(row["attachments"]))
    return (row["text"], row["heard"] or "", *names)
