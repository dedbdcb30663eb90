"""What has no embedding of the present model yet, batch after batch."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

import structlog

from core.errors import CircadiaError
from core.memory.model import Ref
from core.memory.ports import Embedder, MemoryShelf, MemoryWork
from core.persona.model import SpaceId

log = structlog.get_logger(__name__)

BATCH = 16
"""Texts of one unit of work; what a crash loses."""
LOOKED_AT = 8 * BATCH
"""Texts that one look takes in: to find what is missing, all that is there is passed by."""


class Step(Enum):
    """What became of one batch."""

    NOTHING = "nothing"
    """Nothing is missing."""
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """A space whose embeddings another model made."""

    total: int
    """Embeddings that there were when it was first looked at."""
    done: int = 0
    """Those of the present model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """What one look at a space found."""

    missing: list[tuple[Ref, str]]
    counts: dict[str, int]
    epoch: int
    newest: tuple[Ref, ...]
    """What came last of each kind by then."""
    whole: bool
    """Whether nothing more was missing."""


Text = tuple[SpaceId, Ref]


class Backlog:
    """Embeds what is missing, the newest first.

    A text that no model takes must not hold up the others for ever. So after a failure texts go one
    by one; one that fails is passed over, and if the next succeeds, the fault was that text's.
    """

    def __init__(self, work: MemoryWork, embedder: Embedder) -> None:
        self._work, self._embedder = work, embedder
        self._most = BATCH
        self._waiting: dict[SpaceId, list[tuple[Ref, str]]] = {}
        """What the last look found and no batch has taken up yet."""
        self._suspect: Text | None = None
        """What failed alone; the next text will tell whose fault that was."""
        self._passed_over: set[Text] = set()
        """What no batch takes up again as long as the process lives."""
        self._changes: dict[SpaceId, _Change | None] = {}
        """By each space that was looked at; None where the model is the one of before."""
        self._last: dict[SpaceId, _Look] = {}
        self._full: dict[SpaceId, _Look] = {}
        """By space the look after which nothing was missing, of all that there was."""

    def progress(self) -> tuple[int, int] | None:
        """Return how many embeddings are made anew and of how many; None if there is no change."""
        changes = [change for change in self._changes.values() if change is not None]
        if not changes:
            return None
        return sum(change.done for change in changes), sum(change.total for change in changes)

    def looks_through(self, space: SpaceId) -> None:
        """Look through all of a space with the next step, not for what is new alone."""
        self._full.pop(space, None)

    async def step(self, space: SpaceId) -> Step | CircadiaError:
        """Embed and store one batch of `space`; what the embedder raises is returned."""
        batch = await self._batch(space)
        if not batch:
            self._changes[space] = None
            self._note_full(space)
            return Step.NOTHING
        model = self._embedder.model
        try:
            made = await self._embedder.embed([text for _, text in batch], query=False)
        except CircadiaError as error:
            self._failed(space, [ref for ref, _ in batch])
            return error
        embeddings = {ref: one for (ref, _), one in zip(batch, made, strict=True)}
        texts = dict(batch)  # what was edited meanwhile gets no vector of its old words
        await self._work.write(lambda s: s.vectors.put(space, model, embeddings, texts=texts))
        self._succeeded(space, texts)
        if not self._waiting[space]:
            self._note_full(space)
        return Step.DONE

    async def _batch(self, space: SpaceId) -> list[tuple[Ref, str]]:
        """Return what is to be embedded next; [] if nothing is missing."""
        waiting = self._waiting.pop(space, None) or await self._look(space)
        aside = self._aside()
        some = [(ref, text) for ref, text in waiting if (space, ref) not in aside]
        self._waiting[space] = some[self._most :]
        # With nothing else left to tell whose fault it was, the suspect is tried again.
        return some[: self._most] or [one for one in waiting if (space, one[0]) == self._suspect]

    async def _look(self, space: SpaceId) -> list[tuple[Ref, str]]:
        """Return the newest that is missing; a change of model is noted at the first look.

        Where nothing was left and nothing was changed since, only what is new is looked at: most
        looks follow a message, and there may be a hundred thousand facts.
        """
        model, limit = self._embedder.model, LOOKED_AT + len(self._aside())
        counted = space not in self._changes or self._changes[space] is not None
        full = self._full.get(space)

        def body(stores: MemoryShelf) -> _Look:
            epoch = stores.facts.revision(space).epoch
            after = full.newest if full is not None and full.epoch == epoch else ()
            missing = stores.vectors.missing(space, model, limit, after=after)
            return _Look(
                missing=missing,
                whole=len(missing) < limit,
                counts=dict(stores.vectors.counts(space)) if counted else {},
                epoch=epoch,
                newest=stores.vectors.newest(),
            )

        look = self._last[space] = await self._work.read(body)
        if counted:
            self._note(space, model, look.counts)
        return look.missing

    def _note_full(self, space: SpaceId) -> None:
        """Note that nothing of what the last look saw is missing, but what is passed over."""
        if self._last[space].whole and self._suspect is None:
            self._full[space] = self._last[space]

    def _note(self, space: SpaceId, model: str, counts: dict[str, int]) -> None:
        done = counts.pop(model, 0)
        known = self._changes.get(space)
        if known is not None:
            self._changes[space] = _Change(total=known.total, done=min(done, known.total))
            return
        self._changes[space] = None
        if old := sum(counts.values()):
            self._changes[space] = _Change(total=done + old, done=done)
            told = {"from": ", ".join(sorted(counts)), "to": model, "count": old}
            log.warning("embeddings.changed", space=space, **told)

    def _aside(self) -> set[Text]:
        return self._passed_over | ({self._suspect} if self._suspect else set())

    def _failed(self, space: SpaceId, refs: list[Ref]) -> None:
        alone = (space, refs[0]) if len(refs) == 1 else None
        # If another failed before it, the fault is no text's.
        self._suspect = alone if self._suspect in (None, alone) else None
        self._most = 1
        self._waiting.pop(space, None)
        self._full.pop(space, None)

    def _succeeded(self, space: SpaceId, refs: Collection[Ref]) -> None:
        suspect, self._suspect = self._suspect, None
        self._most = min(self._most * 2, BATCH)
        if suspect is not None and suspect not in {(space, ref) for ref in refs}:
            log.warning("embeddings.passed_over", space=suspect[0], ref=suspect[1])
            self._passed_over.add(suspect)
