"""Everything that is kept of a person, in memory."""

from collections import Counter
from collections.abc import Iterator

from core.conversation.model import ConversationId, IdentityId
from core.engine.memory.state import BLOCKS, State
from core.engine.memory.theirs import Theirs, flat, plain
from core.memory.rules.blocking import identity_hash
from core.memory.rules.erasing import repeats
from core.privacy.model import Dossier, Entry

SECTIONS = {"people": "settings", "owners": "ownership", "link_codes": "link codes"}
"""What a table is called, where it is called otherwise."""


def gathered(
    state: State, identities: frozenset[IdentityId], besides: ConversationId | None
) -> Dossier:
    """Return everything of one person, in the order of time."""
    theirs = Theirs(state, identities, besides)
    sections = {
        "places": _places(theirs),
        "messages": _messages(theirs),
        "turns": _turns(theirs),
        "answers": _answers(theirs),
        "reactions": _reactions(theirs),
        "memories": (_entry(fact) for fact in theirs.facts.values()),
        "meanings": _meanings(theirs),
        "not learned from": _blocked(theirs),
        "orders for plans": _orders(theirs),
        "reasons to be away": _reasons(theirs),
        "acts": (_entry(one) for one in state.audits.values() if theirs.is_own(one.actor)),
        "erased before": _erased(theirs),
    }
    told = {name: tuple(entries) for name, entries in sections.items()}
    for name, rows in theirs.whole.items():
        entries = tuple({**flat(key, "key"), **_entry(row)} for key, row in rows.items())
        told[SECTIONS.get(name, name)] = entries
    return Dossier(
        identities=identities, sections={name: rows for name, rows in told.items() if rows}
    )


def _entry(row: object) -> Entry:
    cells = plain(row)
    if not isinstance(cells, dict):
        return {"value": cells}
    return {name: one for name, one in cells.items() if one not in (None, "", [], {})}


def _places(theirs: Theirs) -> Iterator[Entry]:
    left_out = theirs.running
    used = {
        *(k.conversation for k in theirs.messages.values() if k.said.turn != left_out),
        *(one.conversation for one in theirs.turns.values() if one.id != left_out),
    }
    for number, place in theirs.directs.items():
        if number in used or left_out is None:
            yield _entry(place)


def _messages(theirs: Theirs) -> Iterator[Entry]:
    for kept in theirs.messages.values():
        if theirs.running is None or kept.said.turn != theirs.running:
            outer = {name: one for name, one in _entry(kept).items() if name != "said"}
            yield {**_entry(kept.said), **outer}


def _turns(theirs: Theirs) -> Iterator[Entry]:
    for number, turn in theirs.turns.items():
        if number != theirs.running:
            trace = theirs.state.traces.get(number)
            yield {**_entry(turn), **({} if trace is None else {"trace": plain(trace)})}


def _answers(theirs: Theirs) -> Iterator[Entry]:
    for (turn, _), bubble in theirs.state.bubbles.items():
        if turn in theirs.turns and turn != theirs.running:
            yield _entry(bubble)


def _reactions(theirs: Theirs) -> Iterator[Entry]:
    for number, kept in theirs.state.kept.items():
        for mark in kept.said.marks:
            if theirs.is_own(mark.sender) and number not in theirs.messages:
                yield {"message": number, **_entry(mark)}


def _meanings(theirs: Theirs) -> Iterator[Entry]:
    refs = {*(f"fact:{one}" for one in theirs.facts), *(f"msg:{one}" for one in theirs.messages)}
    vectors = theirs.state.vectors.items()
    counts = Counter(model for (_, ref), (model, _) in vectors if ref in refs)
    for model, count in sorted(counts.items()):
        yield {"model": model, "count": count}


def _blocked(theirs: Theirs) -> Iterator[Entry]:
    for _, message in theirs.state.blocked_messages:
        if message in theirs.messages:
            yield {"message": message}


def _orders(theirs: Theirs) -> Iterator[Entry]:
    state = theirs.state
    for duty in state.duties.values():
        if theirs.is_order(duty.message):
            yield {"space": duty.space, "of": duty.period, "words": duty.message}
    for plan in state.day_plans.values():
        if theirs.is_order(plan.source_message):
            of = plan.day.isoformat()
            yield {"space": plan.space, "of": of, "words": plan.source_message}


def _reasons(theirs: Theirs) -> Iterator[Entry]:
    for space, override in theirs.state.overrides.items():
        if repeats(override.reason, theirs.weight):
            yield {"space": space, "reason": override.reason}


def _erased(theirs: Theirs) -> Iterator[Entry]:
    key = theirs.state.hash_keys[BLOCKS]
    for identity in sorted(theirs.identities):
        at = theirs.state.forgotten.get(identity_hash(key, identity))
        if at is not None:
            yield {"identity": identity, "said_until": at.isoformat()}
