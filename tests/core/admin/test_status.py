"""`/status`: what owners see of duties, and everybody of whether it is there."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.admin.entries import COMMANDS
from core.admin.model import Access, Right
from core.admin.service import Dispatcher
from core.conversation.model import ChatKind
from core.duty.model import Duty, DutyKind, DutyState
from core.persona.model import SpaceId
from core.phrases import LANGUAGES, Phrase, phrase
from tests.core.admin.shelf import MINA, NOW, OneShelf, invocation, plan, shelf_with

DISPATCHER = Dispatcher(COMMANDS, Access())
OWED = Duty(
    space=MINA,
    kind=DutyKind.PLAN_DAY,
    period="2026-02-01",
    state=DutyState.OWED,
    due_at=NOW + timedelta(minutes=5),
)
FAILED = replace(
    OWED,
    kind=DutyKind.PLAN_MONTH,
    attempts=2,
    due_at=NOW + timedelta(days=1),
    reason="the `model`\nis busy",
)
DONE = replace(
    OWED,
    period="2026-01-31",
    state=DutyState.DONE,
    done_at=NOW - timedelta(hours=12),
    reason="by the rules",
)


def told(shelf: OneShelf, right: Right = Right.OWNER, language: str = "en") -> list[str]:
    return DISPATCHER.run(invocation("status", right, language), shelf).text.splitlines()


def shelf_owing(*duties: Duty) -> OneShelf:
    shelf = OneShelf()
    for duty in duties:
        shelf.duties.owe(duty)
    return shelf


def test_an_owner_sees_what_is_owed_failed_done_and_next() -> None:
    passed = replace(DONE, period="2026-01-30", state=DutyState.PASSED, done_at=NOW)
    earlier = replace(DONE, kind=DutyKind.PRUNE, done_at=NOW - timedelta(hours=13), reason=None)

    shown = told(shelf_owing(OWED, FAILED, passed, DONE, earlier))

    again = "(tries: 2, next Sun 2026-02-01 11:00, `the 'model' is busy`)"
    assert [line for line in shown if "2026-0" in line and "Last message" not in line] == [
        "- Owed: day of 2026-02-01",
        f"- Under way after failures: month from 2026-02-01 {again}",
        "- Last done: day of 2026-01-31, Fri 2026-01-30 23:00 (`by the rules`)",
        "- Next: day of 2026-02-01, 11:05",
    ]


def test_many_duties_are_counted() -> None:
    many = [replace(OWED, period=f"2026-02-{day:02}") for day in range(1, 10)]

    line = next(line for line in told(shelf_owing(*many)) if line.startswith("- Owed"))

    assert line.endswith("day of 2026-02-05, and 4 more")


def test_duties_of_another_companion_are_not_told() -> None:
    shelf = shelf_owing(replace(OWED, space=SpaceId("noa")))

    assert not [line for line in told(shelf) if "2026-02-01" in line]


def test_a_friend_and_a_group_see_no_duties() -> None:
    shelf = shelf_owing(OWED, FAILED, DONE)
    in_group = replace(invocation("status", Right.OWNER), chat_kind=ChatKind.GROUP)

    assert "2026-02" not in "".join(told(shelf, Right.FRIEND))
    assert "2026-02" not in DISPATCHER.run(in_group, shelf).text


def test_whoever_asks_while_it_is_busy_hears_so() -> None:
    assert told(shelf_with(plan()), Right.FRIEND)[0].startswith("Right now I'm busy (Working). ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_duties_are_told_in_the_language_of_the_owner(language: str) -> None:
    shown = "\n".join(told(shelf_owing(OWED, FAILED, DONE), language=language))

    for key in (Phrase.STATUS_OWED, Phrase.STATUS_RETRIED, Phrase.STATUS_DUTY_NEXT):
        assert f"- {phrase(key, language)}: " in shown
