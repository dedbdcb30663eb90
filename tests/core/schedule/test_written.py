from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.schedule.model import Activity, Block, PlanFault
from core.schedule.rules.activities import NAMES, SYNONYMS, read_activity
from core.schedule.rules.times import read_range, read_time
from core.schedule.rules.written import WrittenBlock, read_blocks

SEOUL = ZoneInfo("Asia/Seoul")
DAY = date(2026, 5, 4)


def minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ("9", "09:00"),
        ("9:00", "09:00"),
        ("09.30", "09:30"),
        ("9:00 AM", "09:00"),
        ("9pm", "21:00"),
        ("9 p. m.", "21:00"),
        ("12am", "00:00"),
        ("12:30 pm", "12:30"),
        ("13:00 PM", "13:00"),
        ("24:00", "24:00"),
        ("0930", "09:30"),
        ("09:30:00", "09:30"),
        ("９：３０", "09:30"),
        ("noon", "12:00"),
        ("12 midnight", "00:00"),
        ("9 o'clock", "09:00"),
        ("오전 9시", "09:00"),
        ("오후 3시 30분", "15:30"),
        ("저녁 7시 반", "19:30"),
        ("새벽 1시", "01:00"),
        ("上午9点", "09:00"),
        ("下午3点半", "15:30"),
        ("晚上9点", "21:00"),
        ("午前0時", "00:00"),
        ("午後3時", "15:00"),
        ("午後0時30分", "12:30"),
        ("9h30", "09:30"),
        ("9 Uhr", "09:00"),
        ("um 9 Uhr 30", "09:30"),
        ("8 Uhr abends", "20:00"),
        ("9 утра", "09:00"),
        ("в 3 часа дня", "15:00"),
        ("10 вечера", "22:00"),
        ("a las 9 de la noche", "21:00"),
        ("8 de la mañana", "08:00"),
    ],
)
def test_a_clock_time_is_read_as_models_write_it(written: str, time: str) -> None:
    assert read_time(written) == minutes(time)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("", id="empty"),
        pytest.param("soon", id="no time"),
        pytest.param("25", id="no such hour"),
        pytest.param("24:30", id="beyond the end"),
        pytest.param("9:60", id="no such minute"),
        pytest.param("9:5", id="half a minute's number"),
        pytest.param("13:00 AM", id="a contradiction"),
        pytest.param("上午12点", id="noon or midnight"),
        pytest.param("午後12時", id="noon or midnight in Japanese"),
        pytest.param("halb zehn", id="not known"),
        pytest.param("9 or so", id="not exact"),
        pytest.param("-1", id="negative"),
    ],
)
def test_what_is_no_time_is_refused_by_name(written: str) -> None:
    with pytest.raises(PlanFault) as caught:
        read_time(written)

    assert repr(written) in str(caught.value)


@pytest.mark.parametrize(
    ("written", "start", "end"),
    [
        ("9-11", "09:00", "11:00"),
        ("09:00–11:30", "09:00", "11:30"),
        ("9~11", "09:00", "11:00"),
        ("9〜11時", "09:00", "11:00"),
        ("9 to 11", "09:00", "11:00"),
        ("9am-5pm", "09:00", "17:00"),
        ("22:00-00:00", "22:00", "24:00"),
        ("22:00 - midnight", "22:00", "24:00"),
        ("오전 9시~11시", "09:00", "11:00"),
        ("오후 1시부터 3시까지", "13:00", "15:00"),
        ("上午9点到11点", "09:00", "11:00"),
        ("9時から11時まで", "09:00", "11:00"),
        ("с 9 до 11", "09:00", "11:00"),
        ("de 9 a 11", "09:00", "11:00"),
        ("von 9 bis 11 Uhr", "09:00", "11:00"),
        ("11-1pm", "11:00", "13:00"),
        ("10 p. m. - 11 p. m.", "22:00", "23:00"),
    ],
)
def test_a_range_is_read_as_models_write_it(written: str, start: str, end: str) -> None:
    assert read_range(written) == (minutes(start), minutes(end))


@pytest.mark.parametrize(
    ("written", "why"),
    [
        pytest.param("9-11pm", "two ways", id="the morning or the evening"),
        pytest.param("9-5", "does not end after it begins", id="a 12-hour habit"),
        pytest.param("23:00-07:00", "is two blocks", id="a night"),
        pytest.param("9-9", "does not end after it begins", id="no length"),
        pytest.param("9", "not a range", id="one time"),
        pytest.param("9-10-11", "not a range", id="three times"),
        pytest.param("9-noonish", "not a clock time", id="half a range"),
    ],
)
def test_a_range_with_two_readings_or_none_is_refused_by_name(written: str, why: str) -> None:
    with pytest.raises(PlanFault, match=why) as caught:
        read_range(written)

    assert repr(written) in str(caught.value)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_time_or_a_fault(text: str) -> None:
    for read in (read_time, read_range, read_activity):
        try:
            found = read(text)
        except PlanFault:
            continue
        if isinstance(found, int):
            assert 0 <= found <= 1440


