from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from types import MappingProxyType
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.availability.model import Mode, ModeTable, Override
from core.availability.rules.modes import DEFAULT_TABLE, availability_mode_for_entry, changed
from core.availability.rules.moments import (
    mode_at,
    mode_until,
    next_transition,
    range_at,
    with_overrides,
)
from core.availability.rules.ranges import (
    availability_ranges,
    build_availability_snapshot,
    window,
)
from core.schedule.model import Activity
from core.schedule.rules.entries import day_entries
from core.schedule.rules.planner import plan_day
from core.schedule.rules.seed import (
    create_monthly_schedule_entries,
    create_ten_minute_daily_schedule,
)
from tests.core.availability.spans import at, entry, ranges, told
from tests.core.schedule.test_planner import planned, routine_of, routines
from tests.core.schedule.test_slots import days, zones

SLEEP, WORK, MEAL, STUDY = Activity.SLEEP, Activity.WORK, Activity.MEAL, Activity.STUDY


@pytest.mark.parametrize(
    ("activity", "mode"),
    [
        ("sleep", "offline"),
        ("work", "do-not-disturb"),
        ("study", "do-not-disturb"),
        ("job-search", "do-not-disturb"),
        ("commute", "do-not-disturb"),
        ("exercise", "do-not-disturb"),
        ("travel", "do-not-disturb"),
        ("social", "do-not-disturb"),
        ("errand", "do-not-disturb"),
        ("rest", "online"),
        ("meal", "online"),
        ("free-time", "online"),
    ],
)
def test_an_activity_means_a_mode(activity: str, mode: str) -> None:
    assert availability_mode_for_entry(entry("00:00", "01:00", Activity(activity))) == mode


def test_the_owner_changes_the_table() -> None:
    table = changed(DEFAULT_TABLE, {Activity.WORK: Mode.ONLINE})

    assert availability_mode_for_entry(entry("00:00", "01:00", WORK), table) == "online"
    assert availability_mode_for_entry(entry("00:00", "01:00", SLEEP), table) == "offline"
    assert availability_mode_for_entry(entry("00:00", "01:00", WORK)) == "do-not-disturb"


def test_a_table_without_a_mode_for_each_activity_is_refused() -> None:
    with pytest.raises(ValueError, match="got none for rest"):
        ModeTable(modes=MappingProxyType({SLEEP: Mode.OFFLINE}), gap=Mode.ONLINE)


def found(*entries: object, table: ModeTable = DEFAULT_TABLE) -> list[str]:
    return told(availability_ranges(entries, at("00:00"), at("24:00"), table))  # type: ignore[arg-type]


def test_gaps_are_online_unless_the_owner_says_otherwise() -> None:
    work = entry("09:00", "12:00", WORK)
    table = ModeTable(modes=DEFAULT_TABLE.modes, gap=Mode.OFFLINE)

    assert found(work) == [
        "00:00 online: nothing planned",
        "09:00 do-not-disturb: work",
        "12:00 online: nothing planned",
        "1+00:00",
    ]
    assert found(table=table) == ["00:00 offline: nothing planned", "1+00:00"]


def test_a_ten_minute_entry_counts_before_that_of_a_day() -> None:
    assert found(entry("00:00", "24:00", WORK, "day"), entry("12:00", "13:00", MEAL)) == [
        "00:00 do-not-disturb: work",
        "12:00 online: meal",
        "13:00 do-not-disturb: work",
        "1+00:00",
    ]


def test_of_two_entries_the_one_that_is_there_least_counts() -> None:
    assert found(entry("08:00", "10:00", SLEEP), entry("09:00", "11:00", WORK)) == [
        "00:00 online: nothing planned",
        "08:00 offline: sleep",
        "10:00 do-not-disturb: work",
        "11:00 online: nothing planned",
        "1+00:00",
    ]


def test_neighbours_with_one_reason_become_one_range_with_all_sources() -> None:
    pieces = availability_ranges(
        [
            entry("09:10", "09:20", WORK, name="b"),
            entry("09:00", "09:10", WORK, name="a"),
            entry("09:20", "09:30", STUDY, name="c"),
        ],
        at("09:00"),
        at("09:30"),
        DEFAULT_TABLE,
    )

    assert [(one.reason, one.source_schedule_ids) for one in pieces] == [
        ("work", ("a", "b")),
        ("study", ("c",)),
    ]


def test_what_reaches_over_the_window_is_cut_off() -> None:
    assert found(entry("0+00:00", "2+00:00", SLEEP), entry("1+00:00", "1+01:00", WORK)) == [
        "00:00 offline: sleep",
        "1+00:00",
    ]


def test_the_seeds_snapshot_covers_two_utc_days_from_midnight() -> None:
    now = "2026-05-01T22:00:00+09:00"
    fine = create_ten_minute_daily_schedule(space_id="mina", now=now, message="study")
    coarse = create_monthly_schedule_entries(space_id="mina", now=now, message="trip")

    snapshot = build_availability_snapshot(now=now, entries=[*coarse, *fine])

    assert snapshot.generated_at == datetime(2026, 5, 1, 13, tzinfo=UTC)
    assert snapshot.window_start_at == datetime(2026, 5, 1, tzinfo=UTC)
    assert snapshot.window_end_at == datetime(2026, 5, 3, tzinfo=UTC)
    assert [(f"{one.start_at:%d %H:%M}", one.mode, one.reason) for one in snapshot.ranges][:5] == [
        ("01 00:00", "online", "nothing planned"),
        ("02 00:00", "offline", "sleep"),
        ("02 07:00", "online", "rest"),
        ("02 07:30", "online", "meal"),
        ("02 08:00", "do-not-disturb", "commute"),
    ]
    assert snapshot.ranges[1].source_schedule_ids == tuple(one.id for one in fine[:42])


