"""From plans to what is drawn."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.pictures.model import MODE_NAMES, Shift, clock, hours, length_of
from adapters.pictures.plans import labels_for, minute_of, shift_of, spans_of
from core.availability.model import Mode
from core.availability.rules.modes import DEFAULT_TABLE
from core.days import end_of_day, first_instant
from core.phrases import LANGUAGES
from core.schedule.model import Activity
from tests.core.admin.shelf import TODAY, plan

BERLIN = ZoneInfo("Europe/Berlin")


def test_blocks_become_spans_with_how_much_it_is_there() -> None:
    spans = spans_of(plan(), DEFAULT_TABLE)

    assert [(span.start, span.end, span.mode) for span in spans] == [
        (0, 420, Mode.OFFLINE),
        (420, 450, Mode.ONLINE),
        (450, 720, Mode.DO_NOT_DISTURB),
        (720, 780, Mode.DO_NOT_DISTURB),
        (780, 1440, Mode.ONLINE),
    ]
    assert spans[2].title == "Letters to *Ana*"
    assert spans[2].activity is Activity.WORK


@pytest.mark.parametrize(
    ("day", "zone", "shift"),
    [
        pytest.param(TODAY, "Europe/Berlin", None, id="an ordinary day"),
        pytest.param(date(2026, 3, 29), "Europe/Berlin", Shift(at=120, by=60), id="spring"),
        pytest.param(date(2026, 10, 25), "Europe/Berlin", Shift(at=180, by=-60), id="autumn"),
        pytest.param(
            date(2026, 4, 5), "Australia/Lord_Howe", Shift(at=120, by=-30), id="half an hour"
        ),
        pytest.param(date(2026, 4, 24), "Africa/Cairo", Shift(at=0, by=60), id="no midnight"),
        pytest.param(date(2026, 4, 23), "Africa/Cairo", None, id="the day before no midnight"),
        pytest.param(
            date(2026, 4, 4),
            "America/Santiago",
            Shift(at=1440, by=-60),
            id="its last hour comes twice",
        ),
        pytest.param(
            date(2026, 11, 1), "America/Havana", Shift(at=60, by=-60), id="its first comes twice"
        ),
        pytest.param(date(2011, 12, 30), "Pacific/Apia", None, id="a date that was skipped"),
    ],
)
def test_a_change_of_the_clocks_is_found(day: date, zone: str, shift: Shift | None) -> None:
    assert shift_of(day, ZoneInfo(zone)) == shift


@given(
    st.dates(date(2024, 1, 1), date(2030, 12, 31)),
    st.sampled_from(
        ["Europe/Berlin", "America/New_York", "America/Santiago", "Africa/Cairo", "Asia/Beirut"]
    ),
    st.integers(0, 143),
)
def test_the_clock_of_a_picture_is_that_of_the_zone(day: date, name: str, slot: int) -> None:
    zone = ZoneInfo(name)
    start, end = first_instant(day, zone), end_of_day(day, zone)
    at = start + slot * timedelta(minutes=10)
    shift = shift_of(day, zone)

    assert length_of(shift) == (end - start) // timedelta(minutes=1)
    if at < end:
        assert clock(slot * 10, shift) == f"{at.astimezone(zone):%H:%M}"
    assert hours(shift)[-1][1] in ("24", "23")


def test_now_has_a_minute_within_its_day_alone() -> None:
    noon = datetime(2026, 1, 31, 11, tzinfo=UTC)

    assert minute_of(noon, TODAY, BERLIN) == 720
    assert minute_of(noon, TODAY + timedelta(days=1), BERLIN) is None
    assert minute_of(end_of_day(TODAY, BERLIN), TODAY, BERLIN) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_every_language(language: str) -> None:
    labels = labels_for(language)

    assert set(labels.activities) == set(Activity)
    assert set(labels.modes) == set(Mode)
    assert labels.now
    assert labels.empty


def test_names_of_modes_begin_with_a_capital() -> None:
    assert labels_for("en").modes[Mode.ONLINE] == MODE_NAMES[Mode.ONLINE]
    assert labels_for("de-AT").modes[Mode.OFFLINE] == "Nicht erreichbar"
