"""What tells a persona who it is, and what tells of its owner or of others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.model import EVERYONE, PERSONA
from core.memory.rules.gate import GateDials, Weighed, weigh
from core.memory.rules.lessons import (
    lesson_in,
    tells_of_another,
    tells_of_owner,
    tells_of_persona,
)
from tests.core.memory.gate_builders import draft, saying, witnessed

NAMES = ("Mina",)


@pytest.mark.parametrize(
    "text",
    [
        *("You are 25", "Mina, you are 25 years old.", "Hi! You come from Tokyo", "Mina is 25"),
        *("Your name is Mina", "People call you Kim", "Remember that you are 25", "You like me"),
        *("Du bist 25", "Dein Name ist Mina", "Merk dir, dass du 25 bist", "Ihr seid aus Bonn"),
        *("Ты живёшь в Москве", "Тебе 25 лет", "Твой брат живёт в Лондоне"),
        *("Tienes 25 años", "Eres de Lima", "Tu nombre es Mina", "usted es de Lima"),
        *("あなたは25歳です", "25歳です", "東京に住んでいます", "君は猫が好きだ"),
        *("너는 25살이야", "네 이름은 미나야", "도쿄에 살아요", "당신은 의사예요"),
    ],
)
def test_what_speaks_to_the_persona_tells_of_it(text: str) -> None:
    assert tells_of_persona(text, NAMES)


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "Hi Mina!", "good morning", "thank you so much", "see you later", "ok", ""),
        *("how are you", "are you there", "who are you?", "tell me about your day"),
        *("my friend Ben has cancer", "You know that my friend Ben has cancer", "Ben has cancer"),
        *("I live in Berlin and my dog is called Rex", "You are kind, my friend Ben has cancer"),
        *("Hallo Mina", "wie heißt du", "Mein Freund Ben hat Krebs", "Ich wohne in Berlin"),
        *("Привет, Мина", "ты кто?", "Я живу в Берлине", "У моего друга рак"),
        *("Hola", "¿cómo te llamas?", "Vivo en Berlín", "Mi amigo Ben tiene cáncer"),
        *("こんにちは", "ありがとう", "何歳ですか", "私は東京に住んでいます"),
        *("友達のベンはがんです", "ベンはがんです", "田中さんはがんです"),
        *("안녕", "네, 알겠어요", "몇 살이니", "나는 베를린에 살아", "내 친구 벤은 암이야"),
    ],
)
def test_greetings_questions_and_what_the_owner_tells_of_their_own_teach_nothing(
    text: str,
) -> None:
    assert not tells_of_persona(text, NAMES)


def test_a_lesson_is_what_is_left_of_small_talk_and_of_the_owner() -> None:
    text = "Hello Mina! You are 25. I live in Berlin. Your cat is Zyx."

    assert lesson_in(text, NAMES) == "You are 25. Your cat is Zyx."
    assert lesson_in("hello! I live in Berlin.", NAMES) == ""


@given(st.text(max_size=200))
def test_any_text_can_be_looked_at(text: str) -> None:
    assert not (tells_of_persona(text, NAMES) and tells_of_owner(text))
    assert isinstance(tells_of_another(text), bool)


@pytest.mark.parametrize(
    "statement",
    [
        *("You are 25", "Your name is Mina", "The persona likes cats", "Du bist 25"),
        *("Ты живёшь в Москве", "Tú eres de Lima", "あなたは25歳です", "너는 25살이야"),
        *("Ben has cancer", "She likes cats", "My owner lives in Berlin", "Ben hat Krebs"),
    ],
)
def test_a_fact_of_the_persona_is_not_told_of_somebody_else(statement: str) -> None:
    assert tells_of_another(statement)


@pytest.mark.parametrize(
    "statement",
    [
        *("I am 25", "My name is Mina", "People call me Kim", "Ich bin 25", "Tengo 25 años"),
        *("Мне 25 лет", "Mam 25 lat", "Ik ben 25", "25歳です", "저는 25살이에요", "J'ai 25 ans"),
    ],
)
def test_a_fact_of_the_persona_is_told_in_the_first_person(statement: str) -> None:
    assert not tells_of_another(statement)


def taught(said: str, statement: str) -> Weighed:
    told = draft(statement, 1, subject=PERSONA, audience=EVERYONE)
    return weigh(told, witnessed(saying(1, said), subject_name="", taught=True))


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        pytest.param("You are 25 and come from Tokyo", "I am 25 and from Tokyo", id="turned"),
        pytest.param("You are 25", 'Ana: "You are 25"', id="quoted"),
        pytest.param("You don't like dogs", "I dislike dogs", id="a no in another word"),
        pytest.param("You never smoke", "I don't smoke", id="a no"),
        pytest.param("Ты живёшь в Москве", "Я живу в Москве", id="russian"),
        pytest.param("du bist 25", "I am 25", id="german and english"),
        pytest.param("あなたは東京に住んでいる", "I live in Tokyo", id="japanese and english"),
    ],
)
def test_what_was_taught_is_kept(said: str, statement: str) -> None:
    assert taught(said, statement).score >= GateDials().keep


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        pytest.param("You like cats", "I hate dogs", id="something else"),
        pytest.param("You like cats", "I hate cats", id="the contrary"),
        pytest.param("You are 25", "I am 26", id="another number"),
        pytest.param("You eat meat", "I don't eat meat", id="a no"),
    ],
)
def test_what_was_not_taught_is_not_kept(said: str, statement: str) -> None:
    assert taught(said, statement).score < GateDials().keep
