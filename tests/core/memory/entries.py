"""Entries, queries and vectors for tests of ranking."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np

from core.memory.model import Embedding, Entry, Precision, Query, When
from core.memory.rules.plain import PlainLexicon
from core.memory.rules.ranking import Ranking, Weights

NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)
ZONE = ZoneInfo("UTC")
LEXICON = PlainLexicon()


def entry(
    number: int,
    text: str,
    *,
    speaker: str = "Ana",
    at: datetime = NOW - timedelta(days=30),
    follows: int | None = None,
    periods: tuple[When, ...] = (),
    embedding: Embedding | None = None,
) -> Entry:
    return Entry(
        ref=f"msg:{number}",
        text=text,
        at=at,
        speaker=speaker,
        follows=None if follows is None else f"msg:{follows}",
        periods=periods,
        embedding=embedding,
    )


def query(text: str, **given: object) -> Query:
    return Query(text=text, now=NOW, **given)  # type: ignore[arg-type]


def ranking(entries: Sequence[Entry] = (), weights: Weights | None = None) -> Ranking:
    made = Ranking(weights or Weights(), ZONE)
    for one in entries:
        add(made, one)
    return made


def add(known: Ranking, one: Entry) -> None:
    words = LEXICON.terms(one.text)
    known.append(one, words, words)


def found(known: Ranking, asked: Query, limit: int = 10) -> list[str]:
    return [one.ref for one in known.search(asked, LEXICON.terms(asked.text), limit=limit)]


def vector(*numbers: float, tokens: Sequence[Sequence[float]] | None = None) -> Embedding:
    row = np.array(numbers, dtype=np.float32)
    small = None if tokens is None else np.rint(np.array(tokens) * 127).astype(np.int8)
    return Embedding(vector=row / np.linalg.norm(row), tokens=small)


def day(text: str, precision: Precision = Precision.DAY, days: int = 1) -> When:
    start = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return When(start_at=start, end_at=start + timedelta(days=days), precision=precision, said=text)
