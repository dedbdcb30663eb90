"""What a message carries beside its words: voices are written down, images are looked at."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import structlog

from core.conversation.model import Attachment, AttachmentKind, Image, Said
from core.engine.model import Missing
from core.engine.ports import Work
from core.engine.service.seat import Seat
from core.errors import CircadiaError
from core.phrases import bare_language

log = structlog.get_logger(__name__)

MOST_SOUND = 20 * 1024 * 1024
"""Bytes of one voice; what a bot may fetch on Telegram."""
MOST_IMAGE = 5 * 1024 * 1024
"""Bytes of one image; what common servers take."""
VOICES_MOST = 5
"""Messages of one turn whose voices are written down, the latest of them, all at once."""
HEARD_MOST = 2000
"""Characters of one voice in the history."""


class Senses:
    """Hears and sees for one turn; what can't be had stays the short text form that it was."""

    def __init__(self, work: Work, images_most: int) -> None:
        self._work = work
        self._images_most = images_most

    async def heard(self, seat: Seat, mine: Sequence[Said]) -> tuple[Said, ...]:
        """Return the messages with the words of their voices, which the history keeps."""
        voices = [said for said in mine if _voices(said)][-VOICES_MOST:]
        if seat.transcriber is None or not voices:
            return tuple(mine)
        async with asyncio.TaskGroup() as group:
            told = [group.create_task(self._with_words(seat, said)) for said in voices]
        by_id = {task.result().id: task.result() for task in told}
        return tuple(by_id.get(said.id, said) for said in mine)

    async def seen(self, seat: Seat, mine: Sequence[Said]) -> dict[str, tuple[Image, ...]]:
        """Return the images of the messages by reference, the newest first to be looked at."""
        if not seat.conversation.sees:
            return {}
        images: dict[str, tuple[Image, ...]] = {}
        left = self._images_most
        for said in reversed(mine):
            for attachment in said.attachments:
                if attachment.kind is not AttachmentKind.IMAGE or left <= 0:
                    continue
                content = await self._fetched(seat, attachment, MOST_IMAGE)
                if content is not None:
                    left -= 1
                    image = Image(content=content, mime=attachment.mime or "image/jpeg")
                    images[said.ref] = (*images.get(said.ref, ()), image)
        return images

    async def _with_words(self, seat: Seat, said: Said) -> Said:
        words = [await self._words(seat, voice, said.language) for voice in _voices(said)]
        spoken = "\n".join(word for word in words if word)
        if not spoken or spoken in said.text:
            return said
        text = f"{said.text} {spoken}"
        await self._work.write(lambda stores: stores.messages.retell(said.id, text))
        return replace(said, text=text)

    async def _words(self, seat: Seat, voice: Attachment, language: str | None) -> str:
        if seat.transcriber is None:
            return ""
        sound = await self._fetched(seat, voice, MOST_SOUND)
        if not sound:
            return ""
        hint = None if language is None else bare_language(language)
        try:
            words = await seat.transcriber.transcribe(voice, sound, hint)
        except CircadiaError as error:
            log.warning("voice.not_understood", error=type(error).__name__, reason=str(error))
            return ""
        return words[:HEARD_MOST]

    async def _fetched(self, seat: Seat, attachment: Attachment, most: int) -> bytes | None:
        if attachment.size is not None and attachment.size > most:
            content: bytes | Missing = Missing(reason="too large")
        else:
            content = await seat.messenger.fetch(attachment, most)
        if isinstance(content, Missing):
            log.info("attachment.missing", kind=attachment.kind.value, reason=content.reason)
            return None
        return content


def _voices(said: Said) -> list[Attachment]:
    """Return the voice of a message; no platform sends more than one in a message."""
    return [one for one in said.attachments if one.kind is AttachmentKind.VOICE][:1]
