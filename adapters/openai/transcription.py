"""The port Transcriber over an OpenAI-compatible server."""

import asyncio
import random
import re
import unicodedata
from collections.abc import Mapping
from pathlib import PurePath

import openai

from adapters.openai.config import TranscriptionConfig, origin
from adapters.openai.connection import connected, unsent
from adapters.openai.errors import BadRequest, Busy, translated
from adapters.openai.patience import Patience, Tries
from adapters.openai.translate import at
from core.conversation.model import Attachment
from core.engine.ports import Clock
from core.errors import BrokenAnswer

MOST = 4000
"""Characters of what one voice said."""
RETRIES = 2

KINDS: Mapping[str, str] = {
    "ogg": "audio/ogg",
    "oga": "audio/ogg",
    "mp3": "audio/mpeg",
    "mpga": "audio/mpeg",
    "mpeg": "audio/mpeg",
    "m4a": "audio/mp4",
    "wav": "audio/wav",
    "flac": "audio/flac",
    "webm": "audio/webm",
    "mp4": "video/mp4",
}
"""Endings of names by which servers know what they get; the first of a kind is given to it."""

ALIASES: Mapping[str, str] = {
    "audio/opus": "ogg",
    "application/ogg": "ogg",
    "audio/mp3": "mp3",
    "audio/x-m4a": "m4a",
    "audio/aac": "m4a",
    "audio/x-wav": "wav",
    "audio/wave": "wav",
    "audio/x-flac": "flac",
    "video/webm": "webm",
}


class OpenAITranscriber:
    """Sends one voice and returns its words; tries again as the chat does."""

    def __init__(self, config: TranscriptionConfig, *, clock: Clock, rng: random.Random) -> None:
        self._config = config
        self._label = f"{config.model}@{origin(config.url)}"
        self._clock = clock
        self._headers = unsent(config.key)
        self._client = connected(self._label, url=config.url, key=config.key, read=config.deadline)
        self._tries = Tries(label=self._label, retries=RETRIES, clock=clock, rng=rng)
        self._refused: set[str] = set()
        """Languages that the server does not want to hear of."""

    async def transcribe(self, attachment: Attachment, sound: bytes, language: str | None) -> str:
        """Return the words on one line, at most `MOST` characters; "" if there are none.

        `language` is a hint, left out where the server refuses it.
        """
        patience = Patience(self._clock, self._config.deadline)

        async def once() -> str:
            return await self._heard(attachment, sound, language)

        try:
            async with asyncio.timeout(patience.left_s):
                return await self._tries.of(once, patience)
        except TimeoutError:
            raise Busy(f"{self._label} did not answer in time") from None

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def _heard(self, attachment: Attachment, sound: bytes, language: str | None) -> str:
        hint = None if language in self._refused else language
        try:
            return await self._ask(attachment, sound, hint)
        except BadRequest as refused:
            if hint is None or "language" not in refused.complaint:
                raise
        words = await self._ask(attachment, sound, None)
        self._refused.add(hint)
        return words

    async def _ask(self, attachment: Attachment, sound: bytes, language: str | None) -> str:
        with translated(self._label, self._clock.now()):
            answer: object = await self._client.audio.transcriptions.create(
                file=file_of(attachment, sound),
                model=self._config.model,
                language=language or openai.omit,
                extra_headers=self._headers,
            )
            read = (
                answer.to_dict(mode="json", warnings=False)
                if isinstance(answer, openai.BaseModel)
                else None
            )
        text = at(read, "text")
        if not isinstance(text, str):
            raise BrokenAnswer(
                f"{self._label} answered without a text: check that the model transcribes"
            )
        return words_of(text)


def file_of(attachment: Attachment, sound: bytes) -> tuple[str, bytes, str]:
    """Return name, content and kind of the file that is sent.

    Of the attachment's own name only the ending travels, for the rest is nobody's business.
    """
    mime = attachment.mime.partition(";")[0].strip().lower()
    ending = PurePath(attachment.name).suffix.lower().removeprefix(".")
    if ending not in KINDS:
        ending = ALIASES.get(mime) or next((one for one in KINDS if KINDS[one] == mime), "ogg")
    return f"voice.{ending}", sound, mime if _MIME.fullmatch(mime) else KINDS[ending]


def words_of(text: str) -> str:
    """Return `text` as one line of at most `MOST` characters, without what no database keeps."""
    line = " ".join(text.split())
    plain = "".join(ch for ch in line if unicodedata.category(ch) not in {"Cc", "Cs"})
    return plain[:MOST].strip()


_MIME = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+-]+")
