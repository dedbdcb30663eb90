"""Words as they are searched: folded without changing their length, spread out, compiled."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import product

LATIN = "".join(chr(code) for code in range(0xC0, 0x250))
BARE = {ord(one): unicodedata.normalize("NFD", one)[0] for one in LATIN}
ALIKE: dict[int, int | str] = {
    **{code: bare for code, bare in BARE.items() if ord(bare) < 128},
    **str.maketrans("ёıłø’ʼ‘‑–", "еilo'''--"),
    **str.maketrans("\u00a0\u202f\u3000\n\t\r", "      "),
    **{ord("０") + digit: str(digit) for digit in range(10)},
    **str.maketrans("：／．", ":/."),
}
WORD = re.compile(r"[^\W\d_]+")
BLANK = r"\s{1,3}"
HAN = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"两": 2, "兩": 2}


def lowered(text: str) -> str:
    """Return `text` in small letters, letter by letter, so that places stay the same."""
    low = text.replace("İ", "i").lower()
    if len(low) == len(text):
        return low
    return "".join(low if len(low := one.lower()) == 1 else one for one in text)


def fold(text: str) -> str:
    """Return `text` in small letters without accents of Latin letters; places stay the same."""
    return lowered(text).translate(ALIKE)


def words(text: str) -> list[str]:
    """Return the words of a folded text, in order."""
    return WORD.findall(text)


def variants(phrase: str) -> list[str]:
    """Return what a phrase spells out, folded: `(last|past) week` gives two; no nesting."""
    parts = [part.split("|") for part in re.split(r"[()]", phrase)]
    return [" ".join(fold("".join(one)).split()) for one in product(*parts)]


def alternation(spelled: Iterable[str]) -> str:
    """Return a pattern of any of the folded `spelled`, the longest first."""
    longest_first = sorted(set(spelled), key=lambda one: (-len(one), one))
    escaped = (re.escape(one).replace(r"\ ", BLANK) for one in longest_first)
    return f"(?:{'|'.join(escaped)})"


def anchor(phrase: str) -> str:
    """Return the word by which a folded phrase is looked for: its longest, the last of equals."""
    found = words(phrase)
    return max(reversed(found), key=len) if found else phrase


def han_number(text: str) -> int:
    """Return the number from 0 to 99 that Han digits or other digits write.

    Raises:
        ValueError: they write none.
    """
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return HAN[text] if text in HAN else _refuse(text)
    if tens not in ("", *HAN) or ones not in ("", *HAN):
        return _refuse(text)
    return (HAN[tens] if tens else 1) * 10 + (HAN[ones] if ones else 0)


def _refuse(text: str) -> int:
    raise ValueError(f"no number from 0 to 99, got {len(text)} signs")
