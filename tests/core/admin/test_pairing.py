from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.entries import COMMANDS
from core.admin.model import (
    CODE_LENGTH,
    LETTERS,
    Access,
    Invocation,
    Pairing,
    Right,
    new_code,
)
from core.admin.service import Dispatcher
from core.conversation.model import IdentityId
from core.phrases import CommandLine, SteeringLine, phrase
from tests.core.admin.shelf import OneShelf, invocation

CODE = "K7PQ2MXA"
ANA = IdentityId("telegram:42")


def unowned() -> Dispatcher:
    return Dispatcher(COMMANDS, Access(), Pairing(CODE))


def give(to: Dispatcher, shelf: OneShelf, arguments: str, name: str = "pair") -> str:
    return to.run(invocation(name, Right.STRANGER, arguments=arguments), shelf).text


@given(st.integers())
def test_a_code_is_eight_signs_that_nobody_mistakes(seed: int) -> None:
    code = new_code(Random(seed))  # a test's dice

    assert len(code) == CODE_LENGTH
    assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("01IO")


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        pytest.param("pair", CODE, id="as it is"),
        pytest.param("pair", "k7pq-2mxa", id="with a hyphen, in small letters"),
        pytest.param("pair", " k7pq 2mxa ", id="with blanks"),
        pytest.param("start", f"pair-{CODE}", id="by a link"),
    ],
)
def test_the_code_makes_the_first_owner(name: str, typed: str) -> None:
    shelf, to = OneShelf(), unowned()

    told = give(to, shelf, typed, name)

    assert told == phrase(CommandLine.PAIRED, "en")
    assert shelf.owners.all() == [ANA]
    assert [one.act for one in shelf.audits.latest(9)] == ["pair"]


def test_a_wrong_code_makes_nobody_an_owner() -> None:
    shelf, to = OneShelf(), unowned()

    assert give(to, shelf, "K7PQ2MXB") == phrase(CommandLine.PAIR_WRONG, "en")
    assert shelf.owners.all() == []


def test_after_ten_wrong_codes_the_right_one_is_refused_too() -> None:
    shelf, to = OneShelf(), unowned()
    for _ in range(10):
        give(to, shelf, "K7PQ2MXB")

    assert give(to, shelf, CODE) == phrase(CommandLine.PAIR_CLOSED, "en")
    assert shelf.owners.all() == []


@pytest.mark.parametrize(
    "to",
    [
        pytest.param(
            Dispatcher(COMMANDS, Access(owners=frozenset({ANA})), Pairing(CODE)), id="by settings"
        ),
        pytest.param(Dispatcher(COMMANDS, Access()), id="no code at all"),
    ],
)
def test_where_somebody_owns_it_no_code_is_taken(to: Dispatcher) -> None:
    shelf = OneShelf()

    assert give(to, shelf, CODE) == phrase(CommandLine.PAIR_CLOSED, "en")
    assert shelf.owners.all() == []
    assert not to.welcomes(f"/pair {CODE}")


def test_who_paired_is_an_owner_from_then_on_and_the_code_is_spent() -> None:
    to = unowned()
    assert to.welcomes(f"/pair {CODE}")

    to.own([ANA])

    assert to.right_of(ANA, "42") is Right.OWNER
    assert not to.welcomes(f"/pair {CODE}")


@pytest.mark.parametrize(
    ("to", "line"),
    [
        pytest.param(
            unowned(), phrase(SteeringLine.STRANGER_UNOWNED, "en", form="/pair"), id="unowned"
        ),
        pytest.param(
            Dispatcher(COMMANDS, Access(owners=frozenset({ANA}))),
            phrase(SteeringLine.STRANGER, "en"),
            id="owned",
        ),
    ],
)
def test_a_stranger_hears_one_polite_line(to: Dispatcher, line: str) -> None:
    assert give(to, OneShelf(), "", "stranger") == line


def test_a_stranger_can_give_nothing_else() -> None:
    to = unowned()

    given_: list[Invocation] = [
        invocation(command.name, Right.STRANGER)
        for command in COMMANDS
        if command.right > Right.STRANGER
    ]

    refused = {to.run(call, OneShelf()).text for call in given_}
    assert refused == {"Sorry, that one isn't for you to use."}
