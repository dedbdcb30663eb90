"""The life of a companion, and how much it is there, as an owner sets them."""

from datetime import timedelta

import pytest

from bot.config import Settings, parsed
from bot.settings import lives
from bot.settings.faults import Faults
from bot.settings.values import life, lives_of, mode_table, waiting_dials
from core.availability.model import Mode, WaitingDials
from core.availability.rules.modes import DEFAULT_TABLE
from core.schedule.model import Activity, Habit, Life, Routine, SpecialDate
from tests.bot.home import Home

CLIMBING = {
    "days": ["Tue", "thursday"],
    "start": "18:30",
    "minutes": 90,
    "activity": "exercise",
    "title": "Climbing with Ana",
}


def fault_of(**companion: object) -> str:
    """Return what is told of one wrong setting of [companion]."""
    found = parsed({"companion": companion})
    assert isinstance(found, Faults), found
    assert len(found.faults) == 1, str(found)
    return str(found.faults[0])


def test_who_sets_nothing_leads_the_ordinary_life() -> None:
    assert life(Settings().companion) == Life()
    assert mode_table(Settings()) == DEFAULT_TABLE
    assert waiting_dials(Settings()) == WaitingDials()


def test_a_life_is_what_the_owner_says(home: Home) -> None:
    home.writes("""
[companion]
occupation = "Night shifts at a bakery"
wakes = "9 am"
sleeps = "24:00"
weekend_later = "1h"
country = "de-by"
dates = ["05-02 Mina's birthday", "2026-09-12: Ana's wedding"]

[[companion.habits]]
days = ["tue", "thu"]
start = 18:30:00
minutes = 90
activity = "Gym"
title = "Climbing with Ana"
""")

    settings = home.settings()

    assert life(settings.companion) == Life(
        routine=Routine(
            wakes="09:00",
            sleeps="00:00",
            weekend_later=60,
            habits=(
                Habit(
                    weekdays=frozenset({1, 3}),
                    start="18:30",
                    minutes=90,
                    activity=Activity.EXERCISE,
                    title="Climbing with Ana",
                ),
            ),
        ),
        occupation="Night shifts at a bakery",
        country="DE-BY",
        dates=(
            SpecialDate(month=5, day=2, name="Mina's birthday"),
            SpecialDate(month=9, day=12, name="Ana's wedding", year=2026),
        ),
    )


def test_each_companion_leads_a_life_of_its_own() -> None:
    luna = {"space": "luna", "name": "Luna", "seed": "x", "scheduled": False, "habits": [CLIMBING]}
    settings = parsed({"companion": {"wakes": "06:00"}, "companions": [luna]})
    assert isinstance(settings, Settings)

    main, other = lives_of(settings).values()

    assert (main.is_lived, main.routine.wakes, main.routine.habits) == (True, "06:00", ())
    assert (other.is_lived, other.routine.wakes) == (False, "07:00")
    assert [habit.weekdays for habit in other.routine.habits] == [{1, 3}]


def test_a_life_may_come_from_the_environment(home: Home) -> None:
    home.sets("CIRCADIA__COMPANION__WAKES", "8:00")
    home.sets("CIRCADIA__COMPANION__DATES", "05-02 Mina's birthday, 12-24 Tree")
    home.sets(
        "CIRCADIA__COMPANION__HABITS",
        '[{"days": "mon,sun", "start": "7", "minutes": 20, "activity": "rest", "title": "Tea"}]',
    )
    home.sets("CIRCADIA__AVAILABILITY__WORK", "busy")

    settings = home.settings()

    led = life(settings.companion)
    assert led.routine.wakes == "08:00"
    assert [date.name for date in led.dates] == ["Mina's birthday", "Tree"]
    assert led.routine.habits[0].weekdays == {0, 6}
    assert mode_table(settings).modes[Activity.WORK] is Mode.DO_NOT_DISTURB


def test_an_owner_says_how_much_it_is_there_meanwhile() -> None:
    settings = parsed({"availability": {"job_search": "Online", "gap": "DND", "presence": "no"}})
    assert isinstance(settings, Settings)

    table = mode_table(settings)

    assert table.modes[Activity.JOB_SEARCH] is Mode.ONLINE
    assert table.modes[Activity.SLEEP] is Mode.OFFLINE
    assert table.gap is Mode.DO_NOT_DISTURB
    assert not settings.availability.presence


