"""Which rows are a person's, in memory."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cached_property

from core.conversation.model import (
    ChatKind,
    ConversationId,
    IdentityId,
    MessageId,
    TurnId,
)
from core.engine.memory.sayings import first_writers
from core.engine.memory.state import Kept, State
from core.engine.model import Conversation, Lane, Turn, TurnState
from core.memory.model import Fact, FactId, direct, room
from core.memory.rules.erasing import Weighty, words_of_weight
from core.persona.model import SpaceId
from core.privacy.rules.seeking import bare_number, folded
from core.privacy.rules.seeking import texts_of as texts_in_cell

SEEN_TO = frozenset(
    """
    spaces conversations moves lanes kept keys turns traces bubbles tokens audits unreadables
    day_plans day_lines revisions overrides duties facts counters blocked_messages
    blocked_statements hash_keys pauses memory_revisions unscrubbed vectors forgotten departures
    """.split()  # noqa: SIM905  # a list of names reads better so
)
"""Tables with rules of their own; of all others, what names an identity of theirs is theirs."""
Cells = Mapping[str, object]


class Theirs:
    """Looks a person's rows up, each kind once: what is deleted meanwhile is still known."""

    def __init__(
        self,
        state: State,
        identities: frozenset[IdentityId],
        answering: ConversationId | None = None,
    ) -> None:
        self.state = state
        self.identities = identities
        self.owned = identities | {direct(one) for one in identities}
        self.numbers = {bare_number(one) for one in identities} - {""}
        self._answering = answering

    @cached_property
    def directs(self) -> Mapping[ConversationId, Conversation]:
        first = first_writers(self.state)
        spoke = {k.conversation for k in self.state.kept.values() if self.is_own(k.said.sender)}
        spoke |= {one.conversation for one in self.state.turns.values() if self.is_own(one.speaker)}
        return {
            number: place
            for number, place in self.state.conversations.items()
            if place.chat_kind is ChatKind.DIRECT
            and (number in spoke or place.route.chat in self.numbers)
            and (number not in first or first[number] in self.identities)
        }

    @cached_property
    def turns(self) -> Mapping[TurnId, Turn]:
        return {
            number: turn
            for number, turn in self.state.turns.items()
            if self.is_own(turn.speaker) or turn.conversation in self.directs
        }

    @cached_property
    def messages(self) -> Mapping[MessageId, Kept]:
        return {
            number: kept
            for number, kept in self.state.kept.items()
            if self.is_own(kept.said.sender)
            or kept.conversation in self.directs
            or (kept.said.by_companion and kept.said.turn in self.turns)
        }

    @cached_property
    def facts(self) -> Mapping[FactId, Fact]:
        return {
            number: fact
            for number, fact in self.state.facts.items()
            if fact.audience in self.owned or self.is_own(fact.subject) or self.is_own(fact.speaker)
        }

    @cached_property
    def marked(self) -> Mapping[MessageId, tuple[str, ...]]:
        """What they put on messages of others: a server's own emoji have names."""
        return {
            number: emoji
            for number, kept in self.state.kept.items()
            if number not in self.messages
            and (emoji := tuple(m.emoji for m in kept.said.marks if self.is_own(m.sender)))
        }

    @cached_property
    def rooms(self) -> set[ConversationId]:
        """Rooms that hear of a fact of theirs: where it was said, or where it was released to."""
        heard = {one for fact in self.facts.values() for one in (fact.audience, *fact.shared)}
        return {place for place in self.state.conversations if room(place) in heard}

    @cached_property
    def names(self) -> frozenset[str]:
        said = (k.said for k in self.messages.values() if self.is_own(k.said.sender))
        called = [
            *(one.sender_name for one in said),
            *(one.speaker_name for one in self.turns.values() if self.is_own(one.speaker)),
        ]
        return frozenset(name for name in called if name.strip())

    @cached_property
    def texts(self) -> list[str]:
        spoken = (text for kept in self.messages.values() for text in texts_of(kept))
        return [*spoken, *(fact.statement for fact in self.facts.values())]

    @cached_property
    def weight(self) -> Weighty:
        return words_of_weight([*self.texts, *self.names])

    @cached_property
    def orders(self) -> list[str]:
        return [folded(k.said.text) for k in self.messages.values() if k.lane is Lane.COMMAND]

    @cached_property
    def places(self) -> set[ConversationId]:
        found = {kept.conversation for kept in self.messages.values()}
        return found | {one.conversation for one in self.turns.values()} | self.directs.keys()

    @cached_property
    def spaces(self) -> set[SpaceId]:
        found = {self.state.conversations[one].space for one in self.places}
        return found | {fact.space for fact in self.facts.values()}

    @cached_property
    def running(self) -> TurnId | None:
        for turn in self.turns.values():
            here = (turn.conversation, turn.lane) == (self._answering, Lane.COMMAND)
            if here and turn.state is not TurnState.CLOSED:
                return turn.id
        return None

    @cached_property
    def routes(self) -> set[tuple[str, str]]:
        return {(one.route.account, one.route.chat) for one in self.directs.values()}

    @cached_property
    def chats(self) -> frozenset[str]:
        there = self.state.conversations.items()
        others = {one.route.chat for number, one in there if number not in self.directs}
        return frozenset(self.numbers - others | {chat for _, chat in self.routes})

    @cached_property
    def whole(self) -> Mapping[str, Mapping[object, object]]:
        """Rows of the tables that have no rules of their own, by table and key."""
        found: dict[str, Mapping[object, object]] = {}
        for name, rows in tables(self.state):
            if name not in SEEN_TO:
                mine = {key: row for key, row in rows.items() if self._names_them(key, row)}
                if mine:
                    found[name] = mine
        return found

    def is_own(self, identity: str | None) -> bool:
        return identity is not None and identity in self.identities

    def is_order(self, words: str | None) -> bool:
        told = folded(words or "")
        return bool(told) and any(told in line for line in self.orders)

    def _names_them(self, key: object, row: object) -> bool:
        cells = {**flat(key, "key"), **flat(row, "")}
        return any(text in self.owned for cell in cells.values() for text in texts_in_cell(cell))


def tables(state: State) -> Iterator[tuple[str, Mapping[object, object]]]:
    """Yield every table by its name."""
    for table in fields(state):
        yield table.name, getattr(state, table.name)


def flat(value: object, name: str) -> Cells:
    """Return a row as cells, by dotted names; what is within a list stays one."""
    if is_dataclass(value) and not isinstance(value, type):
        cells: dict[str, object] = {}
        for one in fields(value):
            within = f"{name}.{one.name}".strip(".")
            cells |= flat(getattr(value, one.name), within)
        return cells
    if isinstance(value, tuple) and name.startswith("key"):
        return {f"{name}.{at}": plain(one) for at, one in enumerate(value)}
    return {name or "value": plain(value)}


def plain(value: object) -> object:
    """Return a value as JSON; what is none is left out."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime | date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(one) for one in value]
    return value if isinstance(value, str | int | float | bool | bytes) else None


def texts_of(kept: Kept) -> tuple[str, ...]:
    """Return the words of a message: its text, its voice, and what its files are called."""
    names = (one.name for one in kept.said.attachments)
    return tuple(text for text in (kept.said.text, kept.heard, *names) if text.strip())
