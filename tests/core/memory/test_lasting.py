"""How long a statement holds."""

from datetime import timedelta

import pytest

from core.memory.model import Precision, When
from core.memory.rules.lasting import SPANS, Passing, passing, valid_until, when_of
from tests.core.memory.gate_builders import NOON

DAY = timedelta(days=1)


def period(start: float, end: float, said: str) -> When:
    return When(
        start_at=NOON + start * DAY, end_at=NOON + end * DAY, precision=Precision.DAY, said=said
    )


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("Ana has a cold", Passing.ILLNESS),
        ("Ana is on the train", Passing.MOMENT),
        ("Ana is tired", Passing.MOOD),
        ("Ana is on holiday", Passing.TRIP),
        ("Ana is waiting for a new card", Passing.WAITING),
        ("Ana plans to run a marathon", Passing.PLAN),
        ("Ana ist erkältet", Passing.ILLNESS),
        ("Ana sitzt im Zug", Passing.MOMENT),
        ("Ana ist im Urlaub", Passing.TRIP),
        ("Ana está resfriada", Passing.ILLNESS),
        ("Ana está de vacaciones", Passing.TRIP),
        ("Ана простудилась", Passing.ILLNESS),
        ("Ана в отпуске", Passing.TRIP),
        ("アナは風邪をひいている", Passing.ILLNESS),
        ("アナは旅行中である", Passing.TRIP),
        ("아나는 감기에 걸렸다", Passing.ILLNESS),
        ("아나는 휴가 중이다", Passing.TRIP),
        ("Ana lives in Berlin", None),
        ("Ana has chronic migraine", None),
        ("Ana is allergic to cats", None),
        ("Ana arbeitet als Hebamme", None),
        ("Ана работает врачом", None),
        ("アナは猫を飼っている", None),
        ("아나는 고양이를 키운다", None),
    ],
)
def test_states_pass_and_facts_last(statement: str, kind: Passing | None) -> None:
    assert passing(statement) is kind


def test_a_state_ends_with_its_kind() -> None:
    assert valid_until("Ana has a cold", NOON, ()) == NOON + SPANS[Passing.ILLNESS]


def test_a_state_ends_with_the_period_that_is_named() -> None:
    ago, until = period(-2, -1, "yesterday"), period(0, 3, "until Sunday")

    assert valid_until("Ana is on holiday", NOON, (ago, until)) == until.end_at
    assert valid_until("Ana is on holiday", NOON, (ago,)) == NOON + SPANS[Passing.TRIP]


def test_a_plan_ends_with_its_period_and_without_one_never() -> None:
    race = period(150, 180, "in October")

    assert valid_until("Ana plans to run a marathon in October", NOON, (race,)) == race.end_at
    assert valid_until("Ana plans to run a marathon", NOON, ()) is None


def test_what_lasts_has_no_end_even_where_a_period_is_named() -> None:
    assert valid_until("Ana lives in Berlin", NOON, (period(0, 1, "today"),)) is None


def test_the_period_of_a_statement_is_the_one_that_it_repeats() -> None:
    first, second = period(0, 1, "today"), period(3, 4, "on Monday")

    assert when_of((first, second), "Ana has an exam on Monday") == second
    assert when_of((first, second), "Ana has an exam") == first
    assert when_of((), "Ana has an exam") is None
