"""Where little is remembered, a question that has nothing to do with it brings nothing up."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from adapters.embeddings.local import LocalEmbedder
from adapters.embeddings.use import USE
from adapters.words.client import SnowballLexicon
from core.memory.model import Entry, Query
from core.memory.rules.ranking import Ranking, Weights

NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)
LEXICON = SnowballLexicon()
FACTS = (
    "Anna works as a nurse in Leipzig.",
    "Anna has two giant schnauzers.",
    "Anna is allergic to peanuts.",
    "Anna plays the cello in an orchestra.",
    "Anna's sister Ina lives in Rome.",
)


@pytest.fixture(scope="module")
def embedder() -> Iterator[LocalEmbedder]:
    use = LocalEmbedder(USE, threads=1)
    yield use
    asyncio.run(use.close())


async def recalled(embedder: LocalEmbedder, text: str, language: str) -> list[str]:
    known = Ranking(Weights(), ZoneInfo("UTC"))
    vectors = await embedder.embed(FACTS, query=False)
    for number, (fact, vector) in enumerate(zip(FACTS, vectors, strict=True)):
        entry = Entry(ref=f"fact:{number}", text=fact, at=NOW, speaker="", embedding=vector)
        words = LEXICON.terms(fact, "en")
        known.append(entry, words, words)
    (vector,) = await embedder.embed([text], query=True)
    query = Query(text=text, now=NOW, language=language, embedding=vector)
    found = known.search(query, LEXICON.terms(text, language), limit=3)
    return [FACTS[int(one.ref.partition(":")[2])] for one in found]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what time is it?", "en"),
        ("can you explain quantum physics to me?", "en"),
        ("haha, that's funny", "en"),
        ("wie wird das Wetter morgen?", "de"),
        ("ich bin so müde heute", "de"),
        ("¿has visto la nueva película?", "es"),
        ("今天天气怎么样?", "zh"),
        ("сколько стоит билет?", "ru"),
    ],
)
async def test_an_unrelated_question_brings_nothing_up(
    embedder: LocalEmbedder, text: str, language: str
) -> None:
    assert await recalled(embedder, text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "fact"),
    [
        pytest.param("what do you know about my dogs?", "en", 1, id="other words"),
        pytest.param("which instrument do I play?", "en", 3, id="a shared word"),
        pytest.param("welche Hunde habe ich?", "de", 1, id="German"),
        pytest.param("¿dónde trabajo?", "es", 0, id="Spanish"),
        pytest.param("我有什么过敏?", "zh", 2, id="Chinese"),
        pytest.param("где живёт моя сестра?", "ru", 4, id="Russian"),
    ],
)
async def test_a_question_that_something_answers_brings_that_up_first(
    embedder: LocalEmbedder, text: str, language: str, fact: int
) -> None:
    assert (await recalled(embedder, text, language))[:1] == [FACTS[fact]]
