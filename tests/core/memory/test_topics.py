"""What a text is about, in any language, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.rules.topics import TOPICS, canonical, is_about, named, topics_of
from core.memory.rules.topics.model import NONE
from core.memory.rules.topics.reading import CYRILLIC, LATIN, SCRIPTS

LISTED = {one.code: one.listed for one in (*LATIN, *CYRILLIC)} | {
    code: one.listed for code, one in SCRIPTS.items()
}


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        pytest.param("do I have pets?", "pet", id="en, a name"),
        pytest.param("Ana has two giant schnauzers", "pet", id="en, a breed"),
        pytest.param("Ana's dog's collar", "pet", id="en, a genitive"),
        pytest.param("My best friend is Tom", "friend", id="en, a phrase"),
        pytest.param("I work out every day", "sport", id="en, work out is no work"),
        pytest.param("Ana is allergic to nuts", "allergy", id="en, allergy"),
        pytest.param("Habe ich Haustiere?", "pet", id="de, a name"),
        pytest.param("Meine alte Perserkatze schläft", "pet", id="de, the end of a compound"),
        pytest.param("Ana wohnt in Köln", "home", id="de, a verb"),
        pytest.param("¿Tengo mascotas?", "pet", id="es, a name"),
        pytest.param("Mi hermana se llama Eva", "family", id="es, a member"),
        pytest.param("Est-ce que j'ai un chat ?", "pet", id="fr, a cat"),
        pytest.param("l'école d'Anna", "school", id="fr, behind an elision"),
        pytest.param("Ho due gatti e un cane", "pet", id="it"),
        pytest.param("O meu cachorro não gosta de chuva", "pet", id="pt"),
        pytest.param("Heb ik huisdieren?", "pet", id="nl"),
        pytest.param("Czy mam psa?", "pet", id="pl"),
        pytest.param("Har jag några husdjur?", "pet", id="sv"),
        pytest.param("Benim bir köpeğim var", "pet", id="tr, with its endings"),
        pytest.param("У Ани две собаки", "pet", id="ru, with an ending"),
        pytest.param("Какая у меня аллергия?", "allergy", id="ru, a name"),
        pytest.param("Чи є у мене домашні улюбленці?", "pet", id="uk"),
        pytest.param("Її кіт хворіє", "pet", id="uk, a cat"),
        pytest.param("ペットは飼っていますか", "pet", id="ja, a name"),
        pytest.param("アナは犬を飼っている", "pet", id="ja, a member"),
        pytest.param("아나는 강아지 두 마리를 키운다", "pet", id="ko"),
        pytest.param("我养了一只猫", "pet", id="zh"),
        pytest.param("我養了一隻貓", "pet", id="zh, traditional"),
        pytest.param("Her dog is called 뽀삐", "pet", id="two scripts in one text"),
        pytest.param("Haustiere?", "pet", id="a single word that no language tells"),
    ],
)
def test_a_text_tells_its_topic(text: str, topic: str) -> None:
    assert topic in topics_of(text)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        pytest.param("I had a hot dog", "pet", id="a hot dog is food"),
        pytest.param("catch you later", "pet", id="no cat in catch"),
        pytest.param("that's my pet peeve", "pet", id="a pet peeve"),
        pytest.param("I work out every day", "work", id="to work out"),
        pytest.param("that works for me", "work", id="what suits"),
        pytest.param("I need to book a table", "book", id="to book"),
        pytest.param("just kidding!", "child", id="a kid in kidding"),
        pytest.param("oh my god", "faith", id="an exclamation"),
        pytest.param("a hundred kind people", "pet", id="Hund in hundred"),
        pytest.param("a hundred kind people", "child", id="Kind in kind"),
        pytest.param("let's chat", "pet", id="a French cat in English"),
        pytest.param("Wir sind im Chat", "pet", id="a French cat in German"),
        pytest.param("Ich habe Muskelkater", "pet", id="sore muscles"),
        pytest.param("Das ist nur ein Katzensprung", "pet", id="a stone's throw"),
        pytest.param("Comí un perrito caliente", "pet", id="a Spanish hot dog"),
        pytest.param("me llama la atención", "name", id="to catch the eye"),
        pytest.param("mon chien et moi", "name", id="no name"),
        pytest.param("Мы любим друг друга", "friend", id="each other"),
        pytest.param("слава богу", "faith", id="thank God"),
        pytest.param("大丈夫です", "partner", id="a husband in all right"),
        pytest.param("猫背が気になる", "pet", id="a stoop"),
        pytest.param("세 개월 동안", "pet", id="months"),
        pytest.param("딸기를 먹었다", "child", id="strawberries"),
        pytest.param("我是单身狗", "pet", id="a single person"),
        pytest.param("我很吃惊", "food", id="surprised"),
    ],
)
def test_what_looks_like_a_topic_is_none(text: str, topic: str) -> None:
    assert topic not in topics_of(text)


@pytest.mark.parametrize("text", ["", " ", "…", "ok", "Ana laughed", "12:30", "👋"])
def test_some_texts_have_none(text: str) -> None:
    assert topics_of(text) == ()


def test_a_language_that_is_given_tells_what_the_text_does_not() -> None:
    assert topics_of("chat ?", "fr") == ("pet",)
    assert topics_of("chat ?", "en") == ()


@pytest.mark.parametrize(
    ("alias", "topic"),
    [
        ("pets", "pet"),
        ("dog", "pet"),
        ("#Pet", "pet"),
        ("Haustier", "pet"),
        ("Haustiere", "pet"),
        ("mascotas", "pet"),
        ("animal de compagnie", "pet"),
        ("собаки", "pet"),
        ("питомцы", "pet"),
        ("宠物", "pet"),
        ("ペット", "pet"),
        ("강아지", "pet"),
        ("ice cream", "food"),
        ("Familie", "family"),
        ("persona", "persona"),
        ("Mina", "mina"),
        ("Chat", "chat"),
        ("Anne", "anne"),
        ("Aileen", "aileen"),
        ("arkadaşlar", "friend"),
        ("sleepMemory", "sleepmemory"),
    ],
)
def test_an_alias_in_any_language_has_one_canonical_name(alias: str, topic: str) -> None:
    assert canonical(alias) == topic


@pytest.mark.parametrize(
    ("word", "topic"),
    [("pets", "pet"), ("Haustiere", "pet"), ("dog", None), ("Lisbon", None)],
)
def test_a_member_does_not_name_its_topic(word: str, topic: str | None) -> None:
    assert named(word) == topic


def test_a_fact_is_about_what_it_was_given_and_what_it_says() -> None:
    assert is_about(("pets",), "Rex is old", "pet")
    assert is_about((), "Ana has a dog", "pet")
    assert not is_about(("work",), "Ana sings", "pet")


@pytest.mark.parametrize("code", sorted(LISTED))
def test_every_table_names_known_topics_and_lacks_few(code: str) -> None:
    topics = {topic for _, topic, _ in LISTED[code]}

    assert topics - {NONE} == set(TOPICS)


@pytest.mark.parametrize("code", sorted(LISTED))
def test_phrases_begin_with_a_whole_word(code: str) -> None:
    assert [one for one, _, _ in LISTED[code] if "*" in one.split(" ")[0] and " " in one] == []


@given(st.text(max_size=80), st.sampled_from([None, "en", "de", "ja", "xx", ""]))
def test_any_text_has_topics_of_the_list_each_once(text: str, language: str | None) -> None:
    found = topics_of(text, language)

    assert list(found) == [topic for topic in TOPICS if topic in found]


@given(
    st.one_of(st.text(max_size=20), st.sampled_from([a for v in LISTED.values() for a, *_ in v]))
)
def test_the_canonical_name_is_its_own(word: str) -> None:
    assert canonical(canonical(word)) == canonical(word)
