"""Looking something up by words alone, at once: a command has no time for vectors."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar
from unicodedata import east_asian_width, normalize

from core.memory.rules.erasing import Weighty, repeats, words_of_weight

K = TypeVar("K")

ENOUGH = 0.5
"""Of the weight of what is looked for, from 0.0 to 1.0; our guess: half of it is something."""
LONGEST = 300
"""Characters of a query that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    words: Weighty
    weight: float


def has_weight(query: str) -> bool:
    """Return whether there is a word in `query` that can be looked for."""
    return bool(_wanted(query))


def matching(query: str, texts: Mapping[K, str]) -> list[K]:
    """Return the keys of the texts that have at least half of what `query` says, best first.

    A word counts the more, the fewer texts have it, and one that none has as if one had it. A word
    may have another ending; words so common that they say nothing count nothing. Of equals the
    last of `texts` comes first.
    """
    wanted = _wanted(query)
    near = {key: text for key, text in texts.items() if repeats(text, wanted)}
    parts = _weighed(wanted, near.values(), len(texts))
    whole = sum(part.weight for part in parts)
    shares = {
        key: sum(part.weight for part in parts if repeats(text, part.words))
        for key, text in near.items()
    }
    good = [key for key in reversed(shares) if shares[key] >= ENOUGH * whole]
    return sorted(good, key=lambda key: -shares[key])


def _wanted(query: str) -> Weighty:
    """Return the words of weight; where there are none, wide signs that are words by themselves."""
    shown = normalize("NFKC", query[:LONGEST])
    signs = frozenset(ch for ch in shown if ch.isalpha() and east_asian_width(ch) == "W")
    return words_of_weight([shown]) or Weighty(whole=frozenset(), parts=signs)


def _weighed(wanted: Weighty, near: Iterable[str], count: int) -> list[_Part]:
    """Return each word by itself with its weight, the inverse of its frequency."""
    alone = [Weighty(whole=frozenset((one,)), parts=frozenset()) for one in wanted.whole]
    alone += [Weighty(whole=frozenset(), parts=frozenset((one,))) for one in wanted.parts]
    texts = list(near)
    having = ((words, sum(repeats(text, words) for text in texts)) for words in alone)
    return [_Part(words=words, weight=math.log(1 + count / max(1, had))) for words, had in having]
