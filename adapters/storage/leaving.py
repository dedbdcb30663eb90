"""Everything of a person is taken out of the tables."""

import json
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, and_, delete, insert, select, update

from adapters.storage import life_tables as lt
from adapters.storage import memory_tables as mt
from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.blocked import forget
from adapters.storage.chunks import chunks
from adapters.storage.departing import OF_PLACES, leave_routes
from adapters.storage.facts import SqlFacts
from adapters.storage.gathering import ORDERS, marked
from adapters.storage.inserts import InsertInto
from adapters.storage.plans import raise_revision
from adapters.storage.repeating import Repeating
from adapters.storage.rows import from_marks, to_marks
from adapters.storage.sayings import let_scrub
from adapters.storage.theirs import Theirs
from core.conversation.model import ConversationId, IdentityId, MessageId
from core.engine.model import RESERVED, TurnState
from core.memory.rules.erasing import repeats
from core.memory.rules.refs import FACT, MESSAGE
from core.persona.model import SpaceId
from core.privacy.model import Erased

NOBODY = "forgotten"
"""Who did what is noted, of somebody whose all was erased."""
_m, _f, _t, _c = t.messages.c, mt.facts.c, t.turns.c, t.conversations.c
_SPEND = InsertInto(
    t.spending,
    lambda into: into.on_conflict_do_update(
        index_elements=["space", "day", "kind"],
        set_={"tokens": t.spending.c.tokens + into.excluded.tokens},
    ),
)


