"""What comes up when somebody speaks, and what is found when something is looked up."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from core.errors import CircadiaError
from core.memory.model import Embedding, Query, Recalled, Recollection, Ref, Scope
from core.memory.ports import Dates, Embedder, Lexicon, MemoryWork
from core.memory.rules.coming import asks_past, mandatory_topics
from core.memory.rules.people import named, without
from core.memory.rules.ranking import Weights
from core.memory.rules.topics import stamps, topics_of
from core.memory.service.index import MOST_ENTRIES, Indexes
from core.memory.service.proposals import Asked, Proposed, ranked, read_rows, recollected
from core.memory.service.shelves import KINDS, Kind, Shelf

SPARE = 10
"""How many more are ranked than shown: rows may be gone, past, or say the same twice."""
LONGEST_QUERY = 2000
"""Characters of a query that are looked at."""
WORDS_ONLY = "words-only"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallSettings:
    """How much comes up."""

    top_k: int = 3
    """Facts of the persona, and memories of people, each."""
    education_top_k: int = 5
    """Facts of the persona while it is taught."""
    said_k: int = 5
    """Words of earlier talk; our guess."""
    mandatory_tokens: int = 600
    """For what is always in; our guess."""
    near: timedelta = timedelta(hours=48)
    """How far ahead commitments come up unasked."""
    embed_within: timedelta = timedelta(seconds=2)
    """After that words alone are searched."""
    most_entries: int = MOST_ENTRIES
    """Facts and messages of all scopes that are held in memory at once."""
    weights: Weights = field(default_factory=Weights)


class Recall:
    """Finds facts and words of earlier talk, by words and meaning together."""

    def __init__(
        self,
        work: MemoryWork,
        embedder: Embedder | None,
        lexicon: Lexicon,
        dates: Dates,
        zone: ZoneInfo,
        settings: RecallSettings,
    ) -> None:
        """Without an embedder words alone are searched; dates are days of `zone`."""
        self._work, self._embedder = work, embedder
        self._lexicon, self._dates, self._zone = lexicon, dates, zone
        self._settings = settings
        self._indexes = Indexes(
            work,
            lexicon,
            dates,
            zone,
            model=None if embedder is None else embedder.model,
            weights=settings.weights,
            most_entries=settings.most_entries,
        )

    async def let_go(self) -> None:
        """Hold no words that were taken away since they were read."""
        await self._indexes.let_go()

    async def passive(
        self,
        scope: Scope,
        query_text: str,
        *,
        now: datetime,
        language: str | None,
        speaker: str,
        seen: Collection[Ref] = (),
        names: tuple[str, ...],
        teaching: bool = False,
        zone: ZoneInfo | None = None,
    ) -> Recollection:
        """Return what comes up before a turn; empty where nothing is found.

        First what is always in, then what fits, the best first. `seen` is in the window already, or
        was just used; `names` are those of the persona. While it is taught, its own facts alone
        come up. Dates are days of `zone`, where the speaker lives, if that is known.
        """
        scope = replace(scope, personal=False) if teaching else scope
        settings = self._settings
        facts_k = settings.education_top_k if teaching else settings.top_k
        limits: Mapping[Kind, int] = (
            {"persona": facts_k}
            if teaching
            else {"persona": facts_k, "person": facts_k, "said": settings.said_k}
        )
        query = _query(query_text, now, language, speaker, names)
        topics = mandatory_topics(names)
        asked, proposed = await self._proposed(scope, query, limits, seen, topics, zone)
        rows = await self._work.read(
            lambda stores: read_rows(stores, scope, proposed, until=now + settings.near, now=now)
        )
        return recollected(asked, proposed, rows, limits, settings.mandatory_tokens)

    async def search(
        self,
        scope: Scope,
        query_text: str,
        *,
        now: datetime,
        language: str | None,
        speaker: str,
        top_k: int,
        kinds: Collection[Kind] = KINDS,
        names: tuple[str, ...] = (),
        zone: ZoneInfo | None = None,
    ) -> list[Recalled]:
        """Return at most `top_k` of all `kinds`, the best first; what is past is marked so."""
        query = _query(query_text, now, language, speaker, names)
        limits = dict.fromkeys(kinds, top_k)
        asked, proposed = await self._proposed(scope, query, limits, (), frozenset(), zone)
        asked = replace(asked, past=True)
        rows = await self._work.read(lambda stores: read_rows(stores, scope, proposed))
        found = [item for kind in proposed.ranked for item in ranked(kind, asked, proposed, rows)]
        return sorted(found, key=lambda item: -(item.score or 0.0))[:top_k]

    async def _proposed(
        self,
        scope: Scope,
        query: Query,
        limits: Mapping[Kind, int],
        seen: Collection[Ref],
        topics: Collection[str],
        zone: ZoneInfo | None,
    ) -> tuple[Asked, Proposed]:
        """Return what is looked for, and what the index holds to fit.

        What the query means is found while the rows are read, and its words and dates are read in
        the thread that searches. A direct talk is all of one zone, a room of the companion's.
        """
        here = zone if scope.is_direct else None
        speakers, is_embedded = await self._indexes.glance(scope, query.language, here)

        async def meaning() -> Embedding | None:
            if self._embedder is None or not is_embedded or not query.text.strip():
                return None
            meant = without(query.text, named(query.text, {*speakers, *query.own_names}))
            return await self._embedded(self._embedder, meant)

        def propose(shelf: Shelf, embedding: Embedding | None) -> tuple[Asked, Proposed]:
            asked = self._asked(query, embedding, zone or self._zone)
            about = stamps(topics_of(query.text, query.language))
            scores = {
                kind: {
                    found.ref: found
                    for found in shelf.search(
                        kind, asked.query, asked.words, about, seen, limit + SPARE
                    )
                }
                for kind, limit in limits.items()
            }
            always = shelf.always(topics) if topics else frozenset()
            return asked, Proposed(ranked=scores, always=always, names=dict(shelf.names))

        return await self._indexes.use(scope, query.language, propose, meaning, here)

    def _asked(self, query: Query, embedding: Embedding | None, zone: ZoneInfo) -> Asked:
        text, language = query.text, query.language
        periods = self._dates.periods(text, at=query.now, zone=zone, language=language)
        by_words = self._embedder is not None and embedding is None and text.strip()
        return Asked(
            query=replace(query, embedding=embedding, periods=periods),
            words=self._lexicon.terms(text, language),
            past=asks_past(text, periods, query.now),
            notes=(WORDS_ONLY,) if by_words else (),
        )

    async def _embedded(self, embedder: Embedder, text: str) -> Embedding | None:
        """Return what `text` means; None where the embedder fails or takes too long."""
        try:
            async with asyncio.timeout(self._settings.embed_within.total_seconds()):
                return (await embedder.embed([text], query=True))[0]
        except (CircadiaError, TimeoutError):
            return None


def _query(
    text: str, now: datetime, language: str | None, speaker: str, names: tuple[str, ...]
) -> Query:
    """Return what is asked, before anything is made of it."""
    return Query(
        text=text[:LONGEST_QUERY], now=now, language=language, speaker=speaker, own_names=names
    )
