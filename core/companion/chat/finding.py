"""Finding facts that fit: by words, and by meaning where there is an embedder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

import structlog

from core.companion.chat.rules import holds, said_at
from core.companion.model import Fact
from core.errors import CircadiaError
from core.memory.model import Embedding, Entry, Query
from core.memory.ports import Dates, Embedder, Lexicon
from core.memory.rules.coming import asks_past
from core.memory.rules.ranking import Ranking, Weights
from core.memory.service.texts import Texts

log = structlog.get_logger(__name__)

BATCH = 64
"""Texts that are embedded at once; our guess."""
MOST_KEPT = 20_000
"""Embeddings that are kept, some 60 MB at 768 numbers each; our guess."""
LONGEST_QUERY = 2_000
"""Characters of a question that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is looked for."""

    text: str
    now: datetime
    language: str


class Finder:
    """Ranks the facts that a store returns; the store alone decides what there is.

    Embeddings are made when they are first needed and kept in memory, so that none of another
    model is ever left. Without an embedder, or while it fails, words alone are searched.
    """

    def __init__(
        self, embedder: Embedder | None, lexicon: Lexicon, dates: Dates, zone: ZoneInfo
    ) -> None:
        self._embedder, self._lexicon, self._dates, self._zone = embedder, lexicon, dates, zone
        self._texts = Texts(lexicon, dates, zone)
        self._known: dict[str, Embedding] = {}
        """By statement, the one used last at the end."""

    async def found(
        self, facts: Sequence[Fact], asked: Asked, limit: int
    ) -> list[tuple[Fact, float]]:
        """Return at most `limit` facts that fit, the best first, with their scores.

        What no longer holds comes only where it is asked about.
        """
        text = asked.text[:LONGEST_QUERY]
        periods = self._dates.periods(text, at=asked.now, zone=self._zone, language=asked.language)
        if not asks_past(text, periods, asked.now):
            facts = [fact for fact in facts if holds(fact, asked.now)]
        if not facts or limit < 1:
            return []
        embedding = await self._embedded(text, facts)
        query = Query(
            text=text,
            now=asked.now,
            language=asked.language,
            embedding=embedding,
            periods=periods,
        )
        words = self._lexicon.terms(text, asked.language)
        by_id = {fact.id: fact for fact in facts}
        ranking = self._ranking(facts)
        return [(by_id[one.ref], one.score) for one in ranking.search(query, words, limit=limit)]

    def _ranking(self, facts: Sequence[Fact]) -> Ranking:
        ranking = Ranking(Weights(), self._zone)
        for fact in facts:
            at = said_at(fact)
            read = self._texts.read(fact.id, fact.statement, at=at, language=None)
            entry = Entry(
                ref=fact.id,
                text=fact.statement,
                at=at,
                speaker="",
                periods=read.periods,
                embedding=self._known.get(fact.statement),
            )
            ranking.append(entry, read.own, ())
        return ranking

    async def _embedded(self, text: str, facts: Sequence[Fact]) -> Embedding | None:
        """Return the embedding of a question; all `facts` have one then. None if it fails."""
        if self._embedder is None:
            return None
        statements = dict.fromkeys(fact.statement for fact in facts)
        missing = [one for one in statements if one not in self._known]
        try:
            for start in range(0, len(missing), BATCH):
                batch = missing[start : start + BATCH]
                made = await self._embedder.embed(batch, query=False)
                self._known.update(zip(batch, made, strict=True))
            [asked] = await self._embedder.embed([text], query=True)
        except CircadiaError as error:
            log.warning("embeddings.failed", error=type(error).__name__, reason=str(error))
            return None
        while len(self._known) > max(MOST_KEPT, len(statements)):
            del self._known[next(iter(self._known))]
        return asked
