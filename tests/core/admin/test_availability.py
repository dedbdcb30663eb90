"""`/availability`: whether it is there, and what an owner lays over it."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from core.admin.entries import COMMANDS
from core.admin.model import Access, Right
from core.admin.service import Dispatcher
from core.availability.model import Mode, Override
from core.conversation.model import ChatKind
from core.days import ONE_DAY
from core.phrases import LANGUAGES, Phrase, phrase
from core.schedule.model import Activity, DayPlan, Life
from tests.core.admin.shelf import (
    BERLIN,
    MINA,
    NOW,
    TODAY,
    TOMORROW,
    OneShelf,
    invocation,
    plan,
    shelf_with,
)

DISPATCHER = Dispatcher(COMMANDS, Access())
HOUR = timedelta(hours=1)
AWAY = Override(mode=Mode.OFFLINE, since=NOW - HOUR, until=NOW + 3 * HOUR, reason="the dentist")


def told(
    shelf: OneShelf, arguments: str = "", right: Right = Right.OWNER, language: str = "en"
) -> str:
    return DISPATCHER.run(invocation("availability", right, language, arguments), shelf).text


@pytest.mark.parametrize("arguments", ["", "show", " SHOW "])
def test_it_tells_mode_reason_and_what_comes_next(arguments: str) -> None:
    answer = told(shelf_with(plan()), arguments, Right.FRIEND)

    assert answer.splitlines() == [
        "Right now I'm busy (Working).",
        "Until 13:00, then online.",
    ]


def test_a_change_after_midnight_is_told_with_its_day() -> None:
    late = replace(invocation("availability"), now=NOW + 10 * HOUR)

    answer = DISPATCHER.run(late, shelf_with(plan(), plan(TOMORROW))).text

    assert answer.splitlines() == [
        "Right now I'm online (Free time).",
        "Until 24:00, then offline.",
    ]


REST_OF_TODAY = (("24:00", Activity.SLEEP, "Sleeping in"),)
AWAKE = (("24:00", Activity.FREE_TIME, "A long day off"),)
UNKNOWN = "what comes then isn't planned yet."


@pytest.mark.parametrize(
    ("days", "told_next"),
    [
        pytest.param(
            [plan(spans=REST_OF_TODAY)], [f"Until 24:00; {UNKNOWN}"], id="tomorrow is unplanned"
        ),
        pytest.param(
            [plan(spans=REST_OF_TODAY), plan(TOMORROW, REST_OF_TODAY)],
            [f"Until Mon 2026-02-02 00:00; {UNKNOWN}"],
            id="the day after tomorrow is unplanned",
        ),
        pytest.param(
            [plan(spans=AWAKE), plan(TOMORROW + ONE_DAY, REST_OF_TODAY)],
            [f"Until 24:00; {UNKNOWN}"],
            id="a day between is unplanned",
        ),
        pytest.param(
            [plan(spans=REST_OF_TODAY), plan(TOMORROW, AWAKE)],
            ["Until 24:00, then online."],
            id="a change between two planned days",
        ),
        pytest.param(
            [plan(TOMORROW, REST_OF_TODAY)],
            ["Until 24:00, then offline."],
            id="nothing planned today, and sleep tomorrow",
        ),
        pytest.param(
            [plan(TODAY + n * ONE_DAY, AWAKE) for n in range(9)], [], id="all days are the same"
        ),
    ],
)
def test_an_end_of_the_plans_is_no_change(days: list[DayPlan], told_next: list[str]) -> None:
    assert told(shelf_with(*days)).splitlines()[1:] == told_next


def test_what_lies_over_the_schedule_is_known_where_the_plans_are_not() -> None:
    shelf = shelf_with(plan())
    shelf.overrides.put(MINA, replace(AWAY, until=NOW + 49 * HOUR))

    assert told(shelf).splitlines() == [
        "Right now I'm offline.",
        f"Until Mon 2026-02-02 12:00; {UNKNOWN}",
        "It lies over my schedule until Mon 2026-02-02 12:00: the dentist.",
    ]


def test_where_nothing_is_planned_the_gap_holds() -> None:
    assert told(OneShelf()) == "Right now I'm online (Nothing planned)."


def test_a_companion_without_days_of_its_own_is_there_whatever_is_stored() -> None:
    call = replace(invocation("availability"), life=Life(is_lived=False))

    answer = DISPATCHER.run(call, shelf_with(plan())).text

    assert answer == "Right now I'm online (Nothing planned)."


def test_an_owner_sees_what_lies_over_the_schedule() -> None:
    shelf = shelf_with(plan())
    shelf.overrides.put(MINA, AWAY)

    assert told(shelf).splitlines() == [
        "Right now I'm offline.",
        "Until 14:00, then online.",
        "It lies over my schedule until 14:00: the dentist.",
    ]


@pytest.mark.parametrize(
    ("right", "kind"),
    [
        pytest.param(Right.FRIEND, ChatKind.DIRECT, id="a friend"),
        pytest.param(Right.OWNER, ChatKind.GROUP, id="an owner before others"),
    ],
)
def test_why_it_was_set_is_for_owners_alone(right: Right, kind: ChatKind) -> None:
    shelf = shelf_with(plan())
    shelf.overrides.put(MINA, AWAY)

    answer = DISPATCHER.run(replace(invocation("availability", right), chat_kind=kind), shelf).text

    assert "dentist" not in answer
    assert answer.startswith("Right now I'm offline.")


@pytest.mark.parametrize(
    ("reason", "shown"),
    [
        ("set by the owner", "set by the owner"),
        ("said goodbye", "said goodbye"),
        ("said goodbye: going *to* bed", "said goodbye: going to bed"),
        ("`@everyone`\nlook", "everyone look"),
    ],
)
def test_a_reason_is_told_without_markup(reason: str, shown: str) -> None:
    shelf = OneShelf()
    shelf.overrides.put(MINA, replace(AWAY, reason=reason))

    assert told(shelf).splitlines()[-1].endswith(f": {shown}.")


@pytest.mark.parametrize(
    ("arguments", "mode", "until", "reason"),
    [
        pytest.param(
            "set busy", Mode.DO_NOT_DISTURB, "2026-01-31T13:00", "set by the owner", id="two hours"
        ),
        pytest.param(
            "set busy for 90m",
            Mode.DO_NOT_DISTURB,
            "2026-01-31T12:30",
            "set by the owner",
            id="a span",
        ),
        pytest.param(
            "SET Do Not Disturb FOR 1h 30m",
            Mode.DO_NOT_DISTURB,
            "2026-01-31T12:30",
            "set by the owner",
            id="capitals and a name of three words",
        ),
        pytest.param(
            "set online 3h", Mode.ONLINE, "2026-01-31T14:00", "set by the owner", id="without for"
        ),
        pytest.param(
            "set offline until 18:30 because I moved the *furniture*",
            Mode.OFFLINE,
            "2026-01-31T18:30",
            "I moved the furniture",
            id="until a time, with a reason",
        ),
        pytest.param(
            "set dnd because of 2 exams",
            Mode.DO_NOT_DISTURB,
            "2026-01-31T13:00",
            "of 2 exams",
            id="a reason alone",
        ),
        pytest.param(
            "set offline until 9:00",
            Mode.OFFLINE,
            "2026-02-01T09:00",
            "set by the owner",
            id="a time that is over means tomorrow",
        ),
        pytest.param(
            "set offline, until tomorrow 9:00.",
            Mode.OFFLINE,
            "2026-02-01T09:00",
            "set by the owner",
            id="marks",
        ),
        pytest.param(
            "set offline for 7d because",
            Mode.OFFLINE,
            "2026-02-07T11:00",
            "set by the owner",
            id="the longest, and no reason after all",
        ),
    ],
)
def test_an_owner_sets_a_mode_for_a_while(
    arguments: str, mode: Mode, until: str, reason: str
) -> None:
    shelf = shelf_with(plan())

    answer = told(shelf, arguments)

    end = datetime.fromisoformat(until).replace(tzinfo=BERLIN)
    assert shelf.overrides.active(MINA, NOW) == Override(
        mode=mode, since=NOW, until=end, reason=reason
    )
    assert answer.startswith("Done: ")
    assert f"{end:%H:%M}" in answer


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param("set", "Write it like this:", id="nothing"),
        pytest.param("set away", "“away” is none of online, busy, offline.", id="an unknown mode"),
        pytest.param("set onlinee", "“onlinee” is none of", id="nearly a mode"),
        pytest.param("set busy forever", "“forever” is no span", id="no span"),
        pytest.param("set busy for 2", "“for 2” is no span", id="a number without a unit"),
        pytest.param("set busy for -2h", "“for -2h” is no span", id="backwards"),
        pytest.param("set busy until soon", "“until soon” is no span", id="no time"),
        pytest.param("set busy until today 9:00", "“until today 9 00” is no span", id="over"),
        pytest.param("set offline for 8d", "That is longer than 7 days", id="too long"),
        pytest.param("set offline for 99999d", "That is longer than 7 days", id="for ever"),
        pytest.param("set offline until 2026-06-01 9:00", "That is longer than 7", id="until June"),
        pytest.param("set busy " + "*x* " * 900, "“x x x", id="noise"),
    ],
)
def test_what_makes_no_sense_is_told_with_the_right_form(arguments: str, problem: str) -> None:
    shelf = OneShelf()

    answer = told(shelf, arguments)

    assert answer.startswith(problem)
    assert "- `/availability set busy for 2h`" in answer
    assert shelf.overrides.active(MINA, NOW) is None


def test_setting_again_takes_the_place_of_what_was_set() -> None:
    shelf = OneShelf()
    shelf.overrides.put(MINA, AWAY)

    told(shelf, "set online for 10m")

    found = shelf.overrides.active(MINA, NOW)
    assert found is not None
    assert found.mode is Mode.ONLINE
    assert shelf.overrides.active(MINA, NOW + HOUR) is None


def test_an_owner_clears_what_was_set() -> None:
    shelf = OneShelf()
    shelf.overrides.put(MINA, AWAY)

    first, second = told(shelf, "clear"), told(shelf, "Clear")

    assert first == phrase(Phrase.AVAILABILITY_CLEARED, "en")
    assert second == phrase(Phrase.AVAILABILITY_CLEAR, "en")
    assert shelf.overrides.active(MINA, NOW) is None


@pytest.mark.parametrize("right", [Right.FRIEND, Right.STRANGER])
@pytest.mark.parametrize("arguments", ["set online", "SET busy", "clear"])
def test_only_owners_set_and_clear(arguments: str, right: Right) -> None:
    shelf = OneShelf()
    shelf.overrides.put(MINA, AWAY)

    answer = told(shelf, arguments, right)

    assert answer == phrase(Phrase.NOT_ALLOWED, "en")
    assert shelf.overrides.active(MINA, NOW) == AWAY


def test_a_friend_is_not_offered_what_owners_may() -> None:
    answer = told(OneShelf(), "nonsense", Right.FRIEND)

    assert answer.splitlines()[-1] == "- `/availability`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_in_the_language_of_who_asks(language: str) -> None:
    shelf = OneShelf()

    answer = told(shelf, "set busy because", language=language)

    assert phrase(Phrase.MODE_DO_NOT_DISTURB, language) in answer
    assert phrase(Phrase.BY_OWNER, language) in told(shelf, language=language)
