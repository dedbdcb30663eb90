"""The blocks of a day, there and back."""

import json
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.storage.blocks import from_blocks, to_blocks
from core.days import first_instant
from core.schedule.model import SLOT
from tests.contracts.lives import BERLIN, MONDAY, day_plan, tiled

ZONES = [
    ZoneInfo(key)
    for key in ("UTC", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")
]
days = st.dates(date(1990, 1, 1), date(2037, 12, 31))


@given(day=days, zone=st.sampled_from(ZONES), lengths=st.lists(st.integers(1, 40)))
def test_every_day_comes_back_as_it_was(day: date, zone: ZoneInfo, lengths: list[int]) -> None:
    plan = day_plan(day, zone, blocks=tuple(tiled(day, zone, lengths)))

    assert to_blocks(from_blocks(plan), day, zone) == plan.blocks


@pytest.mark.parametrize("day", [date(2011, 12, 30), date(2026, 3, 29), date(2026, 10, 25)])
@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_days_that_are_no_usual_ones_come_back_too(day: date, zone: ZoneInfo) -> None:
    plan = day_plan(day, zone)

    assert to_blocks(from_blocks(plan), day, zone) == plan.blocks


def test_a_day_that_is_no_multiple_of_ten_minutes_keeps_its_end() -> None:
    # Liberia went ahead by 44:30 minutes on this day.
    day, zone = date(1972, 1, 7), ZoneInfo("Africa/Monrovia")
    plan = day_plan(day, zone)

    assert (plan.blocks[-1].end_at - first_instant(day, zone)) % SLOT != timedelta(0)
    assert to_blocks(from_blocks(plan), day, zone) == plan.blocks


def test_no_instant_is_kept() -> None:
    stored = json.loads(from_blocks(day_plan()))

    assert stored[0] == [0, 42, "sleep", "일 0 “quoted”"]
    assert stored[1] == [42, 3, "rest", "일 1 “quoted”", "long 1"]
    assert "\\u" not in from_blocks(day_plan())


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param("", id="nothing"),
        pytest.param("[[0,144", id="cut off"),
        pytest.param("7", id="no list"),
        pytest.param("null", id="null"),
        pytest.param('{"a":1}', id="an object"),
        pytest.param("[7]", id="a block that is no list"),
        pytest.param('["0144"]', id="a block that is a text"),
        pytest.param('[[0,144,"sleep"]]', id="no title"),
        pytest.param('[[0,144,"sleep",null]]', id="a title that is no text"),
        pytest.param('[[0,144.0,"sleep","x"]]', id="half slots"),
        pytest.param('[["0",144,"sleep","x"]]', id="a slot that is a text"),
        pytest.param('[[0,144,"sleep","x",7]]', id="a description that is no text"),
        pytest.param('[[0,144,"sleep","x","y","z"]]', id="too much in it"),
        pytest.param('[[0,144,"dance","x"]]', id="an activity that there is not"),
        pytest.param(f'[[0,{"9" * 30},"sleep","x"]]', id="beyond all days"),
        pytest.param(f'[[0,{"9" * 5000},"sleep","x"]]', id="a number without an end"),
        pytest.param("[" * 100_000, id="nested without an end"),
    ],
)
def test_what_is_no_list_of_blocks_is_refused(stored: str) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError, RecursionError)):
        to_blocks(stored, MONDAY, BERLIN)
