"""Which languages a text is in: its scripts tell, then its letters and common words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.memory.rules.tongues.words import COMMON, LIGHT
from core.patterns import Pattern

_LANGUAGES: Mapping[str, Sequence[str]] = {
    "latin": [
        *("en", "de", "es", "fr", "it", "pt", "nl", "pl", "sv", "tr", "vi", "no", "da"),
        *("cs", "hu", "ro", "fi", "id"),
    ],
    "cyrillic": ("ru", "uk", "bg", "be", "sr", "mk", "kk"),
}
"""Of each script whose words stand apart; whoever comes first is meant where nothing tells."""
OTHER = "und"
"""A language of whose script no table knows a letter; as ISO 639 calls what it can't tell."""
LONGEST = 1000
"""Characters of a text that are looked at; our guess."""
HALF = 0.5
"""A verb that many statements use, or the hint, weighs half of a common word; our guess."""
CLEAR = 1.0
"""Points by which a text is clearly in one language: a short word that no other one has."""
LONGEST_NAME = 4
"""Chinese signs that a Japanese name, or such a word, has at most; our guess."""
DENSE = 3
"""Letters that one sign of an eastern script stands for; our guess."""
_SCRIPTS = {
    name: Pattern(signs)
    for name, signs in {
        "latin": r"[a-z\u00df-\u024f\u1e00-\u1eff]",
        "cyrillic": r"[\u0400-\u052f]",
        "ko": r"[\uac00-\ud7a3\u3131-\u318e]",
        "ja": r"[\u3040-\u30ff]",
        "han": r"[\u3400-\u9fff]",
    }.items()
}
_LETTERS = {
    one: Pattern(letters)
    for one, letters in {
        "de": "[äöüß]",
        "es": "[ñ¿¡íáú]",
        "fr": r"[çœàèêùû]|\b[ldjnmtsc]'(?=\w)",
        "it": "[ìò]",
        "pt": "[ãõ]",
        "pl": "[ąęłżźśćń]",
        "sv": "[åäö]",
        "no": "[æøå]",
        "da": "[æøå]",
        "tr": "[ğış]",
        "cs": "[ěřčšžůťď]",
        "hu": "[őű]",
        "ro": "[ășț]",
        "vi": r"[đơưăáíú\u1ea0-\u1ef9]",
        "ru": "[ыэё]",
        "uk": "[іїєґ]",
        "be": "ў",
        "sr": "[ђјљњћџ]",
        "mk": "[ѓќѕ]",
        "kk": "[ғқңөұүһә]",
    }.items()
}
"""Letters that tell a language from most others of its script; in a name each weighs half."""
_CHINESE = Pattern(r"[我你您她它们們这這吗嗎呢吧很没沒谁什么麼给給让讓从還还對说哪]")
_LARGE = r"[A-ZÀ-ÞĀĂĄĆČĎĐĘĚĞİŁŃŇŐŘŚŞŠŤŮŰŹŻŽȘȚ]\w+"
_NAME = Pattern(rf"(?<=[\w,] ){_LARGE}")
"""What is written large behind another word: towns and people of anywhere."""
_FIRST = Pattern(rf"\W*({_LARGE})")
"""The first word, written large: it may be a name, as `Ben` and `Mina`, and weighs half."""
_DOT = "\u0307"
"""What the Turkish capital I leaves in lower case."""
_WORD = Pattern(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def _weights(codes: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
    """Return what each word tells of each language."""
    found: dict[str, dict[str, float]] = {}
    for tables, weight in ((COMMON, 1.0), (LIGHT, HALF)):
        for code in codes:
            for word in tables.get(code, ()):
                points = found.setdefault(word, {})
                points[code] = points.get(code, 0.0) + weight
    return found


_WEIGHTS = {script: _weights(codes) for script, codes in _LANGUAGES.items()}


def languages_of(text: str, hint: str | None = None) -> tuple[str, ...]:
    """Return every language that a text may be in, the likeliest first; () without letters.

    These are all that its scripts are used for, of the script with most letters first. `hint`, a
    code such as `de`, is the language of a text that its own words don't tell.
    """
    return tuple(_points(text, hint))


def is_clear(text: str, language: str, hint: str | None = None) -> bool:
    """Return whether a text is in `language` rather than in any other of its script."""
    points = _points(text, hint)
    script = next((codes for codes in _LANGUAGES.values() if language in codes), (language,))
    others = (points.get(code, 0.0) for code in script if code != language)
    return points.get(language, 0.0) >= max(others, default=0.0) + CLEAR


@lru_cache(maxsize=1024)
def _points(text: str, hint: str | None) -> Mapping[str, float]:
    looked_at = text[:LONGEST]
    bare = _even(looked_at)
    found: dict[str, float] = {}
    for script in _scripts(bare):
        if script in _LANGUAGES:
            told = looked_at if looked_at.isupper() else _NAME.sub(" ", looked_at)
            found |= _spaced(script, bare, told, hint)
        elif script == "han":
            found |= dict.fromkeys(_of_signs(bare, hint), CLEAR)
        else:
            found[script] = CLEAR
    return found


def _even(text: str) -> str:
    return text.casefold().replace("’", "'").replace(_DOT, "")


def _scripts(text: str) -> Sequence[str]:
    """Return the scripts of a text, that of most letters first."""
    if text.isascii():
        return ("latin",) if _SCRIPTS["latin"].search(text) else ()
    counts = {name: len(signs.findall(text)) for name, signs in _SCRIPTS.items()}
    counts[OTHER] = sum(map(str.isalpha, text)) - sum(counts.values())
    if counts["ja"]:
        counts["ja"] += counts.pop("han")
    for dense in {"ja", "ko", "han"} & counts.keys():
        counts[dense] *= DENSE
    return sorted(filter(counts.get, counts), key=lambda name: -counts[name])


def _of_signs(text: str, hint: str | None) -> Sequence[str]:
    """Return the languages of Chinese signs without others: beyond a name they are Chinese."""
    long = len(_SCRIPTS["han"].findall(text)) > LONGEST_NAME
    is_chinese = _CHINESE.search(text) or hint == "zh" or (long and hint != "ja")
    return ("zh", "ja") if is_chinese else ("ja", "zh")


def _spaced(script: str, text: str, told: str, hint: str | None) -> Mapping[str, float]:
    """Return the points of each language of a script, most first; `told` is without names."""
    points = {code: HALF * (code == hint) for code in _LANGUAGES[script]}
    first = _FIRST.match(told)
    perhaps = _even(first[1]) if first and not told.isupper() else None
    told = _even(told)
    words = set(_WORD.findall(told))
    for word in words.union(*(word.split("'") for word in words if "'" in word)):
        for code, weight in _WEIGHTS[script].get(word, {}).items():
            points[code] += HALF * weight if word == perhaps else weight
    if not text.isascii() or "'" in text:
        for code in _LETTERS.keys() & points.keys():
            found = (len(_LETTERS[code].findall(one)) for one in (text, told))
            points[code] += HALF * sum(found)
    return dict(sorted(points.items(), key=lambda one: -one[1]))
