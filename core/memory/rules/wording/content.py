"""What a text holds: words of weight, names and numbers, and how much of it another text says."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from core.memory.rules.tongues import COMMON, LIGHT
from core.memory.rules.wording import WORDINGS, guess
from core.memory.rules.wording.kin import KIN
from core.patterns import Pattern

_WORD = Pattern(r"\w+(?:['’]\w+)?")
_JAPANESE = Pattern(r"[一-鿿々]+|[ァ-ヺー]+|[a-z]+|\d+")
_NUMBER = Pattern(r"\d+(?:[.,:]\d+)*")
_KOREAN_ENDING = Pattern(
    r"(?:에게는|에게서|으로는|에서는|이라는|라는|에게|에서|으로|이다|입니다|이에요|예요|한테|까지|부터|처럼|이나|"
    r"은|는|이|가|을|를|의|에|도|로|와|과|다|요)$"
)
MARKS = dict.fromkeys(map(ord, "\u0300\u0301\u0302\u0303\u0308\u0327"))


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return `text` in lower case, of one width, without accents on Latin letters."""
    wide = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    bare = unicodedata.normalize("NFD", wide)
    kept = "".join(
        mark
        for before, mark in zip(" " + bare, bare, strict=False)
        if not (unicodedata.combining(mark) and before.isascii())
    )
    return unicodedata.normalize("NFC", kept)


@lru_cache(maxsize=4096)
def weighty(text: str, language: str | None = None) -> tuple[str, ...]:
    """Return the words of weight in `text`, in order: no articles, no `has`, no `lives`.

    Numbers in words are written as digits. In Japanese these are runs of one script, in Korean
    words without their endings.
    """
    code = guess(text, language)
    table, bare = WORDINGS[code], plain(text)
    numbers = table.numbers
    if code == "ja":
        found: Iterable[str] = _JAPANESE.findall(bare)
    elif code == "ko":
        found = (_KOREAN_ENDING.sub("", word) or word for word in _WORD.findall(bare))
    else:
        found = _WORD.findall(bare)
    light = _light(code)
    words = (_possessed(word) for word in found)
    return tuple(str(numbers.get(word, word)) for word in words if word not in light)


@lru_cache
def _light(code: str) -> frozenset[str]:
    return frozenset(plain(word) for word in COMMON[code] | LIGHT[code])


def _possessed(word: str) -> str:
    return word[:-2] if word.endswith(("'s", "’s")) else word


def says(source: str, word: str, code: str) -> bool:
    """Return whether the `plain` text `source` holds `word`, inflected or in a compound."""
    if not word:
        return False
    if word.isdigit():
        return word in numbers_of(source, code)
    if code in ("ja", "ko"):
        return _says_unspaced(source, word, code)
    return any(_akin(word, other) for other in _WORD.findall(source))


def _says_unspaced(source: str, word: str, code: str) -> bool:
    if word in source:
        return True
    if code == "ko":
        return len(word) >= 2 and word[:2] in source
    return len(word) >= 2 and any(pair in source for pair in _pairs(word))


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(len(word) - 1)]


def _akin(one: str, other: str) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < 3 or shorter.isdigit():
        return False
    shared = _shared(shorter, longer)
    if len(shorter) >= 4 and (longer.endswith(shorter) or longer.startswith(shorter)):
        return True
    return shared >= max(3, round(0.66 * len(shorter))) and shared >= 0.45 * len(longer)


def _shared(one: str, other: str) -> int:
    shared = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        shared += 1
    return shared


def numbers_of(text: str, language: str | None = None) -> frozenset[str]:
    """Return the numbers of `text` as digits, words such as `two` included."""
    code = guess(text, language)
    bare = plain(text)
    found = {digits.lstrip("0") or "0" for digits in re.findall(r"\d+", bare)}
    table = WORDINGS[code].numbers
    if code == "ja":
        counted = re.findall(
            r"([一二三四五六七八九十])(?=[人匹つ回年歳個本度週頭羽台杯枚か月])", bare
        )
        found |= {str(table[word]) for word in counted}
    elif code == "ko":
        counted = re.findall(
            r"(?<![\d가-힣])([가-힣]{1,5}?)(?:이고|인데|이|에|은|가|째)?(?=\s|[,.!]|마리|명|살|번|개|년|주|$)",
            bare,
        )
        found |= {str(table[word]) for word in counted if word in table}
    else:
        found |= {str(table[word]) for word in _WORD.findall(bare) if word in table}
    return frozenset(found)


def same_statement(one: str, other: str, language: str | None = None) -> bool:
    """Return whether two statements hold the same words of weight, numbers and polarity.

    Order, `works as` for `is by profession`, and articles make no difference; nothing else is
    let pass: a likeness is no sameness.
    """
    mine, theirs = _bag(one, language), _bag(other, language)
    return bool(mine) and mine == theirs


def holds(known: str, statement: str, language: str | None = None) -> bool:
    """Return whether `known` says all that `statement` says: the same, or the same and more.

    Two words of weight beside the name are needed, the same polarity, and the same people: what is
    known of a brother holds nothing of his sister.
    """
    if same_statement(known, statement, language):
        return True
    code = guess(statement, language)
    if _negated(known, language) != _negated(statement, language):
        return False
    if _people(known, language) != _people(statement, language):
        return False
    words = weighty(statement, language)[1:]
    return len(set(words)) > 1 and all(says(plain(known), word, code) for word in words)


def _people(text: str, language: str | None) -> set[str]:
    kin = KIN[guess(text, language)]
    return {kind for kind, pattern in kin.items() if pattern.search(text)}


def _negated(text: str, language: str | None) -> bool:
    table = WORDINGS[guess(text, language)]
    return table.negation.search(table.not_negation.sub(" ", text)) is not None


def _bag(text: str, language: str | None) -> frozenset[str]:
    negated = _negated(text, language)
    words = weighty(text, language)
    stems = {_stem(word) for word in words}
    return frozenset(stems | ({"¬"} if negated else set())) if words else frozenset()


def _stem(word: str) -> str:
    return word if len(word) < 6 or not word.isalpha() else word[: max(5, len(word) - 2)]
