import itertools
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.days import day_of, end_of_day, first_instant
from core.schedule.model import Activity, DayPlan, Granularity, MadeBy
from core.schedule.rules.entries import packed
from core.schedule.rules.seed import (
    create_monthly_schedule_entries,
    create_ten_minute_daily_schedule,
    date_keys_around,
    schedule_target_day,
    seed_activity,
)
from tests.core.schedule.test_slots import days, zones

MAY_1 = "2026-05-01T12:00:00Z"


@pytest.mark.parametrize(
    ("message", "activity"),
    [
        pytest.param("A trip to Busan", "travel", id="trip"),
        pytest.param("부산 여행", "travel", id="여행"),
        pytest.param("Exam week", "study", id="exam, whatever its case"),
        pytest.param("시험 공부", "study", id="시험"),
        pytest.param("find a JOB", "job-search", id="job"),
        pytest.param("구직 중", "job-search", id="구직"),
        pytest.param("work as usual", "work", id="work"),
        pytest.param("회사에서 일", "work", id="회사"),
        pytest.param("homework after the exam", "study", id="the order is of the words' list"),
        pytest.param("study, then travel", "travel", id="travel comes before study"),
        pytest.param("homework", "work", id="a piece of a word counts here"),
        pytest.param("일요일", "work", id="so it does in Korean"),
        pytest.param("a lazy day", "work", id="else work"),
        pytest.param("", "work", id="nothing said"),
    ],
)
def test_the_first_of_the_seeds_words_says_what_the_day_is_for(message: str, activity: str) -> None:
    assert seed_activity(message) == activity


def test_on_the_first_of_may_the_second_is_planned_in_144_entries() -> None:
    entries = create_ten_minute_daily_schedule(space_id="mina", now=MAY_1, message="study")

    assert len(entries) == 144
    assert entries[0].start_at == datetime(2026, 5, 2, tzinfo=UTC) == schedule_target_day(MAY_1)
    assert entries[-1].end_at == datetime(2026, 5, 3, tzinfo=UTC)
    assert {entry.end_at - entry.start_at for entry in entries} == {timedelta(minutes=10)}
    assert {entry.granularity for entry in entries} == {"ten-minute"}
    assert {entry.space_id for entry in entries} == {"mina"}
    assert {entry.source_message for entry in entries} == {"study"}
    assert len({entry.id for entry in entries}) == 144


def test_the_frame_around_the_main_activity_is_fixed() -> None:
    entries = create_ten_minute_daily_schedule(space_id="mina", now=MAY_1, message="여행")

    told = [(f"{block.start_at:%H:%M}", str(block.activity)) for block in packed(entries)]

    assert told == [
        ("00:00", "sleep"),
        ("07:00", "rest"),
        ("07:30", "meal"),
        ("08:00", "commute"),
        ("09:00", "travel"),
        ("12:00", "meal"),
        ("13:00", "travel"),
        ("18:00", "commute"),
        ("19:00", "meal"),
        ("20:00", "free-time"),
        ("22:00", "rest"),
        ("23:00", "sleep"),
    ]


def test_the_same_slot_always_has_the_same_id() -> None:
    noon = create_ten_minute_daily_schedule(space_id="mina", now=MAY_1, message="work")
    later = create_ten_minute_daily_schedule(
        space_id="mina", now="2026-05-01T23:59Z", message="travel"
    )
    other = create_ten_minute_daily_schedule(space_id="jun", now=MAY_1, message="work")

    assert [entry.id for entry in noon] == [entry.id for entry in later]
    assert {entry.id for entry in noon}.isdisjoint(entry.id for entry in other)


def test_a_month_is_thirty_days_from_tomorrow() -> None:
    entries = create_monthly_schedule_entries(space_id="mina", now=MAY_1, message="exam")

    assert len(entries) == 30
    assert [entry.start_at.date() for entry in entries] == [
        date(2026, 5, 2) + timedelta(days=number) for number in range(30)
    ]
    assert all(entry.end_at - entry.start_at == timedelta(days=1) for entry in entries)
    assert {entry.activity for entry in entries} == {Activity.STUDY}
    assert {entry.granularity for entry in entries} == {Granularity.DAY}


def test_a_month_passes_over_a_day_that_never_was() -> None:
    entries = create_monthly_schedule_entries(
        space_id="tui", now="2011-12-28T20:00Z", message="", zone=ZoneInfo("Pacific/Apia")
    )

    assert len(entries) == 30
    assert all(a.end_at == b.start_at for a, b in itertools.pairwise(entries))
    assert all(entry.start_at < entry.end_at for entry in entries)


def test_the_dates_around_an_instant_are_those_of_utc() -> None:
    assert date_keys_around("2026-05-01T01:00+09:00") == ("2026-04-29", "2026-04-30", "2026-05-01")


@pytest.mark.parametrize(
    ("now", "error"),
    [(datetime(2026, 5, 1), TypeError), ("2026-05-01T09:00", ValueError)],  # noqa: DTZ001
)
def test_an_instant_without_a_zone_plans_nothing(
    now: datetime | str, error: type[Exception]
) -> None:
    with pytest.raises(error, match="2026"):
        create_ten_minute_daily_schedule(space_id="mina", now=now, message="work")
    with pytest.raises(error, match="2026"):
        schedule_target_day(now)


@settings(deadline=None)
@given(zones, days, st.sampled_from(["work", "여행", "exam"]))
def test_tomorrow_is_tiled_in_every_zone(zone: ZoneInfo, day: date, message: str) -> None:
    now = first_instant(day, zone)

    entries = create_ten_minute_daily_schedule(space_id="mina", now=now, message=message, zone=zone)

    tomorrow = day_of(end_of_day(day_of(now, zone), zone), zone)
    DayPlan(
        space="mina",  # type: ignore[arg-type]
        day=tomorrow,
        zone=zone,
        blocks=packed(entries),
        made_by=MadeBy.RULES,
        made_at=now,
    )
    assert entries
