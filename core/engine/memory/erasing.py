"""Words that are taken out of all tables, in memory."""

from collections.abc import Collection
from dataclasses import replace

from core.conversation.model import MessageId, TurnId
from core.engine.memory.life import raise_revision
from core.engine.memory.revisions import changed
from core.engine.memory.state import State, bubbles_of
from core.engine.model import ERASED, Bubble, BubbleState, Lane, TurnState
from core.memory.model import FactId
from core.memory.rules.erasing import Weighty, repeats, without, words_of_weight
from core.memory.rules.refs import names_any
from core.persona.model import SpaceId


def erase(
    state: State,
    space: SpaceId,
    messages: Collection[MessageId],
    statements: Collection[str],
    facts: Collection[FactId],
) -> int:
    """Do what the port Sayings says of `erase`."""
    given = _given(state, space, messages)
    words = _words_in(state, given, statements)
    turns, echoes = _repeated(state, space, given, set(facts), words)
    lost = sum(empty(state, space, one) for one in (*given, *echoes))
    for turn in turns:
        lost += empty_bubbles(state, turn, words)
        lost += empty_trace(state, turn, words)
    lost += _empty_commands(state, space, words)
    lost += _empty_override(state, space, words)
    changed(state, space)
    return lost


def echoes_of(
    state: State,
    space: SpaceId,
    messages: Collection[MessageId],
    statements: Collection[str],
    facts: Collection[FactId],
) -> list[MessageId]:
    """Return what the port Sayings says of `echoes`."""
    given = _given(state, space, messages)
    words = _words_in(state, given, statements)
    _, echoes = _repeated(state, space, given, set(facts), words)
    return sorted(echoes)


def _given(state: State, space: SpaceId, messages: Collection[MessageId]) -> set[MessageId]:
    return {one for one in messages if one in state.kept and _space_of(state, one) == space}


def _words_in(state: State, given: set[MessageId], statements: Collection[str]) -> Weighty:
    return words_of_weight([*statements, *(_words_of(state, one) for one in given)])


def _repeated(
    state: State, space: SpaceId, given: set[MessageId], facts: set[FactId], words: Weighty
) -> tuple[set[TurnId], set[MessageId]]:
    """Return the turns that saw something of it, and what the companion repeated there."""
    turns: set[TurnId] = set()
    echoes: set[MessageId] = set()
    found = set(_turns_to_look_through(state, space, given, facts))
    while found:
        turns |= found
        again = {
            kept.said.id
            for kept in state.kept.values()
            if kept.said.by_companion and kept.said.turn in found and repeats(kept.said.text, words)
        }
        echoes |= again
        found = set(_turns_to_look_through(state, space, again, set())) - turns
    return turns, echoes


def _empty_commands(state: State, space: SpaceId, words: Weighty) -> int:
    """Take the words out of commands that have run, and of what they told."""
    thinking = {one.id for one in state.turns.values() if one.state is TurnState.THINKING}
    ran = [
        one
        for one, kept in state.kept.items()
        if kept.lane is Lane.COMMAND
        and not kept.waits
        and kept.said.turn not in thinking
        and _space_of(state, one) == space
        and repeats(kept.said.text, words)
    ]
    lost = sum(empty(state, space, one) for one in ran)
    commands = [
        one.id
        for one in state.turns.values()
        if one.lane is Lane.COMMAND and state.conversations[one.conversation].space == space
    ]
    return lost + sum(empty_bubbles(state, one, words) for one in commands)


def _space_of(state: State, message: MessageId) -> SpaceId:
    return state.conversations[state.kept[message].conversation].space


def _words_of(state: State, message: MessageId) -> str:
    kept = state.kept[message]
    return " ".join((kept.said.text, kept.heard, *(one.name for one in kept.said.attachments)))


def _turns_to_look_through(
    state: State, space: SpaceId, messages: Collection[MessageId], facts: set[FactId]
) -> list[TurnId]:
    citing = {
        fact.id
        for fact in state.facts.values()
        if fact.space == space and not set(messages).isdisjoint(fact.evidence)
    }
    refs = frozenset(
        (*(f"msg:{one}" for one in messages), *(f"fact:{one}" for one in citing | facts))
    )
    claimed = {state.kept[one].said.turn for one in messages}
    return [
        turn.id
        for turn in state.turns.values()
        if state.conversations[turn.conversation].space == space
        and (turn.id in claimed or names_any(state.traces.get(turn.id, {}), refs))
    ]


def take_out(state: State, turn: TurnId, words: Weighty) -> tuple[int, list[MessageId]]:
    """Take from one turn what repeats these words, and return how many rows lost some.

    With it comes what the companion had said with them.
    """
    echoes = [
        one
        for one, kept in state.kept.items()
        if kept.said.by_companion and kept.said.turn == turn and repeats(kept.said.text, words)
    ]
    lost = sum(empty(state, _space_of(state, one), one) for one in echoes)
    lost += empty_bubbles(state, turn, words) + empty_trace(state, turn, words)
    return lost, echoes


def empty(state: State, space: SpaceId, message: MessageId) -> bool:
    """Take the words out of a message; False if it had none."""
    kept = state.kept[message]
    had = bool(kept.said.text or kept.heard or kept.said.attachments or kept.said.marks)
    state.kept[message] = replace(
        kept,
        said=replace(kept.said, text="", attachments=(), marks=()),
        heard="",
        deleted_at=kept.deleted_at or kept.received_at,
        waits=False,
        silence="deleted" if kept.waits else kept.silence,
    )
    state.vectors.pop((space, f"msg:{message}"), None)
    return had


def empty_bubbles(state: State, turn: TurnId, words: Weighty) -> int:
    """Take the words out of the bubbles that repeat some, and return how many."""
    repeating = [one for one in bubbles_of(state, turn) if repeats(one.text, words)]
    for bubble in repeating:
        empty_bubble(state, bubble)
    return len(repeating)


def empty_bubble(state: State, bubble: Bubble) -> None:
    """Take all words out of one bubble, which is not sent any more."""
    if bubble.state.settled:
        emptied = replace(bubble, text="")
    else:
        emptied = replace(bubble, text="", state=BubbleState.DROPPED, reason=ERASED)
    state.bubbles[bubble.turn, bubble.position] = emptied


def empty_trace(state: State, turn: TurnId, words: Weighty) -> bool:
    """Take the words out of a trace; False if it has none of them."""
    before = state.traces.get(turn, {})
    after = without(before, words)
    if after != before:
        state.traces[turn] = after
    return after != before


def _empty_override(state: State, space: SpaceId, words: Weighty) -> bool:
    """Take the words out of why the companion is away: it says so in words of its own."""
    override = state.overrides.get(space)
    if override is None or not repeats(override.reason, words):
        return False
    state.overrides[space] = replace(override, reason="")
    raise_revision(state, space)
    return True
