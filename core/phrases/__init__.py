"""Every fixed line that a person may see from the process itself, in six languages."""

from core.phrases.model import Phrase
from core.phrases.rules import LANGUAGES, activity_phrase, bare_language, mode_phrase, phrase

__all__ = [
    "LANGUAGES",
    "Phrase",
    "activity_phrase",
    "bare_language",
    "mode_phrase",
    "phrase",
]
