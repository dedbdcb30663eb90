"""What repeats a person's words in turns and commands that are not theirs."""

from collections.abc import Iterator

from sqlalchemy import Connection, or_, select

from adapters.storage import steering_tables as st
from adapters.storage import tables as t
from adapters.storage.chunks import chunks
from adapters.storage.erasing import Erasure
from adapters.storage.gathering import marked
from adapters.storage.rows import Row, to_marks
from adapters.storage.theirs import Theirs, texts_of
from core.engine.model import Lane, TurnState
from core.memory.model import EVERYONE
from core.memory.rules.erasing import Weighty, repeats, words_of_weight
from core.memory.rules.refs import FACT, MESSAGE, texts_in
from core.persona.model import SpaceId
from core.privacy.model import Signs
from core.privacy.rules.seeking import SAID_LEAST, Seeker

_m, _t, _c, _b = t.messages.c, t.turns.c, t.conversations.c, t.bubbles.c
_COMMANDS = (
    select(t.messages, _m.sender.label("speaker"), _c.space)
    .join(t.conversations, _c.id == _m.conversation)
    .outerjoin(t.turns, _t.id == _m.turn)
    .where(
        _m.lane == Lane.COMMAND.value,
        ~t.WAITS,
        or_(_t.id.is_(None), _t.state != TurnState.THINKING.value),
    )
)
_TOLD = (
    select(t.bubbles, _t.speaker, _c.space)
    .join(t.turns, _t.id == _b.turn)
    .join(t.conversations, _c.id == _t.conversation)
    .where(_t.lane == Lane.COMMAND.value)
)


class Repeating:
    """Takes out of others' turns what they were answered by a person's words."""

    def __init__(self, connection: Connection, theirs: Theirs) -> None:
        self._connection = connection
        self._theirs = theirs
        reacted = marked(connection, theirs)
        self._texts = {
            **{f"{MESSAGE}:{n}": texts_of(row) for n, row in theirs.messages.items()},
            **{f"{FACT}:{n}": (row["statement"],) for n, row in theirs.facts.items()},
            **{f"{MESSAGE}:{row['id']}": emoji_on(row, theirs) for row in reacted},
        }
        self._named = words_of_weight(theirs.names)
        self._weights: dict[str, Weighty] = {}
        statements = (str(one["statement"]) for one in theirs.facts.values())
        self._remembered = words_of_weight([*statements, *theirs.names])
        long = frozenset(one for one in theirs.texts if len(one) >= SAID_LEAST)
        self._sayings = Seeker(Signs(identities=frozenset(), words=long))
        self._identities = Seeker(Signs(identities=frozenset(theirs.identities)))

    def taken_out(self) -> int:
        """Take it out, and return how many rows lost words."""
        return self._of_talk() + self._of_commands()

    def _of_talk(self) -> int:
        """Look through turns that saw something of theirs, and through what saw a repetition."""
        lost = 0
        traces = {row["id"]: (row["space"], set(texts_in(row["trace"]))) for row in self._seen()}
        refs = self._texts.keys()
        while refs:
            again: dict[str, tuple[str, ...]] = {}
            for turn, (space, named) in traces.items():
                shown = named & refs
                if shown:
                    erasure = Erasure(self._connection, SpaceId(space), (), (), ())
                    rows, echoes = erasure.take_out(turn, self._weight(shown))
                    lost += rows
                    again |= {f"{MESSAGE}:{one['id']}": texts_of(one) for one in echoes}
            self._texts = again
            self._weights.clear()
            refs = again.keys()
        return lost

    def _weight(self, refs: set[str]) -> Weighty:
        weight = self._named
        for ref in refs:
            if ref not in self._weights:
                self._weights[ref] = words_of_weight(self._texts[ref])
            weight |= self._weights[ref]
        return weight

    def _seen(self) -> Iterator[Row]:
        """Yield turns of others that may have seen something: where they spoke, or everywhere."""
        theirs = self._theirs
        places = (theirs.spaces.keys() | theirs.rooms) - theirs.directs.keys()
        told = [one for one in theirs.facts.values() if one["audience"] == EVERYONE]
        asked = (
            select(_t.id, _t.trace, _c.space)
            .join(t.conversations, _c.id == _t.conversation)
            .where(_t.trace.is_not(None))
        )
        known: set[int] = set(theirs.turns)
        wide = sorted({str(one["space"]) for one in told})
        for which in (*(_c.id.in_(some) for some in chunks(places)), _c.space.in_(wide)):
            for row in self._connection.execute(asked.where(which)).mappings().all():
                if row["id"] not in known:
                    known.add(row["id"])
                    yield row

    def _of_commands(self) -> int:
        """Look through commands that have run: who steers was told of them, anybody may name them.

        What a command says, or told, is of no use once it has run.
        """
        steers = set(self._connection.scalars(select(st.audits.c.actor).distinct()))
        lost = 0
        for asked in (_COMMANDS, _TOLD):
            for row in self._connection.execute(asked).mappings().all():
                if row["turn"] in self._theirs.turns or not self._is_meant(row, steers):
                    continue
                erasure = Erasure(self._connection, SpaceId(row["space"]), (), (), ())
                lost += erasure.empty_told(row) if asked is _TOLD else erasure.empty_said(row)
        return lost

    def _is_meant(self, row: Row, steers: set[str]) -> bool:
        text = row["text"]
        if self._identities.finds(text):
            return True
        told = row["speaker"] in steers
        return told and (repeats(text, self._remembered) or self._sayings.finds(text))


def emoji_on(row: Row, theirs: Theirs) -> tuple[str, ...]:
    """Return what somebody put on a message of another: a server's own emoji have names."""
    return tuple(one.emoji for one in to_marks(row["marks"]) if one.sender in theirs.identities)
