"""Patterns of the tables: regular expressions that respect the borders of words."""

import unicodedata
from typing import Literal

from adapters.pocket.text import fold
from core.patterns import Pattern

Boundaries = Literal["words", "starts", "none"]
"""Where a pattern must meet the border of a word: both ends, its start (endings are glued to
words, as in Korean), or nowhere (no spaces, as in Japanese)."""

GROUPS = {
    "{name}": r"(?P<name>[^\W\d_][^\W\d_'-]*(?:['-][^\W\d_]+)?)",
    "{phrase}": r"(?P<phrase>[^\W\d_]{3,24})",
}
"""What a pattern may catch, for languages that put spaces between words."""

_ESCAPE = Pattern(r"(\\.)")


def source_of(pattern: str, edges: Boundaries) -> str:
    """Return the regular expression behind `pattern`.

    A space in it stands for any white space, ` ?` for one that may be missing.
    """
    pieces = _ESCAPE.split(unicodedata.normalize("NFC", pattern))
    # An escape such as \S must not be folded to \s; all else is matched against folded text.
    body = "".join(piece if piece.startswith("\\") else fold(piece) for piece in pieces)
    body = body.replace("(?p<", "(?P<").replace(" ?", r"\s?").replace(" ", r"\s+")
    for mark, group in GROUPS.items():
        body = body.replace(mark, group)
    start = "" if edges == "none" else r"(?<!\w)"
    end = r"(?!\w)" if edges == "words" else ""
    return f"{start}(?:{body}){end}"


def compiled(patterns: tuple[str, ...], edges: Boundaries) -> Pattern | None:
    """Return one expression for all `patterns`; None if there are none."""
    if not patterns:
        return None
    return Pattern("|".join(source_of(pattern, edges) for pattern in patterns))


def compiled_each(patterns: tuple[str, ...], edges: Boundaries) -> tuple[Pattern, ...]:
    """Return one expression for each of `patterns`, for those that catch something."""
    return tuple(Pattern(source_of(pattern, edges)) for pattern in patterns)
