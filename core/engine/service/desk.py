"""A desk that changed, and the rows that follow from it."""

from collections.abc import Sequence
from dataclasses import replace

from core.engine.model import Bubble, Desk, TurnState, Waiting
from core.engine.ports import Stores


def store(stores: Stores, before: Desk, after: Desk) -> Desk:
    """Write what differs between two looks at the same desk; return `after`, all of it stored."""
    known = {bubble.position: bubble for bubble in before.bubbles}
    new = [bubble for bubble in after.bubbles if bubble.position not in known]
    if after.turn is not None and (after.turn != before.turn or after.trace is not None):
        stores.turns.save(after.turn, after.trace)
    if new:
        stores.turns.add_bubbles(new)
    for bubble in after.bubbles:
        if bubble.position in known and bubble != known[bubble.position]:
            stores.turns.save_bubble(bubble)
    if after.due_at != before.due_at:
        stores.conversations.due_at(after.conversation.id, after.lane, after.due_at)
    return replace(after, trace=None)


def without(desk: Desk, messages: Sequence[Waiting]) -> Desk:
    """Return the desk, where these messages wait no longer."""
    taken = {message.id for message in messages}
    return replace(desk, waiting=tuple(w for w in desk.waiting if w.id not in taken))


def with_bubbles(desk: Desk, *changed: Bubble) -> Desk:
    """Return the desk with these bubbles in place of those at their positions."""
    by_position = {bubble.position: bubble for bubble in changed}
    return replace(desk, bubbles=tuple(by_position.get(b.position, b) for b in desk.bubbles))


def tried_again(desk: Desk) -> Desk:
    """Return the desk; a turn that is found open was cut short, and counts one more attempt."""
    if desk.turn is None or desk.turn.state is not TurnState.THINKING:
        return desk
    return replace(desk, turn=replace(desk.turn, attempts=desk.turn.attempts + 1))
