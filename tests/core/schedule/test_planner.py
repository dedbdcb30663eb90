import itertools
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.persona.model import SpaceId
from core.phrases import LANGUAGES
from core.schedule.model import (
    Activity,
    Block,
    DayLine,
    DayPlan,
    Habit,
    MadeBy,
    Routine,
    SpecialDate,
    clock_minutes,
)
from core.schedule.rules.choice import weights_now
from core.schedule.rules.planner import plan_day
from core.schedule.rules.rhythm import waking
from tests.core.schedule.test_slots import days, zones

BERLIN = ZoneInfo("Europe/Berlin")
TUESDAY = date(2026, 5, 5)
SATURDAY = date(2026, 5, 9)
EVERY_DAY = frozenset(range(7))
NOW = datetime(2026, 5, 1, tzinfo=UTC)

clocks = st.builds(
    lambda hour, minute: f"{hour:02}:{minute:02}", st.integers(0, 23), st.integers(0, 59)
)
habits = st.builds(
    Habit,
    weekdays=st.frozensets(st.integers(0, 6)),
    start=clocks,
    minutes=st.integers(1, 144).map(lambda tens: 10 * tens),
    activity=st.sampled_from(Activity),
    title=st.just("A habit"),
)
routines = st.tuples(
    clocks, clocks, st.integers(0, 30), st.lists(habits, max_size=3).map(tuple)
).filter(lambda one: one[0] != one[1])


def routine_of(parts: tuple[str, str, int, tuple[Habit, ...]]) -> Routine:
    wakes, sleeps, later, its = parts
    return Routine(wakes=wakes, sleeps=sleeps, weekend_later=10 * later, habits=its)


def planned(day: date, blocks: tuple[Block, ...], zone: ZoneInfo = BERLIN) -> DayPlan:
    return DayPlan(
        space=SpaceId("mina"),
        day=day,
        zone=zone,
        blocks=blocks,
        made_by=MadeBy.RULES,
        made_at=NOW,
    )


def blocks_of(
    day: date,
    *,
    routine: Routine | None = None,
    seed: str = "mina",
    previous: tuple[DayPlan, ...] = (),
    line: DayLine | None = None,
    message: str = "",
    special: tuple[SpecialDate, ...] = (),
    language: str = "en",
) -> tuple[Block, ...]:
    return plan_day(
        day=day,
        zone=BERLIN,
        routine=routine or Routine(),
        seed=seed,
        previous=previous,
        line=line,
        message=message,
        special=special,
        language=language,
    )


def many(first: date, count: int, seed: str = "mina") -> list[DayPlan]:
    """Plan day after day, each knowing those before."""
    plans: list[DayPlan] = []
    for number in range(count):
        day = first + timedelta(days=number)
        plans.append(planned(day, blocks_of(day, seed=seed, previous=tuple(plans[-3:]))))
    return plans


def minutes(blocks: tuple[Block, ...], activity: Activity) -> float:
    spans = (b.end_at - b.start_at for b in blocks if b.activity is activity)
    return sum(spans, timedelta()) / timedelta(minutes=1)


def at(blocks: tuple[Block, ...], day: date, time: str) -> Block:
    instant = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=BERLIN).astimezone(UTC)
    return next(block for block in blocks if block.start_at <= instant < block.end_at)


@settings(deadline=None)
@given(zones, days, routines, st.text(max_size=5), st.sampled_from(["", "여행", "work", "rest"]))
def test_any_plan_tiles_its_day_exactly(
    zone: ZoneInfo,
    day: date,
    parts: tuple[str, str, int, tuple[Habit, ...]],
    seed: str,
    message: str,
) -> None:
    routine = routine_of(parts)

    blocks = plan_day(day=day, zone=zone, routine=routine, seed=seed, message=message)
    after = day + timedelta(days=1)
    following = plan_day(
        day=after, zone=zone, routine=routine, seed=seed, previous=[planned(day, blocks, zone)]
    )

    planned(after, following, zone)  # refuses what does not tile


@settings(deadline=None)
@given(days, routines, st.text(max_size=5))
def test_planning_is_a_function_of_its_inputs(
    day: date, parts: tuple[str, str, int, tuple[Habit, ...]], seed: str
) -> None:
    routine = routine_of(parts)

    assert blocks_of(day, routine=routine, seed=seed) == blocks_of(day, routine=routine, seed=seed)


@settings(deadline=None)
@given(days, routines, st.text(max_size=5))
def test_one_sleeps_and_is_awake_long_enough_every_night(
    day: date, parts: tuple[str, str, int, tuple[Habit, ...]], seed: str
) -> None:
    routine = routine_of(parts)

    today, tomorrow = (waking(day + timedelta(days=n), routine, seed) for n in (0, 1))

    assert today.end - today.start >= 360
    assert tomorrow.start + 1440 - today.end >= 240


