from core.memory.rules.tongues.reading import is_clear, languages_of
from core.memory.rules.tongues.words import COMMON, LIGHT

__all__ = ["COMMON", "LIGHT", "is_clear", "languages_of"]
