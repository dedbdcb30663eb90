from core.memory.rules.wording.model import NEVER, Wording, alternatives, signs, words
from core.memory.rules.wording.tongues import WORDINGS, guess, wording_of, wordings_for

__all__ = [
    "NEVER",
    "WORDINGS",
    "Wording",
    "alternatives",
    "guess",
    "signs",
    "wording_of",
    "wordings_for",
    "words",
]
