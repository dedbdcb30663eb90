"""What the motor does next with one lane: pure decisions over its desk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.admin.rules import parse_command
from core.availability.model import AnswerAt
from core.engine.model import (
    INTERRUPTED,
    Bubble,
    BubbleState,
    Desk,
    Dials,
    Lane,
    Turn,
    TurnState,
    Waiting,
)
from core.engine.rules.bubbles import outcome_of

A_MOMENT = timedelta(microseconds=1)
SAID = (BubbleState.DELIVERED, BubbleState.IN_DOUBT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """Nothing to do here before `until`; None: before something happens."""

    until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """These messages are too old to be answered; they stay history."""

    messages: tuple[Waiting, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Take these messages of one speaker up in a new turn."""

    messages: tuple[Waiting, ...]
    answer: AnswerAt | None = None
    """Why now; None for a command, which waits for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Think:
    """Find the words for an open turn, again if a crash cut the last try short."""

    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """This turn was thought about too often: each time something ended it."""

    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak:
    """Send this bubble now."""

    bubble: Bubble


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """This bubble was being sent when the process died: find out."""

    bubble: Bubble


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Never send these bubbles."""

    bubbles: tuple[Bubble, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """Every bubble is settled."""

    turn: Turn
    outcome: str


Step = Rest | Pass | Open | Think | GiveUp | Speak | Settle | Drop | Close


Answering = Callable[[Sequence[Waiting]], AnswerAt | None]
"""When the messages of one speaker are answered, by how much the companion is there.

None while an owner lets it pause.
"""


def next_step(
    desk: Desk,
    now: datetime,
    dials: Dials,
    asks_less: Callable[[str], bool],
    answering: Answering,
) -> Step:
    """Return what is to be done with `desk` at `now`.

    `asks_less` tells of a command's line whether it runs even when it is stale.
    """
    turn = desk.turn
    if turn is None:
        return _with_waiting(desk, now, dials, asks_less, answering)
    if turn.state is TurnState.THINKING:
        for bubble in desk.bubbles:
            if bubble.state is BubbleState.SENDING:
                return Settle(bubble=bubble)
        return GiveUp(turn=turn) if turn.attempts > dials.attempts else Think(turn=turn)
    unsettled = [bubble for bubble in desk.bubbles if not bubble.state.settled]
    if not unsettled:
        return Close(turn=turn, outcome=turn.outcome or outcome_of(desk.bubbles))
    return _with_bubbles(desk, turn, unsettled, now, dials)


def _with_waiting(
    desk: Desk,
    now: datetime,
    dials: Dials,
    asks_less: Callable[[str], bool],
    answering: Answering,
) -> Step:
    if not desk.waiting:
        return Rest(until=None)
    if desk.lane is Lane.COMMAND:
        first = desk.waiting[0]
        spoken = parse_command(first.text)
        stale = first.sent_at < now - dials.command_window
        if spoken is None or (stale and not asks_less(first.text)):
            return Pass(messages=(first,), reason="stale command")
        return Open(messages=(first,))
    if all(_is_too_old(message, desk, now, dials) for message in desk.waiting):
        return Pass(messages=desk.waiting, reason="too old to answer")
    due_at, group = first_due(desk.waiting, dials)
    answer = answering(group)
    if answer is None:
        return _paused(desk, now, dials)
    due_at = max(due_at, answer.at)
    if due_at > now:
        return Rest(until=due_at)
    # After a pause there is one answer, with everything in view.
    after_pause = now - min(w.sent_at for w in desk.waiting) > dials.pause
    return Open(messages=desk.waiting if after_pause else group, answer=answer)


def _paused(desk: Desk, now: datetime, dials: Dials) -> Step:
    """Let everything wait, but nothing longer than it makes sense to answer."""
    late = now - dials.backlog_window
    over = tuple(message for message in desk.waiting if message.received_at < late)
    if over:
        return Pass(messages=over, reason="paused")
    return Rest(until=min(w.received_at for w in desk.waiting) + dials.backlog_window + A_MOMENT)


def _is_too_old(message: Waiting, desk: Desk, now: datetime, dials: Dials) -> bool:
    """Return whether a message came too late, or was left lying too long after its time.

    What waits on purpose, through a night, is no older for it: its time has not come.
    """
    came_late = message.received_at - message.sent_at > dials.backlog_window
    its_time = max(message.received_at, desk.due_at or message.received_at)
    return came_late or now - its_time > dials.backlog_window


def _with_bubbles(
    desk: Desk, turn: Turn, unsettled: Sequence[Bubble], now: datetime, dials: Dials
) -> Step:
    bubble = unsettled[0]
    if bubble.state is BubbleState.SENDING:
        return Settle(bubble=bubble)
    pending = tuple(unsettled)
    if desk.conversation.unreachable is not None:
        return Drop(bubbles=pending, reason="unreachable")
    has_begun = any(b.state in SAID for b in desk.bubbles)
    if desk.lane is Lane.TALK and has_begun and desk.waiting:
        return Drop(bubbles=pending, reason=INTERRUPTED)
    held_until = desk.conversation.held_until
    if now - turn.opened_at > dials.bubble_patience:
        return Drop(bubbles=pending, reason="its time had passed")
    earliest = max(bubble.due_at, held_until) if held_until is not None else bubble.due_at
    return Speak(bubble=bubble) if earliest <= now else Rest(until=earliest)


def first_due(waiting: Sequence[Waiting], dials: Dials) -> tuple[datetime, tuple[Waiting, ...]]:
    """Return whose messages are to be taken up first, and when.

    The messages of one speaker become one turn once they were quiet for `debounce_quiet`, or
    `debounce_most` after the first of them. `waiting` must not be empty.
    """
    groups: dict[str, list[Waiting]] = {}
    for message in waiting:
        groups.setdefault(message.sender, []).append(message)

    def due(group: Sequence[Waiting]) -> datetime:
        quiet = max(w.received_at for w in group) + dials.debounce_quiet
        return min(quiet, min(w.received_at for w in group) + dials.debounce_most)

    first = min(groups.values(), key=lambda group: (due(group), group[0].id))
    return due(first), tuple(first)
