import itertools
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from core.persona.model import SpaceId
from core.schedule.model import (
    Activity,
    DayLine,
    Habit,
    MadeBy,
    MonthPlan,
    Routine,
    SpecialDate,
)
from core.schedule.rules.months import plan_month

SEOUL = ZoneInfo("Asia/Seoul")
FIRST = date(2026, 5, 2)
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def lines_of(
    first: date = FIRST,
    *,
    seed: str = "mina",
    message: str = "",
    previous: tuple[DayLine, ...] = (),
    routine: Routine | None = None,
    special: tuple[SpecialDate, ...] = (),
) -> tuple[DayLine, ...]:
    return plan_month(
        first=first,
        zone=SEOUL,
        routine=routine or Routine(),
        seed=seed,
        message=message,
        previous=previous,
        special=special,
    )


def test_a_month_is_thirty_days_in_order() -> None:
    lines = lines_of()

    assert [line.day for line in lines] == [FIRST + timedelta(days=n) for n in range(30)]
    MonthPlan(  # refuses what is out of order
        space=SpaceId("mina"), zone=SEOUL, lines=lines, made_by=MadeBy.RULES, made_at=NOW
    )


def test_a_month_has_the_shape_of_weeks() -> None:
    for line in lines_of(message="공부"):
        if line.day.weekday() < 5:
            assert line.activity is Activity.STUDY
        else:
            assert line.activity not in {Activity.STUDY, Activity.WORK}


def test_a_trip_takes_the_weekends_as_well() -> None:
    assert {line.activity for line in lines_of(message="a long journey")} == {Activity.TRAVEL}


def test_special_dates_stand_above_the_week() -> None:
    special = (
        SpecialDate(month=5, day=5, name="Children's Day"),
        SpecialDate(month=5, day=5, name="Mother's birthday"),
    )

    line = next(one for one in lines_of(special=special) if one.day == date(2026, 5, 5))

    assert (line.activity, line.title) == (
        Activity.FREE_TIME,
        "Children's Day, Mother's birthday",
    )


def test_a_long_habit_takes_its_day_off() -> None:
    hike = Habit(
        weekdays=frozenset({6}),
        start="09:00",
        minutes=300,
        activity=Activity.EXERCISE,
        title="Hiking",
    )

    lines = lines_of(routine=Routine(habits=(hike,)))

    assert {line.title for line in lines if line.day.weekday() == 6} == {"Hiking"}


def test_the_same_month_is_the_same_and_another_seed_differs() -> None:
    assert lines_of() == lines_of()
    assert lines_of() != lines_of(seed="jun")


def test_two_days_in_a_row_have_different_titles() -> None:
    lines = lines_of()

    assert all(a.title != b.title for a, b in itertools.pairwise(lines))


def test_trips_stay_rare_over_two_years() -> None:
    known: tuple[DayLine, ...] = ()
    first = FIRST
    while len(known) < 720:
        known = (*known, *lines_of(first, previous=known))
        first = known[-1].day + timedelta(days=1)

    trips = [line.day for line in known if line.activity is Activity.TRAVEL]
    assert 0 < len(trips) <= 15
    kinds = Counter(line.activity for line in known if line.day.weekday() >= 5)
    assert len(kinds) >= 5
    assert kinds[Activity.FREE_TIME] < sum(kinds.values()) / 2


def test_a_date_that_was_skipped_has_no_line() -> None:
    lines = plan_month(
        first=date(2011, 12, 29), zone=ZoneInfo("Pacific/Apia"), routine=Routine(), seed="tui"
    )

    assert len(lines) == 30
    assert date(2011, 12, 30) not in {line.day for line in lines}


@pytest.mark.parametrize("count", [0, 1, 60])
def test_a_month_may_be_of_another_length(count: int) -> None:
    lines = plan_month(first=FIRST, zone=SEOUL, routine=Routine(), seed="mina", days=count)

    assert len(lines) == count
