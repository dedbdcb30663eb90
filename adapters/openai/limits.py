"""How much of an answer is taken in before it counts as broken."""

from collections.abc import AsyncIterator

import httpx2

from core.errors import BrokenAnswer

MOST_WHOLE = 4 * 2**20
"""Bytes of an answer in one piece; the longest ones take a tenth of it."""
MOST_STREAMED = 64 * 2**20
"""Bytes of a stream, where every word comes in an envelope of its own."""


class _Limited(httpx2.AsyncByteStream):
    """Passes bytes on until there are too many."""

    def __init__(self, inner: httpx2.AsyncByteStream, where: str, most: int) -> None:
        self._inner = inner
        self._where = where
        self._most = most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        taken = 0
        async for piece in self._inner:
            taken += len(piece)
            if taken > self._most:
                raise BrokenAnswer(f"{self._where} answered more than {self._most} bytes")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


async def limited(where: str, response: httpx2.Response) -> None:
    """Let the body of `response` end in `BrokenAnswer` once it is longer than any answer is.

    `where` names the server. What counts is the bytes on the wire, before they are unpacked.
    """
    streamed = response.headers.get("content-type", "").startswith("text/event-stream")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        most = MOST_STREAMED if streamed else MOST_WHOLE
        response.stream = _Limited(response.stream, where, most)
