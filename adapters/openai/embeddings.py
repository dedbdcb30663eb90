"""The port Embedder over an OpenAI-compatible server."""

import asyncio
import json
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray
from pydantic import SecretStr

from adapters.openai.config import origin
from adapters.openai.connection import connected, unsent
from adapters.openai.errors import Busy, translated
from core.engine.ports import Clock
from core.errors import BrokenAnswer, Closed
from core.memory.model import Embedding
from core.memory.rules.embeddable import embeddable

READS = 2000
"""Characters of a text that are sent: some 500 tokens, what small models read at most."""
AT_ONCE = 32
"""Texts of one request; its answer is a megabyte of JSON where vectors are long."""
MOST_NUMBERS = 16_384
"""In one vector; the longest known have a quarter of it."""


class OpenAIEmbedder:
    """Sends texts to one server and never tries again by itself."""

    def __init__(
        self, name: str, *, url: str, key: SecretStr | None, deadline: timedelta, clock: Clock
    ) -> None:
        """Take what the server calls the model, and the seconds for one request."""
        self.model = name
        self.size: int | None = None
        self._label = f"{name}@{origin(url)} of [embeddings]"
        self._deadline = deadline
        self._clock = clock
        self._headers = unsent(key)
        self._client = connected(self._label, url=url, key=key, read=deadline)

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        """Return one embedding a text, in order; the server is not told what is a question."""
        found: list[Embedding] = []
        for first in range(0, len(texts), AT_ONCE):
            found += await self._asked([embeddable(one, READS) for one in texts[first:][:AT_ONCE]])
        return found

    async def close(self) -> None:
        """Close all connections; a second time nothing happens."""
        await self._client.close()

    async def _asked(self, texts: list[str]) -> list[Embedding]:
        if self._client.is_closed():
            raise Closed("the embedder was closed")
        try:
            async with asyncio.timeout(self._deadline.total_seconds()):
                answer = await self._answer(texts)
        except TimeoutError:
            raise Busy(f"{self._label} did not answer in time") from None
        # Megabytes of numbers are read in a thread: the loop is not held.
        rows = await asyncio.to_thread(vectors_of, answer, len(texts), self.size, self._label)
        self.size = rows.shape[1]
        return [Embedding(vector=row.copy()) for row in rows]

    async def _answer(self, texts: list[str]) -> bytes:
        with translated(self._label, self._clock.now()):
            answer = await self._client.embeddings.with_raw_response.create(
                model=self.model,
                input=texts,
                encoding_format="float",  # not all servers know the shorter one
                extra_headers=self._headers,
            )
            return answer.content


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
