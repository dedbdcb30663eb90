"""Finding by words: BM25 over each entry and those beside it."""

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.memory.rules.links import Links

Scores = NDArray[np.float32]

SATURATION = 1.2
"""k1 of BM25: how soon more of the same word stops to count. The usual value."""
LENGTH = 0.4
"""b of BM25: how much long texts are held back; less than usual, as messages are short."""
BESIDE = 0.5
"""What a word of a neighbour counts beside an own one; measured on dialogues, flat around it."""
MOST_REPEATS = 2
"""A word that the query repeats counts twice at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What words found."""

    scores: Scores
    """Per entry; 0.0 where no word is shared."""
    known: float
    """The share of the query's different words that stand anywhere, 0.0 to 1.0."""
    shared: NDArray[np.int32]
    """How many of the query's different words each entry has itself; its `marks` don't count."""


class _Places:
    """Where a word stands, and how often."""

    __slots__ = ("counts", "own", "seen_by_others", "seen_counts")

    def __init__(self) -> None:
        self.own = array("i")
        self.counts = array("f")
        self.seen_by_others = array("i")
        self.seen_counts = array("f")


class WordIndex:
    """The words of entries, by position; grows at its end, and each append costs its own words."""

    def __init__(self) -> None:
        """Begin without entries."""
        self._places: dict[str, _Places] = {}
        self._lengths = array("f")
        self._seen_lengths = array("f")

    def __len__(self) -> int:
        return len(self._lengths)

    def append(self, own: Sequence[str], shown: Sequence[str]) -> None:
        """Add an entry with its `own` words; neighbours are found by those that it has `shown`."""
        position = len(self._lengths)
        for word, count in Counter(own).items():
            places = self._of(word)
            places.own.append(position)
            places.counts.append(count)
        for word, count in Counter(shown).items():
            places = self._of(word)
            places.seen_by_others.append(position)
            places.seen_counts.append(count)
        self._lengths.append(len(own))
        self._seen_lengths.append(len(shown))

    def match(self, query: Sequence[str], links: Links, *, marks: Sequence[str] = ()) -> Match:
        """Return how well each entry fits the words of `query`; all zeros if none stands here.

        `marks` are words that stand for something else, such as a day.
        """
        scores = np.zeros(len(self), dtype=np.float32)
        shared = np.zeros(len(self), dtype=np.int32)
        asked = Counter([*query, *marks])
        known = [word for word in asked if word in self._places]
        if not known:
            return Match(scores, 0.0, shared)
        for word in set(query) & set(known):
            shared[np.asarray(self._places[word].own)] += 1  # each stands once in `own`
        beside = links.table()
        held_back = self._held_back(beside)
        for word in known:
            often = self._often(self._places[word], beside)
            holders = int(np.count_nonzero(often))
            rarity = math.log1p((len(self) - holders + 0.5) / (holders + 0.5))
            weight = rarity * (SATURATION + 1) * min(asked[word], MOST_REPEATS)
            scores += np.float32(weight) * often / (often + held_back)
        return Match(scores, len(known) / len(asked), shared)

    def _of(self, word: str) -> _Places:
        places = self._places.get(word)
        if places is None:
            places = self._places[word] = _Places()
        return places

    def _often(self, places: _Places, beside: NDArray[np.intp]) -> Scores:
        """Return how often a word stands in each entry and, counting less, beside it."""
        count = len(self)
        near = beside[:, np.asarray(places.seen_by_others)].ravel()
        where = np.concatenate([np.asarray(places.own), near])
        seen = np.tile(np.asarray(places.seen_counts) * np.float32(BESIDE), len(beside))
        weights = np.concatenate([np.asarray(places.counts), seen])
        often: Scores = np.bincount(where, weights, count + 1)[:count].astype(np.float32)
        return often

    def _held_back(self, beside: NDArray[np.intp]) -> Scores:
        """Return what the length of each entry takes from every word of it."""
        seen = np.append(np.asarray(self._seen_lengths), np.float32(0))
        lengths = np.asarray(self._lengths) + np.float32(BESIDE) * seen[beside].sum(axis=0)
        mean = max(float(lengths.mean()), 1.0)
        held: Scores = SATURATION * (1 - LENGTH + LENGTH * lengths / mean)
        return held.astype(np.float32)
