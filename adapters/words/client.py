"""Words of any language, as they are searched: the port Lexicon."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from threading import Lock

import snowballstemmer  # type: ignore[import-untyped]

from adapters.words.languages import Languages, function_words
from adapters.words.scripts import bare, even, pieces

STEMMERS: Mapping[str, str] = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
REMEMBERED = 50_000
"""Stems that are kept; some megabytes."""
TONAL = frozenset({"vi"})
"""Languages in which other marks make another word, though the letters are Latin."""
LONGEST_WORD = 40
"""Characters; what is longer is no word, and stemmed by nothing."""


class SnowballLexicon:
    """Stems by Snowball, without the function words that we list; any thread may ask."""

    def __init__(self, fallback: str = "en") -> None:
        """`fallback` is the language of short texts that nothing tells apart."""
        self._fallback = bare_code(fallback)
        self._weightless = function_words()
        self._languages = Languages(self._weightless)
        self._stemmers = {
            language: snowballstemmer.stemmer(name) for language, name in STEMMERS.items()
        }
        self._turn = Lock()  # a stemmer keeps the word that it works on in itself
        self._stem = lru_cache(maxsize=REMEMBERED)(self._stemmed)

    def terms(self, text: str, language: str | None = None) -> list[str]:
        """Return the stems of the words of weight, with repetition, in order; see the port."""
        known = bare_code(language) if language else None
        spoken = self._languages.guess(text, known or self._fallback)
        weightless = self._weightless.get(spoken, frozenset())
        found: list[str] = []
        for piece, is_pair in pieces(even(text)):
            if is_pair:
                found.append(piece)
                continue
            word = _unbound(piece, weightless)
            if word not in weightless and (len(word) > 1 or word.isdigit()):
                found.append(self._stem(word, spoken))
        return found

    def _stemmed(self, word: str, language: str) -> str:
        plain = word.removesuffix("'s")
        stemmer = self._stemmers.get(language)
        if stemmer is not None and len(plain) <= LONGEST_WORD:
            with self._turn:
                plain = str(stemmer.stemWord(plain))
        return plain if language in TONAL else bare(plain)


def _unbound(word: str, weightless: Collection[str]) -> str:
    """Return `word` without function words bound to its beginning, as in `d'Issoire`."""
    first, mark, rest = word.partition("'")
    while mark and word not in weightless and first in weightless:
        word = rest
        first, mark, rest = word.partition("'")
    return word


def bare_code(tag: str) -> str:
    """Return the language of a tag, as in `pt` for `pt-BR`."""
    return tag.replace("_", "-").split("-")[0].lower()
