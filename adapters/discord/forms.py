"""What a message holds beside its words: attachments, and the short forms of all the rest."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adapters.discord.markdown import clean, label
from core.conversation.model import Attachment, AttachmentKind

UNKNOWN = "[unsupported message]"
VOICE_MESSAGE = 1 << 13
"""The flag of a message that is nothing but a voice."""
LONGEST_EMBED = 200
"""Characters that are kept of a card without any message."""

_KINDS: Mapping[str, AttachmentKind] = {
    "image": AttachmentKind.IMAGE,
    "video": AttachmentKind.VIDEO,
    "audio": AttachmentKind.AUDIO,
}


def attachments(message: Mapping[str, Any]) -> tuple[Attachment, ...]:
    """Return what the message carries, in its order; those of what it forwards included."""
    own = tuple(_attachment(raw, message) for raw in message.get("attachments") or ())
    return own + tuple(one for inner in snapshots(message) for one in attachments(inner))


def snapshots(message: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the messages that this one forwards."""
    return [snapshot["message"] for snapshot in message.get("message_snapshots") or ()]


def short_forms(message: Mapping[str, Any]) -> str:
    """Return what stands for everything in the message but its words; "" for nothing.

    A forwarded message is not looked into. The cards that Discord makes of addresses count only
    where there are no words at all.
    """
    shown = [f"[{form}]" for form in _forms(message)]
    if not shown and not message.get("content"):
        shown = [f"[{form}]" for form in map(_embed, message.get("embeds") or ()) if form]
    return " ".join(shown)


def _forms(message: Mapping[str, Any]) -> Iterator[str]:
    for raw in message.get("sticker_items") or ():
        yield _labelled("sticker", raw.get("name"))
    for raw in message.get("attachments") or ():
        yield _form(_attachment(raw, message))
    poll = message.get("poll")
    if poll:
        yield _labelled("poll", (poll.get("question") or {}).get("text"))


def _form(attachment: Attachment) -> str:
    match attachment.kind:
        case AttachmentKind.IMAGE:
            return "photo"
        case AttachmentKind.VOICE:
            return f"voice{_length(attachment)}"
        case AttachmentKind.AUDIO:
            return _labelled("audio", attachment.name) + _length(attachment)
        case AttachmentKind.VIDEO:
            return f"video{_length(attachment)}"
        case AttachmentKind.FILE:
            return _labelled("file", attachment.name)


def _embed(raw: Mapping[str, Any]) -> str:
    author = raw.get("author") or {}
    told = raw.get("title") or raw.get("description") or author.get("name") or ""
    text = " ".join(clean(told).split())[:LONGEST_EMBED]
    return f"card: {text}" if text else "card"


def _attachment(raw: Mapping[str, Any], message: Mapping[str, Any]) -> Attachment:
    mime = clean(raw.get("content_type") or "").partition(";")[0].strip().lower()
    seconds = raw.get("duration_secs")
    spoken = bool(int(message.get("flags") or 0) & VOICE_MESSAGE)
    kind = _KINDS.get(mime.partition("/")[0], AttachmentKind.FILE)
    if spoken and kind is AttachmentKind.AUDIO:
        kind = AttachmentKind.VOICE
    size = raw.get("size")
    return Attachment(
        kind=kind,
        handle=clean(raw["url"]),
        name=label(raw.get("title") or raw.get("filename")),
        mime=mime,
        size=size if isinstance(size, int) else None,
        seconds=None if seconds is None else float(seconds),
    )


def _labelled(kind: str, text: object) -> str:
    shown = label(text)
    return f"{kind}: {shown}" if shown else kind


def _length(attachment: Attachment) -> str:
    """Return a duration as ` 1:05`; "" where none is told."""
    if attachment.seconds is None:
        return ""
    whole = int(attachment.seconds)
    return f" {whole // 60}:{whole % 60:02}"
