"""How a statement is known again without being kept."""

from hypothesis import given
from hypothesis import strategies as st

from core.memory.rules.blocking import KEY_BYTES, keyed_hash, normal_form
from core.persona.model import SpaceId

KEY = bytes(range(KEY_BYTES))
MINA, NOA = SpaceId("mina"), SpaceId("noa")


@given(st.text(), st.text(alphabet=" \t\n.,!?-'\"", max_size=5))
def test_blanks_marks_and_case_make_no_difference(statement: str, noise: str) -> None:
    plain = normal_form(f"a{statement}")

    assert normal_form(f"{noise}A{noise}{statement}{noise}") == plain


def test_other_words_spaces_and_keys_have_other_hashes() -> None:
    hashes = {
        keyed_hash(KEY, MINA, "Ann likes rain."),
        keyed_hash(KEY, MINA, "Ann likes snow."),
        keyed_hash(KEY, NOA, "Ann likes rain."),
        keyed_hash(bytes(KEY_BYTES), MINA, "Ann likes rain."),
        keyed_hash(KEY, MINA, "🙂"),
        keyed_hash(KEY, MINA, "🙃"),
    }

    assert len(hashes) == 6
    assert all(len(one) == 64 and "rain" not in one for one in hashes)


def test_half_of_a_character_has_a_hash_too() -> None:
    assert keyed_hash(KEY, MINA, "\ud800")
