import tomllib
from pathlib import Path

import pytest

from adapters.pocket.kinds import Kind
from adapters.pocket.rules import recognise
from tests.adapters.pocket.rooms import LANGUAGES, tables

UTTERANCES: dict[str, dict[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "utterances.toml").read_text(encoding="utf-8")
)
ROWS = [
    pytest.param(language, text, kind, id=f"{language}: {text}")
    for language, kinds in UTTERANCES.items()
    for kind, texts in kinds.items()
    for text in texts
]


def heard(language: str, text: str) -> list[str]:
    found = recognise(text, tables().by_language[language], names=("Mina", "Мина", "ミナ"))
    return [
        f"topic:{intent.caught}" if intent.kind is Kind.TOPIC else intent.kind.value
        for intent in found
    ]


@pytest.mark.parametrize(("language", "text", "kind"), ROWS)
def test_what_is_said_is_recognised(language: str, text: str, kind: str) -> None:
    assert kind in heard(language, text)


@pytest.mark.parametrize(("language", "text", "kind"), ROWS)
def test_only_a_goodbye_is_a_goodbye(language: str, text: str, kind: str) -> None:
    goodbyes = {"farewell", "night"}

    assert bool(goodbyes & set(heard(language, text))) == (kind in goodbyes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_tried_with_every_topic(language: str) -> None:
    topics = {f"topic:{name}" for name in tables().by_language[language].topics}

    assert topics <= set(UTTERANCES[language])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("my name is sam", "Sam", id="small letters"),
        pytest.param("hello, I'm Jean-Luc", "Jean-Luc", id="hyphen"),
        pytest.param("my name is O'Neill.", "O'Neill", id="apostrophe"),
        pytest.param("call me later", "", id="later is no name"),
        pytest.param("my name is not important", "", id="nor is not"),
        pytest.param("I'm Batman", "", id="a bare I'm needs a greeting or a question"),
        pytest.param("my boss is called Viktor", "", id="someone else's name"),
    ],
)
def test_a_name_is_taken_from_the_persons_own_telling_only(text: str, name: str) -> None:
    found = recognise(text, tables().by_language["en"])

    assert "".join(intent.caught for intent in found if intent.kind is Kind.NAME_TOLD) == name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("invited", [True, False])
def test_a_greeting_of_any_language_is_no_name(language: str, invited: bool) -> None:
    table = tables().by_language[language]
    greetings = ("hello", "Hi!", "hey", "hola", "moin", "привет", "안녕", "こんにちは")

    for text in greetings:
        found = recognise(text, table, invited=invited)
        if Kind.GREETING in {intent.kind for intent in found}:
            assert Kind.NAME_TOLD not in {intent.kind for intent in found}, text


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        pytest.param("my bicycle is gone", "your bicycle", id="turned around"),
        pytest.param("my new bicycle", "your new bicycle", id="with its adjective"),
        pytest.param("my password is hunter2", "", id="a secret"),
        pytest.param("my bicycle https://x.example", "", id="beside a link"),
        pytest.param("my bicycle ab12cd34ef56gh78ij", "", id="beside a key"),
    ],
)
def test_a_phrase_is_given_back_unless_that_is_unsafe(text: str, phrase: str) -> None:
    found = recognise(text, tables().by_language["en"])

    assert "".join(intent.caught for intent in found if intent.kind is Kind.MIRROR) == phrase
