import itertools
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.days import day_of, end_of_day, first_instant, instant_at
from core.schedule.rules.slots import slot_at, slot_starts, slots

ONE_DAY = timedelta(days=1)
SCANNED = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Asia/Beirut",
    "Asia/Tokyo",
    "America/Asuncion",
    "America/Havana",
)
zones = st.sampled_from(sorted(available_timezones() - {"localtime"})).map(ZoneInfo)
days = st.dates(date(1975, 1, 1), date(2035, 12, 31))


def lengths(zone: ZoneInfo, first: date, last: date) -> Counter[date]:
    """Count the half hours of each local day, walking through UTC; a day never comes back."""
    at = datetime(first.year, first.month, first.day, tzinfo=UTC) - 2 * ONE_DAY
    stop = datetime(last.year, last.month, last.day, tzinfo=UTC) + 2 * ONE_DAY
    found: Counter[date] = Counter()
    newest = date.min
    while at < stop:
        newest = max(newest, at.astimezone(zone).date())
        found[newest] += 1
        at += timedelta(minutes=30)
    return found


@pytest.mark.parametrize("name", SCANNED)
def test_every_day_of_seven_years_has_as_many_slots_as_the_clocks_give_it(name: str) -> None:
    zone, first, last = ZoneInfo(name), date(2024, 1, 1), date(2030, 12, 31)
    counted = lengths(zone, first, last)

    reached = first_instant(first, zone)
    day = first
    while day <= last:
        spans = slots(day, zone)
        assert spans[0][0] == reached, day
        assert len(spans) == 3 * counted[day], day
        assert all(a[1] == b[0] for a, b in itertools.pairwise(spans)), day
        reached = spans[-1][1]
        day += ONE_DAY


@pytest.mark.parametrize(
    ("name", "day", "count"),
    [
        pytest.param("Asia/Tokyo", "2026-03-29", 144, id="no change of clock"),
        pytest.param("Europe/Berlin", "2026-03-29", 138, id="spring in Berlin"),
        pytest.param("Europe/Berlin", "2026-10-25", 150, id="autumn in Berlin"),
        pytest.param("America/New_York", "2024-03-10", 138, id="spring in New York"),
        pytest.param("America/New_York", "2024-11-03", 150, id="autumn in New York"),
        pytest.param("Australia/Lord_Howe", "2026-10-04", 141, id="half an hour ahead"),
        pytest.param("Australia/Lord_Howe", "2026-04-05", 147, id="half an hour back"),
        pytest.param("America/Santiago", "2026-09-06", 138, id="no midnight in Santiago"),
        pytest.param("America/Santiago", "2026-04-04", 150, id="23 o'clock twice in Santiago"),
        pytest.param("Africa/Cairo", "2026-04-24", 138, id="no midnight in Cairo"),
        pytest.param("Africa/Cairo", "2026-10-29", 150, id="23 o'clock twice in Cairo"),
        pytest.param("Asia/Beirut", "2026-03-29", 138, id="no midnight in Beirut"),
        pytest.param("Asia/Beirut", "2026-10-24", 150, id="23 o'clock twice in Beirut"),
        pytest.param("America/Asuncion", "2024-10-06", 138, id="Paraguay's last change"),
        pytest.param("America/Asuncion", "2025-03-23", 144, id="and none after it"),
        pytest.param("America/Havana", "2026-11-01", 150, id="midnight twice"),
        pytest.param("Pacific/Apia", "2011-12-29", 144, id="the day before the skipped one"),
        pytest.param("Pacific/Apia", "2011-12-30", 0, id="a day that never was"),
        pytest.param("Pacific/Apia", "2011-12-31", 144, id="the day after the skipped one"),
        pytest.param("Antarctica/Troll", "2026-03-29", 132, id="two hours at once"),
    ],
)
def test_a_day_has_its_number_of_slots(name: str, day: str, count: int) -> None:
    assert len(slots(date.fromisoformat(day), ZoneInfo(name))) == count


