from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.instants import add_utc_days, start_of_utc_day, to_datetime, to_iso

NINE = datetime(2026, 5, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(NINE, id="UTC"),
        pytest.param(datetime(2026, 5, 1, 18, tzinfo=ZoneInfo("Asia/Tokyo")), id="a zone"),
        pytest.param(datetime(2026, 5, 1, 4, tzinfo=timezone(timedelta(hours=-5))), id="offset"),
        pytest.param("2026-05-01T09:00:00.000Z", id="as it is written out"),
        pytest.param("2026-05-01T18:00+09:00", id="with an offset"),
        pytest.param(" 2026-05-01 09:00:00Z ", id="with blanks"),
        pytest.param(1777626000, id="whole seconds"),
        pytest.param(1777626000.0, id="seconds"),
    ],
)
def test_an_instant_may_be_written_in_several_ways(value: datetime | str | float) -> None:
    read = to_datetime(value)

    assert read == NINE
    assert read.tzinfo is UTC


@pytest.mark.parametrize(
    ("value", "error"),
    [
        pytest.param(datetime(2026, 5, 1, 9), TypeError, id="naive"),  # noqa: DTZ001
        pytest.param(NINE.date(), TypeError, id="a date"),
        pytest.param(None, TypeError, id="nothing"),
        pytest.param(True, TypeError, id="a bool"),
        pytest.param("2026-05-01T09:00", ValueError, id="no offset"),
        pytest.param("2026-05-01", ValueError, id="a date as text"),
        pytest.param("soon", ValueError, id="no time"),
        pytest.param("", ValueError, id="empty"),
        pytest.param(float("nan"), ValueError, id="not a number"),
        pytest.param(float("inf"), ValueError, id="for ever"),
        pytest.param(1e18, ValueError, id="milliseconds and beyond"),
        pytest.param("0001-01-01T00:00+09:00", ValueError, id="before the first year"),
    ],
)
def test_what_is_no_instant_is_refused_by_name(value: object, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        to_datetime(value)  # type: ignore[arg-type]

    assert repr(value) in str(caught.value) or str(value) in str(caught.value)


def test_an_instant_is_written_with_milliseconds_and_z() -> None:
    assert to_iso("2026-05-01T08:00:00.1239+09:00") == "2026-04-30T23:00:00.123Z"


def test_a_utc_day_begins_at_its_midnight() -> None:
    assert start_of_utc_day("2026-05-01T08:00+09:00") == datetime(2026, 4, 30, tzinfo=UTC)


def test_utc_days_are_added_at_the_same_time_of_day() -> None:
    assert add_utc_days(NINE, 2) == NINE + timedelta(hours=48)
    assert add_utc_days(NINE, -1) == NINE - timedelta(hours=24)


def test_no_day_lies_beyond_the_last_year() -> None:
    with pytest.raises(ValueError, match="9999-12-31"):
        add_utc_days("9999-12-31T00:00Z", 1)


@settings(deadline=None)
@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1000, 1, 1)))  # noqa: DTZ001
def test_what_is_written_is_read_again(at: datetime) -> None:
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)

    assert to_datetime(to_iso(at)) == at