class Leaving:
    """Erases one person; made for one time."""

    def __init__(
        self,
        connection: Connection,
        identities: frozenset[IdentityId],
        said_until: datetime,
        answering: ConversationId | None,
    ) -> None:
        self._connection = connection
        self._theirs = Theirs(connection, identities, answering)
        self._said_until = said_until
        self._rows = 0
        self._changed = 0

    def erased(self) -> Erased:
        """Erase everything, and return how much it was."""
        theirs = self._theirs
        messages = [n for n, one in theirs.messages.items() if one["turn"] != theirs.running]
        told = Erased(
            messages=len(messages) if theirs.running else len(theirs.messages),
            facts=len(theirs.facts),
            places=len(theirs.directs),
        )
        spaces = self._spaces()
        self._changed += Repeating(self._connection, theirs).taken_out()
        self._life()
        self._marks()
        self._acts()
        self._memory()
        self._whole()
        self._talk()
        for identity in theirs.identities:
            forget(self._connection, IdentityId(identity), self._said_until)
        if self._rows or self._changed:
            for space in spaces:
                let_scrub(self._connection, SpaceId(space))
        return Erased(
            messages=told.messages,
            facts=told.facts,
            places=told.places,
            rows=self._rows,
            changed=self._changed,
        )

    def _spaces(self) -> set[str]:
        """Return where something is to be read anew; some space, where it is of none."""
        found = {*self._theirs.spaces.values()}
        found |= {str(row["space"]) for row in self._theirs.facts.values()}
        if found:
            return found
        return set(self._connection.scalars(select(t.spaces.c.id))) or {""}

    def _life(self) -> None:
        """Take their words out of the companions' lives, which stay."""
        theirs, overrides = self._theirs, lt.overrides
        for row in self._all(select(overrides.c.space, overrides.c.reason)):
            if repeats(row.reason, theirs.weight):
                mine = overrides.c.space == row.space
                self._change(update(overrides).where(mine).values(reason=""))
                raise_revision(self._connection, SpaceId(row.space))
        for table, column in ORDERS:
            for row in self._all(select(table).where(table.c[column].is_not(None))):
                if theirs.is_order(row._mapping[column]):
                    key = and_(*(one == row._mapping[one.name] for one in table.primary_key))
                    self._change(update(table).where(key).values({column: None}))

    def _marks(self) -> None:
        """Take their reactions off what others said."""
        for row in marked(self._connection, self._theirs):
            kept = [one for one in to_marks(row["marks"]) if not self._is_theirs(one.sender)]
            known = _m.id == row["id"]
            self._change(update(t.messages).where(known).values(marks=from_marks(kept)))

    def _acts(self) -> None:
        """Let what they did as owners stay, without who did it and in which talk."""
        audits, theirs = st.audits, self._theirs
        own = audits.c.actor.in_(theirs.identities)
        self._change(update(audits).where(own).values(actor=NOBODY, chat=""))
        for account, chat in theirs.routes:
            there = (audits.c.account == account, audits.c.chat == chat)
            self._change(update(audits).where(*there).values(chat=""))

    def _memory(self) -> None:
        """Delete what is remembered of them, and all that rests on their words alone."""
        theirs = self._theirs
        facts, messages = set(theirs.facts), set(theirs.messages)
        facts |= self._let_rest_on_others(facts, messages)
        self._drop(mt.evidence, mt.evidence.c.message, messages)
        for column in (st.shares.c.fact, mt.evidence.c.fact):
            self._drop(column.table, column, facts)
        for audience in theirs.audiences:
            self._gone(delete(st.shares).where(st.shares.c.audience == audience))
        for some in chunks(facts):
            past = _f.superseded_by.in_(some)
            self._change(update(mt.facts).where(past).values(superseded_by=None))
        self._drop(mt.facts, _f.id, facts)
        for kind, numbers in ((FACT, facts), (MESSAGE, messages)):
            self._drop(mt.vectors, mt.vectors.c.number, numbers, mt.vectors.c.kind == kind)
        self._drop(mt.blocked_messages, mt.blocked_messages.c.message, messages)
        self._unblock()

    def _unblock(self) -> None:
        """Keep no hash of what they are remembered by."""
        facts = SqlFacts(self._connection)
        for row in self._theirs.facts.values():
            facts.unblock(SpaceId(row["space"]), row["statement"], ())

    def _let_rest_on_others(self, facts: set[int], messages: set[int]) -> set[int]:
        """Take their messages from the evidence of others' facts; return those left with none."""
        bare: set[int] = set()
        evidence = mt.evidence.c
        citing: set[int] = set()
        for some in chunks(messages):
            asked = select(evidence.fact).where(evidence.message.in_(some)).distinct()
            citing |= set(self._connection.scalars(asked)) - facts
        for number in sorted(citing):
            asked = select(evidence.message).where(evidence.fact == number)
            left = sorted(set(self._connection.scalars(asked)) - messages)
            if not left:
                bare.add(number)
                continue
            told = json.dumps([MessageId(one) for one in left])
            self._change(update(mt.facts).where(_f.id == number).values(evidence=told))
        return bare

    def _whole(self) -> None:
        for name, which in self._theirs.whole():
            self._gone(delete(t.metadata.tables[name]).where(which))

    def _talk(self) -> None:
        """Delete talks, turns and words; what an answer under way needs stays until it is there."""
        theirs = self._theirs
        staying = theirs.running
        here = None if staying is None else theirs.turns[staying]["conversation"]
        turns = [number for number in theirs.turns if number != staying]
        places = [number for number in theirs.directs if number != here]
        for number in turns:
            self._give_back(theirs.turns[number])
        self._drop(st.departures, st.departures.c.turn, turns)
        self._drop(t.bubbles, t.bubbles.c.turn, turns)
        self._drop(t.messages, _m.id, theirs.messages)
        for some in chunks(turns):
            self._change(update(t.messages).where(_m.turn.in_(some)).values(turn=None))
        self._drop(t.turns, _t.id, turns)
        for table in OF_PLACES:
            self._drop(table, table.c.conversation, places)
        self._drop(t.conversations, _c.id, places)
        leave_routes(self._connection, self._routes_of(places))
        if staying is not None:
            row = {"turn": staying, "since": self._said_until}
            self._connection.execute(insert(st.departures), row)
            for table in OF_PLACES[1:]:
                mine = {here} & theirs.directs.keys()
                self._drop(table, table.c.conversation, mine)

    def _give_back(self, turn: Any) -> None:
        """Give back the tokens that were put aside for a turn that is let go of."""
        if turn["reserved"] and turn["state"] != TurnState.CLOSED.value:
            row = {
                "space": self._theirs.spaces[turn["conversation"]],
                "day": turn["reserved_day"],
                "kind": RESERVED,
                "tokens": -turn["reserved"],
            }
            self._connection.execute(_SPEND.on(self._connection), row)

    def _routes_of(self, places: Iterable[int]) -> set[tuple[str, str]]:
        rows = [self._theirs.directs[number] for number in places]
        return {(row["account"], row["chat"]) for row in rows}

    def _is_theirs(self, sender: IdentityId | None) -> bool:
        return sender is not None and sender in self._theirs.identities

    def _drop(self, table: Any, column: Column[Any], values: Collection[Any], *also: Any) -> None:
        for some in chunks(values):
            self._gone(delete(table).where(column.in_(some), *also))

    def _gone(self, statement: Any) -> None:
        self._rows += max(0, self._connection.execute(statement).rowcount)

    def _change(self, statement: Any) -> None:
        self._changed += max(0, self._connection.execute(statement).rowcount)

    def _all(self, asked: Any) -> list[Any]:
        return list(self._connection.execute(asked))
