"""Words of any language, as they are searched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.words.client import SnowballLexicon
from adapters.words.languages import Languages, function_words
from adapters.words.scripts import bare
from core.memory.ports import Lexicon

LEXICON: Lexicon = SnowballLexicon()
LANGUAGES = Languages(function_words())


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


@pytest.mark.parametrize("place", [None, "of the text", "en", "de"])
@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        pytest.param("where do I work?", "en", "work", id="English: work"),
        pytest.param("what is my home town called?", "en", "home", id="English: home"),
        pytest.param("how old am I?", "en", "old", id="English: old"),
        pytest.param("my dog is called Bruno", "en", "dog", id="English: dog"),
        pytest.param("who is my best friend?", "en", "friend", id="English: friend"),
        pytest.param("what can't I eat?", "en", "eat", id="English: eat"),
        pytest.param("wie alt bin ich?", "de", "alt", id="German: alt"),
        pytest.param("wo wohne ich?", "de", "wohne", id="German: wohnen"),
        pytest.param("mein Hund heißt Bruno", "de", "hund", id="German: Hund"),
        pytest.param("quel âge ai-je ?", "fr", "âge", id="French: âge"),
        pytest.param("comment s'appelle mon chien ?", "fr", "chien", id="French: chien"),
        pytest.param("où est-ce que j'habite ?", "fr", "habite", id="French: habiter, elided"),
        pytest.param("¿cómo se llama mi gato?", "es", "gato", id="Spanish: gato"),
        pytest.param("¿dónde vivo?", "es", "vivo", id="Spanish: vivir"),
        pytest.param("quanti anni ho?", "it", "anni", id="Italian: anni"),
        pytest.param("qual é o meu nome?", "pt", "nome", id="Portuguese: nome"),
        pytest.param("var bor jag?", "sv", "bor", id="Swedish: bor"),
        pytest.param("vad heter min hund?", "sv", "hund", id="Swedish: hund"),
        pytest.param("hoe oud ben ik?", "nl", "oud", id="Dutch: oud"),
        pytest.param("gdzie mieszkam?", "pl", "mieszkam", id="Polish: mieszkać"),
        pytest.param("ile mam lat?", "pl", "lat", id="Polish: lat"),
        pytest.param("сколько мне лет?", "ru", "лет", id="Russian: лет"),
        pytest.param("где я живу?", "ru", "живу", id="Russian: жить"),
        pytest.param("яка в мене робота?", "uk", "робота", id="Ukrainian: робота"),
        pytest.param("kaç yaşındayım?", "tr", "yaşındayım", id="Turkish: yaş"),
        pytest.param("mẹ tôi tên gì?", "vi", "mẹ", id="Vietnamese: mẹ"),
        pytest.param("मेरी उम्र क्या है?", "hi", "उम्र", id="Hindi: vowel signs part no word"),
        pytest.param("我多大了?", "zh", "多大", id="Chinese: a pair"),
        pytest.param("私の犬の名前は?", "ja", "名前", id="Japanese: a pair"),
        pytest.param("내 강아지 이름은?", "ko", "이름", id="Korean: a pair"),
    ],
)
def test_a_short_question_keeps_its_word_of_weight_whatever_language_is_guessed(
    text: str, language: str, kept: str, place: str | None
) -> None:
    place = language if place == "of the text" else place
    stems = {*LEXICON.terms(kept, language), *LEXICON.terms(kept, "en"), bare(kept)}

    assert stems & set(LEXICON.terms(text, place))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("C'est à d'Issoire", ["issoir"], id="bound to it"),
        pytest.param("Qu'ai-je trouvé ?", ["trouv"], id="more of them at once"),
    ],
)
def test_function_words_that_are_bound_to_another_are_left_out(text: str, words: list[str]) -> None:
    assert LEXICON.terms(text, "fr") == words


def test_marks_that_make_another_word_stay() -> None:
    assert LEXICON.terms("thứ Sáu", "vi") != LEXICON.terms("thư sâu", "vi")


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
    assert LANGUAGES.guess(text, "en") == language


def test_a_text_that_nothing_tells_apart_is_in_the_language_of_its_place() -> None:
    assert LANGUAGES.guess("Paris", "de") == "de"
    assert LANGUAGES.guess("12:30", "pt") == "pt"


@given(st.text(max_size=200), st.sampled_from([None, "en", "de-AT", "xx", "zh_CN", "ru"]))
def test_any_text_has_words_that_are_the_same_each_time(text: str, language: str | None) -> None:
    found = LEXICON.terms(text, language)

    assert found == LEXICON.terms(text, language)
    assert all(found)
