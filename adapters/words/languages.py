"""Which language a text is in: by its script, then by its function words."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import stopwordsiso

from adapters.words.scripts import WORD, even, script_of

SAMPLE = 300
"""Characters that are looked at."""
ENOUGH = 0.5
"""Points from which a text is clearly in a language: a word that it shares with one other."""

BY_SCRIPT = {
    "hangul": ("ko",),
    "kana": ("ja",),
    "han": ("zh",),
    "thai": ("th",),
    "cyrillic": ("ru", "uk", "bg"),
    "greek": ("el",),
    "arabic": ("ar", "fa", "ur"),
    "hebrew": ("he",),
    "devanagari": ("hi", "mr"),
    "bengali": ("bn",),
    "tamil": ("ta",),
    "armenian": ("hy",),
    "latin": (
        "en", "de", "es", "fr", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "ro", "hu",
        "tr", "id", "vi", "ca", "et", "eu", "ga", "lt", "hr", "sk", "sl", "tl", "sw", "eo",
    ),
}  # fmt: skip
"""Languages of a script; the first is taken where nothing tells."""


def function_words(language: str) -> frozenset[str]:
    """Return the words of a language that mean little; none for one that nobody listed.

    Only short ones: the lists hold words such as `home` too, and how rare a longer word is, an
    index knows better.
    """
    if not stopwordsiso.has_lang(language):
        return frozenset()
    return frozenset(
        word
        for listed in stopwordsiso.stopwords(language)
        for word in (even(listed),)
        if len(word) <= LONGEST
    )


LONGEST = 4
"""Letters of a function word; measured on English dialogues, where 3 to 5 do alike."""


class Languages:
    """Guesses languages; makes its table once, and never changes afterwards."""

    def __init__(self) -> None:
        """Read the lists."""
        self._among = {script: _by_word(languages) for script, languages in BY_SCRIPT.items()}

    def guess(self, text: str, fallback: str) -> str:
        """Return the bare code of the language of `text`; `fallback` wins ties and doubts."""
        sample = text[:SAMPLE]
        script = script_of(sample) or ""
        rivals = BY_SCRIPT.get(script, ())
        if not rivals:
            return fallback
        preferred = fallback if fallback in rivals else rivals[0]
        if len(rivals) == 1:
            return preferred
        points, among = dict.fromkeys(rivals, 0.0), self._among[script]
        for word in set(WORD.findall(even(sample))):
            speakers = among.get(word, ())
            for language in speakers:
                points[language] += 1 / len(speakers)
        best = max(rivals, key=lambda language: (points[language], language == preferred))
        return best if points[best] >= ENOUGH else preferred


def _by_word(languages: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Return in which languages each word means little: most words of a text are in none."""
    among: defaultdict[str, list[str]] = defaultdict(list)
    for language in languages:
        for word in _listed(language):
            among[word].append(language)
    return among


def _listed(language: str) -> Collection[str]:
    """Return what is listed as meaning little, long words included: they tell languages apart."""
    if not stopwordsiso.has_lang(language):
        return ()
    return {even(word) for word in stopwordsiso.stopwords(language)}
