"""Names of people and personas: shown on one line, and heard when called."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from core.conversation.rules.graphemes import boundary_before

NOBODY = "someone"
YOU = "you"
"""What the companion is called in marks and memories; no person is."""
THE_PERSON = "the person"
"""Who is named `you` by the program that they sit at."""
_MOST_MARKS = 3
"""Combining marks that one letter of a name keeps; Vietnamese needs two."""

_STRUCTURE = re.compile(
    r"[\[\]<>:`@*~|#{}()\\=\"＠：［］＜＞｀＊～｜＃｛｝（）＼⟦⟧\s]+|(?<!\w)_+|_+(?!\w)"
)
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters that show nothing."""
_JOINERS = "\u200c\u200d"


def called(name: str) -> str:
    """Return what a person is called where the companion is `you`: one clean line."""
    plain = one_line(name)
    return THE_PERSON if plain.casefold() == YOU else plain


def one_line(name: str, *, most: int = 64) -> str:
    """Return `name` as one clean line of at most `most` characters; never empty.

    Controls, overrides of direction, invisible letters, markup and what could look like the
    structure of a prompt or a mention become spaces or go; what shows nothing is "someone".

    Raises:
        ValueError: `most` is too small for "someone".
    """
    if most < len(NOBODY):
        raise ValueError(f"a name needs room for {NOBODY!r}, got most={most!r}")
    shown = "".join(_shown(ch) for ch in unicodedata.normalize("NFC", name))
    plain = _few_marks(" ".join(_STRUCTURE.sub(" ", shown).split()))
    if len(plain) > most:
        plain = plain[: boundary_before(plain, most, after=0)]
    plain = plain.strip(" _" + _JOINERS)
    visible = any(unicodedata.category(ch)[0] in "LNPS" for ch in plain)
    return plain if visible else NOBODY


def _shown(ch: str) -> str:
    kind = unicodedata.category(ch)
    if kind in {"Zl", "Zp", "Zs"} or ch in "\t\n\r\x0b\x0c\x85":
        return " "
    if ch in _BLANKS or (kind[0] == "C" and ch not in _JOINERS):
        return ""
    return ch


def _few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for ch in text:
        marks = marks + 1 if unicodedata.category(ch) in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            kept.append(ch)
    return "".join(kept)


_HAN, _HIRAGANA, _KATAKANA, _HANGUL = (
    r"\u3005\u3400-\u9fff\uf900-\ufaff",
    r"\u3041-\u309f",
    r"\u30a1-\u30fa\u30fc-\u30ff",
    r"\uac00-\ud7a3",
)
_EAST = f"{_HAN}{_HIRAGANA}{_KATAKANA}{_HANGUL}"
_ELSEWHERE = re.compile(r"\S+://\S+|[\w.+-]+@[\w-]+\.\w[\w.-]*")
"""Links and addresses name nobody."""

_KOREAN_ENDINGS = (
    "(?:이)?(?:님|씨|양|군|쨩|짱|언니|누나|오빠|형)?"
    "(?:야|아|이|가|은|는|을|를|의|도|만|랑|이랑|와|과|하고|에게|한테|께|라고|이라고|보다|처럼)?"
    "(?:요|도|는|만|의)?"
)
_JAPANESE_ENDINGS = (
    "(?:ちゃん|さん|くん|さま|たん|せんせい)?"
    "(?:は|が|を|に|へ|と|も|の|って|や|よ|ね|な|から|まで|より|だ|です|なら|こそ)"
)
_RUSSIAN_ENDINGS = (
    ("а", "(?:а|ы|и|е|у|ой|ою)"),
    ("я", "(?:я|и|е|ю|ей|ею)"),
    ("й", "(?:й|я|ю|ем|е)"),
    ("ь", "(?:ь|я|ю|ем|е|и|ью)"),
)


def is_named(text: str, names: Sequence[str]) -> bool:
    """Return whether one of `names` is called in `text`, as a word of its own, whatever its case.

    Scripts with spaces: no letter, digit or `_` of such a script touches the name, so "Mina's",
    "@mina" and "Mina'ya" call Mina, "minaret" and links do not; a name of one letter needs an
    `@`. Cyrillic names of three letters or more are heard in the cases of the singular (Мина,
    Мине, Мину). Korean: particles and forms of address may follow. Kana: no letter of the same
    kind may follow, but particles and forms of address may. Chinese characters: anywhere, if
    the name has two or more. Accents count; the dots of the Turkish i and of ё do not.
    """
    heard = _folded(_ELSEWHERE.sub(" ", text))
    return any(
        pattern.search(heard) is not None
        for name in names
        if (pattern := _called(_folded(name).strip())) is not None
    )


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("ı", "i")
    return folded.replace("i\u0307", "i").replace("’", "'")


@lru_cache(maxsize=256)
def _called(name: str) -> re.Pattern[str] | None:
    if not any(ch.isalnum() for ch in name):
        return None
    words = r"\s+".join(map(re.escape, name.split()))
    stem, endings = _with_cases(words, name)
    return re.compile(_not_before(name) + stem + endings)


def _with_cases(words: str, name: str) -> tuple[str, str]:
    """Return the pattern of the name that stays, and of what may end it."""
    last = name[-1]
    if re.match(f"[{_HANGUL}]", last):
        return words, f"{_KOREAN_ENDINGS}(?![{_HANGUL}])"
    if re.match(f"[{_HAN}]", last):
        return words, "" if len(name) > 1 else f"(?![{_HAN}])"
    if re.match(f"[{_KATAKANA}]", last):
        return words, f"(?![{_KATAKANA}])"
    if re.match(f"[{_HIRAGANA}]", last):
        return words, f"(?:{_JAPANESE_ENDINGS}|(?:ちゃん|さん|くん|さま|たん)|(?![{_HIRAGANA}]))"
    behind = rf"(?!(?![{_EAST}])\w)"
    if len(name) > 2 and "а" <= last <= "я":
        for ending, cases in _RUSSIAN_ENDINGS:
            if last == ending:
                return words[:-1], cases + behind
        return words, f"(?:а|у|ом|е)?{behind}"
    return words, behind


def _not_before(name: str) -> str:
    first = name[0]
    for letters in (_HANGUL, _KATAKANA):
        if re.match(f"[{letters}]", first):
            return f"(?<![{letters}])"
    if re.match(f"[{_HIRAGANA}]", first):
        return "" if len(name) > 2 else f"(?<![{_HIRAGANA}])"
    if re.match(f"[{_HAN}]", first):
        return "" if len(name) > 1 else f"(?<![{_HAN}])"
    if len(name) == 1:
        return r"(?<=@)"
    return rf"(?<![^\W{_EAST}])"
