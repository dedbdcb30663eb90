"""What the motor does next with one lane: pure decisions over its desk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from core.admin.rules import parse_command
from core.conversation.model import ChatKind, Inbound
from core.conversation.rules.names import is_named
from core.engine.model import (
    INTERRUPTED,
    Bubble,
    BubbleState,
    Desk,
    Dials,
    Lane,
    Manners,
    Rhythm,
    Turn,
    TurnState,
    Waiting,
)
from core.persona.model import Persona


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


def next_step(desk: Desk, now: datetime, dials: Dials, asks_less: Callable[[str], bool]) -> Step:
    """Return what is to be done with `desk` at `now`.

    `asks_less` tells of a command's name whether it runs even when it is stale.
    """
    turn = desk.turn
    if turn is None:
        return _with_waiting(desk, now, dials, asks_less)
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
    desk: Desk, now: datetime, dials: Dials, asks_less: Callable[[str], bool]
) -> Step:
    if not desk.waiting:
        return Rest(until=None)
    if desk.lane is Lane.COMMAND:
        first = desk.waiting[0]
        spoken = parse_command(first.text)
        stale = first.sent_at < now - dials.command_window
        if spoken is None or (stale and not asks_less(spoken.name)):
            return Pass(messages=(first,), reason="stale command")
        return Open(messages=(first,))
    if all(w.sent_at < now - dials.backlog_window for w in desk.waiting):
        return Pass(messages=desk.waiting, reason="too old to answer")
    due_at, group = first_due(desk.waiting, dials)
    return Open(messages=group) if due_at <= now else Rest(until=due_at)


def _with_bubbles(
    desk: Desk, turn: Turn, unsettled: Sequence[Bubble], now: datetime, dials: Dials
) -> Step:
    bubble = unsettled[0]
    if bubble.state is BubbleState.SENDING:
        return Settle(bubble=bubble)
    pending = tuple(unsettled)
    if desk.conversation.unreachable is not None:
        return Drop(bubbles=pending, reason="unreachable")
    if desk.lane is Lane.TALK and bubble.position > 0 and desk.waiting:
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


def is_addressed(inbound: Inbound, persona: Persona) -> bool:
    """Return whether `inbound` is meant for the companion, by a sign or by name."""
    if inbound.addressed or inbound.chat_kind is not ChatKind.GROUP:
        return True
    return is_named(inbound.text, persona.names)


def is_known_bot(inbound: Inbound, manners: Manners) -> bool:
    """Return whether this is a bot that the owner wants answered."""
    return inbound.from_bot and bool({inbound.sender, inbound.via} & manners.bots)


def silence_for(
    inbound: Inbound, manners: Manners, *, addressed: bool, bot_turns: int, may_chime: bool
) -> str | None:
    """Return why `inbound` is not answered, or None if it is, or may be.

    Args:
        inbound: What came in.
        manners: What the owner wants of it where many hear it.
        addressed: Whether it is meant for the companion.
        bot_turns: How many messages of bots were let in since a person spoke.
        may_chime: Whether someone can judge what was not meant for it.
    """
    if not inbound.text.strip():
        return "empty"
    if inbound.from_bot and not is_known_bot(inbound, manners):
        return "said by a bot"
    if inbound.from_bot and bot_turns >= manners.bot_turns:
        return "bots have had their turns"
    if inbound.chat_kind is ChatKind.CHANNEL:
        return silence_for_place(inbound, manners)
    if addressed:
        return None
    chimes = may_chime and not inbound.from_bot and _chance(inbound) < manners.chime_in
    return None if chimes else "not addressed"


def silence_for_place(inbound: Inbound, manners: Manners) -> str | None:
    """Return why nothing is answered where `inbound` was said, or None if it may be."""
    if inbound.chat_kind is not ChatKind.CHANNEL:
        return None
    place = f"{inbound.sender.partition(':')[0]}:{inbound.route.chat}"
    return None if place in manners.channels else "a channel"


def _chance(inbound: Inbound) -> float:
    """Return 0.0 to 1.0, the same for the same message whenever it is looked at."""
    route = inbound.route
    return Random(f"{route.account} {route.chat} {inbound.message_id}").random()  # noqa: S311  # no secret


def outcome_of(bubbles: Sequence[Bubble]) -> str:
    """Return how a turn with these settled bubbles ended."""
    states = {bubble.state for bubble in bubbles}
    if not states:
        return "silent"
    if states & {BubbleState.DELIVERED, BubbleState.IN_DOUBT}:
        return INTERRUPTED if BubbleState.DROPPED in states else "answered"
    return "undelivered"


def pause_before(text: str, rhythm: Rhythm, dice: Random) -> timedelta:
    """Return how long the companion types `text`: its pace give or take a fifth, capped."""
    return _pace(text, rhythm.typing_cps, rhythm, dice)


def pause_to_read(text: str, rhythm: Rhythm, dice: Random) -> timedelta:
    """Return how long the companion reads `text` before it starts to type."""
    return _pace(text, rhythm.reading_cps, rhythm, dice)


def _pace(text: str, cps: float | None, rhythm: Rhythm, dice: Random) -> timedelta:
    if cps is None:
        return timedelta(0)
    seconds = len(text) / cps * dice.uniform(0.8, 1.2)
    return min(timedelta(seconds=seconds), rhythm.most)


def bubbles_for(
    turn: Turn,
    texts: Sequence[str],
    now: datetime,
    *,
    shown: Sequence[Bubble] = (),
    notice: bool = False,
    reply_to: str | None = None,
) -> tuple[Bubble, ...]:
    """Return the rows of a draft; all are due at `now` until the pause before each is known.

    Those already `shown` stay; the first text takes the place of one that grew.
    """
    bubbles, rest = list(shown), list(texts)
    if shown and not shown[-1].state.settled and rest:
        text = rest.pop(0)
        bubbles[-1] = replace(shown[-1], text=text, due_at=now, notice=notice)
    first = len(bubbles)
    bubbles += (
        Bubble(
            turn=turn.id,
            position=position,
            text=text,
            state=BubbleState.PENDING,
            due_at=now,
            notice=notice,
            reply_to=reply_to if position == 0 else None,
        )
        for position, text in enumerate(rest, start=first)
    )
    return tuple(bubbles)


def paced(bubble: Bubble, after: datetime, rhythm: Rhythm) -> Bubble:
    """Return the bubble, due once it is typed; the same bubble always types as fast."""
    return replace(bubble, due_at=after + pause_before(bubble.text, rhythm, Random(bubble.key)))  # noqa: S311  # a rhythm is no secret


def storable(text: str) -> str:
    """Return `text` without what a database or a wire can't carry: NUL, lone surrogates."""
    return (
        text.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    )


def local_day(now: datetime, persona: Persona) -> str:
    """Return the persona's day, as `2026-01-31`."""
    return now.astimezone(persona.zone).date().isoformat()
