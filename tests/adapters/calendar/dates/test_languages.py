"""Dates in the words of many languages."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from adapters.calendar.dates.client import SpokenDates
from core.memory.model import Precision, When
from tests.adapters.calendar.dates import false_friends, further_rows, latin_rows, other_rows

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
"""A Wednesday."""
MAIN = latin_rows.ROWS | other_rows.ROWS
ROWS = MAIN | further_rows.ROWS
NONE = false_friends.TEXTS | further_rows.FRIENDS


SAID = [
    pytest.param(language, text, meant, id=f"{language}: {text}")
    for language, said in ROWS.items()
    for text, meant in said.items()
]
FRIENDS = [
    pytest.param(language, text, id=f"{language}: {text}")
    for language, texts in NONE.items()
    for text in texts
]


def told(when: When) -> str:
    """Write a period as the rows do."""
    first = when.start_at.astimezone(BERLIN)
    end = when.end_at.astimezone(BERLIN)
    match when.precision:
        case Precision.MINUTE:
            assert when.end_at - when.start_at == timedelta(minutes=1)
            return f"{first:%Y-%m-%d %H:%M}"
        case Precision.SPAN:
            return f"span {first:%Y-%m-%d}/{end:%Y-%m-%d}"
        case Precision.YEAR:
            assert end.date() == date(first.year + 1, 1, 1)
            return f"year {first:%Y}"
        case Precision.MONTH:
            assert (end.date() - timedelta(days=1)).month == first.month
            return f"month {first:%Y-%m}"
        case Precision.WEEK:
            assert end.date() - first.date() == timedelta(days=7)
            return f"week {first:%Y-%m-%d}"
        case _:
            assert end.date() - first.date() == timedelta(days=1)
            return f"{first:%Y-%m-%d}"


@pytest.fixture(scope="module")
def dates() -> SpokenDates:
    return SpokenDates()


@pytest.mark.parametrize(("language", "text", "meant"), SAID)
def test_what_is_said_has_one_meaning(
    dates: SpokenDates, language: str, text: str, meant: str
) -> None:
    found = dates.periods(text, at=NOON, zone=BERLIN, language=language)

    assert [told(one) for one in found] == [meant]
    assert found[0].said in text


@pytest.mark.parametrize(("language", "text", "meant"), SAID)
def test_it_means_the_same_without_a_word_about_the_language(
    dates: SpokenDates, language: str, text: str, meant: str
) -> None:
    found = dates.periods(text, at=NOON, zone=BERLIN)

    assert [told(one) for one in found] == [meant]


@pytest.mark.parametrize(("language", "text"), FRIENDS)
def test_what_only_looks_like_a_date_is_none(dates: SpokenDates, language: str, text: str) -> None:
    assert dates.periods(text, at=NOON, zone=BERLIN, language=language) == ()


@pytest.mark.parametrize(("language", "text"), FRIENDS)
def test_it_is_none_in_any_other_language_either(
    dates: SpokenDates, language: str, text: str
) -> None:
    assert dates.periods(text, at=NOON, zone=BERLIN) == ()


@pytest.mark.parametrize("language", MAIN)
def test_there_are_rows_enough(language: str) -> None:
    assert len(ROWS[language]) >= 25
    assert len(false_friends.TEXTS[language]) >= 10
