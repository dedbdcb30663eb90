"""Finding by meaning: the vectors of entries, and their tokens for a closer look."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.memory.model import Embedding
from core.memory.rules.links import Links

Scores = NDArray[np.float32]

BESIDE = 0.2
"""What the meaning of a neighbour adds: an answer is often found by its question. Measured: more
puts the replies to what is meant before it, which shows in other languages than English."""
FIRST_ROOM = 64


class MeaningIndex:
    """One matrix of all vectors, by position; rows without an embedding are zero."""

    def __init__(self) -> None:
        """Begin without entries; the first embedding tells the size."""
        self._count = 0
        self._rows: NDArray[np.float32] | None = None
        self._tokens: dict[int, NDArray[np.int8]] = {}
        self._there = np.zeros(FIRST_ROOM, dtype=bool)

    def __len__(self) -> int:
        return self._count

    @property
    def embedded(self) -> int:
        """Return how many entries have an embedding."""
        return int(np.count_nonzero(self._there[: self._count]))

    def missing(self) -> list[int]:
        """Return the positions without an embedding, in order."""
        return [int(one) for one in np.flatnonzero(~self._there[: self._count])]

    def append(self, embedding: Embedding | None) -> None:
        """Add an entry, which may be embedded later."""
        self._count += 1
        if self._count > len(self._there):
            self._there = np.append(self._there, np.zeros_like(self._there))
        if embedding is not None:
            self.attach(self._count - 1, embedding)

    def attach(self, position: int, embedding: Embedding) -> None:
        """Give the entry at `position` its embedding, or another one.

        One of another size than the first is passed over: it is of another model.
        """
        if self._rows is None:
            self._rows = np.zeros((FIRST_ROOM, embedding.vector.size), dtype=np.float32)
        if embedding.vector.size != self._rows.shape[1]:
            return
        while position >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[position] = embedding.vector
        self._there[position] = True
        self._tokens.pop(position, None)
        if embedding.tokens is not None and embedding.tokens.size:
            self._tokens[position] = embedding.tokens

    def likeness(self, query: Embedding) -> tuple[Scores, NDArray[np.bool_]]:
        """Return the cosine of each entry with `query`, and which entries have one.

        From what is unlike it is counted, and what is the same has 1.0, whatever the model.
        """
        scores = np.zeros(self._count, dtype=np.float32)
        there = self._there[: self._count].copy()
        if self._rows is None or query.vector.size != self._rows.shape[1]:
            return scores, np.zeros(self._count, dtype=bool)
        held = min(self._count, len(self._rows))
        cosines = self._rows[:held] @ query.vector
        scores[:held] = (cosines - np.float32(query.unlike)) / np.float32(1 - query.unlike)
        return scores, there

    def closeness(self, query: Embedding, positions: NDArray[np.intp]) -> Scores | None:
        """Return how closely each of `positions` answers the tokens of `query`, word by word.

        For each token of the query the best of the entry's counts (late interaction). None where
        query or entries have no tokens; one entry without has the mean of the others.
        """
        held = [self._tokens.get(int(position)) for position in positions]
        rows = [tokens for tokens in held if tokens is not None]
        if query.tokens is None or not query.tokens.size or not rows:
            return None
        starts = np.cumsum([0, *(len(tokens) for tokens in rows[:-1])])
        alike = unit(np.concatenate(rows)) @ unit(query.tokens).T
        found = np.maximum.reduceat(alike, starts, axis=0).mean(axis=1)
        scores = np.full(len(held), found.mean(), dtype=np.float32)
        scores[[tokens is not None for tokens in held]] = found
        return scores


def unit(rows: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return rows of unit length."""
    wide = rows.astype(np.float32)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    even: NDArray[np.float32] = wide / np.maximum(lengths, np.float32(1e-6))
    return even


def with_neighbours(scores: Scores, links: Links) -> Scores:
    """Return scores to which those right before and right after an entry add their part."""
    wide = np.append(scores, np.float32(0))
    one_before, _, one_after, _ = links.table()
    added: Scores = scores + np.float32(BESIDE) * (wide[one_before] + wide[one_after])
    return added


def standard(scores: Scores, there: Sequence[bool] | NDArray[np.bool_] | None = None) -> Scores:
    """Return scores in standard deviations from their mean; all zeros if they don't differ.

    Only those that are `there` are counted; the others get the mean.
    """
    known = None if there is None else np.asarray(there)
    counted = scores if known is None else scores[known]
    if not counted.size:
        return np.zeros_like(scores)
    even: Scores = scores - counted.mean()  # once: the deviations are what is returned, too
    apart = even if known is None else even[known]
    spread = math.sqrt(float(apart @ apart) / apart.size)
    if spread < 1e-9:
        return np.zeros_like(scores)
    even /= np.float32(spread)
    if known is not None:
        even[~known] = 0.0
    return even
