"""A span of a day replaced by an owner."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.rules.edits import (
    Edit,
    NoActivity,
    NoTimes,
    Theme,
    edited,
    picture_name,
    read_edit,
    read_picture_name,
)
from core.schedule.model import Activity, MadeBy, tiling_faults
from tests.core.admin.shelf import BERLIN, NOW, TODAY, plan

SHORT_DAY, LONG_DAY = date(2026, 3, 29), date(2026, 10, 25)
"""In Berlin."""


@pytest.mark.parametrize(
    ("text", "start", "end", "activity", "title"),
    [
        pytest.param(
            "14:00-16:00 study Reading at the library",
            840,
            960,
            Activity.STUDY,
            "Reading at the library",
            id="as the help shows it",
        ),
        pytest.param("14:00 - 16:00 STUDY", 840, 960, Activity.STUDY, "", id="blanks, no title"),
        pytest.param("14–16 free time", 840, 960, Activity.FREE_TIME, "", id="a name of two words"),
        pytest.param(
            "2 pm to 4 pm Free Time time alone",
            840,
            960,
            Activity.FREE_TIME,
            "time alone",
            id="spans and names of several words",
        ),
        pytest.param("9-11 Gym", 540, 660, Activity.EXERCISE, "", id="another word for it"),
        pytest.param("23:00-24:00 sleep", 1380, 1440, Activity.SLEEP, "", id="to the day's end"),
        pytest.param("오전 9시~11시 공부", 540, 660, Activity.STUDY, "", id="in Korean"),
        pytest.param(
            "9-11 rest Work is over", 540, 660, Activity.REST, "Work is over", id="a title like one"
        ),
    ],
)
def test_an_edit_is_read_as_people_type_it(
    text: str, start: int, end: int, activity: Activity, title: str
) -> None:
    assert read_edit(text.split()) == Edit(start=start, end=end, activity=activity, title=title)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", NoTimes(got=""), id="nothing"),
        pytest.param("study", NoTimes(got="study"), id="no times"),
        pytest.param("14:00 study", NoTimes(got="14:00"), id="one time"),
        pytest.param("16:00-14:00 study", NoTimes(got="16:00-14:00"), id="backwards"),
        pytest.param("22:00-02:00 sleep", NoTimes(got="22:00-02:00"), id="over midnight"),
        pytest.param("25-26 study", NoTimes(got="25-26"), id="times of no clock"),
        pytest.param("14:00-16:00", NoActivity(got=""), id="no activity"),
        pytest.param("14:00-16:00 brooding alone", NoActivity(got="brooding"), id="an unknown one"),
    ],
)
def test_what_is_no_edit_says_what_is_missing(text: str, problem: NoTimes | NoActivity) -> None:
    assert read_edit(text.split()) == problem


def test_the_span_is_replaced_and_the_rest_stays() -> None:
    asked = Edit(start=690, end=780, activity=Activity.STUDY, title="x")

    done = edited(plan(), asked, "Reading", NOW)

    assert done is not None
    assert done.plan.made_by is MadeBy.OWNER
    assert done.plan.made_at == NOW
    assert [
        (f"{b.start_at.astimezone(BERLIN):%H:%M}", b.activity.value, b.title)
        for b in done.plan.blocks
    ] == [
        ("00:00", "sleep", "Dreaming of _the_ sea"),
        ("07:00", "meal", "Breakfast with Ana"),
        ("07:30", "work", "Letters to *Ana*"),
        ("11:30", "study", "Reading"),
        ("13:00", "free-time", "Free time"),
    ]


@pytest.mark.parametrize(
    ("day", "start", "end", "minutes"),
    [
        pytest.param(TODAY, 605, 612, 20, id="times between slots grow to whole ones"),
        pytest.param(TODAY, 0, 1440, 1440, id="a whole day"),
        pytest.param(SHORT_DAY, 60, 240, 120, id="over the hour that is skipped"),
        pytest.param(SHORT_DAY, 130, 200, 20, id="from within the hour that is skipped"),
        pytest.param(LONG_DAY, 60, 240, 240, id="over the hour that comes twice"),
        pytest.param(LONG_DAY, 0, 1440, 1500, id="a long day"),
    ],
)
def test_an_edit_counts_what_really_passes(day: date, start: int, end: int, minutes: int) -> None:
    asked = Edit(start=start, end=end, activity=Activity.STUDY, title="x")

    done = edited(plan(day), asked, "Reading", NOW)

    assert done is not None
    assert (done.end_at - done.start_at).total_seconds() == minutes * 60


def test_a_span_that_the_clocks_skip_is_none() -> None:
    asked = Edit(start=130, end=170, activity=Activity.STUDY, title="x")

    assert edited(plan(SHORT_DAY), asked, "Reading", NOW) is None


@given(
    st.integers(0, 1439),
    st.integers(1, 1440),
    st.sampled_from(list(Activity)),
    st.sampled_from([TODAY, SHORT_DAY, LONG_DAY]),
    st.sampled_from(["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata"]),
)
def test_an_edited_day_is_still_tiled(
    start: int, length: int, activity: Activity, day: date, zone: str
) -> None:
    end = min(start + length, 1440)
    asked = Edit(start=start, end=end, activity=activity, title="x")
    before = plan(day, zone=ZoneInfo(zone))

    done = edited(before, asked, "x", NOW)

    assert done is None or tiling_faults(day, before.zone, done.plan.blocks) == ()


@given(st.lists(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1), max_size=9))
def test_no_words_make_reading_raise(words: list[str]) -> None:
    read_edit(words)


@pytest.mark.parametrize("theme", Theme)
def test_the_name_of_a_picture_reads_back(theme: Theme) -> None:
    name = picture_name(TODAY, theme)

    assert name == f"day:2026-01-31:{theme}"
    assert read_picture_name(name) == (TODAY, theme)


@pytest.mark.parametrize("name", ["", "day:2026-02-30:light", "day:2026-01-31:pink", "x"])
def test_another_name_is_no_picture_of_a_day(name: str) -> None:
    assert read_picture_name(name) is None
