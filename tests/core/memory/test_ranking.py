"""What fits a question best."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.model import Entry, Found, Precision
from core.memory.rules.people import named, without
from core.memory.rules.ranking import Ranking, Weights
from core.memory.rules.telling import telling
from tests.core.memory.entries import (
    LEXICON,
    NOW,
    add,
    day,
    entry,
    found,
    query,
    ranking,
    vector,
)

FILLER = [
    entry(90 + number, text)
    for number, text in enumerate(
        ["the weather turned grey today", "trains were late again", "dinner was quick and cold"]
    )
]


def test_nothing_is_found_among_nothing_or_for_nothing() -> None:
    assert found(ranking(), query("cats")) == []
    assert found(ranking(FILLER), query("")) == []
    assert found(ranking(FILLER), query("zebra")) == []
    assert ranking(FILLER).search(query("trains"), ["trains"], limit=0) == []


def test_what_shares_rare_words_comes_before_what_shares_common_ones() -> None:
    known = ranking([*FILLER, entry(1, "today my schnauzer barked"), entry(2, "today it rained")])

    assert found(known, query("schnauzer today"))[0] == "msg:1"


def test_an_answer_is_found_by_the_words_of_its_question() -> None:
    known = ranking(
        [*FILLER, entry(1, "what is your favourite instrument?"), entry(2, "a cello", follows=1)]
    )

    assert "msg:2" in found(known, query("favourite instrument"))


def test_messages_of_another_stretch_are_no_neighbours() -> None:
    known = ranking([*FILLER, entry(1, "what is your instrument?"), entry(2, "a cello")])

    assert "msg:2" not in found(known, query("instrument"))


def test_the_words_of_who_is_named_are_preferred() -> None:
    known = ranking(
        [*FILLER, entry(1, "i adore jazz", speaker="Ben"), entry(2, "i adore jazz", speaker="Ana")]
    )

    assert found(known, query("does Ana adore jazz"))[0] == "msg:2"
    assert found(known, query("does Ben adore jazz"))[0] == "msg:1"


def test_the_companion_is_named_by_its_own_names() -> None:
    known = ranking(
        [*FILLER, entry(1, "i adore jazz", speaker="Ben"), entry(2, "i adore jazz", speaker="")]
    )

    assert found(known, query("does Mina adore jazz", own_names=("Mina",)))[0] == "msg:2"


def test_who_asks_is_preferred_where_nobody_is_named() -> None:
    known = ranking([*FILLER, entry(1, "the cello broke", speaker=""), entry(2, "the cello broke")])

    assert found(known, query("who broke my cello", speaker="Ana"))[0] == "msg:2"
    assert found(known, query("cello of Mina", speaker="Ana", own_names=("Mina",)))[0] == "msg:1"


def test_who_is_named_is_no_filter() -> None:
    known = ranking([*FILLER, entry(1, "the cello broke", speaker="Ben")])

    assert found(known, query("cello of Ana")) == ["msg:1"]


@pytest.mark.parametrize(
    "better",
    [
        pytest.param({"at": NOW.replace(day=3)}, id="said on that day"),
        pytest.param({"periods": (day("2026-05-03"),)}, id="tells of that day"),
        pytest.param({"at": NOW.replace(day=5)}, id="said soon after"),
    ],
)
def test_a_period_that_is_asked_about_is_preferred(better: dict[str, object]) -> None:
    plain = entry(1, "we swam in the lake")
    told = entry(2, "we swam in the lake", **better)  # type: ignore[arg-type]
    known = ranking([*FILLER, plain, told])

    assert found(known, query("swam", periods=(day("2026-05-03"),)))[0] == "msg:2"


@pytest.mark.parametrize(
    ("said", "first"),
    [
        pytest.param("in May", "msg:2", id="nobody knows whether the last or the next is meant"),
        pytest.param("in May 2026", "msg:1", id="a year that is named"),
    ],
)
def test_a_month_without_a_year_is_that_of_any_year(said: str, first: str) -> None:
    told = entry(2, "we will swim there", periods=(day("2027-05-03"),))
    known = ranking([*FILLER, entry(1, "we will swim there"), told])
    month = replace(day("2026-05-01", Precision.MONTH, 31), said=said)

    assert found(known, query("swim", periods=(month,)))[0] == first


def test_a_month_finds_its_days_without_any_word_in_common() -> None:
    said = entry(1, "ayer nadamos", at=NOW.replace(month=2, day=20))
    known = ranking([*FILLER, said, entry(2, "hoy nada", at=NOW.replace(month=1))])

    month = day("2026-02-01", Precision.MONTH, 28)

    assert found(known, query("what happened", periods=(month,)))[0] == "msg:1"


def test_what_is_new_comes_first_only_where_lately_is_asked() -> None:
    old = entry(1, "painting a boat", at=NOW - timedelta(days=300))
    new = entry(2, "painting a boat", at=NOW - timedelta(days=1))
    known = ranking([*FILLER, old, new])

    assert found(known, query("painting"))[0] == "msg:1"
    assert found(known, query("painting lately"))[0] == "msg:2"


def test_meaning_finds_what_shares_no_word() -> None:
    known = ranking(
        [
            entry(1, "mi perro ladra", embedding=vector(1, 0.1, 0)),
            entry(2, "llueve mucho", embedding=vector(0, 0.1, 1)),
        ]
    )

    assert found(known, query("dog", embedding=vector(1, 0, 0))) == ["msg:1"]


def test_it_is_told_how_near_a_find_is_and_how_many_words_it_shares() -> None:
    known = ranking(
        [
            entry(1, "one cello and one more cello", embedding=vector(3, 4)),
            entry(2, "a cello lesson"),
            entry(3, "an answer", follows=2),
        ]
    )

    got = known.search(
        query("cello lesson", embedding=vector(1, 0)), ["cello", "lesson", "cello"], limit=9
    )

    assert {one.ref: (one.likeness, one.shared) for one in got} == {
        "msg:1": (pytest.approx(0.6), 1),
        "msg:2": (None, 2),
        "msg:3": (None, 0),
    }


def test_likeness_is_counted_from_what_is_unlike_in_a_model() -> None:
    near, far = vector(9.5, 3.1225), vector(8, 6)
    known = ranking([entry(1, "one", embedding=near), entry(2, "two", embedding=far)])

    got = known.search(query("dog", embedding=replace(vector(1, 0), unlike=0.8)), [], limit=9)

    assert [one.ref for one in got] == ["msg:1"]
    assert got[0].likeness == pytest.approx(0.75, abs=0.01)


def test_of_many_less_likeness_is_enough_for_what_stands_out() -> None:
    weak, none = vector(1, 0, 12), vector(0, 1, 0)
    few = [entry(1, "one", embedding=weak), entry(2, "two", embedding=none)]
    many = [*few, *(entry(number, "more", embedding=none) for number in range(3, 30))]
    asked = query("dog", embedding=vector(1, 0, 0))

    assert found(ranking(few), asked) == []
    assert found(ranking(many), asked) == ["msg:1"]


def test_tokens_decide_between_what_means_the_same() -> None:
    same = {"tokens": [[1.0, 0.0], [0.0, 1.0]]}
    other = {"tokens": [[-1.0, 0.0], [-1.0, 0.0]]}
    known = ranking(
        [
            entry(1, "one thing", embedding=vector(1, 0, **other)),
            entry(2, "two thing", embedding=vector(1, 0, **same)),
        ]
    )

    asked = query("thing", embedding=vector(1, 0, tokens=[[1.0, 0.0], [0.0, 1.0]]))

    assert found(known, asked)[0] == "msg:2"


def test_what_is_left_out_leaves_its_place_to_the_next() -> None:
    known = ranking([*FILLER, entry(1, "a cello"), entry(2, "a cello, again")])

    got = known.search(query("cello"), ["cello"], but={"msg:1", "msg:77"}, limit=1)

    assert [one.ref for one in got] == ["msg:2"]


def test_a_vector_of_another_size_is_passed_over() -> None:
    known = ranking([entry(1, "a cello", embedding=vector(1, 0))])

    known.attach("msg:1", vector(1, 0, 0))

    assert found(known, query("cello", embedding=vector(1, 0, 0, 0))) == ["msg:1"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("what does Ana like?", {"Ana"}, id="plain"),
        pytest.param("ANA'S cat", {"Ana"}, id="possessive"),
        pytest.param("Annas Katze", set(), id="another name"),
        pytest.param("Anas Katze", {"Ana"}, id="a genitive"),
        pytest.param("민수는 어디 갔어?", {"민수"}, id="a particle"),
        pytest.param("is Smith home", {"Bo Smith"}, id="one part of the name"),
        pytest.param("banana", set(), id="inside a word"),
        pytest.param("रोहिणी कहाँ रहती है?", {"रोहिणी"}, id="vowel signs part no name"),
    ],
)
def test_who_is_named(text: str, names: set[str]) -> None:
    assert named(text, ["Ana", "민수", "Bo Smith", "रोहिणी"]) == names


def test_a_name_is_taken_out_unless_nothing_else_is_said() -> None:
    assert without("What is Ana's favourite tea?", ["Ana"]) == "What is favourite tea?"
    assert without("Ana?", ["Ana"]) == "Ana?"


@pytest.mark.parametrize("text", ["", "?", "How are you?", "你好吗？"])
def test_questions_tell_nothing(text: str) -> None:
    assert telling(text) == 0.0


def test_what_tells_more_counts_more_up_to_a_length() -> None:
    assert 0 < telling("Yes.") < telling("I bought a cello in Rome.") < telling("word " * 90)
    assert telling("word " * 90) == telling("word " * 9000)


# Laws.

TEXTS = st.lists(st.text(alphabet="ab xyz?", min_size=1, max_size=12), min_size=1, max_size=12)


@st.composite
def talks(draw: st.DrawFn) -> list[Entry]:
    texts = draw(TEXTS)
    return [
        entry(
            number,
            text,
            speaker=draw(st.sampled_from(["Ana", "Ben", ""])),
            follows=draw(st.sampled_from([None, number - 1])) if number else None,
            embedding=draw(st.sampled_from([None, vector(1, 0, 0), vector(1, 1, 0)])),
        )
        for number, text in enumerate(texts)
    ]


def _all(known: Ranking, text: str) -> list[Found]:
    asked = query(text, embedding=vector(1, 0.5, 0))
    return known.search(asked, LEXICON.terms(text), limit=50)


@given(talks(), st.text(alphabet="ab xyz", max_size=8))
def test_appending_and_attaching_later_equals_building_at_once(
    entries: list[Entry], asked: str
) -> None:
    at_once, bit_by_bit = ranking(entries), ranking()

    for one in entries:
        bare = entry(
            int(one.ref.partition(":")[2]),
            one.text,
            speaker=one.speaker,
            follows=None if one.follows is None else int(one.follows.partition(":")[2]),
        )
        add(bit_by_bit, bare)
        _all(bit_by_bit, asked)
    for one in entries:
        if one.embedding is not None:
            bit_by_bit.attach(one.ref, one.embedding)

    assert _all(bit_by_bit, asked) == _all(at_once, asked)


@given(talks())
def test_where_no_word_is_shared_words_add_nothing(entries: list[Entry]) -> None:
    known = ranking(entries, Weights(floor=-1.0))

    assert all(one.words == 0.0 for one in _all(known, "qqq www"))


@given(talks(), st.text(alphabet="ab xyz", max_size=8), st.integers(0, 12))
def test_less_asked_for_is_the_beginning_of_more(
    entries: list[Entry], asked: str, limit: int
) -> None:
    known = ranking(entries)
    terms = LEXICON.terms(asked)

    assert (
        known.search(query(asked), terms, limit=limit)
        == (known.search(query(asked), terms, limit=50)[:limit])
    )


@given(talks(), st.text(alphabet="ab xyz", max_size=8))
def test_scores_are_numbers_and_fall(entries: list[Entry], asked: str) -> None:
    scores = [one.score for one in _all(ranking(entries), asked)]

    assert np.isfinite(scores).all()
    assert scores == sorted(scores, reverse=True)
