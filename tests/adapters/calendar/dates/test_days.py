"""Borders of days and zones, the clock, and what holds for any text."""

import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.calendar.dates.client import LONGEST, MOST, SpokenDates
from core.days import day_of, end_of_day, first_instant
from core.memory.model import Precision, When
from core.memory.ports import Dates
from tests.adapters.calendar.dates.test_languages import BERLIN, NOON, ROWS, told

DATES: Dates = SpokenDates()
TOKYO = ZoneInfo("Asia/Tokyo")
NEW_YORK = ZoneInfo("America/New_York")


def only(text: str, at: datetime, zone: ZoneInfo, language: str | None = None) -> When:
    (found,) = DATES.periods(text, at=at, zone=zone, language=language)
    return found


def local(text: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


# Borders.


@pytest.mark.parametrize(
    ("zone", "now", "day"),
    [
        pytest.param(BERLIN, "2026-03-04T23:30", "2026-03-03", id="late in Berlin"),
        pytest.param(BERLIN, "2026-03-05T00:30", "2026-03-04", id="after midnight in Berlin"),
        pytest.param(TOKYO, "2026-03-04T23:30", "2026-03-03", id="late in Tokyo"),
        pytest.param(TOKYO, "2026-03-05T00:30", "2026-03-04", id="after midnight in Tokyo"),
        pytest.param(NEW_YORK, "2026-03-04T23:30", "2026-03-03", id="late in New York"),
        pytest.param(NEW_YORK, "2026-03-05T00:30", "2026-03-04", id="after midnight in New York"),
    ],
)
def test_yesterday_is_the_day_before_that_of_the_speaker(
    zone: ZoneInfo, now: str, day: str
) -> None:
    found = only("yesterday", local(now, zone), zone, "en")

    assert found.start_at == first_instant(date.fromisoformat(day), zone)
    assert found.end_at == end_of_day(date.fromisoformat(day), zone)


@pytest.mark.parametrize(
    ("text", "language", "day", "days", "later", "over"),
    [
        pytest.param("exam tomorrow", "en", "2026-03-05", 1, 1, False, id="tomorrow, on the day"),
        pytest.param("exam tomorrow", "en", "2026-03-05", 1, 8, True, id="tomorrow, long after"),
        pytest.param(
            "Prüfung übermorgen", "de", "2026-03-06", 1, 1, False, id="übermorgen, before"
        ),
        pytest.param("Prüfung übermorgen", "de", "2026-03-06", 1, 8, True, id="übermorgen, after"),
        pytest.param("来週、試験がある", "ja", "2026-03-09", 7, 1, False, id="来週, before"),
        pytest.param("来週、試験がある", "ja", "2026-03-09", 7, 8, False, id="来週, within"),
    ],
)
def test_what_is_said_late_in_the_evening_has_a_date_that_holds_days_after(
    text: str, language: str, day: str, days: int, later: int, over: bool
) -> None:
    said_at = local("2026-03-04T23:30", BERLIN)

    kept = only(text, said_at, BERLIN, language)

    first = date.fromisoformat(day)
    assert kept.start_at == first_instant(first, BERLIN)
    assert kept.end_at == first_instant(first + timedelta(days=days), BERLIN)
    assert (kept.end_at <= said_at + timedelta(days=later)) is over


@pytest.mark.parametrize(
    ("now", "zone", "hours"),
    [
        pytest.param("2026-03-30T12:00", BERLIN, 23, id="clocks went forward"),
        pytest.param("2026-10-26T12:00", BERLIN, 25, id="clocks went back"),
        pytest.param(
            "2024-04-27T12:00", ZoneInfo("Africa/Cairo"), 23, id="a midnight that was missing"
        ),
        pytest.param("2026-07-02T12:00", BERLIN, 24, id="a plain day"),
    ],
)
def test_yesterday_is_as_long_as_that_day_was(now: str, zone: ZoneInfo, hours: int) -> None:
    found = only("yesterday", local(now, zone), zone, "en")

    assert found.end_at - found.start_at == timedelta(hours=hours)


def test_a_day_that_the_zone_skipped_is_none() -> None:
    apia = ZoneInfo("Pacific/Apia")

    assert DATES.periods("30 December 2011", at=NOON, zone=apia, language="en") == ()


def test_a_clock_time_in_a_gap_is_the_first_instant_after_it() -> None:
    found = only("on 29 March 2026 at 2:30 am", NOON, BERLIN, "en")

    assert found.precision is Precision.MINUTE
    assert found.start_at == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


def test_hours_ago_after_midnight_lie_in_the_day_before() -> None:
    found = only("2 hours ago", local("2026-03-04T00:30", BERLIN), BERLIN, "en")

    assert told(found) == "2026-03-03"


# The simple rules.


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        pytest.param("on Wednesday", "2026-03-04", id="today's own name is today"),
        pytest.param("last Wednesday", "2026-02-25", id="the last one is not today"),
        pytest.param("next Wednesday", "2026-03-11", id="nor is the next one"),
        pytest.param("on Monday", "2026-03-09", id="without a tense it lies ahead"),
        pytest.param("We met on Monday.", "2026-03-02", id="told of the past, it lies behind"),
        pytest.param(
            "I was ill. See you on Monday.", "2026-03-09", id="another sentence says nothing"
        ),
        pytest.param("in March", "month 2026-03", id="the month that is"),
        pytest.param("last March", "month 2025-03", id="the last one is over"),
        pytest.param("on 5 December", "2025-12-05", id="the nearest, behind"),
        pytest.param("I will be there on 5 December", "2026-12-05", id="unless it is to come"),
        pytest.param("on 29 February", "2028-02-29", id="only in leap years"),
        pytest.param("in spring", "span 2026-03-01/2026-06-01", id="the season that is"),
        pytest.param("last winter", "span 2025-12-01/2026-03-01", id="over for four days"),
        pytest.param(
            "Over the weekend we hiked.", "span 2026-02-28/2026-03-02", id="the weekend behind"
        ),
        pytest.param("a month ago", "month 2026-02", id="as exact as its unit"),
    ],
)
def test_a_bare_name_follows_the_tense_of_its_sentence(text: str, meant: str) -> None:
    assert told(only(text, NOON, BERLIN, "en")) == meant


