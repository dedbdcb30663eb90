"""From rows to core's values: the border that nothing of SQLAlchemy crosses."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import RowMapping

from core.admin.model import Choice
from core.conversation.model import (
    AccountId,
    Attachment,
    AttachmentKind,
    ChatKind,
    ConversationId,
    IdentityId,
    Mark,
    MessageId,
    Route,
    Said,
    TurnId,
)
from core.conversation.rules.storable import storable
from core.engine.model import (
    Bubble,
    BubbleKind,
    BubbleState,
    Conversation,
    Lane,
    LastHeard,
    Turn,
    TurnState,
    Waiting,
)
from core.persona.model import SpaceId

Row = RowMapping | dict[str, Any]


def to_conversation(row: Row) -> Conversation:
    """Return the conversation of a row."""
    return Conversation(
        id=ConversationId(row["id"]),
        space=SpaceId(row["space"]),
        route=_route(row),
        chat_kind=ChatKind(row["chat_kind"]),
        held_until=row["held_until"],
        unreachable=row["unreachable"],
        server=row["server"],
        spoke_at=row["spoke_at"],
    )


def to_last_heard(row: Row) -> LastHeard:
    """Return a conversation, and the last message that it brought."""
    return LastHeard(
        route=_route(row), chat_kind=ChatKind(row["chat_kind"]), message_id=row["message_id"]
    )


def to_said(row: Row) -> Said:
    """Return a message of the history."""
    said = Said(
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
        addressed=row["addressed"],
        attachments=to_attachments(row["attachments"]),
        marks=to_marks(row["marks"]),
        unseen=row["unseen"],
    )
    return said.with_voice(row["heard"] or "")


def to_attachments(stored: list[dict[str, Any]] | None) -> tuple[Attachment, ...]:
    """Return what a message carries; NULL is nothing."""
    return tuple(
        Attachment(
            kind=AttachmentKind(one["kind"]),
            handle=one["handle"],
            name=one["name"],
            mime=one["mime"],
            size=one["size"],
            seconds=one["seconds"],
        )
        for one in stored or ()
    )


def from_attachments(attachments: Iterable[Attachment]) -> list[dict[str, Any]] | None:
    """Return the JSON of what a message carries; NULL for nothing."""
    return [
        {
            "kind": one.kind.value,
            "handle": storable(one.handle),
            "name": storable(one.name),
            "mime": storable(one.mime),
            "size": one.size,
            "seconds": one.seconds,
        }
        for one in attachments
    ] or None


def to_marks(stored: list[dict[str, Any]] | None) -> tuple[Mark, ...]:
    """Return the reactions on a message; NULL is none."""
    return tuple(
        Mark(
            sender=None if one["sender"] is None else IdentityId(one["sender"]),
            sender_name=one["sender_name"],
            emoji=one["emoji"],
        )
        for one in stored or ()
    )


def from_marks(marks: Iterable[Mark]) -> list[dict[str, Any]] | None:
    """Return the JSON of the reactions on a message; NULL for none."""
    return [
        {
            "sender": one.sender,
            "sender_name": storable(one.sender_name),
            "emoji": storable(one.emoji),
        }
        for one in marks
    ] or None


def to_choices(stored: list[dict[str, Any]] | None) -> tuple[Choice, ...]:
    """Return the buttons of a bubble; NULL is none."""
    return tuple(
        Choice(label=one["label"], line=one["line"], in_direct=one["in_direct"])
        for one in stored or ()
    )


def from_choices(choices: Iterable[Choice]) -> list[dict[str, Any]] | None:
    """Return the JSON of the buttons of a bubble; NULL for none."""
    return [
        {"label": storable(one.label), "line": storable(one.line), "in_direct": one.in_direct}
        for one in choices
    ] or None


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
        addressed=row["addressed"],
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
        waited=row["waited"],
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
        kind=BubbleKind(row["kind"]),
        message_id=row["message_id"],
        picture=row["picture"],
        file=row["file"],
        choices=to_choices(row["choices"]),
        only_for=None if row["only_for"] is None else IdentityId(row["only_for"]),
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
        "kind": bubble.kind.value,
        "message_id": bubble.message_id,
        "picture": bubble.picture,
        "file": bubble.file,
        "choices": from_choices(bubble.choices),
        "only_for": bubble.only_for,
    }


def _route(row: Row) -> Route:
    return Route(account=AccountId(row["account"]), chat=row["chat"], thread=row["thread"] or None)
