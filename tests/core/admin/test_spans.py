"""Days, spans and moments as people type them."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.rules.spans import read_day, read_moment, read_span
from tests.core.admin.shelf import BERLIN, NOW, TODAY


@pytest.mark.parametrize(
    ("text", "span"),
    [
        pytest.param("2h", timedelta(hours=2), id="hours"),
        pytest.param("90m", timedelta(minutes=90), id="minutes"),
        pytest.param("1h30m", timedelta(minutes=90), id="two units without a blank"),
        pytest.param(" 1 H  30 Min. ", timedelta(minutes=90), id="blanks, capitals, a full stop"),
        pytest.param("1.5 hours", timedelta(minutes=90), id="a fraction"),
        pytest.param("1,5 Stunden", timedelta(minutes=90), id="a fraction with a comma"),
        pytest.param("3 días", timedelta(days=3), id="in Spanish"),
        pytest.param("2 часа", timedelta(hours=2), id="in Russian"),
        pytest.param("2시간 30분", timedelta(minutes=150), id="in Korean"),
        pytest.param("2時間", timedelta(hours=2), id="in Japanese"),
        pytest.param("２ｈ", timedelta(hours=2), id="in wide letters"),
    ],
)
def test_a_span_is_read_as_people_type_it(text: str, span: timedelta) -> None:
    assert read_span(text) == span


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("2", id="a number without a unit"),
        pytest.param("h", id="a unit without a number"),
        pytest.param("0h", id="no time at all"),
        pytest.param("-2h", id="backwards"),
        pytest.param("2 fortnights", id="a unit that we lack"),
        pytest.param("2h and more", id="more behind it"),
        pytest.param("999999h", id="longer than anybody means"),
        pytest.param("1h " * 40, id="a sentence"),
        pytest.param("nanh", id="no number"),
    ],
)
def test_what_is_no_span_is_none(text: str) -> None:
    assert read_span(text) is None


@pytest.mark.parametrize(
    ("text", "local"),
    [
        pytest.param("18:30", "2026-01-31T18:30", id="later today"),
        pytest.param("9:00", "2026-02-01T09:00", id="a time that is over means tomorrow"),
        pytest.param("11:00", "2026-02-01T11:00", id="now is over, too"),
        pytest.param("6:30 PM", "2026-01-31T18:30", id="on a clock of twelve hours"),
        pytest.param("24:00", "2026-02-01T00:00", id="the end of the day"),
        pytest.param("midnight", "2026-02-01T00:00", id="midnight is the next one"),
        pytest.param("tomorrow 9:00", "2026-02-01T09:00", id="tomorrow"),
        pytest.param("Morgen 9 Uhr", "2026-02-01T09:00", id="in German"),
        pytest.param("2026-02-03 18:30", "2026-02-03T18:30", id="a date"),
    ],
)
def test_a_moment_is_the_next_one_by_the_personas_clock(text: str, local: str) -> None:
    expected = datetime.fromisoformat(local).replace(tzinfo=BERLIN)

    assert read_moment(text, NOW, BERLIN) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("soon", id="no time"),
        pytest.param("25:00", id="no time of any clock"),
        pytest.param("today 9:00", id="over"),
        pytest.param("2026-01-30 18:30", id="yesterday"),
        pytest.param("2026-02-30 18:30", id="no date of the calendar"),
        pytest.param("tomorrow", id="a day without a time"),
        pytest.param("18:30-19:00", id="a range"),
        pytest.param("9999-12-31 24:00", id="the end of the calendar"),
    ],
)
def test_what_is_no_moment_ahead_is_none(text: str) -> None:
    assert read_moment(text, NOW, BERLIN) is None


def test_a_time_that_the_clocks_skip_is_the_first_after_it() -> None:
    before = datetime.fromisoformat("2026-03-29T00:00:00+00:00")

    found = read_moment("2:30", before, BERLIN)

    assert found == datetime.fromisoformat("2026-03-29T01:00:00+00:00")


@pytest.mark.parametrize(
    ("word", "day"),
    [
        pytest.param("TODAY", TODAY, id="in capitals"),
        pytest.param("tomorrow", date(2026, 2, 1), id="tomorrow"),
        pytest.param("mañana", date(2026, 2, 1), id="in Spanish"),
        pytest.param("어제", date(2026, 1, 30), id="in Korean"),
        pytest.param("2026-05-02", date(2026, 5, 2), id="a date"),
        pytest.param("2026-02-30", None, id="no date of the calendar"),
        pytest.param("20260502", None, id="a date without its hyphens"),
        pytest.param("someday", None, id="no day"),
    ],
)
def test_a_day_is_one_word(word: str, day: date | None) -> None:
    assert read_day(word, TODAY) == day


@given(st.text(), st.sampled_from(["Europe/Berlin", "Pacific/Apia", "America/Santiago"]))
def test_no_text_makes_them_raise_or_end_before_it_begins(text: str, zone: str) -> None:
    span, moment = read_span(text), read_moment(text, NOW, ZoneInfo(zone))
    read_day(text, TODAY)

    assert span is None or span > timedelta(0)
    assert moment is None or moment > NOW
