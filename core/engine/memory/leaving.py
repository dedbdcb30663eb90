"""Everything of a person is taken out, in memory."""

from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from core.conversation.model import ChatKind, ConversationId, IdentityId, MessageId, TurnId
from core.engine.memory.erasing import empty, empty_bubble, take_out
from core.engine.memory.life import raise_revision
from core.engine.memory.revisions import changed
from core.engine.memory.state import BLOCKS, State
from core.engine.memory.theirs import Theirs, texts_of
from core.engine.model import RESERVED, Lane, TurnState
from core.memory.model import EVERYONE
from core.memory.rules.blocking import identity_hash, keyed_hash
from core.memory.rules.erasing import Weighty, repeats, words_of_weight
from core.memory.rules.refs import texts_in
from core.persona.model import SpaceId
from core.privacy.model import Erased, Signs
from core.privacy.rules.seeking import SAID_LEAST, Seeker

NOBODY = IdentityId("forgotten")


class Leaving:
    """Erases one person; made for one time."""

    def __init__(
        self,
        state: State,
        identities: frozenset[IdentityId],
        said_until: datetime,
        answering: ConversationId | None,
    ) -> None:
        self._s = state
        self._theirs = Theirs(state, identities, answering)
        self._said_until = said_until
        self._rows = 0
        self._changed = 0

    def erased(self) -> Erased:
        theirs, running = self._theirs, self._theirs.running
        messages = [
            k for k in theirs.messages.values() if running is None or k.said.turn != running
        ]
        facts, places, spaces = len(theirs.facts), len(theirs.directs), theirs.spaces
        _look_up(theirs)
        self._changed += _echoes(self._s, theirs) + _commands(self._s, theirs)
        self._life()
        self._others()
        self._memory()
        for name, rows in theirs.whole.items():
            self._drop(getattr(self._s, name), list(rows))
        self._talk()
        for identity in theirs.identities:
            known = identity_hash(self._s.hash_keys[BLOCKS], identity)
            before = self._s.forgotten.get(known, self._said_until)
            self._s.forgotten[known] = max(before, self._said_until)
        if self._rows or self._changed:
            for space in spaces or set(self._s.spaces) or {SpaceId("")}:
                to_be_scrubbed(self._s, space)
        return Erased(
            messages=len(messages),
            facts=facts,
            places=places,
            rows=self._rows,
            changed=self._changed,
        )

    def _life(self) -> None:
        state, theirs = self._s, self._theirs
        for space, override in list(state.overrides.items()):
            if repeats(override.reason, theirs.weight):
                state.overrides[space] = replace(override, reason="")
                raise_revision(state, space)
                self._changed += 1
        for key, duty in list(state.duties.items()):
            if theirs.is_order(duty.message):
                state.duties[key] = replace(duty, message=None)
                self._changed += 1
        for day, plan in list(state.day_plans.items()):
            if theirs.is_order(plan.source_message):
                state.day_plans[day] = replace(plan, source_message=None)
                self._changed += 1

    def _others(self) -> None:
        """Take their reactions and their acts off what stays."""
        state, theirs = self._s, self._theirs
        for number, kept in list(state.kept.items()):
            marks = tuple(one for one in kept.said.marks if not theirs.is_own(one.sender))
            if marks != kept.said.marks and number not in theirs.messages:
                state.kept[number] = replace(kept, said=replace(kept.said, marks=marks))
                self._changed += 1
        for key, act in list(state.audits.items()):
            own = theirs.is_own(act.actor)
            if own or (act.account, act.chat) in theirs.routes:
                actor = NOBODY if own else act.actor
                state.audits[key] = replace(act, actor=actor, chat="")
                self._changed += 1

    def _memory(self) -> None:
        state, theirs = self._s, self._theirs
        gone = set(theirs.facts)
        for number, fact in list(state.facts.items()):
            left = tuple(one for one in fact.evidence if one not in theirs.messages)
            if number in gone or left == fact.evidence:
                continue
            if left:
                state.facts[number] = replace(fact, evidence=left)
                self._changed += 1
            else:
                gone.add(number)
        for number, fact in list(state.facts.items()):
            if number not in gone and fact.superseded_by in gone:
                state.facts[number] = replace(fact, superseded_by=None)
        for fact in theirs.facts.values():
            hashed = keyed_hash(state.hash_keys[BLOCKS], fact.space, fact.statement)
            self._drop(state.blocked_statements, [(fact.space, hashed)])
        self._drop(state.facts, gone)
        refs = {*(f"fact:{one}" for one in gone), *(f"msg:{one}" for one in theirs.messages)}
        self._drop(state.vectors, [key for key in state.vectors if key[1] in refs])
        blocked = [key for key in state.blocked_messages if key[1] in theirs.messages]
        self._drop(state.blocked_messages, blocked)

    def _talk(self) -> None:
        """Delete talks, turns and words; what an answer under way needs stays until it is there."""
        state, theirs, running = self._s, self._theirs, self._theirs.running
        turns = [number for number in theirs.turns if number != running]
        here = None if running is None else theirs.turns[running].conversation
        for number in turns:
            self._give_back(number)
        self._drop(state.departures, turns)
        self._drop(state.bubbles, [key for key in state.bubbles if key[0] in turns])
        self._drop(state.kept, theirs.messages)
        self._drop(state.keys, [key for key, one in state.keys.items() if one in theirs.messages])
        for message, kept in list(state.kept.items()):
            if kept.said.turn in turns:
                state.kept[message] = replace(kept, said=replace(kept.said, turn=None))
                self._changed += 1
        self._drop(state.turns, turns)
        self._drop(state.traces, turns)
        leave_places(state, [one for one in theirs.directs if one != here])
        if running is not None:
            state.departures[running] = self._said_until

    def _give_back(self, number: TurnId) -> None:
        turn = self._theirs.turns[number]
        if turn.reserved and turn.state is not TurnState.CLOSED:
            space = self._s.conversations[turn.conversation].space
            key = (space, turn.reserved_day, RESERVED)
            self._s.tokens[key] = self._s.tokens.get(key, 0) - turn.reserved

    def _drop(self, table: MutableMapping[Any, Any], keys: Iterable[Any]) -> None:
        for key in list(keys):
            self._rows += table.pop(key, self) is not self


