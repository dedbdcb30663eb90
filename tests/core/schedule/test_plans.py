from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from core.days import instant_at
from core.persona.model import SpaceId
from core.schedule.model import Activity, Block, DayLine, DayPlan, MadeBy, MonthPlan, PlanFault
from core.schedule.rules.entries import day_entries, joined, month_entries, packed

SPACE = SpaceId("mina")
BERLIN = ZoneInfo("Europe/Berlin")
DAY = date(2026, 5, 4)
NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)


def block(start: str, end: str, activity: str = "work", title: str = "Something") -> Block:
    minutes = [int(time[:2]) * 60 + int(time[3:]) for time in (start, end)]
    begins, ends = (instant_at(DAY, minute, BERLIN) for minute in minutes)
    kind = Activity(activity) if activity in list(Activity) else activity
    return Block(start_at=begins, end_at=ends, activity=kind, title=title)  # type: ignore[arg-type]


def plan(*blocks: Block) -> DayPlan:
    return DayPlan(
        space=SPACE, day=DAY, zone=BERLIN, blocks=blocks, made_by=MadeBy.MODEL, made_at=NOW
    )


def month(*lines: DayLine) -> MonthPlan:
    return MonthPlan(space=SPACE, zone=BERLIN, lines=lines, made_by=MadeBy.RULES, made_at=NOW)


def line(day: date, activity: Activity = Activity.WORK) -> DayLine:
    return DayLine(day=day, activity=activity, title="A day")


WHOLE = (
    block("00:00", "07:00", "sleep"),
    block("07:00", "08:10", "meal"),
    block("08:10", "24:00", "work"),
)


@pytest.mark.parametrize(
    ("blocks", "fault"),
    [
        pytest.param((), "from 00:00 to 24:00 nothing is planned", id="empty"),
        pytest.param(WHOLE[:2], "from 08:10 to 24:00 nothing is planned", id="ends too early"),
        pytest.param(WHOLE[1:], "from 00:00 to 07:00 nothing is planned", id="begins too late"),
        pytest.param(
            (WHOLE[0], WHOLE[2]), "from 07:00 to 08:10 nothing is planned", id="a hole between"
        ),
        pytest.param(
            (block("00:00", "09:00", "sleep"), block("08:50", "24:00")),
            "08:50 to 24:00 (work) overlaps 00:00 to 09:00 (sleep)",
            id="an overlap",
        ),
        pytest.param(
            (block("00:00", "24:00", "sleep"), block("08:50", "09:00"), block("10:00", "11:00")),
            "10:00 to 11:00 (work) overlaps 00:00 to 24:00 (sleep)",
            id="one that holds all",
        ),
        pytest.param(
            (block("00:00", "07:05", "sleep"), block("07:05", "24:00")),
            "07:05 is no border of ten minutes",
            id="a crooked border",
        ),
        pytest.param(
            (block("00:00", "24:00", "gaming"),), "'gaming' is no known activity", id="unknown"
        ),
        pytest.param(
            (WHOLE[1], WHOLE[0], WHOLE[2]), "the blocks are not in order", id="another order"
        ),
        pytest.param(
            (*WHOLE, block("10:00", "10:00")), "does not end after it begins", id="no length"
        ),
        pytest.param(
            (replace(WHOLE[0], start_at=datetime(2026, 5, 3, 20, tzinfo=UTC)), *WHOLE[1:]),
            "22:00 to 07:00 (sleep) lies outside the day",
            id="from the night before",
        ),
        pytest.param(
            (replace(WHOLE[0], start_at=datetime(2026, 5, 4)), *WHOLE[1:]),  # noqa: DTZ001
            "the times of sleep have no zone",
            id="naive",
        ),
    ],
)
def test_a_plan_that_does_not_tile_its_day_says_where(
    blocks: tuple[Block, ...], fault: str
) -> None:
    with pytest.raises(PlanFault) as caught:
        plan(*blocks)

    assert any(fault in one for one in caught.value.faults), caught.value.faults


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(PlanFault) as caught:
        plan(block("00:00", "07:00"), block("06:50", "08:00"), block("09:00", "23:00", "gaming"))

    assert [fault.split(";")[0] for fault in caught.value.faults] == [
        "'gaming' is no known activity",
        "06:50 to 08:00 (work) overlaps 00:00 to 07:00 (work)",
        "from 08:00 to 09:00 nothing is planned",
        "from 23:00 to 24:00 nothing is planned",
    ]


def test_a_day_that_never_was_has_an_empty_plan() -> None:
    skipped = DayPlan(
        space=SPACE,
        day=date(2011, 12, 30),
        zone=ZoneInfo("Pacific/Apia"),
        blocks=(),
        made_by=MadeBy.RULES,
        made_at=NOW,
    )

    assert day_entries(skipped) == ()


def test_a_plan_is_told_in_ten_minute_entries_and_packed_again_without_loss() -> None:
    made = plan(*WHOLE)

    entries = day_entries(made)

    assert len(entries) == 144
    assert entries[0].id == "mina:ten-minute:2026-05-03T22:00Z"
    assert packed(reversed(entries)) == WHOLE


def test_neighbours_that_differ_in_a_title_stay_apart() -> None:
    blocks = (block("00:00", "07:00", title="A"), block("07:00", "24:00", title="B"))

    assert packed(day_entries(plan(*blocks))) == blocks


def test_equal_neighbours_become_one_block() -> None:
    assert joined((block("00:00", "07:00"), block("07:00", "24:00"))) == (block("00:00", "24:00"),)


def test_packing_refuses_entries_that_overlap_or_are_days() -> None:
    entries = day_entries(plan(*WHOLE))
    with pytest.raises(PlanFault, match="overlap"):
        packed((*entries, entries[3]))
    with pytest.raises(PlanFault, match="only ten-minute entries"):
        packed(month_entries(month(line(DAY))))


def test_a_month_is_told_in_entries_of_local_days() -> None:
    entries = month_entries(month(line(date(2026, 3, 29)), line(date(2026, 3, 30))))

    assert [(e.start_at.isoformat(), (e.end_at - e.start_at).seconds // 3600) for e in entries] == [
        ("2026-03-28T23:00:00+00:00", 23),
        ("2026-03-29T22:00:00+00:00", 0),
    ]
    assert entries[0].id == "mina:day:2026-03-28T23:00Z"


def test_a_month_has_each_day_once_and_in_order() -> None:
    with pytest.raises(PlanFault) as caught:
        month(line(date(2026, 5, 2)), line(date(2026, 5, 1)), line(date(2026, 5, 2)))

    assert caught.value.faults == ("2026-05-02 comes twice", "the days are not in order")
