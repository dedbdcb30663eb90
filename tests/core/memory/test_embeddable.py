"""What a model that embeds is given of a text."""

from hypothesis import given
from hypothesis import strategies as st

from core.memory.rules.embeddable import embeddable


@given(st.text(alphabet=st.characters(), max_size=60), st.integers(1, 40))
def test_it_is_never_blank_nor_longer_and_can_be_encoded(text: str, most: int) -> None:
    found = embeddable(text, most)

    assert found.strip()
    assert len(found) <= most
    assert "\0" not in found
    found.encode("utf-8")
