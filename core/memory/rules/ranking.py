"""What fits a question best: words and meaning, summed in standard deviations."""

import math
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from core.memory.model import Embedding, Entry, Found, Query, Ref
from core.memory.rules.links import Links
from core.memory.rules.meaning import MeaningIndex, standard, with_neighbours
from core.memory.rules.people import ASKER, PERSON, named
from core.memory.rules.telling import telling
from core.memory.rules.times import Times, asks_lately, stamps_of_entry, stamps_of_query
from core.memory.rules.words import WordIndex

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each part of the sum counts; measured on dialogues, all flat around these values."""

    words: float = 1.0
    meaning: float = 0.7
    meaning_alone: float = 1.0
    """Where no word of the question is known, as across languages."""
    telling: float = 0.4
    closeness: float = 0.8
    """Of the tokens, on the best of the sum before."""
    looked_at: int = 50
    """How many of the best are looked at token by token."""
    floor: float = 0.11
    """The cosine from which meaning alone finds something: right pairs of the default model have
    some .32, a question and a fact that have nothing in common .10 at most. Measured."""
    floor_of_many: float = 0.05
    """The same for what stands out of many."""
    many: int = 20
    """From so many on it can be told what stands out; our guess."""
    stands_out: float = 0.5
    """By so many standard deviations above the mean."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sum:
    scores: Scores
    words: Scores
    meaning: Scores
    found: NDArray[np.bool_]
    shared: NDArray[np.int32]
    likeness: Scores | None
    """The cosines; NaN where there is no embedding. None without an embedding of the query."""

    def likeness_of(self, position: int) -> float | None:
        """Return the cosine of one entry; None where there is none."""
        if self.likeness is None or math.isnan(self.likeness[position]):
            return None
        return float(self.likeness[position])


