import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.availability.model import Mode
from core.phrases import (
    LANGUAGES,
    Line,
    Phrase,
    activity_phrase,
    bare_language,
    mode_phrase,
    phrase,
)
from core.phrases.rules import FAMILIES, PLACE, TABLES
from core.schedule.model import Activity

KEYS: list[Line] = [*Phrase, *(key for family in FAMILIES for key in family)]
EVERY = [
    pytest.param(language, key, id=f"{language}-{key}") for language in LANGUAGES for key in KEYS
]


@pytest.mark.parametrize(("language", "key"), EVERY)
def test_every_line_is_written_in_every_language_with_the_same_values(
    language: str, key: Line
) -> None:
    line, english = TABLES[language][key], TABLES["en"][key]

    assert line.strip() == line != ""
    assert sorted(PLACE.findall(line)) == sorted(PLACE.findall(english))
    assert PLACE.sub("", line).count("{") == 0


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_translation_is_left_in_english(language: str) -> None:
    untranslated = {key for key in KEYS if TABLES[language][key] == TABLES["en"][key]}

    assert untranslated == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failure_is_told_without_a_technical_word(language: str) -> None:
    line = phrase(Phrase.FAILED, language).lower()

    assert not [word for word in ("error", "model", "api", "http", "token") if word in line]


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        pytest.param("en", "en", id="bare already"),
        pytest.param("pt-BR", "pt", id="with a region"),
        pytest.param("de-AT", "de", id="with another region"),
        pytest.param("zh-Hant-TW", "zh", id="with a script"),
        pytest.param("KO", "ko", id="in capitals"),
        pytest.param("es_MX", "es", id="as some systems write it"),
        pytest.param("", "en", id="empty"),
    ],
)
def test_a_tag_is_reduced_to_its_language(tag: str, code: str) -> None:
    assert bare_language(tag) == code


@pytest.mark.parametrize(
    ("language", "line"),
    [
        pytest.param("de-AT", "noch keine", id="by its language"),
        pytest.param("pt-BR", "none yet", id="in English for a language that we lack"),
        pytest.param("???", "none yet", id="in English for nonsense"),
    ],
)
def test_a_line_is_found_for_any_tag(language: str, line: str) -> None:
    assert phrase(Phrase.STATUS_NEVER, language) == line


@given(st.text())
def test_a_value_is_put_in_as_it_is(value: str) -> None:
    assert phrase(Phrase.TYPING, "en", name=value) == f"{value} is typing…"


def test_a_value_that_looks_like_a_place_fills_nothing_else() -> None:
    line = phrase(Phrase.UNKNOWN_COMMAND_NEAR, "en", name="{near}", near="/{name}")

    assert line == "I don't know /{near}. Did you mean /{name}?"


def test_a_missing_value_is_an_error_and_not_a_hole() -> None:
    with pytest.raises(KeyError, match="name"):
        phrase(Phrase.TYPING, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_week_has_seven_names(language: str) -> None:
    assert len(set(phrase(Phrase.WEEKDAYS, language).split(" "))) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_activity_and_every_mode_has_a_name_of_its_own(language: str) -> None:
    activities = {activity_phrase(activity, language) for activity in (*Activity, None)}
    modes = {mode_phrase(mode, language) for mode in Mode}

    assert len(activities) == len(Activity) + 1
    assert len(modes) == len(Mode)


def test_what_is_no_activity_and_no_mode_is_an_error() -> None:
    with pytest.raises(ValueError, match="brooding"):
        activity_phrase("brooding", "en")
    with pytest.raises(ValueError, match="away"):
        mode_phrase("away", "en")
