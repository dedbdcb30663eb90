"""What a message carries: as a short text, and as what can be fetched."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import telegram

from adapters.telegram.fields import clean, number, user_name
from core.conversation.model import Attachment, AttachmentKind
from core.conversation.rules.names import one_line

UNKNOWN: Final = "[unsupported message]"
MOST_BYTES: Final = 20 * 1024 * 1024
"""What the Bot API hands out at most, of one file."""
_TOO_LARGE: Final = ", too large to open"

FORMS: Mapping[str, Callable[[Any], str]] = {
    "sticker": lambda sticker: _labelled("sticker", sticker.emoji),
    "voice": lambda voice: f"voice {_length(voice)}",
    "video_note": lambda note: f"video note {_length(note)}",
    "audio": lambda audio: f"{_labelled('audio', audio.title)} {_length(audio)}",
    "video": lambda video: f"video {_length(video)}",
    "live_photo": lambda _: "photo",
    "photo": lambda _: "photo",
    "animation": lambda _: "animation",
    "document": lambda document: _labelled("file", document.file_name),
    "venue": lambda venue: _labelled("place", venue.title),
    "location": lambda _: "location",
    "contact": lambda contact: f"contact: {user_name(contact)}",
    "poll": lambda poll: _labelled("poll", poll.question),
    "dice": lambda dice: f"dice: {clean(dice.emoji)} {number(dice.value)}",
    "story": lambda _: "story",
    "game": lambda game: _labelled("game", game.title),
    "checklist": lambda checklist: _labelled("checklist", checklist.title),
    "paid_media": lambda _: "paid media",
}
"""What stands for a message without text. In order: a place has a location, too, and an
animation a document."""

_FETCHED: Mapping[str, AttachmentKind] = {
    "voice": AttachmentKind.VOICE,
    "video_note": AttachmentKind.VIDEO,
    "audio": AttachmentKind.AUDIO,
    "video": AttachmentKind.VIDEO,
    "live_photo": AttachmentKind.IMAGE,
    "photo": AttachmentKind.IMAGE,
    "animation": AttachmentKind.VIDEO,
    "document": AttachmentKind.FILE,
}
"""A sticker is told whole by its emoji."""
_MIMES: Mapping[type, str] = {
    telegram.PhotoSize: "image/jpeg",
    telegram.Voice: "audio/ogg",
    telegram.VideoNote: "video/mp4",
}
"""What Telegram makes of these, where it does not say so."""
_MIME = re.compile(r"[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+_-]*")
"""The sender's client names the kind of a document, and may name anything."""


def carried(message: telegram.Message) -> tuple[str, tuple[Attachment, ...]]:
    """Return the text, or what stands for it with its caption, and what can be fetched.

    A file that the Bot API does not hand out is named, and is no attachment.
    """
    if message.text is not None:
        return clean(message.text), ()
    kind = next((name for name in FORMS if getattr(message, name)), None)
    if kind is None:
        return _captioned(UNKNOWN, message), ()
    content = getattr(message, kind)
    form = FORMS[kind](content)
    attachments: tuple[Attachment, ...] = ()
    if kind in _FETCHED:
        attachments = _attached(_FETCHED[kind], content)
        form += "" if attachments else _TOO_LARGE
    return _captioned(f"[{form}]", message), attachments


def _captioned(shown: str, message: telegram.Message) -> str:
    return f"{shown} {clean(message.caption)}" if message.caption else shown


def _attached(kind: AttachmentKind, content: Any) -> tuple[Attachment, ...]:
    """Return what can be fetched of `content`: of a photo, its largest size within the limit."""
    fitting = (file for file in _files(content) if (_size(file) or 0) <= MOST_BYTES)
    return tuple(_attachment(kind, file) for file in [next(fitting, None)] if file is not None)


def _files(content: Any) -> Sequence[Any]:
    """Return the sizes of a photo, largest first; anything else is one file."""
    stills = content.photo if isinstance(content, telegram.LivePhoto) else content
    if not isinstance(stills, tuple) or not stills:
        return [content]
    return sorted(stills, key=lambda size: size.width * size.height, reverse=True)


def _attachment(kind: AttachmentKind, file: Any) -> Attachment:
    told = clean(getattr(file, "mime_type", None) or "").lower()
    mime = told if _MIME.fullmatch(told) else _MIMES.get(type(file), "")
    if isinstance(file, telegram.LivePhoto):
        kind = AttachmentKind.VIDEO
    elif kind is AttachmentKind.FILE and mime.startswith("image/"):
        kind = AttachmentKind.IMAGE
    name = getattr(file, "file_name", None)
    handle = clean(file.file_id)
    if not handle:
        raise ValueError("a file without an id")
    return Attachment(
        kind=kind,
        handle=handle,
        name=one_line(clean(name), most=128) if name else "",
        mime=mime,
        size=_size(file),
        seconds=_seconds(file),
    )


def _size(file: Any) -> int | None:
    size = file.file_size
    return None if size is None else max(0, int(number(size)))


def _seconds(file: telegram.TelegramObject) -> float | None:
    """Return a duration; the library's own attribute warns of its future type."""
    seconds = file.to_dict().get("duration")
    return None if seconds is None else float(seconds)


def _labelled(kind: str, label: str | None) -> str:
    line = one_line(clean(label)) if label else ""
    return f"{kind}: {line}" if line else kind


def _length(clip: telegram.TelegramObject) -> str:
    """Return a duration as 1:05."""
    seconds = int(clip.to_dict()["duration"])
    return f"{seconds // 60}:{seconds % 60:02}"
