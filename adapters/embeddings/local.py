"""The port Embedder over a model inside this process."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from adapters.embeddings.asked import Asked
from adapters.embeddings.errors import computing, loading
from adapters.embeddings.worker import Worker
from core.memory.model import Embedding
from core.memory.rules.embeddable import embeddable

Encode = Callable[[Sequence[str], bool], list[Embedding]]
"""Embeds texts that are neither blank nor too long; the second argument tells a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packaged:
    """A model that comes in a package, before it is loaded."""

    model: str
    """Its name, and a number of ours that is raised when it is asked otherwise."""
    size: int
    reads: int
    """Characters of a text that it is given; the rest is cut off."""
    portion: int
    """Characters that it embeds in one go, between two questions; a longer text goes alone."""
    cure: str
    """What to do where it can't be loaded."""
    tells_questions: bool
    """Whether a question is embedded otherwise than the same words that were said."""
    load: Callable[[int], Encode]
    """Loads it for so many threads; takes seconds and blocks."""


class LocalEmbedder:
    """Embeds in a thread of its own; the model is loaded by the first text, or by `prepare`."""

    def __init__(self, packaged: Packaged, *, threads: int) -> None:
        self._packaged = packaged
        self._threads = threads
        self._worker = Worker(f"embed-{packaged.model}")
        self._encode: Encode | None = None
        self._asked = Asked()

    @property
    def model(self) -> str:
        """Return its name and version."""
        return self._packaged.model

    @property
    def size(self) -> int | None:
        """Return the numbers in a vector."""
        return self._packaged.size

    async def prepare(self) -> None:
        """Load the model now, so that no question has to wait for it; `Misconfigured` if none."""
        await self._worker.run(self._loaded, urgent=True)

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        """Return one embedding a text, in order; questions go before what waits."""
        readable = [embeddable(text, self._packaged.reads) for text in texts]
        known = query or not self._packaged.tells_questions
        held = [self._asked.get(text) if known else None for text in readable]
        new = [text for text, one in zip(readable, held, strict=True) if one is None]
        made: list[Embedding] = []
        for portion in portions(new, self._packaged.portion):
            made += await self._worker.run(partial(self._of, portion, query), urgent=query)
        if query:
            for text, one in zip(new, made, strict=True):
                self._asked.put(text, one)
        others = iter(made)
        return [next(others) if one is None else one for one in held]

    async def close(self) -> None:
        """End the thread, and let go of the model; a second time nothing happens."""
        await self._worker.close()
        self._encode, self._asked = None, Asked()

    def _of(self, texts: Sequence[str], query: bool) -> list[Embedding]:
        encode = self._loaded()
        with computing(self.model):
            return encode(texts, query)

    def _loaded(self) -> Encode:
        if self._encode is None:
            with loading(self.model, self._packaged.cure):
                self._encode = self._packaged.load(self._threads)
        return self._encode


def portions(texts: Sequence[str], most: int) -> Iterator[list[str]]:
    """Yield `texts` in order, in pieces of at most `most` characters or of one text."""
    piece: list[str] = []
    held = 0
    for text in texts:
        if piece and held + len(text) > most:
            yield piece
            piece, held = [], 0
        piece.append(text)
        held += len(text)
    if piece:
        yield piece


def embeddings(vectors: NDArray[np.float32]) -> list[Embedding]:
    """Return each row as an embedding of unit length that holds on to no other row."""
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return [Embedding(vector=row.copy()) for row in (vectors / lengths).astype(np.float32)]