def test_two_tuesdays_differ_while_the_frame_stays() -> None:
    one, other = (blocks_of(TUESDAY + timedelta(days=7 * n)) for n in (0, 1))

    assert [b.title for b in one] != [b.title for b in other]
    for blocks in (one, other):
        kinds = [b.activity for b in blocks if b.activity is not Activity.REST]
        assert kinds[:6] == ["sleep", "meal", "commute", "work", "meal", "work"]
        assert 400 <= minutes(blocks, Activity.WORK) <= 480
        assert 360 <= minutes(blocks, Activity.SLEEP) <= 540


def test_another_seed_makes_another_day() -> None:
    assert blocks_of(TUESDAY, seed="mina") != blocks_of(TUESDAY, seed="jun")


def test_a_weekend_is_free_of_work_and_sleeps_longer() -> None:
    saturday, tuesday = blocks_of(SATURDAY), blocks_of(TUESDAY)

    assert minutes(saturday, Activity.WORK) == 0
    assert at(saturday, SATURDAY, "08:00").activity is Activity.SLEEP
    assert at(tuesday, TUESDAY, "08:00").activity is not Activity.SLEEP


@pytest.mark.parametrize(
    ("message", "activity"),
    [
        pytest.param("exam week", Activity.STUDY, id="an exam"),
        pytest.param("회사일", Activity.WORK, id="work"),
        pytest.param("구직 중", Activity.JOB_SEARCH, id="a search"),
        pytest.param("путешествие", Activity.TRAVEL, id="a trip"),
    ],
)
def test_a_message_says_what_a_weekday_is_for(message: str, activity: Activity) -> None:
    assert minutes(blocks_of(TUESDAY, message=message), activity) >= 360


def test_a_free_day_in_the_message_is_no_work() -> None:
    assert minutes(blocks_of(TUESDAY, message="오늘은 휴가"), Activity.WORK) == 0


def test_the_days_line_decides_and_gives_its_title() -> None:
    line = DayLine(day=SATURDAY, activity=Activity.WORK, title="Moving the archive")

    blocks = blocks_of(SATURDAY, line=line)

    assert minutes(blocks, Activity.WORK) >= 360
    assert "Moving the archive" in {block.title for block in blocks}


def test_the_ordinary_title_of_a_line_names_no_block() -> None:
    line = DayLine(day=TUESDAY, activity=Activity.WORK, title="A day of work")

    assert "A day of work" not in {block.title for block in blocks_of(TUESDAY, line=line)}


def test_a_special_date_is_a_free_day_that_bears_its_name() -> None:
    blocks = blocks_of(TUESDAY, special=(SpecialDate(month=5, day=5, name="Children's Day"),))

    assert "Children's Day" in {block.title for block in blocks}
    assert minutes(blocks, Activity.WORK) == 0


@pytest.mark.parametrize(
    ("special", "day", "kept"),
    [
        (SpecialDate(month=2, day=29, name="A"), date(2026, 2, 28), True),
        (SpecialDate(month=2, day=29, name="A"), date(2028, 2, 28), False),
        (SpecialDate(month=2, day=29, name="A"), date(2028, 2, 29), True),
        (SpecialDate(month=5, day=5, year=2026, name="A"), date(2026, 5, 5), True),
        (SpecialDate(month=5, day=5, year=2026, name="A"), date(2027, 5, 5), False),
    ],
)
def test_a_special_date_is_kept_on_its_day(special: SpecialDate, day: date, kept: bool) -> None:
    assert special.falls_on(day) is kept


def test_a_habit_stands_where_the_owner_put_it() -> None:
    run = Habit(
        weekdays=frozenset({1}),
        start="06:00",
        minutes=40,
        activity=Activity.EXERCISE,
        title="Running by the river",
    )

    blocks = blocks_of(TUESDAY, routine=Routine(habits=(run,)))

    its = next(block for block in blocks if block.title == "Running by the river")
    assert its == at(blocks, TUESDAY, "06:00")
    assert its.end_at - its.start_at == timedelta(minutes=40)
    assert at(blocks, TUESDAY, "06:50").activity is Activity.REST, "no doze after a run"
    wednesday = blocks_of(TUESDAY + timedelta(days=1), routine=Routine(habits=(run,)))
    assert "Running by the river" not in {block.title for block in wednesday}


