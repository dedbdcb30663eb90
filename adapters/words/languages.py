"""Which language a text is in: by its script, then by its letters and function words."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

from adapters.words.scripts import WORD, even, script_of

SAMPLE = 300
"""Characters that are looked at."""
LEAD = 1.0
"""Points by which a text has to be clearer in another language than in that of its place: one word
or letter that no other language of its script has."""
LEAD_OF_NONE = 0.6
"""The same where nothing at all speaks for the language of its place."""
LEAD_OF_UNKNOWN = 2.0
"""The same where nothing is listed for the language of its place; our guess."""

BY_SCRIPT = {
    "hangul": ("ko",),
    "kana": ("ja",),
    "han": ("zh",),
    "thai": ("th",),
    "cyrillic": ("ru", "uk", "bg"),
    "greek": ("el",),
    "arabic": ("ar", "fa"),
    "hebrew": ("he",),
    "devanagari": ("hi",),
    "bengali": ("bn",),
    "tamil": ("ta",),
    "armenian": ("hy",),
    "latin": (
        "en", "de", "es", "fr", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "ro", "hu",
        "tr", "id", "vi", "ca", "hr",
    ),
}  # fmt: skip
"""Languages of a script that are told apart; the first is taken where nothing tells."""
SCRIPT_OF = {language: script for script, known in BY_SCRIPT.items() for language in known} | {
    "ur": "arabic", "mr": "devanagari", "ne": "devanagari", "sr": "cyrillic", "be": "cyrillic",
    "mk": "cyrillic", "yi": "hebrew",
}  # fmt: skip
"""Some are never guessed; those that are not here are written in Latin letters."""

OWN_LETTERS = {
    "cs": re.compile("[ěřů]"),
    "de": re.compile("ß"),
    "es": re.compile("ñ"),
    "fa": re.compile("[پچژگ]"),
    "hu": re.compile("[őű]"),
    "pl": re.compile("[łśźż]"),
    "ro": re.compile("[țșţ]"),
    "ru": re.compile("[ыэё]"),
    "tr": re.compile("[ığş]"),
    "uk": re.compile("[іїєґ]"),
    "vi": re.compile("[đơưạ-ỹ]"),
}
"""Letters that one language of a script has, or almost."""


def function_words() -> Mapping[str, frozenset[str]]:
    """Return for each listed language the words that mean little; reads a file of this package."""
    written = files(__package__).joinpath("function_words.toml").read_text("utf-8")
    return {
        language: frozenset(even(words).split())
        for language, words in tomllib.loads(written).items()
    }


class Languages:
    """Guesses languages; makes its table once, and never changes afterwards."""

    def __init__(self, listed: Mapping[str, frozenset[str]]) -> None:
        """`listed` are the function words of languages."""
        self._listed = listed
        self._among = {
            script: _by_word(languages, listed) for script, languages in BY_SCRIPT.items()
        }

    def guess(self, text: str, place: str) -> str:
        """Return the bare code of the language of `text`.

        It is that of its `place` unless the text is in another script, or clearly in another
        language.
        """
        sample = text[:SAMPLE]
        script = script_of(sample) or ""
        rivals = BY_SCRIPT.get(script, ())
        if not rivals:
            return place
        here = SCRIPT_OF.get(place, "latin") == script
        preferred = place if here else rivals[0]
        if len(rivals) == 1:
            return preferred
        points = self._points(set(WORD.findall(even(sample))), script)
        best = max(rivals, key=lambda language: (points[language], language == preferred))
        has = points.get(preferred, 0.0)
        return best if points[best] - has >= self._lead(preferred, here, has) else preferred

    def _lead(self, preferred: str, here: bool, has: float) -> float:
        if not here:
            return 0.0  # the language of the place is none of this script
        if preferred not in self._listed:
            return LEAD_OF_UNKNOWN
        return LEAD if has else LEAD_OF_NONE

    def _points(self, said: Iterable[str], script: str) -> Mapping[str, float]:
        points, among = dict.fromkeys(BY_SCRIPT[script], 0.0), self._among[script]
        for word in said:
            for part in {word, *word.split("'")}:
                speakers = among.get(part, ())
                for language in speakers:
                    points[language] += 1 / len(speakers)
            for language in _by_letters(word):
                if language in points:
                    points[language] += 1
        return points


def _by_letters(word: str) -> list[str]:
    """Return the languages that write a word with letters of their own."""
    if word.isascii():
        return []
    return [language for language, own in OWN_LETTERS.items() if own.search(word)]


def _by_word(
    languages: Iterable[str], listed: Mapping[str, frozenset[str]]
) -> Mapping[str, Sequence[str]]:
    """Return in which languages each word means little: most words of a text are in none."""
    among: defaultdict[str, list[str]] = defaultdict(list)
    for language in languages:
        for word in listed.get(language, ()):
            among[word].append(language)
    return among
