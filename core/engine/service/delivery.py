"""What a platform made of a bubble, and what follows from it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from core.conversation.model import Moved, Reaction
from core.engine.model import (
    Bubble,
    BubbleKind,
    BubbleState,
    Conversation,
    Delivered,
    Desk,
    Elsewhere,
    InDoubt,
    NotSent,
    Refused,
    Rhythm,
    SendOutcome,
    TurnState,
    Unreachable,
)
from core.engine.ports import Stores
from core.engine.rules import SAID, paced
from core.engine.service.news import News

LONGEST_RETRY = timedelta(minutes=1)
"""The wait between tries grows to this, unless the platform asks for more."""


ENCLOSING = (BubbleKind.PICTURE, BubbleKind.FILE)
"""Kinds of bubbles whose text stands by itself where the rest can't be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A bubble that was handed to the messenger, and the outcome."""

    bubble: Bubble
    outcome: SendOutcome


def record_sent(
    stores: Stores, desk: Desk, sent: Sent, now: datetime, rhythm: Rhythm, news: News
) -> Desk:
    """Return the desk as the outcome leaves it; what was said becomes history."""
    conversation = _after(stores, desk.conversation, sent.outcome, now)
    if desk.turn is not None and desk.turn.state is TurnState.THINKING:
        bubble = grown_after(sent.bubble, sent.outcome, now)
    else:
        bubble = bubble_after(sent.bubble, sent.outcome, now)
    _remember(stores, conversation, bubble, sent.outcome, now)
    _tell(bubble, sent.outcome, news)
    bubbles = list(desk.bubbles)
    bubbles[bubble.position] = bubble
    if bubble.state.settled and bubble.position + 1 < len(bubbles):
        # The next one is typed from now on.
        bubbles[bubble.position + 1] = paced(bubbles[bubble.position + 1], now, rhythm)
    if bubble.state in SAID and not bubble.notice:
        conversation = replace(conversation, spoke_at=now)
    return replace(desk, conversation=conversation, bubbles=tuple(bubbles))


def grown_after(bubble: Bubble, outcome: SendOutcome, now: datetime) -> Bubble:
    """Return a bubble that is shown while it grows, as `outcome` leaves it.

    Once it is there it waits for its last words; where nothing could be shown it is given up.
    """
    match outcome:
        case Delivered(message_id=message_id):
            return replace(bubble, state=BubbleState.PENDING, message_id=message_id)
        case NotSent(reason=reason) | Refused(reason=reason) | Unreachable(reason=reason):
            return replace(bubble, state=BubbleState.DROPPED, reason=reason)
        case Elsewhere():
            return replace(bubble, state=BubbleState.DROPPED, reason="the chat has moved")
        case InDoubt():
            return bubble_after(bubble, outcome, now)
        case _:
            assert_never(outcome)


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
        case Refused(reason=reason) if bubble.kind is BubbleKind.REMOVAL:
            return replace(bubble, state=BubbleState.FAILED, reason=reason)
        case Refused() if bubble.message_id is not None or bubble.kind in ENCLOSING:
            # What was shown is gone, or no picture may be shown here: the words are said anew.
            again = replace(bubble, message_id=None, tries=bubble.tries + 1, due_at=now)
            if bubble.kind in ENCLOSING:
                again = replace(again, kind=BubbleKind.TEXT, picture=None, file=None)
            return replace(again, state=BubbleState.PENDING, reason=outcome.reason)
        case Refused(reason=reason) | Unreachable(reason=reason):
            return replace(bubble, state=BubbleState.FAILED, reason=reason)
        case Elsewhere():
            if bubble.kind in (BubbleKind.REACTION, BubbleKind.REMOVAL):
                return replace(bubble, state=BubbleState.DROPPED, reason="the chat has moved")
            # Nothing in the new chat has the ids of the old one.
            again = replace(bubble, reply_to=None, message_id=None, tries=bubble.tries + 1)
            return replace(
                again, state=BubbleState.PENDING, due_at=now, reason="the chat has moved"
            )
        case _:
            assert_never(outcome)


def _after(
    stores: Stores, conversation: Conversation, outcome: SendOutcome, now: datetime
) -> Conversation:
    """Return the conversation as `outcome` leaves it, stored."""
    match outcome:
        case NotSent(retry_after=retry_after):
            after = replace(conversation, held_until=now + retry_after)
            stores.conversations.save(after)
            return after
        case Unreachable(reason=reason):
            after = replace(conversation, unreachable=reason)
            stores.conversations.save(after)
            return after
        case Elsewhere(chat=chat):
            route = conversation.route
            moved = Moved(account=route.account, old_chat=route.chat, new_chat=chat)
            stores.conversations.move(moved, now)
            return stores.conversations.get(conversation.id)
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
    if bubble.notice or bubble.state not in SAID or not isinstance(outcome, Delivered | InDoubt):
        return
    if bubble.kind is BubbleKind.REACTION:
        if bubble.reply_to is not None:
            stores.messages.react(_own_mark(conversation, bubble.reply_to, bubble.text))
        return
    stores.messages.add_own(
        conversation,
        bubble.turn,
        bubble.text,
        outcome.at if isinstance(outcome, Delivered) else now,
        message_id=outcome.message_id if isinstance(outcome, Delivered) else None,
        reply_to=bubble.reply_to,
    )


def _own_mark(conversation: Conversation, message_id: str, emoji: str) -> Reaction:
    return Reaction(
        route=conversation.route, message_id=message_id, sender=None, sender_name="", emoji=emoji
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
        case Elsewhere(chat=chat):
            news.warn("conversation.moved", bubble=key, new_chat=chat)
        case _:
            assert_never(outcome)
