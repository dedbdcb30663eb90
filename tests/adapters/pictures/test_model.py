"""Minutes of a day, and what the clock shows in them."""

import pytest

from adapters.pictures.model import Labels, Shift, Span, clock, hours, length_of, within
from core.availability.model import Mode
from core.schedule.model import Activity
from tests.adapters.pictures.days import USUAL, span


def named(shift: Shift | None) -> list[str]:
    return [hour for _, hour in hours(shift)]


def test_a_usual_day_has_the_hours_from_0_to_24() -> None:
    assert named(None) == [f"{hour:02}" for hour in range(25)]
    assert hours(None)[7] == (420, "07")


@pytest.mark.parametrize(
    ("shift", "length", "missing", "doubled"),
    [
        pytest.param(Shift(at=120, by=60), 1380, {"02"}, set(), id="Berlin in spring"),
        pytest.param(Shift(at=180, by=-60), 1500, set(), {"02"}, id="Berlin in autumn"),
        pytest.param(Shift(at=0, by=60), 1380, {"00"}, set(), id="Cairo: no midnight"),
        pytest.param(Shift(at=60, by=-60), 1500, set(), {"00"}, id="Havana: midnight twice"),
        pytest.param(Shift(at=1440, by=-60), 1500, set(), {"23"}, id="Santiago: 23 twice"),
        pytest.param(Shift(at=120, by=30), 1410, {"02"}, set(), id="Lord Howe in spring"),
        pytest.param(Shift(at=120, by=-30), 1470, set(), set(), id="Lord Howe in autumn"),
    ],
)
def test_hours_are_left_out_or_doubled_where_clocks_change(
    shift: Shift, length: int, missing: set[str], doubled: set[str]
) -> None:
    shown = named(shift)

    assert length_of(shift) == length
    assert {f"{hour:02}" for hour in range(25)} - set(shown) == missing
    assert {hour for hour in shown if shown.count(hour) > 1} == doubled
    assert hours(shift)[-1] == (length, "24")


def test_a_minute_is_told_as_the_clock_shows_it() -> None:
    spring, autumn = Shift(at=120, by=60), Shift(at=180, by=-60)

    assert [clock(at, spring) for at in (119, 120, 1380)] == ["01:59", "03:00", "24:00"]
    assert [clock(at, autumn) for at in (179, 180, 1500)] == ["02:59", "02:00", "24:00"]


def test_spans_are_put_in_order_and_those_beyond_the_day_left_out() -> None:
    beyond = span(1440, 1500, Activity.REST)

    assert within((beyond, *reversed(USUAL)), None) == list(USUAL)


@pytest.mark.parametrize(("start", "end"), [(-1, 10), (10, 10), (20, 10)])
def test_a_span_that_ends_before_it_begins_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="got"):
        Span(start=start, end=end, activity=Activity.REST, title="", mode=Mode.ONLINE)


@pytest.mark.parametrize(("at", "by"), [(-1, 60), (0, 1440), (0, -1440)])
def test_a_change_of_clocks_by_a_day_is_refused(at: int, by: int) -> None:
    with pytest.raises(ValueError, match="got"):
        Shift(at=at, by=by)


def test_a_word_that_is_not_given_is_english() -> None:
    labels = Labels(activities={Activity.MEAL: "Еда"}, modes={Mode.ONLINE: ""})

    assert labels.of(Activity.MEAL) == "Еда"
    assert labels.of(Activity.JOB_SEARCH) == "Job search"
    assert labels.of(Mode.ONLINE) == "Online"
