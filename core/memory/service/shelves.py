"""What can be found in one scope."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal
from zoneinfo import ZoneInfo

from core.conversation.model import IdentityId, MessageId
from core.memory.model import Embedding, Entry, Fact, FactId, Found, Query, Ref, Saying
from core.memory.rules.coming import is_core
from core.memory.rules.neighbours import Stretches
from core.memory.rules.ranking import Ranking, Weights
from core.memory.rules.topics import stamps
from core.memory.service.texts import Read, Texts

Kind = Literal["persona", "person", "said"]
KINDS: tuple[Kind, ...] = ("persona", "person", "said")

FEW = 0.5
"""The share of a query's words below which its topics find what was said; measured."""


class Shelf:
    """Facts of the persona, memories of people, and what was said, each ranked among its like."""

    def __init__(self, texts: Texts, weights: Weights, zone: ZoneInfo) -> None:
        """Begin empty."""
        self._texts = texts
        self._rankings: Mapping[Kind, Ranking] = {kind: Ranking(weights, zone) for kind in KINDS}
        self._stretches = Stretches()
        self.names: dict[IdentityId, str] = {}
        """How those who said something were called last."""
        self.last_message: MessageId | None = None
        self.last_fact: FactId | None = None
        self._by_topic: dict[str, set[FactId]] = {}
        self._core: set[FactId] = set()
        self._known: Mapping[Kind, set[str]] = {kind: set() for kind in KINDS}

    def __len__(self) -> int:
        return sum(map(len, self._rankings.values()))

    @property
    def speakers(self) -> Collection[str]:
        """Return the display names of all who said something."""
        return self._rankings["said"].speakers

    @property
    def unembedded(self) -> list[Ref]:
        """Return what has no embedding yet."""
        return [ref for ranking in self._rankings.values() for ref in ranking.unembedded]

    @property
    def is_embedded(self) -> bool:
        """Return whether anything has an embedding."""
        return any(ranking.embedded for ranking in self._rankings.values())

    def hear(self, sayings: Iterable[Saying], language: str | None) -> None:
        """Add what was said after all that is here, by id."""
        for saying in sayings:
            read = self._texts.read(
                saying.ref,
                saying.text,
                at=saying.sent_at,
                speaker=saying.sender_name,
                language=language,
            )
            entry = Entry(
                ref=saying.ref,
                text=saying.text,
                at=saying.sent_at,
                speaker=saying.sender_name,
                follows=self._stretches.follow(saying),
                periods=read.periods,
            )
            self._put("said", entry, read, read.topics)
            self.last_message = saying.id
            if saying.sender is not None:
                self.names[saying.sender] = saying.sender_name

    def learn(self, facts: Iterable[Fact], language: str | None) -> None:
        """Add facts that were learned after all that are here, by id."""
        for fact in facts:
            read = self._texts.read(fact.ref, fact.statement, at=fact.created_at, language=language)
            entry = Entry(
                ref=fact.ref,
                text=fact.statement,
                at=fact.created_at,
                speaker="",
                subject=fact.subject,
                periods=read.periods if fact.when is None else (fact.when, *read.periods),
            )
            kind: Kind = "persona" if fact.is_of_persona else "person"
            self._put(kind, entry, read, {*read.topics, *stamps(fact.topics)})
            self.last_fact = fact.id
            if is_core(fact):
                self._core.add(fact.id)
            for topic in fact.topics:
                self._by_topic.setdefault(topic.casefold(), set()).add(fact.id)

    def always(self, topics: Iterable[str]) -> frozenset[FactId]:
        """Return the core facts, and what is about one of `topics`."""
        return frozenset(self._core.union(*(self._by_topic.get(one, ()) for one in topics)))

    def attach(self, embeddings: Mapping[Ref, Embedding]) -> None:
        """Give embeddings to what is here."""
        for ref, embedding in embeddings.items():
            for ranking in self._rankings.values():
                ranking.attach(ref, embedding)

    def search(
        self,
        kind: Kind,
        query: Query,
        words: Sequence[str],
        topics: Sequence[str],
        but: Collection[Ref],
        limit: int,
    ) -> list[Found]:
        """Return the best of one kind; `topics` are those of the query. See `Ranking.search`."""
        told = self._told(kind, words, topics)
        return self._rankings[kind].search(query, [*words, *told], but=but, limit=limit)

    def _told(self, kind: Kind, words: Sequence[str], topics: Sequence[str]) -> list[str]:
        """Return the topics of a query that stand here.

        Of what was said only where few of its own words do: beside them topics drown what is meant.
        """
        known = self._known[kind]
        asked = set(words)
        if kind == "said" and len(asked & known) >= FEW * len(asked) > 0:
            return []
        return [topic for topic in topics if topic in known]

    def _put(self, kind: Kind, entry: Entry, read: Read, topics: Collection[str]) -> None:
        self._rankings[kind].append(entry, [*read.own, *topics], read.shown)
        self._known[kind].update(read.own, topics)
