"""A transcriber that knows beforehand what each voice says."""

from collections.abc import Mapping

from core.conversation.model import Attachment
from core.errors import CircadiaError


class ScriptedTranscriber:
    """The port Transcriber: words by the handle of the voice, "" for others; an error is raised."""

    def __init__(self, says: Mapping[str, str | CircadiaError]) -> None:
        self.heard: list[tuple[str, bytes, str | None]] = []
        """Handle, sound and hint of what it was given, oldest first."""
        self._says = dict(says)

    async def transcribe(self, attachment: Attachment, sound: bytes, language: str | None) -> str:
        """Return the words of this handle, or raise its error."""
        self.heard.append((attachment.handle, sound, language))
        words = self._says.get(attachment.handle, "")
        if isinstance(words, CircadiaError):
            raise words
        return words