def test_a_habit_goes_on_over_midnight() -> None:
    night = Habit(
        weekdays=frozenset({1}),
        start="23:00",
        minutes=120,
        activity=Activity.SOCIAL,
        title="Cards",
    )
    routine = Routine(sleeps="01:30", habits=(night,))

    assert blocks_of(TUESDAY, routine=routine)[-1].title == "Cards"
    wednesday = blocks_of(TUESDAY + timedelta(days=1), routine=routine)
    assert wednesday[0].title == "Cards"
    assert minutes(wednesday[:1], Activity.SOCIAL) == 60


def test_a_late_bedtime_goes_on_behind_midnight() -> None:
    owl = Routine(wakes="10:00", sleeps="02:00")
    tuesday = blocks_of(TUESDAY, routine=owl)

    wednesday = blocks_of(
        TUESDAY + timedelta(days=1), routine=owl, previous=(planned(TUESDAY, tuesday),)
    )

    assert tuesday[-1].activity is not Activity.SLEEP
    assert (wednesday[0].activity, wednesday[0].title) == (tuesday[-1].activity, tuesday[-1].title)
    assert at(wednesday, TUESDAY + timedelta(days=1), "01:00").activity is not Activity.SLEEP
    assert at(wednesday, TUESDAY + timedelta(days=1), "04:00").activity is Activity.SLEEP


def test_whoever_fell_asleep_before_midnight_sleeps_on() -> None:
    asleep = planned(TUESDAY, blocks_of(TUESDAY))
    assert asleep.blocks[-1].activity is Activity.SLEEP

    owl = Routine(wakes="10:00", sleeps="02:00")
    wednesday = blocks_of(TUESDAY + timedelta(days=1), routine=owl, previous=(asleep,))

    assert wednesday[0].activity is Activity.SLEEP


def test_who_works_at_night_sleeps_by_day() -> None:
    night = Routine(wakes="20:00", sleeps="12:00")

    blocks = blocks_of(TUESDAY, routine=night)

    assert at(blocks, TUESDAY, "15:00").activity is Activity.SLEEP
    assert minutes(blocks, Activity.WORK) >= 240


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_in_the_personas_language(language: str) -> None:
    blocks = blocks_of(TUESDAY, language=language)

    letters = "".join(block.title for block in blocks)
    hangul, kana = any("가" <= c <= "힣" for c in letters), any("ぁ" <= c <= "ヿ" for c in letters)
    assert hangul == (language == "ko")
    assert kana == (language == "ja")
    assert any("а" <= c <= "я" for c in letters) == (language == "ru")


def test_titles_of_neighbouring_days_vary() -> None:
    plans = many(date(2026, 5, 4), 5)

    for plan in plans:
        work = [block.title for block in plan.blocks if block.activity is Activity.WORK]
        assert len(set(work)) == len(work)
    told = Counter(b.title for plan in plans for b in plan.blocks if b.activity is Activity.WORK)
    assert max(told.values()) <= 4


def test_rare_things_stay_rare() -> None:
    plans = many(date(2026, 1, 1), 120)

    trips = [n for n, p in enumerate(plans) if Activity.TRAVEL in {b.activity for b in p.blocks}]
    social = [Activity.SOCIAL in {b.activity for b in plan.blocks} for plan in plans]
    assert len(trips) <= 6
    share = sum(social) / len(social)
    after = [today for before, today in itertools.pairwise(social) if before]
    assert sum(after) / len(after) < share, "seeing people makes seeing them tomorrow less likely"


def test_what_is_rare_and_was_lately_becomes_less_likely() -> None:
    weights = {Activity.SOCIAL: 2.0, Activity.FREE_TIME: 5.0}

    now = weights_now(weights, Counter({Activity.SOCIAL: 2, Activity.FREE_TIME: 2}))

    assert now[Activity.SOCIAL] == pytest.approx(0.125)
    assert now[Activity.FREE_TIME] == pytest.approx(3.2)


@pytest.mark.parametrize(
    "time", ["7:00", "24:00", "07:60", "0700", "", "late", "０７:00"], ids=repr
)
def test_a_local_time_is_written_in_one_way(time: str) -> None:
    with pytest.raises(ValueError, match="18:30"):
        clock_minutes(time)
    with pytest.raises(ValueError, match="18:30"):
        Routine(wakes=time)


def test_a_routine_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="different times"):
        Routine(wakes="07:00", sleeps="07:00")
    with pytest.raises(ValueError, match="weekend_later"):
        Routine(weekend_later=45)
    with pytest.raises(ValueError, match="minutes"):
        Habit(weekdays=EVERY_DAY, start="07:00", minutes=15, activity=Activity.MEAL, title="A")
    with pytest.raises(ValueError, match="weekdays"):
        Habit(weekdays=frozenset({7}), start="07:00", minutes=10, activity=Activity.MEAL, title="A")
    with pytest.raises(ValueError, match="day"):
        SpecialDate(month=2, day=30, name="A")