class Ranking:
    """Entries of one kind in one scope; grows at its end, and nothing is built anew for that."""

    def __init__(self, weights: Weights, zone: ZoneInfo) -> None:
        """Begin without entries; dates are days of `zone`."""
        self._weights, self._zone = weights, zone
        self._entries: list[Entry] = []
        self._positions: dict[Ref, int] = {}
        self._links = Links()
        self._words = WordIndex()
        self._meaning = MeaningIndex()
        self._times = Times()
        self._telling = array("f")
        self._speakers: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def speakers(self) -> Collection[str]:
        """Return the display names of all who said something, "" for the companion."""
        return self._speakers.keys()

    @property
    def embedded(self) -> int:
        """Return how many entries have an embedding."""
        return self._meaning.embedded

    @property
    def unembedded(self) -> list[Ref]:
        """Return what has no embedding yet, in order."""
        return [self._entries[one].ref for one in self._meaning.missing()]

    def append(self, entry: Entry, own: Sequence[str], shown: Sequence[str]) -> None:
        """Add an entry with its words; `shown` are those by which its neighbours are found.

        One that is there already is passed over.
        """
        if entry.ref in self._positions:
            return
        position = len(self._entries)
        self._positions[entry.ref] = position
        self._entries.append(entry)
        self._links.append(self._positions.get(entry.follows) if entry.follows else None)
        self._words.append([*own, *stamps_of_entry(entry, self._zone)], shown)
        self._meaning.append(entry.embedding)
        self._times.append(entry)
        self._telling.append(telling(entry.text))
        self._speakers.setdefault(entry.speaker, array("i")).append(position)

    def attach(self, ref: Ref, embedding: Embedding) -> None:
        """Give an entry its embedding; nothing happens if it isn't here."""
        if ref in self._positions:
            self._meaning.attach(self._positions[ref], embedding)

    def search(
        self, query: Query, words: Sequence[str], *, but: Collection[Ref] = (), limit: int
    ) -> list[Found]:
        """Return at most `limit` entries that fit, the best first; [] if nothing is found.

        Something is found that shares a word with `query`, or stands beside what does, or means
        about the same. Equals come in the order in which they were appended.
        """
        if not self._entries or limit < 1:
            return []
        total = self._closer(self._sum(query, words), query)
        found = total.found
        found[[self._positions[ref] for ref in but if ref in self._positions]] = False
        best = first_of(np.where(found, -total.scores, np.float32(np.inf)), limit)
        return [
            Found(
                ref=self._entries[one].ref,
                score=float(total.scores[one]),
                words=float(total.words[one]),
                meaning=float(total.meaning[one]),
                likeness=total.likeness_of(one),
                shared=int(total.shared[one]),
            )
            for one in best[: int(np.count_nonzero(found))]
        ]

    def _sum(self, query: Query, words: Sequence[str]) -> _Sum:
        weights, stamps = self._weights, stamps_of_query(query, self._zone)
        match = self._words.match(words, self._links, marks=stamps)
        found = match.scores > 0
        by_words = standard(match.scores) * np.float32(weights.words * match.known)
        by_meaning = np.zeros_like(by_words)
        likeness = None
        if query.embedding is not None:
            alike, there = self._meaning.likeness(query.embedding)
            even = standard(alike, there)
            weight = match.known * weights.meaning + (1 - match.known) * weights.meaning_alone
            by_meaning = standard(with_neighbours(even, self._links)) * np.float32(weight)
            found |= there & self._means_the_same(alike, even)
            likeness = np.where(there, alike, np.float32(np.nan))
        told = standard(np.asarray(self._telling)) * np.float32(weights.telling)
        scores = standard(by_words + by_meaning + told) + self._boosts(query)
        return _Sum(scores, by_words, by_meaning, found, match.shared, likeness)

    def _means_the_same(self, alike: Scores, even: Scores) -> NDArray[np.bool_]:
        """Return what meaning alone finds: less is enough where it stands out of many."""
        weights = self._weights
        found: NDArray[np.bool_] = alike >= weights.floor
        if self.embedded >= weights.many:
            found |= (alike >= weights.floor_of_many) & (even >= weights.stands_out)
        return found

    def _closer(self, total: _Sum, query: Query) -> _Sum:
        """Return the sum with the tokens of its best looked at; they stay before all others."""
        if query.embedding is None or query.embedding.tokens is None:
            return total
        best = first_of(-total.scores, self._weights.looked_at)
        around = np.append(best, self._links.table()[[0, 2]][:, best].ravel())
        seen = np.unique(around[around < len(self._entries)])
        close = self._meaning.closeness(query.embedding, seen)
        if close is None:
            return total
        wide = np.zeros_like(total.scores)
        wide[seen] = standard(close)
        lifted = np.zeros_like(total.scores)
        lifted[best] = standard(with_neighbours(wide, self._links)[best])
        lifted *= np.float32(self._weights.closeness)
        scores, behind = total.scores + lifted, np.ones(len(lifted), dtype=bool)
        behind[best] = False
        if behind.any():
            gap = float(scores[behind].max() - scores[best].min())
            scores[behind] -= np.float32(max(gap, 0.0) + 1e-3)
        return replace(total, scores=scores, meaning=total.meaning + lifted)

    def _boosts(self, query: Query) -> Scores:
        boosts = np.zeros(len(self._entries), dtype=np.float32)
        asked_about = self._asked_about(query)
        for name in asked_about:
            boosts[np.asarray(self._speakers[name])] = PERSON
        if not asked_about and query.speaker and query.speaker in self._speakers:
            boosts[np.asarray(self._speakers[query.speaker])] = ASKER
        if query.periods:
            boosts += self._times.boosts(query.periods)
        elif asks_lately(query.text):
            boosts += self._times.lately(query.now)
        return boosts

    def _asked_about(self, query: Query) -> Collection[str]:
        """Return those speakers whose own words are wanted."""
        own = {""} if "" in self._speakers and named(query.text, query.own_names) else set()
        return named(query.text, self._speakers) | own


def first_of(scores: Scores, limit: int) -> NDArray[np.intp]:
    """Return the positions of the `limit` lowest, in order, equals by position; all if it is more.

    Sorts no more than it returns: of thousands only some are looked at.
    """
    if limit >= len(scores):
        return np.argsort(scores, kind="stable")
    last = np.partition(scores, limit - 1)[limit - 1]
    low = np.flatnonzero(scores <= last)
    return low[np.argsort(scores[low], kind="stable")][:limit]
