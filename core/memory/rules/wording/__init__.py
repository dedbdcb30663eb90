from core.memory.rules.wording.model import NEVER, Wording, alternatives, signs, words
from core.memory.rules.wording.tongues import WORDINGS, guess, is_untabled, wording_of, wordings_for

__all__ = [
    "NEVER",
    "WORDINGS",
    "Wording",
    "alternatives",
    "guess",
    "is_untabled",
    "signs",
    "wording_of",
    "wordings_for",
    "words",
]
