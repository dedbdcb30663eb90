"""`/schedule`: who sees what of which day, and what an owner can do to it."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from core.admin.entries import COMMANDS
from core.admin.model import Access, Right, Told
from core.admin.service import Dispatcher
from core.conversation.model import ChatKind
from core.duty.model import Duty, DutyKind, DutyState
from core.phrases import LANGUAGES, Phrase, phrase
from core.schedule.model import Activity, Life, MadeBy
from tests.core.admin.shelf import (
    MINA,
    NOW,
    TODAY,
    TOMORROW,
    OneShelf,
    invocation,
    month,
    plan,
    shelf_with,
)

DISPATCHER = Dispatcher(COMMANDS, Access())
LINES = month(
    (TOMORROW, Activity.TRAVEL, "To the sea with Ana"),
    (date(2026, 2, 5), Activity.WORK, "An ordinary Thursday"),
    (date(2026, 2, 20), Activity.STUDY, "Exam"),
)


def told(
    shelf: OneShelf, arguments: str = "", right: Right = Right.OWNER, language: str = "en"
) -> Told:
    """Return the answer in a direct talk."""
    return DISPATCHER.run(invocation("schedule", right, language, arguments), shelf)


def lines(shelf: OneShelf, arguments: str = "", right: Right = Right.OWNER) -> list[str]:
    return told(shelf, arguments, right).text.splitlines()


def test_a_friend_sees_the_bare_activities_of_today_and_what_it_does_now() -> None:
    assert lines(shelf_with(plan()), right=Right.FRIEND) == [
        "**Sat 2026-01-31**",
        "Right now: Working, until 13:00.",
        "",
        "- 00:00–07:00 Sleeping",
        "- 07:00–07:30 Eating",
        "- **07:30–13:00 Working**",
        "- 13:00–24:00 Free time",
    ]


def test_an_owner_sees_titles_without_markup() -> None:
    assert lines(shelf_with(plan())) == [
        "**Sat 2026-01-31**",
        "Right now: Letters to Ana (Working), until 12:00.",
        "",
        "- 00:00–07:00 Dreaming of the sea (Sleeping)",
        "- 07:00–07:30 Breakfast with Ana (Eating)",
        "- **07:30–12:00 Letters to Ana (Working)**",
        "- 12:00–13:00 Accounts (Working)",
        "- 13:00–24:00 Free time",
    ]


@pytest.mark.parametrize("arguments", ["", "today", "week", "tomorrow", "month"])
def test_an_owner_before_others_sees_no_title_and_hears_where_they_are(arguments: str) -> None:
    shelf = shelf_with(plan(), plan(TOMORROW))
    shelf.plans.save_month(LINES)
    call = invocation("schedule", Right.OWNER, arguments=arguments)

    answer = DISPATCHER.run(replace(call, chat_kind=ChatKind.GROUP), shelf)

    assert "Ana" not in answer.text
    assert answer.text.endswith(phrase(Phrase.SCHEDULE_IN_DIRECT, "en"))


@pytest.mark.parametrize("arguments", ["", "week", "month", "tomorrow", "2026-02-20"])
def test_a_friend_never_sees_a_title(arguments: str) -> None:
    shelf = shelf_with(plan(), plan(TOMORROW))
    shelf.plans.save_month(LINES)

    answer = told(shelf, arguments, Right.FRIEND)

    assert "Ana" not in answer.text
    assert "Exam" not in answer.text


@pytest.mark.parametrize("arguments", ["tomorrow", "Tomorrow ", "2026-02-01", "morgen"])
def test_another_day_is_shown_without_a_now(arguments: str) -> None:
    shown = lines(shelf_with(plan(), plan(TOMORROW)), arguments)

    assert shown[0] == "**Sun 2026-02-01**"
    assert "Right now" not in shown[1]
    assert not [line for line in shown[1:] if "**" in line]


def test_a_day_that_has_only_its_line_is_told_in_one() -> None:
    shelf = OneShelf()
    shelf.plans.save_month(LINES)

    assert lines(shelf, "2026-02-20") == ["**Fri 2026-02-20**: Exam (Studying)"]


def test_a_week_tells_each_day_by_its_line_or_by_what_most_of_it_is_spent_with() -> None:
    shelf = shelf_with(plan())
    shelf.plans.save_month(LINES)

    assert lines(shelf, "week") == [
        "**Sat 2026-01-31 – Fri 2026-02-06**",
        "",
        "- Sat 2026-01-31: Free time",
        "- Sun 2026-02-01: To the sea with Ana (Travelling)",
        "- Thu 2026-02-05: An ordinary Thursday (Working)",
    ]


def test_a_month_reaches_to_the_same_day_of_the_next() -> None:
    shelf = OneShelf()
    shelf.plans.save_month(LINES)
    far = month((TODAY + timedelta(days=31), Activity.REST, "Too far"))
    shelf.plans.save_month(far)

    shown = lines(shelf, "month")

    assert shown[0] == "**Sat 2026-01-31 – Mon 2026-03-02**"
    assert shown[-1] == "- Fri 2026-02-20: Exam (Studying)"


@pytest.mark.parametrize(
    ("arguments", "span"),
    [
        ("", "Sat 2026-01-31"),
        ("tomorrow", "Sun 2026-02-01"),
        ("week", "Sat 2026-01-31 – Fri 2026-02-06"),
        ("month", "Sat 2026-01-31 – Mon 2026-03-02"),
        ("edit 9-10 rest", "Sat 2026-01-31"),
        ("picture", "Sat 2026-01-31"),
    ],
)
def test_what_is_not_planned_yet_is_said(arguments: str, span: str) -> None:
    answer = told(OneShelf(), arguments)

    assert answer == Told(text=f"Nothing is planned for {span} yet.")


def test_a_long_day_shows_its_clocks_and_its_end() -> None:
    long_day = date(2026, 10, 25)

    shown = lines(shelf_with(plan(long_day)), long_day.isoformat())

    assert shown[-1] == "- 13:00–24:00 Free time"


@pytest.mark.parametrize("arguments", ["", "week", "regenerate", "edit 9-10 rest", "picture"])
def test_a_companion_without_days_of_its_own_says_so(arguments: str) -> None:
    shelf = shelf_with(plan())
    call = invocation("schedule", Right.OWNER, arguments=arguments)

    answer = DISPATCHER.run(replace(call, life=Life(is_lived=False)), shelf)

    assert answer.text == phrase(Phrase.SCHEDULE_NEVER, "en")
    assert shelf.duties.owed([MINA], 9) == []


@pytest.mark.parametrize("right", [Right.FRIEND, Right.STRANGER])
@pytest.mark.parametrize("arguments", ["regenerate", "EDIT 9-10 rest", "picture dark"])
def test_only_owners_change_the_schedule_or_see_its_picture(arguments: str, right: Right) -> None:
    shelf = shelf_with(plan())

    answer = told(shelf, arguments, right)

    assert answer == Told(text=phrase(Phrase.NOT_ALLOWED, "en"))
    assert shelf.duties.owed([MINA], 9) == []
    assert shelf.plans.days(MINA, TODAY, TODAY) == [plan()]


@pytest.mark.parametrize(
    ("arguments", "forms"),
    [
        pytest.param("wek", ["`/schedule week`"], id="one letter is missing"),
        pytest.param(
            "regenrate today", ["`/schedule regenerate today`"], id="an owner's, misspelt"
        ),
        pytest.param("someday", ["`/schedule`"], id="like nothing"),
        pytest.param("2026-02-30", ["`/schedule`"], id="no date of the calendar"),
        pytest.param("`rm` *x* " * 200, ["`/schedule`"], id="noise"),
    ],
)
def test_what_is_not_understood_is_answered_with_the_right_form(
    arguments: str, forms: list[str]
) -> None:
    answer = told(OneShelf(), arguments)

    assert phrase(Phrase.HOW_TO_ASK, "en") in answer.text
    for form in forms:
        assert f"- {form}" in answer.text
    assert "rm" not in answer.text


def test_a_friend_is_not_offered_what_owners_may() -> None:
    answer = told(OneShelf(), "regenrate", Right.FRIEND)

    assert "regenerate" not in answer.text


# Planning anew.


@pytest.mark.parametrize(
    ("arguments", "kind", "period", "message"),
    [
        pytest.param("regenerate", DutyKind.PLAN_DAY, TODAY, "", id="today, if nothing is said"),
        pytest.param("Regenerate TODAY", DutyKind.PLAN_DAY, TODAY, "", id="in capitals"),
        pytest.param(
            "regenerate go  to\nthe sea",
            DutyKind.PLAN_DAY,
            TODAY,
            "go to the sea",
            id="words alone mean today",
        ),
        pytest.param(
            "regenerate tomorrow A day “off” 🌊",
            DutyKind.PLAN_DAY,
            TOMORROW,
            "A day “off” 🌊",
            id="words behind a day",
        ),
        pytest.param(
            "regenerate 2026-03-03 exam", DutyKind.PLAN_DAY, date(2026, 3, 3), "exam", id="a date"
        ),
        pytest.param(
            "regenerate month exams", DutyKind.PLAN_MONTH, TOMORROW, "exams", id="the month"
        ),
    ],
)
def test_a_plan_is_owed_anew_at_once_with_the_owners_words(
    arguments: str, kind: DutyKind, period: date, message: str
) -> None:
    shelf = shelf_with(plan())

    answer = told(shelf, arguments)

    assert shelf.duties.owed([MINA], 9) == [
        Duty(
            space=MINA,
            kind=kind,
            period=period.isoformat(),
            state=DutyState.OWED,
            due_at=NOW,
            message=message,
        )
    ]
    assert period.isoformat() in answer.text
    assert (phrase(Phrase.SCHEDULE_WORDS, "en") in answer.text) is bool(message)


@pytest.mark.parametrize("state", DutyState)
def test_a_duty_that_is_known_already_is_owed_again(state: DutyState) -> None:
    shelf = OneShelf()
    before = Duty(
        space=MINA,
        kind=DutyKind.PLAN_DAY,
        period=TODAY.isoformat(),
        state=state,
        due_at=NOW - timedelta(hours=9),
        attempts=3,
        reason="the model is busy",
        done_at=NOW - timedelta(hours=8),
        message="other words",
    )
    shelf.duties.owe(before)

    told(shelf, "regenerate")

    assert shelf.duties.latest(MINA, 9) == [
        replace(
            before,
            state=DutyState.OWED,
            due_at=NOW,
            attempts=0,
            reason=None,
            done_at=None,
            message="",
        )
    ]


@pytest.mark.parametrize(
    ("arguments", "told_back"),
    [
        pytest.param("regenerate yesterday", "Fri 2026-01-30 is over.", id="yesterday"),
        pytest.param("regenerate 2026-06-01", "“2026-06-01” is no day", id="beyond the month"),
    ],
)
def test_a_day_that_is_over_or_too_far_is_not_planned(arguments: str, told_back: str) -> None:
    shelf = OneShelf()

    answer = told(shelf, arguments)

    assert answer.text.startswith(told_back)
    assert shelf.duties.owed([MINA], 9) == []


def test_endless_words_are_cut() -> None:
    shelf = OneShelf()

    told(shelf, "regenerate " + "sea " * 5000)

    assert len(shelf.duties.owed([MINA], 1)[0].message or "") <= 600


# Editing.


@pytest.mark.parametrize(
    ("arguments", "day", "answer"),
    [
        pytest.param(
            "edit 14:00-16:00 study Reading at the library",
            TODAY,
            "Done: Sat 2026-01-31, 14:00–16:00: Reading at the library (Studying).",
            id="as the help shows it",
        ),
        pytest.param(
            "edit tomorrow 18-20 social",
            TOMORROW,
            "Done: Sun 2026-02-01, 18:00–20:00: With people.",
            id="another day, no title",
        ),
        pytest.param(
            "EDIT 2026-02-01 23:00-24:00 rest *Tea* @everyone",
            TOMORROW,
            "Done: Sun 2026-02-01, 23:00–24:00: Tea everyone (Resting).",
            id="markup and mentions are taken off",
        ),
    ],
)
def test_an_owner_edits_a_day(arguments: str, day: date, answer: str) -> None:
    shelf = shelf_with(plan(), plan(TOMORROW))

    assert told(shelf, arguments).text == answer

    changed, other = shelf.plans.days(MINA, TODAY, TOMORROW)
    changed, other = (changed, other) if day == TODAY else (other, changed)
    assert changed.made_by is MadeBy.OWNER
    assert other.made_by is MadeBy.RULES


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param("edit", "Write it like this:", id="nothing"),
        pytest.param("edit tomorrow", "Write it like this:", id="a day alone"),
        pytest.param("edit study", "“study” is no span of one day", id="no times"),
        pytest.param("edit 16:00-14:00 study", "“16 00-14 00” is no span", id="backwards"),
        pytest.param("edit 14:00-16:00", "Write it like this:", id="no activity"),
        pytest.param("edit 14-16 brooding", "“brooding” is none of the activities", id="unknown"),
        pytest.param("edit yesterday 14-16 rest", "Fri 2026-01-30 is over.", id="over"),
        pytest.param("edit " + "`x` " * 900, "“x” is no span", id="noise"),
    ],
)
def test_what_is_no_edit_is_told_with_the_right_form(arguments: str, problem: str) -> None:
    shelf = shelf_with(plan(), plan(TOMORROW))

    answer = told(shelf, arguments)

    assert answer.text.startswith(problem)
    assert "is over" in problem or "`/schedule edit 14:00-16:00 study" in answer.text
    assert shelf.plans.days(MINA, TODAY, TOMORROW) == [plan(), plan(TOMORROW)]


# The picture.


@pytest.mark.parametrize(
    ("arguments", "picture"),
    [
        ("picture", "day:2026-01-31:light"),
        ("Picture DARK", "day:2026-01-31:dark"),
        ("picture tomorrow dark", "day:2026-02-01:dark"),
        ("picture dark 2026-02-01", "day:2026-02-01:dark"),
    ],
)
def test_an_owner_gets_a_picture_by_its_name(arguments: str, picture: str) -> None:
    answer = told(shelf_with(plan(), plan(TOMORROW)), arguments)

    assert answer.picture == picture
    assert answer.text.startswith("My S")


def test_a_picture_holds_titles_and_is_not_shown_before_others() -> None:
    call = invocation("schedule", Right.OWNER, arguments="picture")

    answer = DISPATCHER.run(replace(call, chat_kind=ChatKind.GROUP), shelf_with(plan()))

    assert answer == Told(text=phrase(Phrase.SCHEDULE_IN_DIRECT, "en"))


def test_a_picture_of_no_day_is_told_with_the_right_form() -> None:
    answer = told(shelf_with(plan()), "picture someday")

    assert answer.picture is None
    assert "`/schedule picture tomorrow dark`" in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_is_told_in_the_language_of_who_asks(language: str) -> None:
    answer = told(shelf_with(plan()), language=language, right=Right.FRIEND).text

    assert phrase(Phrase.ACTIVITY_WORK, language) in answer
    assert phrase(Phrase.WEEKDAYS, language).split()[5] in answer.splitlines()[0]