def let_go(state: State, turn: TurnId) -> bool:
    """Do what the port says of `let_go`."""
    if state.departures.pop(turn, None) is None:
        return False
    here = state.conversations[state.turns.pop(turn).conversation]
    state.traces.pop(turn, None)
    for key in [key for key in state.bubbles if key[0] == turn]:
        del state.bubbles[key]
    used = any(kept.conversation == here.id for kept in state.kept.values())
    used = used or any(one.conversation == here.id for one in state.turns.values())
    if here.chat_kind is ChatKind.DIRECT and not used:
        leave_places(state, [here.id])
    to_be_scrubbed(state, here.space)
    return True


def leave_places(state: State, places: Iterable[ConversationId]) -> None:
    """Delete conversations with what is due there."""
    for place in places:
        route = state.conversations.pop(place).route
        for lane in Lane:
            state.lanes.pop((place, lane), None)
        state.lessons.pop(place, None)
        for pause in [key for key in state.pauses if key[1] == place]:
            del state.pauses[pause]
        for asked in [key for key in state.questions if key[1] == place]:
            del state.questions[asked]
        for moved in [key for key in state.moves if key == (route.account, route.chat)]:
            del state.moves[moved]


def to_be_scrubbed(state: State, space: SpaceId) -> None:
    """Let a space be read anew, and files be emptied of what stood in it."""
    changed(state, space)
    state.unscrubbed[space] = state.memory_revisions[space].epoch


def _look_up(theirs: Theirs) -> None:
    """Look everything up before anything goes."""
    _ = theirs.weight, theirs.orders, theirs.routes, theirs.whole, theirs.places


def _echoes(state: State, theirs: Theirs) -> int:
    """Take out of others' turns what repeats what they saw of this person."""
    everywhere = {one.space for one in theirs.facts.values() if one.audience == EVERYONE}
    seen = {
        number: set(texts_in(state.traces.get(number, {})))
        for number, turn in state.turns.items()
        if number not in theirs.turns
        and (
            turn.conversation in theirs.places | theirs.rooms
            or state.conversations[turn.conversation].space in everywhere
        )
    }
    texts: Mapping[str, tuple[str, ...]] = {
        **{f"msg:{n}": texts_of(kept) for n, kept in theirs.messages.items()},
        **{f"fact:{n}": (fact.statement,) for n, fact in theirs.facts.items()},
        **{f"msg:{n}": emoji for n, emoji in theirs.marked.items()},
    }
    named, lost = words_of_weight(theirs.names), 0
    while texts:
        again: list[MessageId] = []
        said = {number: texts_of(kept) for number, kept in state.kept.items()}
        for turn, refs in seen.items():
            if shown := refs & texts.keys():
                words = words_of_weight(text for ref in shown for text in texts[ref])
                rows, echoes = take_out(state, turn, words | named)
                lost += rows
                again += echoes
        texts = {f"msg:{one}": said[one] for one in again}
    return lost


def _commands(state: State, theirs: Theirs) -> int:
    """Take out of others' commands what names this person, or was told of them to who steers."""
    steers = {one.actor for one in state.audits.values()}
    statements = (one.statement for one in theirs.facts.values())
    remembered: Weighty = words_of_weight([*statements, *theirs.names])
    long = frozenset(one for one in theirs.texts if len(one) >= SAID_LEAST)
    sayings = Seeker(Signs(identities=frozenset(), words=long))
    identities = Seeker(Signs(identities=theirs.identities))

    def is_meant(text: str, speaker: IdentityId | None) -> bool:
        if identities.finds(text):
            return True
        return speaker in steers and (repeats(text, remembered) or sayings.finds(text))

    lost = 0
    open_turns = {one.id for one in state.turns.values() if one.state is TurnState.THINKING}
    for number, kept in list(state.kept.items()):
        ran = kept.lane is Lane.COMMAND and not kept.waits and kept.said.turn not in open_turns
        if ran and number not in theirs.messages and is_meant(kept.said.text, kept.said.sender):
            lost += empty(state, state.conversations[kept.conversation].space, number)
    for bubble in list(state.bubbles.values()):
        turn = state.turns[bubble.turn]
        told = turn.lane is Lane.COMMAND and turn.id not in theirs.turns and bool(bubble.text)
        if told and is_meant(bubble.text, turn.speaker):
            empty_bubble(state, bubble)
            lost += 1
    return lost
