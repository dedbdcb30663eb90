"""Where a text may be cut without tearing what a reader sees as one character."""

import unicodedata

_ZWJ = "\u200d"
_VIRAMA = 9
"""The canonical combining class of the signs that join two Indic consonants."""


def _joins_previous(ch: str) -> bool:
    if ch < "\u0300":
        return False
    return (
        ch == _ZWJ
        or unicodedata.category(ch) in {"Mn", "Mc", "Me"}
        or "\U0001f3fb" <= ch <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= ch <= "\U000e007f"  # tags, as in the flag of Scotland
        or "\u1160" <= ch <= "\u11ff"  # vowels and finals of Hangul written in parts
    )


def _is_flag_half(ch: str) -> bool:
    return "\U0001f1e6" <= ch <= "\U0001f1ff"


def _tears_flag(text: str, at: int, start: int) -> bool:
    first = at
    while first > start and _is_flag_half(text[first - 1]):
        first -= 1
    return (at - first) % 2 == 1


def is_boundary(text: str, at: int, *, start: int = 0) -> bool:
    """Return whether `text` may be cut before index `at`; `start` is a known boundary before it.

    An approximation of the extended grapheme clusters of Unicode Annex 29 by the character
    properties of the standard library; the ends of the text are boundaries.
    """
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if before < "\u0300" and after < "\u0300":
        return not (before == "\r" and after == "\n")
    if before == _ZWJ or _joins_previous(after) or unicodedata.combining(before) == _VIRAMA:
        return False
    return not (_is_flag_half(before) and _is_flag_half(after) and _tears_flag(text, at, start))


def boundary_before(text: str, at: int, *, after: int) -> int:
    """Return the last boundary at or before `at` and behind `after`; `at` if none is."""
    for candidate in range(at, after, -1):
        if is_boundary(text, candidate, start=after):
            return candidate
    return at
