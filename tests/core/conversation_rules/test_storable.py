"""What every database and wire can carry of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conversation.rules.storable import storable


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("a\x00b", "ab", id="NUL in plain letters"),
        pytest.param("ä\x00b", "äb", id="NUL among others"),
        pytest.param("a\ud83d", "a\ufffd", id="the first half alone"),
        pytest.param("\ude02b", "\ufffdb", id="the second half alone"),
        pytest.param("\ud83d\ude02", "😂", id="two halves that belong together"),
        pytest.param("\ude02\ud83d", "\ufffd\ufffd", id="two halves the wrong way round"),
        pytest.param("안녕 👩‍👩‍👧 \u202e", "안녕 👩‍👩‍👧 \u202e", id="the rest is kept"),
    ],
)
def test_what_is_kept_of_a_text(sent: str, kept: str) -> None:
    assert storable(sent) == kept


@given(st.text(st.characters()) | st.text("\ud83d\ude02\x00a"))
def test_whatever_is_kept_can_be_encoded_and_is_kept_again(sent: str) -> None:
    kept = storable(sent)

    assert kept.encode().decode() == kept
    assert "\x00" not in kept
    assert storable(kept) == kept
