"""From a thought, a command's answer or a surrender to bubbles."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from core.admin.model import Invocation, Told
from core.availability.model import Mode, Override
from core.conversation.model import Answer, ChatKind, Leave, Silence
from core.conversation.rules.split import fit
from core.conversation.rules.storable import storable
from core.engine.model import (
    RESERVED,
    Bubble,
    BubbleKind,
    BubbleState,
    Conversation,
    Desk,
    Dials,
    Turn,
    TurnState,
)
from core.engine.ports import Stores
from core.engine.rules import bubbles_for, pause_before, pause_to_read
from core.engine.service.desk import with_bubbles
from core.engine.service.news import News
from core.engine.service.record import trace_of
from core.engine.service.seat import Seat
from core.engine.service.thinking import Thought
from core.phrases import Phrase, bare_language, phrase


def record_thought(
    stores: Stores,
    desk: Desk,
    seat: Seat,
    thought: Thought,
    now: datetime,
    dials: Dials,
    news: News,
) -> Desk:
    """Return the desk with the draft's bubbles, or with a neutral line that is no history."""
    turn, result = thought.turn, thought.result
    if thought.taken:
        stores.turns.take(turn.id, thought.taken)
        desk = replace(desk, waiting=tuple(w for w in desk.waiting if w.id not in thought.taken))
    if turn.reserved:
        space, day = seat.persona.space, turn.reserved_day
        stores.spending.add(space, day, RESERVED, -turn.reserved)
        stores.spending.add(space, day, "turn", thought.purse.usage.tokens)
        turn = replace(turn, reserved=0)
    kept = thought.memory.keep(stores, now) if thought.memory is not None else {}
    desk = replace(desk, trace={**trace_of(thought), **kept})
    if isinstance(result, Silence):
        silent = replace(turn, state=TurnState.SPEAKING, outcome=f"silent: {result.reason}")
        news.note("turn.silent", turn=turn.id, reason=result.reason)
        return replace(desk, turn=silent)
    if isinstance(result, Answer):
        asked = _asked(thought, desk.conversation)
        reply_to = None if desk.conversation.chat_kind is ChatKind.DIRECT else asked
        desk = speak(desk, seat, turn, result.draft.messages, now, reply_to=reply_to)
        desk = _react(desk, result.draft.reaction, asked, now)
        _leave(stores, seat, result.draft.leave, now)
        return _pace_first(desk, thought, now, dials)
    news.warn("turn.failed", turn=turn.id, reason=result.reason, detail=result.detail)
    turn = replace(turn, outcome=f"failed: {result.reason}")
    line = Phrase.BUDGET if result.reason == "budget" else Phrase.FAILED
    return apologise(desk, seat, turn, line, now)


def pay_for(stores: Stores, desk: Desk, seat: Seat, thought: Thought) -> Desk:
    """Return the desk as it was, for a thought that is to be thought again; its tokens count."""
    if thought.turn.reserved:
        space, day = seat.persona.space, thought.turn.reserved_day
        stores.spending.add(space, day, "turn", thought.purse.usage.tokens)
    return desk


def tell(desk: Desk, seat: Seat, turn: Turn, call: Invocation, told: Told, now: datetime) -> Desk:
    """Return the desk with the answer to a command.

    What goes with it is on its first bubble where it can be shown, its buttons below the last.
    """
    desk = speak(desk, seat, turn, (told.text,), now, notice=True)
    if not desk.bubbles:
        return desk
    only_for = turn.speaker if call.unseen else None
    bubbles = [
        replace(bubble, reply_to=call.message_id, only_for=only_for) for bubble in desk.bubbles
    ]
    gifts = seat.messenger.gifts
    if told.picture is not None and gifts.pictures:
        bubbles[0] = replace(bubbles[0], kind=BubbleKind.PICTURE, picture=told.picture)
    if told.file is not None and gifts.files:
        bubbles[0] = replace(bubbles[0], kind=BubbleKind.FILE, file=told.file)
    bubbles[-1] = replace(bubbles[-1], choices=told.choices)
    gone = told.removals if gifts.removes else ()
    bubbles += (
        replace(
            bubbles[-1],
            position=position,
            text="",
            kind=BubbleKind.REMOVAL,
            message_id=message_id,
            choices=(),
        )
        for position, message_id in enumerate(gone, start=len(bubbles))
    )
    return replace(desk, bubbles=tuple(bubbles))


def apologise(desk: Desk, seat: Seat, turn: Turn, line: Phrase, now: datetime) -> Desk:
    """Return the desk with a neutral line as the turn's only bubble."""
    language = bare_language(turn.language or seat.persona.language)
    return speak(desk, seat, turn, (phrase(line, language),), now, notice=True)


def speak(
    desk: Desk,
    seat: Seat,
    turn: Turn,
    messages: Sequence[str],
    now: datetime,
    *,
    notice: bool = False,
    reply_to: str | None = None,
) -> Desk:
    """Return the desk with `messages` as bubbles, each within the platform's limit.

    One that was shown while it grew gets its last words by the first of them.
    """
    limit = seat.messenger.limit
    texts = [piece for message in messages for piece in fit(storable(message), limit)]
    shown = desk.bubbles
    bubbles = bubbles_for(turn, texts, now, shown=shown, notice=notice, reply_to=reply_to)
    return replace(desk, turn=replace(turn, state=TurnState.SPEAKING), bubbles=bubbles)


def _leave(stores: Stores, seat: Seat, leave: Leave | None, now: datetime) -> None:
    """Let the companion be away for a while; what an owner has set stays."""
    if leave is None or stores.overrides.active(seat.persona.space, now) is not None:
        return
    override = Override(
        mode=Mode.OFFLINE if leave.asleep else Mode.DO_NOT_DISTURB,
        since=now,
        until=now + timedelta(minutes=leave.minutes),
        reason=f"said goodbye: {leave.why}",
    )
    stores.overrides.put(seat.persona.space, override)


def _react(desk: Desk, emoji: str | None, message_id: str | None, now: datetime) -> Desk:
    """Return the desk with a reaction behind its words, or alone."""
    if emoji is None or message_id is None or desk.turn is None:
        return desk
    reaction = Bubble(
        turn=desk.turn.id,
        position=len(desk.bubbles),
        text=emoji,
        state=BubbleState.PENDING,
        due_at=now,
        reply_to=message_id,
        kind=BubbleKind.REACTION,
    )
    return replace(desk, bubbles=(*desk.bubbles, reaction))


def _asked(thought: Thought, conversation: Conversation) -> str | None:
    """Return the platform's id of the last message that the turn answers, if it holds here."""
    moved = thought.route != conversation.route
    return thought.history[-1].message_id if thought.history and not moved else None


def _pace_first(desk: Desk, thought: Thought, now: datetime, dials: Dials) -> Desk:
    """Let the first bubble come when it could have been read and typed since the turn opened."""
    first = next((b for b in desk.bubbles if not b.state.settled), None)
    if first is None or first.message_id is not None:
        return desk
    asked = "".join(s.text for s in thought.history if s.turn == thought.turn.id)
    dice = Random(first.key)  # noqa: S311  # a rhythm is no secret
    pause = pause_to_read(asked, dials.rhythm, dice) + pause_before(first.text, dials.rhythm, dice)
    first = replace(first, due_at=max(now, thought.turn.opened_at + pause))
    return with_bubbles(desk, first)
