"""From rows to core's values: the border that nothing of SQLAlchemy crosses."""

from typing import Any

from sqlalchemy import RowMapping

from core.conversation.model import (
    AccountId,
    ChatKind,
    ConversationId,
    IdentityId,
    MessageId,
    Route,
    Said,
    TurnId,
)
from core.engine.model import Bubble, BubbleState, Conversation, Lane, Turn, TurnState, Waiting
from core.persona.model import SpaceId

Row = RowMapping | dict[str, Any]


def to_conversation(row: Row) -> Conversation:
    """Return the conversation of a row."""
    return Conversation(
        id=ConversationId(row["id"]),
        space=SpaceId(row["space"]),
        route=Route(
            account=AccountId(row["account"]), chat=row["chat"], thread=row["thread"] or None
        ),
        chat_kind=ChatKind(row["chat_kind"]),
        held_until=row["held_until"],
        unreachable=row["unreachable"],
    )


def to_said(row: Row) -> Said:
    """Return a message of the history."""
    return Said(
        id=MessageId(row["id"]),
        by_companion=row["by_companion"],
        sender=None if row["sender"] is None else IdentityId(row["sender"]),
        sender_name=row["sender_name"],
        text=row["text"],
        sent_at=row["sent_at"],
        message_id=row["message_id"],
        edited=row["edited_at"] is not None,
        reply_to=row["reply_to"],
        album=row["album"],
        language=row["language"],
        turn=None if row["turn"] is None else TurnId(row["turn"]),
    )


def to_waiting(row: Row) -> Waiting:
    """Return a message that no turn has taken up yet."""
    return Waiting(
        id=MessageId(row["id"]),
        message_id=row["message_id"],
        sender=IdentityId(row["sender"]),
        sender_name=row["sender_name"],
        text=row["text"],
        sent_at=row["sent_at"],
        received_at=row["received_at"],
        language=row["language"],
    )


def to_turn(row: Row) -> Turn:
    """Return the turn of a row."""
    return Turn(
        id=TurnId(row["id"]),
        conversation=ConversationId(row["conversation"]),
        lane=Lane(row["lane"]),
        state=TurnState(row["state"]),
        speaker=IdentityId(row["speaker"]),
        speaker_name=row["speaker_name"],
        opened_at=row["opened_at"],
        attempts=row["attempts"],
        reserved=row["reserved"],
        reserved_day=row["reserved_day"],
        language=row["language"],
        outcome=row["outcome"],
    )


def to_bubble(row: Row) -> Bubble:
    """Return the bubble of a row."""
    return Bubble(
        turn=TurnId(row["turn"]),
        position=row["position"],
        text=row["text"],
        state=BubbleState(row["state"]),
        due_at=row["due_at"],
        notice=row["notice"],
        reply_to=row["reply_to"],
        tries=row["tries"],
        reason=row["reason"],
    )


def from_bubble(bubble: Bubble) -> dict[str, Any]:
    """Return the row of a bubble."""
    return {
        "turn": bubble.turn,
        "position": bubble.position,
        "text": bubble.text,
        "state": bubble.state.value,
        "due_at": bubble.due_at,
        "notice": bubble.notice,
        "reply_to": bubble.reply_to,
        "tries": bubble.tries,
        "reason": bubble.reason,
    }
