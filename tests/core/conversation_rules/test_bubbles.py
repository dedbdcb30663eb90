"""An answer becomes chat bubbles at its blank lines, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.rules.split import to_bubbles

SNIPPETS = [
    *("hello", "see https://example.org/a.b?c=1.5&d=e!", "3.50 e.g. today...", " ", "\t", "    x"),
    *(
        "\n",
        "\n\n",
        "\n\n\n",
        "\n \n",
        "```",
        "~~~",
        "```py\n",
        "- a\n",
        "1. a\n",
        "2) b\n",
        "| a |\n",
    ),
]
texts = st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join) | st.text(max_size=200)


@given(texts, st.integers(min_value=1, max_value=8))
def test_bubbles_are_the_text_without_the_blank_space_between(text: str, most: int) -> None:
    bubbles = to_bubbles(text, most=most)

    at = 0
    for bubble in bubbles:
        found = text.index(bubble, at)
        assert not text[at:found].strip()
        at = found + len(bubble)
    assert not text[at:].strip()


@given(texts, st.integers(min_value=1, max_value=8))
def test_there_are_never_too_many_and_none_is_blank(text: str, most: int) -> None:
    bubbles = to_bubbles(text, most=most)

    assert len(bubbles) <= most
    assert all(bubble == bubble.strip() != "" for bubble in bubbles)


@pytest.mark.parametrize(
    ("text", "bubbles"),
    [
        pytest.param("hi\n\nhow are you?", ("hi", "how are you?"), id="a blank line parts"),
        pytest.param("hi\nhow are you?", ("hi\nhow are you?",), id="a line break does not"),
        pytest.param("a\n \t\n\n\nb", ("a", "b"), id="blank lines may hold spaces"),
        pytest.param(
            "ok. look https://example.org/a.b?c=1.5&d=e! it costs 3.50 e.g. today...",
            ("ok. look https://example.org/a.b?c=1.5&d=e! it costs 3.50 e.g. today...",),
            id="sentences, links and numbers stay",
        ),
        pytest.param(
            "Look:\n\n```py\na = 1\n\nb = 2\n```\n\nbye",
            ("Look:", "```py\na = 1\n\nb = 2\n```", "bye"),
            id="code stays whole",
        ),
        pytest.param("a\n\n```\nb\n\nc", ("a", "```\nb\n\nc"), id="code without an end"),
        pytest.param(
            "Steps:\n\n1. a\n\n2. b\n\n3. c\n\nDone",
            ("Steps:", "1. a\n\n2. b\n\n3. c", "Done"),
            id="a numbered list with blank lines",
        ),
        pytest.param(
            "1. a\n\n   more of a\n\n2. b", ("1. a\n\n   more of a\n\n2. b",), id="indented text"
        ),
        pytest.param(
            "1. do\n\n```\nx\n```\n\n2. rest",
            ("1. do\n\n```\nx\n```\n\n2. rest",),
            id="code between two numbers",
        ),
        pytest.param(
            "1. a\n\nThat was it.\n\n1. b",
            ("1. a", "That was it.", "1. b"),
            id="another list begins anew",
        ),
        pytest.param("- a\n\n- b\n\nbye", ("- a\n\n- b", "bye"), id="a bulleted list"),
        pytest.param("- a\n\n1. b", ("- a", "1. b"), id="lists of two kinds"),
        pytest.param(
            "T:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nok",
            ("T:", "| a | b |\n|---|---|\n| 1 | 2 |", "ok"),
            id="a table stays whole",
        ),
        pytest.param("a\n\nb\n\nc\n\n\nd", ("a", "b", "c\n\n\nd"), id="what is too much stays"),
        pytest.param("", (), id="nothing"),
        pytest.param(" \n\n ", (), id="blank"),
    ],
)
def test_where_an_answer_is_split(text: str, bubbles: tuple[str, ...]) -> None:
    assert to_bubbles(text, most=3) == bubbles


def test_no_bubbles_at_all_are_refused() -> None:
    with pytest.raises(ValueError, match="most=0"):
        to_bubbles("hi", most=0)