@pytest.mark.parametrize(
    ("written", "activity"),
    [
        ("work", "work"),
        ("Free Time", "free-time"),
        ("JOB_SEARCH", "job-search"),
        ("jobsearch", "job-search"),
        ("Lunch", "meal"),
        ("gym", "exercise"),
        ("수면", "sleep"),
        ("仕事", "work"),
        ("スポーツ", None),
        ("отдых", "rest"),
        ("compras", "errand"),
        ("Freizeit", "free-time"),
        ("job", None),
        ("", None),
        ("being happy", None),
    ],
)
def test_an_activity_is_one_of_the_twelve_or_refused(written: str, activity: str | None) -> None:
    if activity is not None:
        assert read_activity(written) == activity
        return
    with pytest.raises(PlanFault) as caught:
        read_activity(written)
    assert repr(written) in str(caught.value)
    assert "free-time" in str(caught.value)


def test_no_word_means_two_activities() -> None:
    words = [word for line in SYNONYMS.values() for word in line.split()]

    assert len(words) == len(set(words))
    assert set(Activity) == set(NAMES.values())


def written(*lines: str) -> tuple[Block, ...]:
    blocks = []
    for line in lines:
        time, activity = line.split(" | ")
        start, _, end = time.partition(" => ")
        blocks.append(
            WrittenBlock(time=start, end=end or None, activity=activity, title=activity.title())
        )
    return read_blocks(DAY, SEOUL, blocks)


def told(blocks: tuple[Block, ...]) -> list[str]:
    return [f"{block.start_at.astimezone(SEOUL):%H:%M} {block.activity}" for block in blocks]


def test_unsorted_and_doubled_blocks_become_a_plan() -> None:
    blocks = written(
        "9:00 AM | work",
        "00:00 => 07:00 | sleep",
        "7 | breakfast",
        "9:00 AM | work",
        "17.00-24:00 | free time",
    )

    assert told(blocks) == ["00:00 sleep", "07:00 meal", "09:00 work", "17:00 free-time"]


def test_crooked_times_go_to_the_border_before_them() -> None:
    blocks = written("00:00-07:25 | sleep", "07:25-23:14 | work", "23:14-24:00 | sleep")

    assert told(blocks) == ["00:00 sleep", "07:20 work", "23:10 sleep"]


def test_an_end_may_name_the_last_minute_that_counts() -> None:
    blocks = written("00:00-06:59 | sleep", "07:00-22:59 | work", "23:00-23:59 | sleep")

    assert told(blocks) == ["00:00 sleep", "07:00 work", "23:00 sleep"]


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        pytest.param((), ["from 00:00 to 24:00 nothing is planned"], id="nothing written"),
        pytest.param(
            ("0-9:40 | sleep", "10:20-24 | work"),
            ["from 09:40 to 10:20 nothing is planned"],
            id="a hole",
        ),
        pytest.param(
            ("0-9 | sleep", "8-24 | work"),
            ["08:00 to 24:00 (work) overlaps 00:00 to 09:00 (sleep)"],
            id="an overlap",
        ),
        pytest.param(
            ("0 | sleep", "9 | work", "9 | study"),
            ["09:00 to 24:00 (work) overlaps 09:00 to 24:00 (study)"],
            id="two begin at once",
        ),
        pytest.param(
            ("0-24 | sleep", "soonish | being", "9-9:05 | work"),
            [
                "not a clock time such as 09:30, got 'soonish'",
                "'being' is no known activity",
                "'9-9:05' is shorter than the ten minutes from one border to the next",
            ],
            id="all at once",
        ),
        pytest.param(
            ("0 => 23 | work", "23 => 7 | sleep"),
            ["'23 - 7' does not end after it begins; what goes on over midnight is two blocks"],
            id="a night in one",
        ),
    ],
)
def test_a_day_that_can_not_be_taken_says_all_that_is_wrong(
    lines: tuple[str, ...], faults: list[str]
) -> None:
    with pytest.raises(PlanFault) as caught:
        written(*lines)

    assert len(caught.value.faults) == len(faults), caught.value.faults
    for fault in faults:
        assert any(fault in one for one in caught.value.faults), caught.value.faults


def test_a_block_without_a_title_is_refused() -> None:
    with pytest.raises(PlanFault, match="'0-24' has no title"):
        read_blocks(DAY, SEOUL, [WrittenBlock(time="0-24", activity="sleep", title=" ")])


def test_what_the_clock_passes_over_is_left_out() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    lines = (("0-2", "sleep"), ("2-3", "rest"), ("3-24", "work"))

    blocks = read_blocks(
        date(2026, 3, 29),
        berlin,
        [WrittenBlock(time=time, activity=kind, title="A") for time, kind in lines],
    )

    assert [block.activity for block in blocks] == ["sleep", "work"]
