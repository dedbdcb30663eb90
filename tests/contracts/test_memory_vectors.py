"""What every store of embeddings promises: in memory, over SQLite and over PostgreSQL."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from core.conversation.model import Deletion, Edit, MessageId
from core.engine.ports import Stores, Work
from core.memory.model import Embedding, Fact, Status
from tests.contracts.memories import MODEL, NOA, draft, eye, meaning, place, says
from tests.contracts.stores import HOME, MINA, NOON, after, hear, inbound


def kept(stores: Stores, ref: str, model: str = MODEL) -> list[float] | None:
    found = stores.vectors.load(MINA, model, [ref]).get(ref)
    return None if found is None else [float(one) for one in found.vector]


async def test_an_embedding_comes_back_whole(work: Work) -> None:
    given = {"fact:1": meaning(0.5, -0.25, 1), "fact:2": meaning(1, 0, tokens=True)}

    def live(stores: Stores) -> None:
        for _ in given:
            stores.facts.add(draft(), NOON)
        stores.vectors.put(MINA, MODEL, given)

    await work.write(live)

    found = await work.read(lambda stores: stores.vectors.load(MINA, MODEL, [*given, "fact:9"]))
    assert found.keys() == given.keys()
    for ref, one in given.items():
        assert found[ref].vector.dtype == np.float32
        assert np.array_equal(found[ref].vector, one.vector)
    assert found["fact:1"].tokens is None
    assert np.array_equal(np.asarray(found["fact:2"].tokens), np.asarray(given["fact:2"].tokens))
    assert np.asarray(found["fact:2"].tokens).dtype == np.int8


async def test_an_embedding_has_the_precision_of_a_half(work: Work) -> None:
    vector = np.random.default_rng(7).normal(size=256).astype(np.float32)
    vector /= np.linalg.norm(vector)

    def live(stores: Stores) -> None:
        stores.facts.add(draft(), NOON)
        stores.vectors.put(MINA, MODEL, {"fact:1": Embedding(vector=vector)})

    await work.write(live)

    found = await work.read(lambda stores: stores.vectors.load(MINA, MODEL, ["fact:1"]))
    assert float(np.abs(found["fact:1"].vector - vector).max()) < 1e-3
    assert float(found["fact:1"].vector @ vector) == pytest.approx(1.0, abs=1e-3)


async def test_what_has_no_embedding_is_told_facts_first_and_the_newest_first(work: Work) -> None:
    def live(stores: Stores) -> None:
        here = place(stores)
        for number in range(3):
            says(stores, f"said {number}", here, at=after(number))
            stores.facts.add(draft(f"fact {number}"), NOON)
        says(stores, " \n\u3000\t", here, at=after(7))
        for status in (Status.PAST, Status.HIDDEN, Status.QUARANTINED):
            stores.facts.add(draft(status.value), NOON, status=status)
        stores.facts.add(draft("elsewhere", space=NOA), NOON)
        says(stores, "elsewhere", place(stores, replace(HOME, chat="7"), NOA))
        stores.vectors.put(MINA, MODEL, {"fact:2": meaning(1), "msg:1": meaning(1)})
        stores.vectors.put(MINA, "model-0", {"fact:1": meaning(1)})

    await work.write(live)

    found = await work.read(
        lambda stores: [stores.vectors.missing(MINA, MODEL, limit) for limit in (99, 4, 2, 0)]
    )
    expected = [
        ("fact:4", "past"),
        ("fact:3", "fact 2"),
        ("fact:1", "fact 0"),
        ("msg:3", "said 2"),
        ("msg:2", "said 1"),
    ]
    assert found == [expected, expected[:4], expected[:2], []]


async def test_of_what_is_missing_only_the_newer_can_be_asked_for(work: Work) -> None:
    assert await work.read(lambda stores: stores.vectors.newest()) == ()

    def live(stores: Stores) -> None:
        here = place(stores)
        for number in range(3):
            says(stores, f"said {number}", here, at=after(number))
            stores.facts.add(draft(f"fact {number}"), NOON)
        stores.vectors.put(MINA, MODEL, {"fact:3": meaning(1)})

    await work.write(live)

    newest = await work.read(lambda stores: stores.vectors.newest())
    assert set(newest) == {"fact:3", "msg:3"}
    asked = [("fact:1", "msg:2"), ("msg:1", "msg:3"), newest]
    found = await work.read(
        lambda stores: [stores.vectors.missing(MINA, MODEL, 9, after=after) for after in asked]
    )
    assert [[ref for ref, _ in some] for some in found] == [
        ["fact:2", "msg:3"],
        ["fact:2", "fact:1"],
        [],
    ]


async def test_the_words_of_a_voice_are_embedded(work: Work) -> None:
    def live(stores: Stores) -> None:
        stores.messages.hear(says(stores, "", place(stores)), "I moved")

    await work.write(live)

    missing = await work.read(lambda stores: stores.vectors.missing(MINA, MODEL, 9))
    assert missing == [("msg:1", "I moved")]


async def test_another_model_takes_the_place(work: Work) -> None:
    def live(stores: Stores) -> None:
        for _ in range(2):
            stores.facts.add(draft(), NOON)
        both = {"fact:1": meaning(1, 0), "fact:2": meaning(1, 0)}
        stores.vectors.put(MINA, "old", both)
        stores.vectors.put(MINA, "new", {"fact:1": meaning(0, 1, 0, tokens=True)})

    await work.write(live)

    seen = await work.read(
        lambda s: (kept(s, "fact:1", "old"), kept(s, "fact:1", "new"), s.vectors.counts(MINA))
    )
    assert seen == (None, [0, 1, 0], {"old": 1, "new": 1})


async def test_what_is_not_there_is_passed_over(work: Work) -> None:
    def live(stores: Stores) -> None:
        says(stores, "hi", place(stores))
        stores.facts.add(draft(), NOON, status=Status.HIDDEN)
        stores.facts.add(draft(space=NOA), NOON)
        refs = ("fact:1", "fact:2", "fact:99", "msg:1", "msg:9", "msg:x", "slot:1", "", "fact:²")
        stores.vectors.put(MINA, MODEL, dict.fromkeys(refs, meaning(1)))

    await work.write(live)

    seen = await work.read(
        lambda s: (s.vectors.counts(MINA), s.vectors.counts(NOA), kept(s, "msg:1"))
    )
    assert seen == ({MODEL: 1}, {}, [1])


async def test_spaces_do_not_load_each_other(work: Work) -> None:
    def live(stores: Stores) -> None:
        stores.facts.add(draft(), NOON)
        stores.vectors.put(MINA, MODEL, {"fact:1": meaning(1)})

    await work.write(live)

    found = await work.read(lambda stores: stores.vectors.load(NOA, MODEL, ["fact:1"]))
    assert found == {}


async def test_many_are_loaded_at_once(work: Work) -> None:
    def live(stores: Stores) -> None:
        for _ in range(3):
            stores.facts.add(draft(), NOON)
        stores.vectors.put(MINA, MODEL, {f"fact:{one}": meaning(one) for one in range(1, 4)})

    await work.write(live)

    refs = [f"fact:{one}" for one in range(40_000)]
    found = await work.read(lambda stores: stores.vectors.load(MINA, MODEL, refs))
    assert found.keys() == {"fact:1", "fact:2", "fact:3"}


# What becomes of them.


def change(stores: Stores, statement: str) -> Fact:
    fact = stores.facts.listed(eye())[0]
    stores.facts.save(replace(fact, statement=statement, mentions=7))
    return fact


def edit(stores: Stores) -> object:
    return stores.messages.edit(Edit(route=HOME, message_id="1", text="new", edited_at=NOON))


def delete(stores: Stores) -> object:
    return stores.messages.delete(Deletion(route=HOME, message_ids=("1",), deleted_at=NOON))


ACTS: dict[str, tuple[Callable[[Stores], object], set[str]]] = {
    "the same statement": (lambda s: change(s, "Ann likes rain."), {"fact:1", "msg:1"}),
    "another statement": (lambda s: change(s, "Ann likes snow."), {"msg:1"}),
    "a deleted fact": (lambda s: s.facts.delete(MINA, [s.facts.listed(eye())[0].id]), {"msg:1"}),
    "an edited message": (edit, {"fact:1"}),
    "a deleted message": (delete, {"fact:1"}),
    "a voice": (lambda s: s.messages.hear(MessageId(1), "words"), {"fact:1"}),
    "an erased message": (lambda s: s.sayings.erase(MINA, [MessageId(1)], []), {"fact:1"}),
    "a withheld message": (
        lambda s: s.sayings.withhold([MessageId(1)], NOON),
        {"fact:1", "msg:1"},
    ),
}


@pytest.mark.parametrize(("act", "left"), ACTS.values(), ids=ACTS)
async def test_other_words_have_another_meaning(
    work: Work, act: Callable[[Stores], object], left: set[str]
) -> None:
    def live(stores: Stores) -> set[str]:
        stores.facts.add(draft(), NOON)
        hear(stores, inbound("1", "old"))
        stores.vectors.put(MINA, MODEL, {"fact:1": meaning(1), "msg:1": meaning(1)})
        act(stores)
        return set(stores.vectors.load(MINA, MODEL, ["fact:1", "msg:1"]))

    assert await work.write(live) == left


async def test_what_was_edited_since_it_was_read_gets_no_vector_of_its_old_words(
    work: Work,
) -> None:
    def live(stores: Stores) -> dict[str, str]:
        here = place(stores)
        says(stores, "I have a cat.", here, at=after(1))
        stores.facts.add(draft(), NOON)
        return dict(stores.vectors.missing(MINA, MODEL, 9))

    texts = await work.write(live)
    old = {ref: f"{text} Or not." for ref, text in texts.items()}
    made = {ref: meaning(1) for ref in texts}
    assert len(made) == 2

    await work.write(lambda stores: stores.vectors.put(MINA, MODEL, made, texts=old))
    edited = await work.read(lambda stores: stores.vectors.counts(MINA))
    await work.write(lambda stores: stores.vectors.put(MINA, MODEL, made, texts=texts))
    unchanged = await work.read(lambda stores: stores.vectors.counts(MINA))

    assert edited == {}
    assert unchanged == {MODEL: 2}