@pytest.mark.parametrize(
    ("language", "meant"),
    [
        pytest.param("en", "2023-05-08", id="English: the month first"),
        pytest.param("en-US", "2023-05-08", id="as in America"),
        pytest.param("en-GB", "2023-08-05", id="but not in Britain"),
        pytest.param("de", "2023-08-05", id="elsewhere the day first"),
        pytest.param("fi", "2023-08-05", id="in a language without a table, too"),
        pytest.param(None, "2023-08-05", id="and where nothing is known"),
    ],
)
def test_the_order_of_figures_goes_by_language(language: str | None, meant: str) -> None:
    assert told(only("5/8/2023", NOON, BERLIN, language)) == meant


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("on 31 February", id="a day that never comes"),
        pytest.param("2023-02-30", id="in figures"),
        pytest.param("13/13/2023", id="no month at all"),
        pytest.param("999 years ago", id="too far behind"),
        pytest.param("at 3 pm", id="a clock time without a day"),
        pytest.param("", id="nothing"),
        pytest.param("   ", id="blanks"),
    ],
)
def test_what_no_calendar_has_is_none(text: str) -> None:
    assert DATES.periods(text, at=NOON, zone=BERLIN, language="en") == ()


def test_periods_come_in_order_with_the_words_that_named_them() -> None:
    text = "Yesterday we met; next week, on 8 May and in 2023 — übrigens auch heute."

    found = DATES.periods(text, at=NOON, zone=BERLIN)

    assert [one.said for one in found] == ["Yesterday", "next week", "on 8 May", "in 2023", "heute"]


def test_words_mean_what_they_mean_in_the_language_of_the_text() -> None:
    assert DATES.periods("Ich bin gerade hier mit dir", at=NOON, zone=BERLIN) == ()
    assert told(only("hier", NOON, BERLIN)) == "2026-03-03"


def test_letters_with_separate_accents_are_read() -> None:
    assert told(only("u\u0308bermorgen", NOON, BERLIN, "de")) == "2026-03-06"


