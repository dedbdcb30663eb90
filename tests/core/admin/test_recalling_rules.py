"""Numbers, pages, whom, and words that are looked for: pure readings of what people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.commands.telling import QUOTED_MOST, quoted
from core.admin.rules.memories import (
    MOST_PICKS,
    PAGE,
    Leaf,
    Picked,
    last_page,
    leaf_of,
    read_fact,
    read_page,
    read_picks,
    read_subject,
)
from core.admin.rules.searching import has_weight, matching
from core.conversation.model import MessageId
from core.memory.model import FactId


@pytest.mark.parametrize(
    ("text", "facts", "messages"),
    [
        pytest.param("#12", (12,), (), id="as it is shown"),
        pytest.param("12", (12,), (), id="bare"),
        pytest.param("m7", (), (7,), id="a message"),
        pytest.param("M7", (), (7,), id="a message in capitals"),
        pytest.param("#1, m2,#3", (1, 3), (2,), id="several with commas"),
        pytest.param("#1 #1", (1,), (), id="twice"),
        pytest.param("＃１２", (12,), (), id="wide signs"),
    ],
)
def test_numbers_name_facts_and_messages(
    text: str, facts: tuple[int, ...], messages: tuple[int, ...]
) -> None:
    found = read_picks(text)

    assert found == Picked(
        facts=tuple(map(FactId, facts)), messages=tuple(map(MessageId, messages))
    )


@pytest.mark.parametrize(
    "text",
    ["", " ", "lisbon", "#", "#x", "##1", "#1.5", "#-1", "m", "m-1", "#1 lisbon", "9" * 30, "#१"],
)
def test_other_words_name_nothing(text: str) -> None:
    assert read_picks(text) is None


def test_more_than_anybody_names_one_by_one_are_none() -> None:
    assert read_picks(" ".join(["#1"] * MOST_PICKS)) is not None
    assert read_picks(" ".join(["#1"] * (MOST_PICKS + 1))) is None


@pytest.mark.parametrize(("word", "fact"), [("#2", 2), ("2", 2), ("m2", None), ("#1,#2", None)])
def test_one_fact_is_named_by_one_number(word: str, fact: int | None) -> None:
    assert read_fact(word) == fact


@given(st.text())
def test_no_text_makes_reading_raise(text: str) -> None:
    assert read_picks(text) is None or read_picks(text).refs  # type: ignore[union-attr]  # not None
    assert read_page(text) is None or read_page(text) >= 0  # type: ignore[operator]  # not None
    assert read_subject(text) in (None, text, text.casefold())


@given(rows=st.integers(0, 1000))
def test_pages_hold_every_row_once_in_order(rows: int) -> None:
    pages = [leaf_of(number, rows) for number in range(1, last_page(rows) + 1)]

    shown = [row for leaf in pages if leaf is not None for row in leaf.of(range(rows))]

    assert shown == list(range(rows))
    assert all(leaf is not None and len(leaf.of(range(rows))) <= PAGE for leaf in pages)
    assert leaf_of(0, rows) is None
    assert leaf_of(last_page(rows) + 1, rows) is None


def test_an_empty_list_has_one_page() -> None:
    assert leaf_of(1, 0) == Leaf(number=1, count=1)


@pytest.mark.parametrize(
    ("word", "subject"),
    [
        ("persona", "persona"),
        ("Persona", "persona"),
        ("telegram:42", "telegram:42"),
        ("discord:123", "discord:123"),
        ("telegram:@ana", None),
        ("Ana", None),
        ("", None),
        ("telegram:", None),
        ("telegram:`42`", None),
        ("telegram:42 x", None),
    ],
)
def test_persons_are_named_by_stable_ids_alone(word: str, subject: str | None) -> None:
    assert read_subject(word) == subject


# Searching.

TEXTS = {
    1: "Ana lives in Lisbon.",
    2: "Ana had her knee operated in May.",
    3: "Ana's sister lives in Bergen.",
    4: "Ana paints landscapes.",
    5: "Ana is allergic to nuts.",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("lisbon", [1], id="whatever the case"),
        pytest.param("where does Ana's sister live?", [3], id="a question, by its rare words"),
        pytest.param("painting", [4], id="another ending"),
        pytest.param("allergy nuts", [5], id="two words"),
        pytest.param("knee surgery", [2], id="half of it"),
        pytest.param("the and of", [], id="words without weight"),
        pytest.param("Paris", [], id="nothing there"),
        pytest.param("", [], id="nothing asked"),
    ],
)
def test_what_has_half_of_the_words_is_found(query: str, found: list[int]) -> None:
    assert matching(query, TEXTS)[: len(found) or None] == found


def test_the_best_comes_first_and_of_equals_the_last() -> None:
    texts = {1: "red tulips", 2: "red roses", 3: "tulips, tulips", 4: "red tulips again"}

    assert matching("red tulips", texts) == [4, 1, 3, 2]


@given(query=st.text(max_size=80), texts=st.lists(st.text(max_size=80), max_size=8))
def test_a_search_raises_nothing_and_finds_only_what_there_is(query: str, texts: list[str]) -> None:
    found = matching(query, dict(enumerate(texts)))

    assert len(set(found)) == len(found)
    assert set(found) <= set(range(len(texts)))
    assert has_weight(query) or not found


@given(words=st.sampled_from(sorted(TEXTS.values())))
def test_what_is_asked_word_for_word_is_found_first(words: str) -> None:
    assert TEXTS[matching(words, TEXTS)[0]] == words


# Quoting.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("At 18:30 (in Lisbon)", "At 18:30 (in Lisbon)", id="times and brackets"),
        pytest.param("**bold** _soft_ `code`", "bold soft code", id="markup"),
        pytest.param("@everyone <@42> #tag", "everyone 42 tag", id="mentions"),
        pytest.param("[x](https://evil.example)", "x (https //evil.example)", id="a link"),
        pytest.param("a\nb\u202ec\x1b[31m", "a bc 31m", id="breaks and controls"),
        pytest.param("snake_case stays", "snake_case stays", id="a line within a word"),
        pytest.param(" \u200b ", "…", id="nothing to show"),
        pytest.param("someone", "someone", id="what stands for nobody elsewhere"),
    ],
)
def test_what_is_quoted_is_data(text: str, shown: str) -> None:
    assert quoted(text).replace(" ", "") == shown.replace(" ", "")


@given(st.text(max_size=2000))
def test_a_quote_is_one_short_line_without_markup(text: str) -> None:
    shown = quoted(text)

    assert shown.strip()
    assert len(shown) <= QUOTED_MOST
    assert not set("*`[]<>@#|~\\\n\r\x1b\u202e") & set(shown)
    assert "://" not in shown
