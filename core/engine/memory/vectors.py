"""Embeddings in memory."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from core.engine.memory.revisions import written
from core.engine.memory.state import Table
from core.memory.model import Embedding, Ref, Status
from core.memory.rules.packing import packed, unpacked
from core.memory.rules.refs import FACT, MESSAGE, number_of, numbers_of
from core.persona.model import SpaceId

_SHOWN = (Status.ACTIVE, Status.PAST)


class Vectors(Table):
    """The port Vectors."""

    def missing(
        self, space: SpaceId, model: str, limit: int, *, after: Collection[Ref] = ()
    ) -> list[tuple[Ref, str]]:
        known = {kind: max(numbers_of(after, kind), default=0) for kind in (FACT, MESSAGE)}
        wanted = [
            (ref, text)
            for ref, text in self._embeddable(space)
            if _is_over(ref, known) and self._s.vectors.get((space, ref), ("",))[0] != model
        ]
        return wanted[: max(0, limit)]

    def newest(self) -> tuple[Ref, ...]:
        last: Mapping[str, Sequence[int]] = {
            FACT: list(self._s.facts)[-1:],
            MESSAGE: list(self._s.kept)[-1:],
        }
        return tuple(f"{kind}:{number}" for kind, some in last.items() for number in some)

    def put(
        self,
        space: SpaceId,
        model: str,
        embeddings: Mapping[Ref, Embedding],
        *,
        texts: Mapping[Ref, str] | None = None,
    ) -> None:
        meant = texts or {}
        there = embeddings.keys() & {
            ref for ref, text in self._embeddable(space) if meant.get(ref, text) == text
        }
        for ref in there:
            kept = unpacked(packed(embeddings[ref]))
            self._s.vectors[space, ref] = (model, kept)
        if there:
            written(self._s, space)

    def load(self, space: SpaceId, model: str, refs: Collection[Ref]) -> Mapping[Ref, Embedding]:
        found = {ref: self._s.vectors.get((space, ref)) for ref in refs}
        return {ref: one[1] for ref, one in found.items() if one is not None and one[0] == model}

    def counts(self, space: SpaceId) -> Mapping[str, int]:
        return Counter(
            model for (owner, _), (model, _) in self._s.vectors.items() if owner == space
        )

    def _embeddable(self, space: SpaceId) -> Iterator[tuple[Ref, str]]:
        for fact in reversed(self._s.facts.values()):
            if fact.space == space and fact.status in _SHOWN:
                yield fact.ref, fact.statement
        places = {place.id for place in self._s.conversations.values() if place.space == space}
        for kept in reversed(self._s.kept.values()):
            said = kept.said.with_voice(kept.heard)
            if kept.conversation in places and kept.is_saying and said.text.strip():
                yield said.ref, said.text


def _is_over(ref: Ref, known: Mapping[str, int]) -> bool:
    return any((number_of(ref, kind) or 0) > number for kind, number in known.items())
