"""Words without libraries: for builders, and where nothing better is wired."""

import unicodedata

from core.memory.rules.letters import LETTERS
from core.patterns import Pattern

_WORD = Pattern(LETTERS)
_UNSPACED = Pattern(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff가-힣]+")
SHORTEST = 2
"""Letters of a word that is kept, where blanks part words."""


class PlainLexicon:
    """The port Lexicon by lower case and pairs of characters alone; knows no stems."""

    def terms(self, text: str, language: str | None = None) -> list[str]:
        """Return the words of two letters or more, in order; pairs where no blanks part words."""
        found: list[str] = []
        for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
            position = 0
            for run in _UNSPACED.finditer(word):
                found.extend(_long(word[position : run.start()]))
                found.extend(pairs(run[0]))
                position = run.end()
            found.extend(_long(word[position:]))
        return found


def _long(word: str) -> list[str]:
    return [word] if len(word) >= SHORTEST or word.isdigit() else []


def pairs(run: str) -> list[str]:
    """Return each two characters that stand side by side; a single one as it is."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]
