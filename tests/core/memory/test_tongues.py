"""Which languages a text may be in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.rules.tongues import is_clear, languages_of
from core.memory.rules.wording import WORDINGS, guess


@pytest.mark.parametrize(
    ("text", "hint", "likeliest"),
    [
        pytest.param("I met her in Zürich", None, "en", id="a name tells little"),
        pytest.param("I LIVE IN BERLIN AND LOVE IT", None, "en", id="all in capitals"),
        pytest.param("j’ai deux chats", None, "fr", id="a curly apostrophe"),
        pytest.param("Teresa lleva dos audífonos", None, "es", id="more letters than words"),
        pytest.param("jeg bor i Bergen", None, "no", id="a language without tables"),
        pytest.param("Ben lives in Oslo.", None, "en", id="a name that is a word elsewhere"),
        pytest.param("Ben Ankara'da yaşıyorum", None, "tr", id="such a word that is no name"),
        pytest.param("Bergen", None, "en", id="nothing tells"),
        pytest.param("Bergen", "it", "it", id="the hint tells"),
        pytest.param("Bergen", "ja", "en", id="a hint of another script tells nothing"),
        pytest.param("Я живу в Москве", None, "ru", id="Russian"),
        pytest.param("я живу у Києві", None, "uk", id="Ukrainian, by one letter"),
        pytest.param("東京", None, "ja", id="a name in Chinese signs"),
        pytest.param("東京", "zh", "zh", id="whose language is known"),
        pytest.param("叔叔真可爱。", None, "zh", id="a sentence in Chinese signs"),
        pytest.param("東京に住む", None, "ja", id="Chinese signs among others"),
        pytest.param("I love 김치 so much", None, "en", id="most letters tell"),
        pytest.param("IBM에서 일해요", None, "ko", id="a sign is worth more than a letter"),
        pytest.param("μένω στην Αθήνα", None, "und", id="a script that no table knows"),
    ],
)
def test_the_likeliest_language_stands_first(text: str, hint: str | None, likeliest: str) -> None:
    assert languages_of(text, hint)[0] == likeliest


def test_a_text_in_two_scripts_may_be_in_the_languages_of_both() -> None:
    found = languages_of("覚えておいて: my code is Rosebud")

    assert {"ja", "en", "de"} <= set(found)


@pytest.mark.parametrize("text", ["", "12:30", "… 😀"])
def test_nothing_is_in_no_language(text: str) -> None:
    assert languages_of(text, "de") == ()
    assert guess(text, "de") == "de"


def test_a_word_of_several_languages_makes_none_clear() -> None:
    assert not is_clear("die hand", "en")
    assert is_clear("die hand is mine", "en")


@given(st.text(max_size=80), st.sampled_from([None, "de", "it", "ja", "xx"]))
def test_each_language_stands_once_and_some_table_is_there(text: str, hint: str | None) -> None:
    found = languages_of(text, hint)

    assert len(set(found)) == len(found)
    assert guess(text, hint) in WORDINGS