def test_a_long_text_is_looked_at_from_its_beginning() -> None:
    text = "yesterday " + "x " * LONGEST + "tomorrow"

    assert [one.said for one in DATES.periods(text, at=NOON, zone=BERLIN)] == ["yesterday"]


def test_at_most_so_many_periods_are_told() -> None:
    assert len(DATES.periods("yesterday, today. " * 50, at=NOON, zone=BERLIN)) == MOST


def test_a_naive_instant_is_refused() -> None:
    with pytest.raises(TypeError, match="time zone"):
        DATES.periods("today", at=NOON.replace(tzinfo=None), zone=BERLIN)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("language", [None, *sorted(ROWS)])
@pytest.mark.parametrize(
    "piece",
    [
        "1 ",
        "2023 ",
        "in 5 days ",
        "1.1.",
        "a few ",
        "last ",
        "三天",
        "月",
        "5日",
        "昨天",
        "금",
        "в ",
        "ge",
    ],
)
def test_no_text_holds_it_up(piece: str, language: str | None) -> None:
    for text in (piece * LONGEST, piece * LONGEST + "monday", "monday " + piece * LONGEST):
        assert len(DATES.periods(text, at=NOON, zone=BERLIN, language=language)) <= MOST


# Laws.

PIECES = sorted(
    {word for said in ROWS.values() for text in said for word in text.split()}
    | {
        "1",
        "31",
        "99",
        "2024",
        ".",
        "/",
        "-",
        ":",
        "年",
        "月",
        "日",
        "前",
        "на",
        "\n",
        "İ",
        "ß",
        "\0",
    }
)
texts = st.text(max_size=80) | st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)
joined = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
zones = st.sampled_from(
    [BERLIN, TOKYO, NEW_YORK, ZoneInfo("Pacific/Apia"), ZoneInfo("Africa/Cairo"), ZoneInfo("UTC")]
)
instants = st.datetimes(
    NOON.replace(year=1990, tzinfo=None),
    NOON.replace(year=2090, tzinfo=None),
    timezones=st.just(UTC),
)
any_instant = st.datetimes(
    NOON.replace(year=1, tzinfo=None), NOON.replace(year=9999, tzinfo=None), timezones=st.just(UTC)
)
languages = st.none() | st.sampled_from(sorted(ROWS)) | st.text(max_size=6)


@given(texts | joined, any_instant, zones, languages)
@settings(max_examples=300, deadline=None)
def test_no_text_raises(text: str, at: datetime, zone: ZoneInfo, language: str | None) -> None:
    found = DATES.periods(text, at=at, zone=zone, language=language)

    assert len(found) <= MOST


@given(texts | joined, instants, zones, languages)
@settings(max_examples=300, deadline=None)
def test_every_period_lies_on_the_borders_of_local_days(
    text: str, at: datetime, zone: ZoneInfo, language: str | None
) -> None:
    for found in DATES.periods(text, at=at, zone=zone, language=language):
        assert found.start_at < found.end_at
        assert found.start_at.tzinfo is UTC
        assert found.said == found.said.strip() != ""
        if found.precision is Precision.MINUTE:
            assert found.end_at - found.start_at == timedelta(minutes=1)
            continue
        for border in (found.start_at, found.end_at):
            assert border == first_instant(day_of(border, zone), zone)


SAY = """
import os, time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo
from adapters.calendar.dates.client import SpokenDates
at = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)
dates = SpokenDates()
said = set()
for here in ("UTC", "Asia/Tokyo", "America/New_York"):
    os.environ["TZ"] = here
    getattr(time, "tzset", int)()  # Windows has none
    for text in ("yesterday at 3 pm", "last week", "in May", "5 hours ago"):
        said.update(dates.periods(text, at=at, zone=ZoneInfo("Europe/Berlin"), language="en"))
print(len(said))
"""


def test_the_zone_of_the_machine_changes_nothing() -> None:
    found = subprocess.run([sys.executable, "-c", SAY], capture_output=True, check=True, text=True)

    assert found.stdout.strip() == "4"
