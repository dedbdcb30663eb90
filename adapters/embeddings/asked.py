"""Questions that were embedded a moment ago."""

from collections import OrderedDict
from hashlib import blake2b

from core.memory.model import Embedding

MOST = 256
"""Questions; half a megabyte of vectors."""


class Asked:
    """Holds on to the last embeddings, by a digest of their texts; no text is kept.

    What somebody says is looked for at once, and embedded as what was said a little later.
    """

    def __init__(self, most: int = MOST) -> None:
        """Hold `most` of them; whatever was wanted least recently goes first."""
        self._most = most
        self._held: OrderedDict[bytes, Embedding] = OrderedDict()

    def get(self, text: str) -> Embedding | None:
        """Return the embedding of a text, if it is still there."""
        digest = _digest(text)
        if digest in self._held:
            self._held.move_to_end(digest)
        return self._held.get(digest)

    def put(self, text: str, embedding: Embedding) -> None:
        """Hold on to an embedding."""
        self._held[_digest(text)] = embedding
        self._held.move_to_end(_digest(text))
        if len(self._held) > self._most:
            self._held.popitem(last=False)


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
