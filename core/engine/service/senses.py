"""What a message carries beside its words: voices are written down, images are looked at."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import structlog

from core.conversation.model import Attachment, AttachmentKind, Image, MessageId, Said
from core.engine.model import Missing
from core.engine.ports import Clock, Work
from core.engine.service.bounded import bounded
from core.engine.service.seat import Seat
from core.errors import CircadiaError
from core.phrases import bare_language

log = structlog.get_logger(__name__)

MOST_SOUND = 20 * 1024 * 1024
"""Bytes of one voice; what a bot may fetch on Telegram."""
MOST_IMAGE = 5 * 1024 * 1024
"""Bytes of one image; what common servers take."""
SEEN_WITHIN = timedelta(seconds=15)
"""For all images of a turn together."""
HEARD_WITHIN = timedelta(seconds=90)
VOICES_MOST = 5
"""Messages of one turn whose voices are written down, the latest of them, all at once."""
HEARD_MOST = 2000
"""Characters of one voice in the history."""


class Senses:
    """Hears and sees for one turn; what can't be had stays the short text form that it was."""

    def __init__(self, work: Work, clock: Clock, images_most: Callable[[], int]) -> None:
        self._work, self._clock = work, clock
        self._images_most = images_most

    async def heard(self, seat: Seat, mine: Sequence[Said]) -> tuple[Said, ...]:
        """Return the messages with the words of their voices, which the history keeps."""
        voices = [said for said in mine if _voices(said) and not said.heard][-VOICES_MOST:]
        if seat.transcriber is None or not voices:
            return tuple(mine)
        told: dict[MessageId, Said] = {}
        await bounded(
            self._clock, HEARD_WITHIN, [self._with_words(seat, said, told) for said in voices]
        )
        return tuple(told.get(said.id, said) for said in mine)

    async def seen(self, seat: Seat, mine: Sequence[Said]) -> dict[str, tuple[Image, ...]]:
        """Return the images of the messages by reference: the latest, as far as they come."""
        most = self._images_most()
        if not seat.conversation.sees or not most:
            return {}
        wanted = [
            (said.ref, attachment)
            for said in mine
            for attachment in said.attachments
            if attachment.kind is AttachmentKind.IMAGE
        ][-most:]
        found: dict[int, Image] = {}
        looks = [
            self._look(seat, attachment, number, found)
            for number, (_, attachment) in enumerate(wanted)
        ]
        await bounded(self._clock, SEEN_WITHIN, looks)
        images: dict[str, tuple[Image, ...]] = {}
        for number, image in sorted(found.items()):
            ref = wanted[number][0]
            images[ref] = (*images.get(ref, ()), image)
        return images

    async def _look(
        self, seat: Seat, attachment: Attachment, number: int, found: dict[int, Image]
    ) -> None:
        content = await self._fetched(seat, attachment, MOST_IMAGE)
        if content is not None:
            found[number] = Image(content=content, mime=attachment.mime or "image/jpeg")

    async def _with_words(self, seat: Seat, said: Said, told: dict[MessageId, Said]) -> None:
        words = [await self._words(seat, voice, said.language) for voice in _voices(said)]
        spoken = "\n".join(word for word in words if word)
        if not spoken:
            return
        await self._work.write(lambda stores: stores.messages.hear(said.id, spoken))
        told[said.id] = said.with_voice(spoken)

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
