"""`/persona picture`: what a persona looks like."""

from typing import Final

from core.admin.commands.personas import LONGEST, aimed
from core.admin.commands.telling import quoted
from core.admin.model import Invocation, Profile, Told
from core.admin.ports import Shelf, Steward
from core.admin.rules.edits import portrait_name
from core.conversation.model import Attachment, AttachmentKind
from core.phrases import PersonaLine, phrase

PICTURE_MOST: Final = 2 * 1024 * 1024
"""Bytes of one picture."""
_NONE = ("none", "-", "off")


def is_picture(content: bytes) -> bool:
    """Return whether this begins like PNG, JPEG or WebP."""
    webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    return webp or content.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"))


async def fetch(invocation: Invocation, steward: Steward) -> object:
    """Return what the picture that goes with the command holds; None without any."""
    attached = _attached(invocation)
    if attached is None or (attached.size or 0) > PICTURE_MOST:
        return None
    return await steward.fetch(invocation.route.account, attached, PICTURE_MOST)


def picture(invocation: Invocation, shelf: Shelf) -> str | Told:
    """Show what a persona looks like, or let it look like the picture that goes with this."""
    language, name = invocation.language, _bare(invocation.line(LONGEST))
    takes_off = name.casefold() in _NONE
    found = aimed(invocation, "" if takes_off else name)
    if not isinstance(found, Profile):
        return found
    space, called = found.persona.space, quoted(found.persona.display_name, 64)
    if takes_off:
        if shelf.personas.picture(space) is not None:
            shelf.personas.show_as(space, None, invocation.now)
        return phrase(PersonaLine.PICTURE_NONE, language, name=called)
    attached = _attached(invocation)
    if attached is None:
        if shelf.personas.picture(space) is None:
            return phrase(PersonaLine.PICTURE_NONE, language, name=called)
        return Told(text=f"**{called}**", picture=portrait_name(space))
    content = invocation.prepared
    if (attached.size or 0) <= PICTURE_MOST and not isinstance(content, bytes):
        return phrase(PersonaLine.PICTURE_LOST, language)
    if not isinstance(content, bytes) or len(content) > PICTURE_MOST or not is_picture(content):
        most = str(PICTURE_MOST // 1024**2)
        return phrase(PersonaLine.PICTURE_WRONG, language, most=most)
    shelf.personas.show_as(space, content, invocation.now)
    return phrase(PersonaLine.PICTURE_SET, language, name=called)


def _attached(invocation: Invocation) -> Attachment | None:
    images = (AttachmentKind.IMAGE, AttachmentKind.FILE)
    return next((one for one in invocation.attachments if one.kind in images), None)


def _bare(line: str) -> str:
    """Return a line without what stands in it for what the message carries."""
    return line.partition("[")[0].strip()
