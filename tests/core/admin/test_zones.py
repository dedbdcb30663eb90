"""Which time zone and which language is meant by what people type."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.ports import Person
from core.admin.rules.languages import NAMES, near_languages, read_language, suggested_languages
from core.admin.rules.persons import as_one
from core.admin.rules.sharing import Meant, read_shared
from core.admin.rules.zones import (
    EXAMPLES,
    MOST,
    example_at,
    near_zones,
    read_offset,
    read_zones,
    suggested_zones,
)
from core.admin.zones import zones
from core.conversation.model import ConversationId
from core.memory.model import FactId
from tests.core.admin.shelf import NOW

KNOWN = zones()
SUMMER = datetime(2026, 7, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        pytest.param("Europe/Lisbon", ["Europe/Lisbon"], id="a full name"),
        pytest.param("europe/lisbon", ["Europe/Lisbon"], id="in small letters"),
        pytest.param(" Lisbon ", ["Europe/Lisbon"], id="a city"),
        pytest.param("new york", ["America/New_York"], id="of two words"),
        pytest.param("New_York", ["America/New_York"], id="as IANA writes it"),
        pytest.param("São Paulo", ["America/Sao_Paulo"], id="with its accents"),
        pytest.param("ＳＥＯＵＬ", ["Asia/Seoul"], id="in wide letters"),
        pytest.param("Buenos Aires", ["America/Buenos_Aires"], id="twice, with the same clock"),
        pytest.param("indiana/knox", ["America/Indiana/Knox"], id="with what stands before"),
        pytest.param("Japan", ["Japan"], id="a country that is a zone"),
        pytest.param("utc", ["UTC"], id="UTC"),
        pytest.param("US/Pacific", ["US/Pacific"], id="an older name, in full"),
        pytest.param("Pacific", [], id="an older name, in part"),
        pytest.param("EST", [], id="an abbreviation"),
        pytest.param("Etc/GMT+3", [], id="a bare offset of IANA"),
        pytest.param("Atlantis", [], id="nowhere"),
        pytest.param("", [], id="nothing"),
        pytest.param("/", [], id="a slash"),
        pytest.param("../../etc/passwd", [], id="a path"),
    ],
)
def test_a_zone_is_read_by_its_name_or_its_city(typed: str, names: list[str]) -> None:
    assert read_zones(typed, KNOWN, NOW) == names


def test_cities_of_one_name_with_other_clocks_are_all_meant() -> None:
    two = {"Europe/Springfield": KNOWN["Europe/Berlin"], "Asia/Springfield": KNOWN["Asia/Tokyo"]}

    assert read_zones("springfield", two, NOW) == ["Asia/Springfield", "Europe/Springfield"]


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        pytest.param("UTC+3", 3.0, id="ahead"),
        pytest.param("gmt -5", -5.0, id="behind"),
        pytest.param("+05:30", 5.5, id="with minutes"),
        pytest.param("+0530", 5.5, id="without a colon"),
        pytest.param("3", 3.0, id="a number"),
        pytest.param("Lisbon", None, id="a city"),
        pytest.param("UTC+99", None, id="too far"),
        pytest.param("+", None, id="a sign"),
        pytest.param("٣", 3.0, id="Arabic digits"),
    ],
)
def test_an_offset_is_known_as_one(typed: str, hours: float | None) -> None:
    offset = read_offset(typed)

    assert offset == (None if hours is None else timedelta(hours=hours))


@pytest.mark.parametrize(
    ("now", "hours", "name"),
    [
        pytest.param(NOW, 3, "Europe/Istanbul", id="ahead"),
        pytest.param(NOW, 1, "Europe/Berlin", id="in winter"),
        pytest.param(SUMMER, 1, "Europe/London", id="in summer"),
        pytest.param(NOW, -5, "America/New_York", id="behind"),
    ],
)
def test_an_example_of_an_offset_has_that_clock_now(now: datetime, hours: int, name: str) -> None:
    assert example_at(timedelta(hours=hours), KNOWN, now) == name


def test_every_example_is_a_known_place() -> None:
    assert [name for name in EXAMPLES if name not in KNOWN] == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        pytest.param("Lissabon", "Europe/Lisbon", id="in another language"),
        pytest.param("Berln", "Europe/Berlin", id="a slip"),
        pytest.param("Istan", "Europe/Istanbul", id="a beginning"),
    ],
)
def test_what_is_unknown_brings_up_what_is_near(typed: str, first: str) -> None:
    assert near_zones(typed, KNOWN)[0] == first


def test_suggestions_are_cities_first() -> None:
    assert suggested_zones("par", KNOWN, 25)[0] == "America/Paramaribo"
    assert "Europe/Paris" in suggested_zones("par", KNOWN, 25)
    assert len(suggested_zones("", KNOWN, 25)) == 25


@given(st.text(max_size=80))
def test_whatever_is_typed_a_few_known_zones_are_meant(typed: str) -> None:
    found = [*read_zones(typed, KNOWN, NOW), *near_zones(typed, KNOWN)]

    assert set(found) <= set(KNOWN)
    assert len(found) <= 2 * MOST
    read_offset(typed)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        pytest.param("German", "de", id="in English"),
        pytest.param("deutsch", "de", id="its own name"),
        pytest.param("DE", "de", id="a code"),
        pytest.param("pt-BR", "pt", id="a tag"),
        pytest.param("zh_Hans", "zh", id="a tag of a script"),
        pytest.param("日本語", "ja", id="its own letters"),
        pytest.param("Francais", "fr", id="without its accents"),
        pytest.param("no", "nb", id="another code"),
        pytest.param("klingon", None, id="not spoken"),
        pytest.param("", None, id="nothing"),
        pytest.param("de facto", None, id="words that begin like one"),
    ],
)
def test_a_language_is_read_by_code_or_name(typed: str, code: str | None) -> None:
    assert read_language(typed) == code


def test_a_language_that_is_spelled_wrong_is_guessed() -> None:
    assert near_languages("Frensh") == ["fr"]
    assert suggested_languages("po", 25) == ["pl", "pt"]


@given(st.text(max_size=80))
def test_whatever_is_typed_a_language_is_a_known_code(typed: str) -> None:
    assert read_language(typed) in {None, *NAMES}
    assert set(near_languages(typed)) <= set(NAMES)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("#12", ((12,), None), id="one"),
        pytest.param("12, #14", ((12, 14), None), id="two"),
        pytest.param("#12 #14 with 3", ((12, 14), 3), id="with a room"),
        pytest.param("#12 WITH #3", ((12,), 3), id="in capitals"),
        pytest.param("with 3", None, id="a room alone"),
        pytest.param("m12", None, id="a message"),
        pytest.param("#12 with", None, id="no room"),
        pytest.param("#12 with me", None, id="no number"),
        pytest.param("my address", None, id="words"),
        pytest.param("", None, id="nothing"),
        pytest.param("#12 " * 30, None, id="too many"),
    ],
)
def test_what_is_shared_is_read(typed: str, meant: tuple[tuple[int, ...], int | None]) -> None:
    expected = None
    if meant is not None:
        facts, room = meant
        number = None if room is None else ConversationId(room)
        expected = Meant(facts=tuple(map(FactId, facts)), room=number)

    assert read_shared(typed) == expected


def test_what_one_identity_has_not_said_a_linked_one_has() -> None:
    own = Person(language="de")
    others = [Person(quiet_since=NOW, zone="Asia/Tokyo"), Person(zone="Asia/Seoul", language="ko")]

    assert as_one(own, others) == Person(language="de", zone="Asia/Tokyo", quiet_since=NOW)
    assert as_one(Person(), []) == Person()
