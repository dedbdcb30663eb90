"""An embedder without a model: texts that share letters lie near each other."""

import asyncio
import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import CircadiaError, Closed
from core.memory.model import Embedding

GRAM = 3
"""Letters that are counted together."""
MOST = 1000
"""Characters of a text that it reads."""


class ScriptedEmbedder:
    """The port Embedder by counting letters; it fails and waits as it is told."""

    def __init__(self, model: str = "scripted/1", size: int = 64, *, tokens: bool = False) -> None:
        """Take its name, the numbers in a vector, and whether it makes vectors of tokens."""
        self.model = model
        self.size: int | None = size
        self.fails: CircadiaError | None = None
        """What every call raises, until it is None again."""
        self.gate = asyncio.Event()
        """Calls wait while it is not set; it is set at first."""
        self.gate.set()
        self.asked: list[tuple[tuple[str, ...], bool]] = []
        """The texts of every call, oldest first, and whether they were questions."""
        self.closed = False
        self._width = size
        self._tokens = tokens

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        """Return one embedding a text, in order."""
        if self.closed:
            raise Closed("the embedder was closed")
        self.asked.append((tuple(texts), query))
        await self.gate.wait()
        if self.fails is not None:
            raise self.fails
        return [self._embedding(text[:MOST]) for text in texts]

    async def close(self) -> None:
        """Refuse all that comes later."""
        self.closed = True

    def _embedding(self, text: str) -> Embedding:
        vector = self._counted(text).astype(np.float32)
        if not self._tokens:
            return Embedding(vector=vector)
        rows = [self._counted(word) for word in text.split() or ("",)]
        return Embedding(vector=vector, tokens=np.rint(np.stack(rows) * 127).astype(np.int8))

    def _counted(self, text: str) -> NDArray[np.float64]:
        """Return how often which letters stand together, as a vector of unit length."""
        padded = f"  {text.casefold()}  "
        counts = np.zeros(self._width)
        for start in range(len(padded) - GRAM + 1):
            # Python's own hash differs from process to process.
            gram = padded[start : start + GRAM].encode("utf-8", "replace")
            place = int.from_bytes(hashlib.blake2b(gram, digest_size=8).digest(), "big")
            counts[place % self._width] += 1.0
        unit: NDArray[np.float64] = counts / np.linalg.norm(counts)
        return unit
