"""Embeddings as bytes: half the size, and near enough to rank by."""

from dataclasses import dataclass

import numpy as np

from core.memory.model import Embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """An embedding as a store keeps it."""

    size: int
    """Numbers in the vector."""
    vector: bytes
    """Little-endian halves of floats: 2 bytes a number."""
    rows: int = 0
    """Tokens; 0 where there are none."""
    tokens: bytes = b""
    """Row after row, 1 byte a number."""


def packed(embedding: Embedding) -> Packed:
    """Return the bytes of an embedding."""
    vector = np.asarray(embedding.vector, dtype="<f2")
    tokens = embedding.tokens
    if tokens is None or not tokens.size:
        return Packed(size=vector.size, vector=vector.tobytes())
    return Packed(
        size=vector.size, vector=vector.tobytes(), rows=len(tokens), tokens=tokens.tobytes()
    )


def unpacked(stored: Packed) -> Embedding:
    """Return the embedding of its bytes; ValueError where they are not of the size that they tell.

    The vector has the precision of a half.
    """
    vector = np.frombuffer(stored.vector, dtype="<f2")
    if vector.size != stored.size:
        raise ValueError(f"a vector of {stored.size} numbers was expected, got {vector.size}")
    tokens = None
    if stored.rows:
        tokens = np.frombuffer(stored.tokens, dtype=np.int8).reshape(stored.rows, -1)
    return Embedding(vector=vector.astype(np.float32), tokens=tokens)
