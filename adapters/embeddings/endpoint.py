"""The port Embedder over an OpenAI-compatible server."""

import asyncio
from collections.abc import Mapping, Sequence

import httpcore2  # noqa: F401  # httpx2 would import it in the loop, with the first client
import httpx2
import openai

from adapters.embeddings.config import EmbeddingsConfig, origin
from adapters.embeddings.errors import translated
from adapters.embeddings.local import cut
from adapters.embeddings.translate import vectors_of
from core.errors import Closed, ModelBusy
from core.memory.model import Embedding

READS = 2000
"""Characters of a text that are sent: some 500 tokens, what small models read at most."""
AT_ONCE = 32
"""Texts of one request; its answer is a megabyte of JSON where vectors are long."""
CONNECT_S = 5.0


class EndpointEmbedder:
    """Sends texts to one server and never tries again by itself."""

    def __init__(self, config: EmbeddingsConfig) -> None:
        self._config = config
        self._where = f"{config.name}@{origin(config.url)}"
        self._size: int | None = None
        self._closed = False
        key = config.key.get_secret_value() if config.key else ""
        self._headers = _unsent(key)
        self._client = openai.AsyncOpenAI(
            base_url=config.url,
            api_key=key or "none",
            # whatever the library would take from the environment is given here
            admin_api_key="",
            organization="",
            project="",
            webhook_secret="",
            max_retries=0,
            timeout=httpx2.Timeout(config.deadline.total_seconds(), connect=CONNECT_S),
        )

    @property
    def model(self) -> str:
        """Return the name that the server knows it by."""
        return self._config.name

    @property
    def size(self) -> int | None:
        """Return the numbers in a vector; None before the first answer."""
        return self._size

    async def prepare(self) -> None:
        """Do nothing: there is nothing to load."""

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[Embedding]:
        """Return one embedding a text, in order; the server is not told what is a question."""
        found: list[Embedding] = []
        for first in range(0, len(texts), AT_ONCE):
            found += await self._asked([cut(one, READS) for one in texts[first : first + AT_ONCE]])
        return found

    async def close(self) -> None:
        """Close all connections; a second time nothing happens."""
        self._closed = True
        await self._client.close()

    async def _asked(self, texts: list[str]) -> list[Embedding]:
        if self._closed:
            raise Closed("the embedder was closed")
        try:
            async with asyncio.timeout(self._config.deadline.total_seconds()):
                answer = await self._answer(texts)
        except TimeoutError:
            raise ModelBusy(f"{self._where} did not answer in time") from None
        # Megabytes of numbers are read in a thread: the loop is not held.
        rows = await asyncio.to_thread(vectors_of, answer, len(texts), self._size, self._where)
        self._size = rows.shape[1]
        return [Embedding(vector=row.copy()) for row in rows]

    async def _answer(self, texts: list[str]) -> bytes:
        with translated(self._where):
            answer = await self._client.embeddings.with_raw_response.create(
                model=self._config.name,
                input=texts,
                encoding_format="float",  # not all servers know the shorter one
                extra_headers=self._headers,
            )
            return answer.content


def _unsent(key: str) -> Mapping[str, openai.Omit]:
    """Return the headers that are kept back, that of the key among them if there is none."""
    names = ["OpenAI-Organization", "OpenAI-Project", *([] if key else ["Authorization"])]
    return {name: openai.Omit() for name in names}
