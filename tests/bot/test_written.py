"""Values as people write them."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.settings.written import listed, meant, person, room, span, spelled, unquoted, zone, zones


@pytest.mark.parametrize(
    ("written", "meant_span"),
    [
        pytest.param("1.5s", timedelta(seconds=1.5), id="a fraction"),
        pytest.param("5m", timedelta(minutes=5), id="minutes, not months"),
        pytest.param("5 min", timedelta(minutes=5), id="a longer unit after a blank"),
        pytest.param("12h", timedelta(hours=12), id="hours"),
        pytest.param("7D", timedelta(days=7), id="a capital"),
        pytest.param("2w", timedelta(weeks=2), id="weeks"),
        pytest.param("250ms", timedelta(milliseconds=250), id="milliseconds are no minutes"),
        pytest.param("30", timedelta(seconds=30), id="a bare number, as from the environment"),
        pytest.param(' "30" ', timedelta(seconds=30), id="quoted"),
        pytest.param("PT5M", "PT5M", id="ISO 8601 is left to pydantic"),
        pytest.param("soon", "soon", id="nonsense is left to be refused with its name"),
        pytest.param(30, 30, id="numbers are left to pydantic"),
    ],
)
def test_a_span_is_read_as_people_write_it(written: object, meant_span: object) -> None:
    assert span(written) == meant_span


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=3650)))
def test_a_span_that_is_spelled_reads_back_the_same(value: timedelta) -> None:
    assert span(spelled(value)) == value


def test_a_span_beyond_all_time_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        span("99999999999d")


@pytest.mark.parametrize(
    ("written", "entries"),
    [
        pytest.param("", [], id="nothing is an empty list"),
        pytest.param(" ", [], id="blanks too"),
        pytest.param("123", ["123"], id="a single one"),
        pytest.param(123, [123], id="a single number of TOML"),
        pytest.param("1,2", ["1", "2"], id="commas"),
        pytest.param("[1,2]", [1, 2], id="JSON"),
        pytest.param("[a, b]", ["a", "b"], id="brackets, but no JSON"),
        pytest.param(" 1 , 2 ,", ["1", "2"], id="blanks and a comma too many"),
        pytest.param('"1"', ["1"], id="quoted"),
        pytest.param("'1','2'", ["1", "2"], id="each one quoted"),
        pytest.param([1], [1], id="a list is left alone"),
        pytest.param(True, True, id="a truth value is no list, and left to be refused"),
    ],
)
def test_a_list_is_read_as_people_write_it(written: object, entries: object) -> None:
    assert listed(written) == entries


@pytest.mark.parametrize("written", ["[", "]", "[1", "1]"])
def test_half_a_pair_of_brackets_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="one of its two brackets"):
        listed(written)


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        pytest.param(42, "42", id="a number"),
        pytest.param(" 42 ", "42", id="text with blanks"),
        pytest.param("telegram:42", "telegram:42", id="of one messenger"),
        pytest.param("telegram:0042", "telegram:42", id="the same person, whatever the zeros"),
    ],
)
def test_a_person_is_a_number(written: object, id_: str) -> None:
    assert person(written) == id_


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        pytest.param("@mina", "change hands", id="a user name"),
        pytest.param("telegram:@mina", "change hands", id="a user name of a messenger"),
        pytest.param("٤٢", "change hands", id="digits that no platform uses"),
        pytest.param(-100123, "access.rooms", id="a group"),
        pytest.param("telegram:-100123", "access.rooms", id="a group of a messenger"),
        pytest.param("icq:5", "unknown messenger", id="a messenger that is none"),
        pytest.param(True, "not an id", id="a truth value"),
        pytest.param(4.2, "not an id", id="a fraction"),
    ],
)
def test_what_is_no_person_is_refused_with_the_reason(written: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        person(written)


def test_a_room_may_have_a_negative_number() -> None:
    assert room("telegram:-100123") == "telegram:-100123"


@pytest.mark.parametrize("written", ["Europe/Berlin", '"Europe/Berlin"', " Europe/Berlin "])
def test_a_zone_is_found_with_or_without_quotes(written: str) -> None:
    assert zone(written).key == "Europe/Berlin"


@pytest.mark.parametrize(
    "written", ["CEST", "UTC+2", "", "../etc/passwd", "localtime", "Europe", 2]
)
def test_what_is_no_zone_of_tzdata_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="not the name of a time zone"):
        zone(written)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        pytest.param("europe/berlin", "Europe/Berlin", id="small letters"),
        pytest.param("Berlin", "Europe/Berlin", id="only the city"),
        pytest.param("New York", "America/New_York", id="a blank in it"),
        pytest.param("Europe/Kiyv", "Europe/Kyiv", id="letters swapped"),
    ],
)
def test_a_zone_that_is_almost_right_gets_a_hint(written: str, hint: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean {hint}\\?"):
        zone(written)


@given(st.sampled_from(sorted(zones())))
def test_every_zone_of_tzdata_is_taken(name: str) -> None:
    assert zone(name).key == name


def test_nothing_near_gives_no_hint() -> None:
    assert meant("tokn", {"token": "token"}) == "; did you mean token?"
    assert meant("colour", {"token": "token"}) == ""


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        pytest.param('"a"', "a", id="double"),
        pytest.param("'a'", "a", id="single"),
        pytest.param("\"a'", "\"a'", id="no pair"),
        pytest.param('"', '"', id="a lone one"),
        pytest.param(" a ", "a", id="blanks"),
    ],
)
def test_one_pair_of_quotes_goes(written: str, bare: str) -> None:
    assert unquoted(written) == bare
