"""A local time comes once on each local date, whatever the clocks do."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from adapters.scheduling.trigger import LocalTimeTrigger

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Asia/Beirut",
    "Asia/Tokyo",
    "America/Asuncion",
)
TIMES = (time(0), time(0, 30), time(2, 30), time(3))
A_DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


def trigger(zone: str, at: time, **chosen: object) -> LocalTimeTrigger:
    return LocalTimeTrigger(zone=ZoneInfo(zone), at=at, **chosen)  # type: ignore[arg-type]


def fires(due: LocalTimeTrigger, since: datetime, until: datetime) -> Iterator[datetime]:
    at = due.get_next_fire_time(None, since)
    while at < until:
        yield at
        at = due.get_next_fire_time(at, since)


def expected(zone: str, at: time, first: datetime, until: datetime) -> list[datetime]:
    """Walk all minutes as a person with a clock would: the first that shows `at`, or more.

    Independent of the rule under test: no fold, no halving, only the way from UTC to local time.
    """
    seen: dict[date, datetime] = {}
    latest = date.min
    instant = first
    while instant < until:
        local = instant.astimezone(ZoneInfo(zone))
        latest = max(latest, local.date())
        if local.date() == latest and local.time() >= at:
            seen.setdefault(latest, instant)
        instant += MINUTE
    return list(seen.values())


def changes(zone: str, first: int, last: int) -> Iterator[datetime]:
    """Yield the UTC midnights of days within which the offset of `zone` changes."""
    info, day = ZoneInfo(zone), datetime(first, 1, 1, tzinfo=UTC)
    while day.year <= last:
        if day.astimezone(info).utcoffset() != (day + A_DAY).astimezone(info).utcoffset():
            yield day
        day += A_DAY


@pytest.mark.parametrize("at", TIMES, ids=str)
@pytest.mark.parametrize("zone", ZONES)
def test_each_local_date_of_seven_years_comes_once_and_in_order(zone: str, at: time) -> None:
    info = ZoneInfo(zone)
    since = datetime(2024, 1, 1, tzinfo=info).astimezone(UTC)
    until = datetime(2031, 1, 1, tzinfo=info).astimezone(UTC)

    found = list(fires(trigger(zone, at), since, until))

    assert found == sorted(set(found))
    assert [one.astimezone(info).date() for one in found] == [
        date(2024, 1, 1) + n * A_DAY for n in range((date(2031, 1, 1) - date(2024, 1, 1)).days)
    ]
    assert all(one.tzinfo is UTC for one in found)


@pytest.mark.parametrize("at", TIMES, ids=str)
@pytest.mark.parametrize("zone", [zone for zone in ZONES if zone != "Asia/Tokyo"])
def test_around_every_change_it_fires_when_a_clock_first_shows_the_time(
    zone: str, at: time
) -> None:
    days = list(changes(zone, 2024, 2030))

    assert days
    for day in days:
        # begins and ends at a local noon, so that no date is cut
        since = (day - A_DAY).astimezone(ZoneInfo(zone)).replace(hour=12).astimezone(UTC)
        until = (day + 3 * A_DAY).astimezone(ZoneInfo(zone)).replace(hour=12).astimezone(UTC)
        wanted = [one for one in expected(zone, at, since, until) if one > since]

        found = list(fires(trigger(zone, at), since, until))

        assert found == wanted, f"{day:%Y-%m-%d}"


@pytest.mark.parametrize("at", TIMES, ids=str)
def test_a_date_that_was_skipped_altogether_is_passed(at: time) -> None:
    apia = ZoneInfo("Pacific/Apia")
    since = datetime(2011, 12, 28, tzinfo=apia).astimezone(UTC)
    until = datetime(2012, 1, 2, tzinfo=apia).astimezone(UTC)

    found = list(fires(trigger("Pacific/Apia", at), since, until))

    local = [one.astimezone(apia) for one in found]
    assert [(one.date(), one.time()) for one in local] == [
        (date(2011, 12, 28), at),
        (date(2011, 12, 29), at),
        (date(2011, 12, 31), at),
        (date(2012, 1, 1), at),
    ]


@pytest.mark.parametrize(
    ("zone", "day", "at", "instant"),
    [
        pytest.param(
            "Europe/Berlin", "2026-03-29", time(2, 30), "01:00+00:00", id="a gap, its end"
        ),
        pytest.param(
            "Europe/Berlin", "2026-10-25", time(2, 30), "00:30+00:00", id="an hour shown twice"
        ),
        pytest.param("Africa/Cairo", "2026-04-24", time(0), "22:00+00:00", id="no midnight"),
        pytest.param(
            "Australia/Lord_Howe", "2026-10-04", time(2, 15), "15:30+00:00", id="half an hour"
        ),
    ],
)
def test_a_time_that_is_missing_or_doubled_has_one_instant(
    zone: str, day: str, at: time, instant: str
) -> None:
    noon_before = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=ZoneInfo(zone)) - A_DAY

    found = trigger(zone, at).get_next_fire_time(None, noon_before.astimezone(UTC))

    assert found.isoformat().endswith(f"T{instant.replace('+', ':00+')}")
    assert found.astimezone(ZoneInfo(zone)).date() == date.fromisoformat(day)


def test_now_itself_is_due_and_a_moment_later_is_not() -> None:
    due, now = trigger("Asia/Tokyo", time(9)), datetime(2026, 5, 1, tzinfo=UTC)

    assert due.get_next_fire_time(None, now) == now
    assert due.get_next_fire_time(None, now + timedelta.resolution) == now + A_DAY
    assert due.get_next_fire_time(now, now) == now + A_DAY


def test_a_previous_time_in_another_zone_is_understood() -> None:
    due = trigger("Asia/Tokyo", time(9))
    before = datetime(2026, 5, 1, tzinfo=UTC).astimezone(ZoneInfo("America/New_York"))

    assert due.get_next_fire_time(before, before) == before + A_DAY


def test_chosen_weekdays_alone_come_even_after_a_change_of_clock() -> None:
    due = trigger("America/New_York", time(0), weekdays=frozenset({0}))  # the day after the change
    since, until = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)

    found = [one.astimezone(due.zone).date().day for one in fires(due, since, until)]

    assert found == [2, 9, 16, 23, 30]


def test_a_day_of_the_month_comes_in_every_month_and_in_a_short_one_at_its_end() -> None:
    due = trigger("Europe/Berlin", time(3), month_day=31)
    since, until = datetime(2028, 1, 1, tzinfo=UTC), datetime(2028, 7, 1, tzinfo=UTC)

    found = [one.astimezone(due.zone).date().isoformat() for one in fires(due, since, until)]

    assert found == [
        "2028-01-31",
        "2028-02-29",
        "2028-03-31",
        "2028-04-30",
        "2028-05-31",
        "2028-06-30",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": time(3, 0, 1)},
        {"at": time(3, tzinfo=UTC)},
        {"weekdays": frozenset()},
        {"weekdays": frozenset({7})},
        {"month_day": 0},
        {"month_day": 32},
    ],
    ids=str,
)
def test_nonsense_is_refused_when_it_is_made(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="got"):
        trigger("Asia/Tokyo", **{"at": time(3), **wrong})  # type: ignore[arg-type]
