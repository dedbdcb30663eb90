"""What a server answers, as vectors; pure."""

import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import BrokenAnswer

MOST_NUMBERS = 16_384
"""In one vector; the longest known have a quarter of it."""


def vectors_of(answer: bytes, count: int, size: int | None, where: str) -> NDArray[np.float32]:
    """Return `count` rows of unit length, in the order of what was asked.

    `size` is how many numbers a row is to have, if that is known; `where` names the server.

    Raises:
        BrokenAnswer: anything else came; what it was is not told.
    """
    try:
        rows = _ordered(json.loads(answer))
        vectors = np.asarray(rows, dtype=np.float64)
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
        told = f"{where} answered without vectors: check that the model embeds"
        raise BrokenAnswer(told) from None
    if len(vectors) != count:
        raise BrokenAnswer(f"{where} answered {len(vectors)} vectors for {count} texts")
    if vectors.ndim != 2 or not 0 < vectors.shape[1] <= MOST_NUMBERS:
        raise BrokenAnswer(f"{where} answered vectors of the shape {vectors.shape}")
    if size is not None and vectors.shape[1] != size:
        told = f"{where} answered vectors of {vectors.shape[1]} numbers where there were {size}"
        raise BrokenAnswer(told)
    with np.errstate(over="ignore"):
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise BrokenAnswer(f"{where} answered vectors that point nowhere")
    unit: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
    return unit


def _ordered(answer: object) -> Sequence[object]:
    """Return the rows by their `index`, where the server numbers them."""
    data = answer["data"] if isinstance(answer, dict) else None
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise TypeError
    numbered = all(isinstance(one.get("index"), int) for one in data)
    rows = sorted(data, key=lambda one: int(one["index"])) if numbered else data
    return [one["embedding"] for one in rows]
