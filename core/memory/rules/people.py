"""Whom a question names."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

from core.memory.rules.letters import LETTERS
from core.patterns import Pattern

PERSON = 2.0
"""Standard deviations for the words of somebody who is named; 1.5 to 2.5 do alike on dialogues."""
ASKER = 0.5
"""Standard deviations for the words of who asks, where nobody is named: people ask for what they
told, seldom for how it was answered. 0.5 to 1.5 do alike on chats in twelve languages."""
GLUED = 3
"""Letters that may be glued to a name in scripts other than ours: cases, particles."""

_WORD = Pattern(LETTERS)
_WITH_ENDING = Pattern(rf"{LETTERS}(?:['’]s\b)?")
_OWNED = Pattern(r"['’]s$")


def named(text: str, names: Iterable[str]) -> frozenset[str]:
    """Return those of `names` that `text` names: by any part, and with a short ending on it.

    Endings: `Annas`, `민수는`, `Петром`. Parts of one letter name nobody.
    """
    words = _WORD.findall(_even(text))
    return frozenset(name for name in names if _name(words, _parts(name)))


def without(text: str, names: Collection[str]) -> str:
    """Return `text` without the words that name one of `names`; unchanged if nothing else is left.

    A name in a question would draw its meaning to those texts that call the person by it, which
    are another's words.
    """
    parts = [part for name in names for part in _parts(name)]

    def kept(match: re.Match[str]) -> str:
        return "" if _name([_OWNED.sub("", _even(match[0]))], parts) else match[0]

    left = " ".join(_WITH_ENDING.sub(kept, text).split())
    return left if _WORD.search(left) else text


def _even(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _parts(name: str) -> list[str]:
    return [part for part in _WORD.findall(_even(name)) if len(part) > 1]


def _name(words: Iterable[str], parts: Sequence[str]) -> bool:
    return any(
        word == part or (word.startswith(part) and _may_end(word, part))
        for word in words
        for part in parts
    )


def _may_end(word: str, part: str) -> bool:
    if part.isascii():
        return word == f"{part}s"
    return len(word) - len(part) <= GLUED