@pytest.mark.parametrize(
    ("companion", "told"),
    [
        pytest.param({"wakes": "25:00"}, 'wakes = "07:00"', id="no such time"),
        pytest.param({"wakes": 7}, "no local time such as 07:00", id="a number is no time"),
        pytest.param({"wakes": "6-7"}, "no local time such as 07:00", id="a range is no time"),
        pytest.param({"sleeps": "7 am"}, "is when it wakes, too", id="it never sleeps"),
        pytest.param({"weekend_later": "95m"}, "no multiple of ten minutes", id="between slots"),
        pytest.param({"weekend_later": "6h"}, "5 hours", id="half a day in bed"),
        pytest.param({"weekend_later": "-10m"}, "weekend_later", id="earlier than other days"),
        pytest.param({"country": "Germany"}, "such as DE", id="a country by its name"),
        pytest.param({"dates": ["2nd May"]}, "05-02 Mina's birthday", id="a date in words"),
        pytest.param({"dates": ["31-12 Eve"]}, "the month comes first", id="the day first"),
        pytest.param({"dates": ["2026-02-29 Leap"]}, "no date of the calendar", id="no such day"),
        pytest.param({"dates": ["05-02"]}, "lacks the name", id="a date without a name"),
        pytest.param({"scheduled": "perhaps"}, "scheduled", id="neither yes nor no"),
        pytest.param({"habits": "climbing"}, "[[companion.habits]]", id="a habit that is no table"),
        pytest.param(
            {"habits": [CLIMBING, {**CLIMBING, "days": ["Tuesdey"]}]},
            "at entry 2",
            id="a day that there is not, in the second habit",
        ),
        pytest.param(
            {"habits": [{**CLIMBING, "days": ["tuseday"]}]},
            "did you mean tue?",
            id="a day misspelt",
        ),
        pytest.param(
            {"habits": [{**CLIMBING, "days": []}]}, "names no day", id="a habit of no day"
        ),
        pytest.param({"habits": [{**CLIMBING, "minutes": 45}]}, "10", id="minutes between slots"),
        pytest.param({"habits": [{**CLIMBING, "minutes": 1450}]}, "1440", id="more than a day"),
        pytest.param(
            {"habits": [{**CLIMBING, "activity": "brooding"}]},
            "there are sleep, rest, meal",
            id="an activity that there is not",
        ),
        pytest.param({"habits": [{**CLIMBING, "title": " "}]}, "is no title", id="no title"),
        pytest.param({"habits": [{**CLIMBING, "where": "gym"}]}, "is not a setting", id="more"),
    ],
)
def test_a_fault_names_the_setting_and_the_cure(companion: dict[str, object], told: str) -> None:
    sentence = fault_of(**companion)

    assert sentence.startswith(f"companion.{next(iter(companion))}")
    assert told in sentence


def test_a_habit_that_lacks_something_is_told_by_its_entry() -> None:
    bare = {key: value for key, value in CLIMBING.items() if key != "start"}

    sentence = fault_of(habits=[CLIMBING, bare])

    assert sentence.startswith("companion.habits.start: is missing, at entry 2")
    assert 'start = "18:30"' in sentence


@pytest.mark.parametrize(
    ("given", "told"),
    [
        pytest.param({"work": "away"}, "is none of online, do-not-disturb, offline", id="a mode"),
        pytest.param({"sleep": True}, "is none of online, do-not-disturb, offline", id="a truth"),
        pytest.param({"job-search": "online"}, "job_search", id="a hyphen in a name"),
        pytest.param({"presence": "dnd"}, "presence", id="presence is yes or no"),
    ],
)
def test_a_mode_that_there_is_not_is_told(given: dict[str, object], told: str) -> None:
    found = parsed({"availability": given})

    assert isinstance(found, Faults)
    assert str(found.faults[0]).startswith(f"availability.{next(iter(given))}")
    assert told in str(found.faults[0])


def test_an_owner_turns_how_long_others_wait() -> None:
    turned = {"scale": "1h", "shape": 3, "flow": 0, "yawn_least": "5m", "yawn_most": "5m"}
    settings = parsed({"availability": turned})
    assert isinstance(settings, Settings)

    assert waiting_dials(settings) == WaitingDials(
        scale=timedelta(hours=1),
        shape=3.0,
        flow=timedelta(0),
        yawn_least=timedelta(minutes=5),
        yawn_most=timedelta(minutes=5),
    )


@pytest.mark.parametrize(
    ("given", "at"),
    [
        pytest.param({"scale": 0}, "scale", id="answers in no time, by a law of waiting"),
        pytest.param({"shape": 1}, "shape", id="a chance that does not rise"),
        pytest.param({"shape": "nan"}, "shape", id="no number"),
        pytest.param({"flow": "-1s"}, "flow", id="a talk that ends before it began"),
        pytest.param({"yawn_least": "20m"}, "yawn_least", id="longer than at most"),
    ],
)
def test_a_dial_that_makes_no_sense_is_told(given: dict[str, object], at: str) -> None:
    found = parsed({"availability": given})

    assert isinstance(found, Faults)
    assert [fault.setting for fault in found.faults] == [f"availability.{at}"]


@pytest.mark.parametrize("word", ["DND", "busy", "Do not disturb", " do_not_disturb "])
def test_a_mode_is_read_in_many_ways(word: str) -> None:
    assert lives.mode(word) == Mode.DO_NOT_DISTURB


def test_what_is_kept_of_a_date_reads_back_the_same() -> None:
    kept = [lives.dated("5-2   Mina's  birthday"), lives.dated("2026-12-31\tEve")]

    assert kept == ["05-02 Mina's birthday", "2026-12-31 Eve"]
    assert [lives.dated(one) for one in kept] == kept


def test_a_quarter_of_a_day_later_on_weekends_is_taken() -> None:
    settings = parsed({"companion": {"weekend_later": "2h"}})
    assert isinstance(settings, Settings)

    assert settings.companion.weekend_later == timedelta(hours=2)
    assert life(settings.companion).routine.weekend_later == 120
