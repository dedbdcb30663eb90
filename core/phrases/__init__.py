"""Every fixed line that a person may see from the process itself, in six languages."""

from core.phrases.model import Phrase
from core.phrases.rules import LANGUAGES, bare_language, phrase

__all__ = ["LANGUAGES", "Phrase", "bare_language", "phrase"]
