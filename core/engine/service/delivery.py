"""What a platform made of a bubble, and what follows from it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from core.engine.model import (
    Bubble,
    BubbleState,
    Conversation,
    Delivered,
    Desk,
    InDoubt,
    NotSent,
    Refused,
    Rhythm,
    SendOutcome,
    Unreachable,
)
from core.engine.ports import Stores
from core.engine.rules import paced
from core.engine.service.news import News

LONGEST_RETRY = timedelta(minutes=1)
"""The wait between tries grows to this, unless the platform asks for more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A bubble that was handed to the messenger, and the outcome."""

    bubble: Bubble
    outcome: SendOutcome


def record_sent(
    stores: Stores, desk: Desk, sent: Sent, now: datetime, rhythm: Rhythm, news: News
) -> Desk:
    """Return the desk as the outcome leaves it; what was said becomes history."""
    conversation = _after(desk.conversation, sent.outcome, now)
    if conversation != desk.conversation:
        stores.conversations.save(conversation)
    bubble = bubble_after(sent.bubble, sent.outcome, now)
    _remember(stores, conversation, bubble, sent.outcome, now)
    _tell(bubble, sent.outcome, news)
    bubbles = list(desk.bubbles)
    bubbles[bubble.position] = bubble
    if bubble.state.settled and bubble.position + 1 < len(bubbles):
        # The next one is typed from now on.
        bubbles[bubble.position + 1] = paced(bubbles[bubble.position + 1], now, rhythm)
    return replace(desk, conversation=conversation, bubbles=tuple(bubbles))


def bubble_after(bubble: Bubble, outcome: SendOutcome, now: datetime) -> Bubble:
    """Return `bubble` as `outcome` leaves it."""
    match outcome:
        case Delivered():
            return replace(bubble, state=BubbleState.DELIVERED, reason=None)
        case InDoubt(reason=reason):
            return replace(bubble, state=BubbleState.IN_DOUBT, reason=reason)
        case NotSent(reason=reason, retry_after=retry_after):
            growing = min(timedelta(seconds=2**bubble.tries), LONGEST_RETRY)
            return replace(
                bubble,
                state=BubbleState.PENDING,
                tries=bubble.tries + 1,
                due_at=now + max(retry_after, growing),
                reason=reason,
            )
        case Refused(reason=reason) | Unreachable(reason=reason):
            return replace(bubble, state=BubbleState.FAILED, reason=reason)
        case _:
            assert_never(outcome)


def _after(conversation: Conversation, outcome: SendOutcome, now: datetime) -> Conversation:
    match outcome:
        case NotSent(retry_after=retry_after):
            return replace(conversation, held_until=now + retry_after)
        case Unreachable(reason=reason):
            return replace(conversation, unreachable=reason)
        case Delivered() | InDoubt() | Refused():
            return conversation
        case _:
            assert_never(outcome)


def _remember(
    stores: Stores,
    conversation: Conversation,
    bubble: Bubble,
    outcome: SendOutcome,
    now: datetime,
) -> None:
    """Put what was said into the history; what is in doubt counts as said."""
    if bubble.notice or not isinstance(outcome, Delivered | InDoubt):
        return
    stores.messages.add_own(
        conversation,
        bubble.turn,
        bubble.text,
        outcome.at if isinstance(outcome, Delivered) else now,
        message_id=outcome.message_id if isinstance(outcome, Delivered) else None,
        reply_to=bubble.reply_to,
    )


def _tell(bubble: Bubble, outcome: SendOutcome, news: News) -> None:
    key, chars = bubble.key, len(bubble.text)
    match outcome:
        case Delivered():
            news.note("bubble.delivered", bubble=key, chars=chars)
        case InDoubt(reason=reason):
            news.warn("bubble.in_doubt", bubble=key, chars=chars, reason=reason)
        case NotSent(reason=reason, retry_after=wait):
            news.note(
                "bubble.postponed", bubble=key, reason=reason, retry_after_s=wait.total_seconds()
            )
        case Refused(reason=reason):
            news.warn("bubble.refused", bubble=key, chars=chars, reason=reason)
        case Unreachable(reason=reason):
            news.warn("conversation.unreachable", bubble=key, reason=reason)
        case _:
            assert_never(outcome)
