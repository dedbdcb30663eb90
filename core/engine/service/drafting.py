"""From a thought, a command's answer or a surrender to rows of bubbles."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from core.conversation.model import Answer, ChatKind
from core.conversation.rules.split import fit
from core.engine.model import Bubble, Desk, Dials, Turn, TurnState
from core.engine.ports import Stores
from core.engine.rules import bubbles_for, pause_before, pause_to_read, storable
from core.engine.service.news import News
from core.engine.service.record import trace_of
from core.engine.service.seat import Seat
from core.engine.service.thinking import Thought
from core.phrases import Phrase, bare_language, phrase


async def record_thought(
    stores: Stores,
    desk: Desk,
    seat: Seat,
    thought: Thought,
    now: datetime,
    dials: Dials,
    news: News,
) -> Desk:
    """Store what thinking brought: the draft's bubbles, or a neutral line that is no history."""
    turn, result = thought.turn, thought.result
    if thought.taken:
        await stores.turns.take(turn.id, thought.taken)
        waiting = tuple(w for w in desk.waiting if w.id not in thought.taken)
        desk = replace(desk, waiting=waiting)
    await _settle_tokens(stores, seat, thought)
    await stores.turns.trace(turn.id, trace_of(thought))
    if isinstance(result, Answer):
        turn = replace(turn, reserved=0)
        reply_to = None if desk.conversation.chat_kind is ChatKind.DIRECT else _asked(thought)
        desk = await speak(stores, desk, seat, turn, result.draft.messages, now, reply_to=reply_to)
        return await _pace_first(stores, desk, thought, now, dials)
    news.warn("turn.failed", turn=turn.id, reason=result.reason, detail=result.detail)
    turn = replace(turn, reserved=0, outcome=f"failed: {result.reason}")
    line = Phrase.BUDGET if result.reason == "budget" else Phrase.FAILED
    return await apologise(stores, desk, seat, turn, line, now)


async def apologise(
    stores: Stores, desk: Desk, seat: Seat, turn: Turn, line: Phrase, now: datetime
) -> Desk:
    """Store a neutral line as the turn's only bubble."""
    language = bare_language(turn.language or seat.persona.language)
    return await speak(stores, desk, seat, turn, (phrase(line, language),), now, notice=True)


async def speak(
    stores: Stores,
    desk: Desk,
    seat: Seat,
    turn: Turn,
    messages: Sequence[str],
    now: datetime,
    *,
    notice: bool = False,
    reply_to: str | None = None,
) -> Desk:
    """Store `messages` as the turn's bubbles, each within the platform's limit."""
    limit = seat.messenger.limit
    texts = [piece for message in messages for piece in fit(storable(message), limit)]
    bubbles = bubbles_for(turn, texts, now, notice=notice, reply_to=reply_to)
    await stores.turns.add_bubbles(bubbles)
    turn = replace(turn, state=TurnState.SPEAKING)
    await stores.turns.save(turn)
    return replace(desk, turn=turn, bubbles=bubbles)


async def _settle_tokens(stores: Stores, seat: Seat, thought: Thought) -> None:
    turn, space = thought.turn, seat.persona.space
    if turn.reserved:
        await stores.spending.add(space, turn.reserved_day, "reserved", -turn.reserved)
        await stores.spending.add(space, turn.reserved_day, "turn", thought.purse.usage.tokens)


def _asked(thought: Thought) -> str | None:
    """Return the platform's id of the last message that the turn answers."""
    return thought.history[-1].message_id if thought.history else None


async def _pace_first(
    stores: Stores, desk: Desk, thought: Thought, now: datetime, dials: Dials
) -> Desk:
    """Let the first bubble come when it could have been read and typed since the turn opened."""
    if not desk.bubbles or dials.rhythm.typing_cps is None:
        return desk
    first: Bubble = desk.bubbles[0]
    asked = "".join(s.text for s in thought.history if s.turn == thought.turn.id)
    dice = Random(first.key)  # noqa: S311  # a rhythm is no secret
    pause = pause_to_read(asked, dials.rhythm, dice) + pause_before(first.text, dials.rhythm, dice)
    first = replace(first, due_at=max(now, thought.turn.opened_at + pause))
    await stores.turns.save_bubble(first)
    return replace(desk, bubbles=(first, *desk.bubbles[1:]))