@pytest.mark.parametrize(
    ("name", "day", "expected"),
    [
        pytest.param("Europe/Berlin", "2026-03-29", "2026-03-28T23:00Z", id="an ordinary midnight"),
        pytest.param("Africa/Cairo", "2026-04-24", "2026-04-23T22:00Z", id="01:00 is the first"),
        pytest.param("America/Havana", "2026-11-01", "2026-11-01T04:00Z", id="the first midnight"),
        pytest.param("Pacific/Apia", "2011-12-30", "2011-12-30T10:00Z", id="where it was skipped"),
        pytest.param("Pacific/Apia", "2011-12-31", "2011-12-30T10:00Z", id="after the skipped one"),
        pytest.param("America/Toronto", "1919-03-31", "1919-03-31T04:30Z", id="23:30 became 00:30"),
        pytest.param(
            "America/St_Johns", "2006-10-29", "2006-10-29T02:30Z", id="00:01 became 23:01"
        ),
    ],
)
def test_a_day_begins_at_its_first_instant(name: str, day: str, expected: str) -> None:
    assert first_instant(date.fromisoformat(day), ZoneInfo(name)) == datetime.fromisoformat(
        expected
    )


@pytest.mark.parametrize(
    ("name", "day", "minutes", "expected"),
    [
        pytest.param("Asia/Tokyo", "2026-03-29", 540, "2026-03-29T00:00Z", id="nine in Tokyo"),
        pytest.param("Europe/Berlin", "2026-03-29", 150, "2026-03-29T01:00Z", id="in the gap"),
        pytest.param("Europe/Berlin", "2026-10-25", 150, "2026-10-25T00:30Z", id="twice: first"),
        pytest.param("Europe/Berlin", "2026-10-25", 180, "2026-10-25T02:00Z", id="after both"),
        pytest.param("Europe/Berlin", "2026-03-29", 1440, "2026-03-29T22:00Z", id="24:00"),
        pytest.param("Pacific/Apia", "2011-12-30", 720, "2011-12-30T10:00Z", id="skipped noon"),
        pytest.param("Africa/Cairo", "2026-04-23", 1440, "2026-04-23T22:00Z", id="no midnight"),
    ],
)
def test_a_clock_time_is_one_instant(name: str, day: str, minutes: int, expected: str) -> None:
    at = instant_at(date.fromisoformat(day), minutes, ZoneInfo(name))

    assert at == datetime.fromisoformat(expected)


@pytest.mark.parametrize("minutes", [-1, 1441])
def test_a_day_has_no_minute_beyond_its_end(minutes: int) -> None:
    with pytest.raises(ValueError, match=str(minutes)):
        instant_at(date(2026, 5, 1), minutes, UTC)


def test_an_hour_that_comes_again_after_midnight_belongs_to_the_new_day() -> None:
    """In St. John's, 00:01 became 23:01 of the day before."""
    zone = ZoneInfo("America/St_Johns")
    again = datetime(2006, 10, 29, 3, 0, tzinfo=UTC)

    assert again.astimezone(zone).date() == date(2006, 10, 28)
    assert day_of(again, zone) == date(2006, 10, 29)


@settings(deadline=None)
@given(zones, days)
def test_days_follow_each_other_and_slots_tile_them(zone: ZoneInfo, day: date) -> None:
    start, end = first_instant(day, zone), end_of_day(day, zone)
    spans = slots(day, zone)

    assert start <= end == first_instant(day + ONE_DAY, zone)
    assert [a for a, _ in spans] == list(slot_starts(day, zone))
    assert ([start] if spans else []) + [b for _, b in spans] == [
        *(a for a, _ in spans),
        *([end] if spans else []),
    ]
    assert all(timedelta(0) < b - a <= timedelta(minutes=10) for a, b in spans)


@settings(deadline=None)
@given(zones, days, st.integers(0, 1439))
def test_every_instant_lies_in_its_day_and_in_one_of_its_slots(
    zone: ZoneInfo, day: date, minute: int
) -> None:
    instant = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minute)

    its = day_of(instant.astimezone(zone), zone)

    assert first_instant(its, zone) <= instant < end_of_day(its, zone)
    assert len([start for start, end in slots(its, zone) if start <= instant < end]) == 1


@settings(deadline=None)
@given(zones, days, st.integers(0, 1440), st.integers(0, 1440))
def test_clock_times_keep_their_order_and_stay_within_the_day(
    zone: ZoneInfo, day: date, one: int, other: int
) -> None:
    early, late = sorted((one, other))

    first, second = slot_at(day, early, zone), slot_at(day, late, zone)

    assert first_instant(day, zone) <= first <= end_of_day(day, zone)
    assert {first, second} <= {*slot_starts(day, zone), end_of_day(day, zone)}
    assert first <= second
