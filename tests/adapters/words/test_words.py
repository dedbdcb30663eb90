"""Words of any language, as they are searched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.words.client import SnowballLexicon
from adapters.words.languages import Languages
from core.memory.ports import Lexicon

LEXICON: Lexicon = SnowballLexicon()


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        pytest.param("I went hiking with two friends", "hike friend", id="English"),
        pytest.param("Ich habe zwei Katzen und mag sie sehr", "Katze", id="German"),
        pytest.param("Tengo dos gatos y me gustan mucho", "¿dónde está mi gato?", id="Spanish"),
        pytest.param("Я вчера ходила в кафе с подругами", "подруга", id="Russian"),
        pytest.param("J'ai deux chats et je les aime", "chat", id="French"),
        pytest.param("昨天我去了北京的咖啡店", "咖啡店", id="Chinese has no blanks"),
        pytest.param("私は昨日カフェに行きました", "カフェ", id="Japanese"),
        pytest.param("나는 어제 커피숍에 갔어요", "커피숍", id="Korean with a particle"),
        pytest.param("ฉันไปร้านกาแฟเมื่อวาน", "กาแฟ", id="Thai"),
        pytest.param("We met at the café", "cafe", id="accents left out"),
        pytest.param("full ｗｉｄｔｈ", "width", id="wide letters"),
        pytest.param("It's Caroline's birthday", "caroline", id="a possessive"),
    ],
)
def test_what_was_said_is_found_by_another_form_of_its_words(said: str, asked: str) -> None:
    assert set(LEXICON.terms(asked)) & set(LEXICON.terms(said))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("the and of it", "en", id="English"),
        pytest.param("und der die das", "de", id="German"),
        pytest.param("и в не на", "ru", id="Russian"),
    ],
)
def test_words_without_weight_are_left_out(text: str, language: str) -> None:
    assert LEXICON.terms(text, language) == []


@pytest.mark.parametrize("text", ["", "   ", "!?…", "🎉🎉", "_"])
def test_what_holds_no_word_has_none(text: str) -> None:
    assert LEXICON.terms(text) == []


def test_words_come_in_order_and_as_often_as_they_are_said() -> None:
    assert LEXICON.terms("Tea, coffee, tea!") == ["tea", "coffe", "tea"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("Where did you go yesterday?", "en", id="English"),
        pytest.param("Wo warst du denn gestern?", "de", id="German"),
        pytest.param("¿Dónde estuviste ayer por la tarde?", "es", id="Spanish"),
        pytest.param("Où est-ce que tu es allé hier?", "fr", id="French"),
        pytest.param("Где ты была вчера?", "ru", id="Russian"),
        pytest.param("어제 어디 갔어?", "ko", id="Korean"),
        pytest.param("昨日どこに行ったの?", "ja", id="a little kana is Japanese"),
        pytest.param("你昨天去哪里了?", "zh", id="Chinese"),
    ],
)
def test_a_language_is_told_by_script_and_function_words(text: str, language: str) -> None:
    assert Languages().guess(text, "en") == language


def test_a_text_that_nothing_tells_apart_is_in_the_language_of_its_place() -> None:
    assert Languages().guess("Paris", "de") == "de"
    assert Languages().guess("12:30", "pt") == "pt"


@given(st.text(max_size=200), st.sampled_from([None, "en", "de-AT", "xx", "zh_CN", "ru"]))
def test_any_text_has_words_that_are_the_same_each_time(text: str, language: str | None) -> None:
    found = LEXICON.terms(text, language)

    assert found == LEXICON.terms(text, language)
    assert all(found)
