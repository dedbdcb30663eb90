"""Statements that quote somebody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.rules.quotations import quotation, quotation_in


@given(st.text(min_size=1))
def test_what_is_quoted_is_found_again(words: str) -> None:
    told = quotation("Ana", words)

    found = quotation_in(told)
    assert (found is None) is (not words.strip())
    assert found is None or found == ("Ana", " ".join(words.replace('"', "'").split()))


@pytest.mark.parametrize(
    "statement", ["Ana has two cats.", 'Ana says: "hi" and goes', 'The sign: it "hums"', ""]
)
def test_a_statement_in_other_words_quotes_nobody(statement: str) -> None:
    assert quotation_in(statement) is None