@pytest.mark.parametrize("now", ["2026-05-01T00:00", datetime(2026, 5, 1)])  # noqa: DTZ001
def test_a_snapshot_needs_an_instant(now: str | datetime) -> None:
    with pytest.raises((TypeError, ValueError), match="2026"):
        build_availability_snapshot(now=now, entries=[])


@settings(deadline=None)
@given(zones, days, routines, st.integers(0, 24 * 60))
def test_availability_covers_two_local_days_of_any_plan(
    zone: ZoneInfo, day: date, parts: tuple[str, str, int, tuple[object, ...]], minute: int
) -> None:
    routine = routine_of(parts)  # type: ignore[arg-type]
    plans = [
        planned(one, plan_day(day=one, zone=zone, routine=routine, seed="mina"), zone)
        for one in (day, day + timedelta(days=1))
    ]
    now = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minute)

    snapshot = build_availability_snapshot(
        now=now, entries=[one for plan in plans for one in day_entries(plan)], zone=zone
    )

    start, end = window(now, zone)
    assert start <= now < end
    assert snapshot.ranges[0].start_at == start
    assert snapshot.ranges[-1].end_at == end
    for one, other in pairwise(snapshot.ranges):
        assert one.end_at == other.start_at
        assert (one.mode, one.reason) != (other.mode, other.reason)
    assert all(one.start_at < one.end_at for one in snapshot.ranges)


def test_a_date_that_was_skipped_is_no_day_of_the_window() -> None:
    start, end = window(datetime(2011, 12, 29, 12, tzinfo=UTC), ZoneInfo("Pacific/Apia"))

    assert end - start == timedelta(days=2)


LIFE = ranges(
    "00:00 offline",
    "07:00 online",
    "09:00 do-not-disturb",
    "17:00 online",
    "23:00 offline",
    "24:00 .",
)


@pytest.mark.parametrize(
    ("time", "mode", "until"),
    [
        pytest.param("00:00", "offline", "07:00", id="a start is included"),
        pytest.param("08:59", "online", "09:00", id="within"),
        pytest.param("09:00", "do-not-disturb", "17:00", id="an end is not"),
    ],
)
def test_a_mode_holds_until_the_next_transition(time: str, mode: str, until: str) -> None:
    assert mode_at(LIFE, at(time)) == mode
    assert next_transition(LIFE, at(time)) == mode_until(LIFE, at(time)) == at(until)


def test_nothing_is_known_beyond_the_window() -> None:
    assert next_transition(LIFE, at("23:30")) is None
    assert mode_until(LIFE, at("23:30")) == at("24:00")
    for outside in ("24:00", "-1+23:00"):
        assert range_at(LIFE, at(outside)) is None
        assert mode_at(LIFE, at(outside)) is None
        assert next_transition(LIFE, at(outside)) is None


def test_a_change_of_reason_is_no_transition() -> None:
    entries = [entry("00:00", "08:00", MEAL), entry("08:00", "09:00", WORK)]

    pieces = availability_ranges(entries, at("00:00"), at("24:00"), DEFAULT_TABLE)

    assert next_transition(pieces, at("09:30")) is None
    assert next_transition(pieces, at("01:00")) == at("08:00")


def over(mode: str, since: str, until: str, reason: str = "set by the owner") -> Override:
    return Override(mode=Mode(mode), since=at(since), until=at(until), reason=reason)


def test_an_override_lies_over_the_schedule_until_it_expires() -> None:
    assert told(with_overrides(LIFE, [over("offline", "08:00", "10:00")])) == [
        "00:00 offline: planned",
        "07:00 online: planned",
        "08:00 offline: set by the owner",
        "10:00 do-not-disturb: planned",
        "17:00 online: planned",
        "23:00 offline: planned",
        "1+00:00",
    ]


def test_the_override_that_began_last_counts() -> None:
    later = over("online", "09:30", "10:00", "back again")
    earlier = over("offline", "08:00", "12:00", "said goodbye")

    pieces = with_overrides(LIFE, [later, earlier])

    assert mode_at(pieces, at("09:45")) == "online"
    assert mode_at(pieces, at("11:00")) == "offline"
    assert mode_at(pieces, at("12:00")) == "do-not-disturb"


def test_an_override_stays_within_the_window() -> None:
    snapshot = build_availability_snapshot(now=at("12:00"), entries=[])

    ranges = with_overrides(snapshot.ranges, [over("offline", "-1+00:00", "5+00:00")])

    assert told(ranges) == ["00:00 offline: set by the owner", "2+00:00"]


def test_an_override_without_length_is_refused() -> None:
    with pytest.raises(ValueError, match="ends after it begins"):
        over("offline", "10:00", "10:00")
