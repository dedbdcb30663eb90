"""The bubbles of a draft: their rows, their pace, and how a turn with them ended."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from core.engine.model import INTERRUPTED, Bubble, BubbleState, Rhythm, Turn
from core.persona.model import Persona


def outcome_of(bubbles: Sequence[Bubble]) -> str:
    """Return how a turn with these settled bubbles ended."""
    states = {bubble.state for bubble in bubbles}
    if not states:
        return "silent"
    if states & {BubbleState.DELIVERED, BubbleState.IN_DOUBT}:
        cut = any(bubble.reason == INTERRUPTED for bubble in bubbles)
        return INTERRUPTED if cut else "answered"
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


def local_day(now: datetime, persona: Persona) -> str:
    """Return the persona's day, as `2026-01-31`."""
    return now.astimezone(persona.zone).date().isoformat()
