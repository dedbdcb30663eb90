"""What is suggested while a command is being written: what the sender may see, and nothing else."""

from dataclasses import replace

import pytest

from core.admin.entries import COMMANDS
from core.admin.model import Access, Right
from core.admin.service import Dispatcher
from core.memory.model import Status
from tests.core.admin.recollections import ANA, BEN, learn, learn_of_persona, of_owner
from tests.core.admin.shelf import OneShelf, invocation

DISPATCHER = Dispatcher(COMMANDS, Access())


def values(
    shelf: OneShelf, line: str, option: str, right: Right = Right.FRIEND, **more: object
) -> list[str]:
    name, _, arguments = line.partition(" ")
    call = invocation(name, right, "en", arguments)
    call = replace(call, sender=ANA, unseen=True, **more)  # type: ignore[arg-type]
    return [one.value for one in DISPATCHER.suggest(call, shelf, option)]


def test_a_friend_is_shown_their_own_memories_the_newest_first() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana likes tea.")
    learn(shelf, "Ben likes beer.", BEN)
    learn(shelf, "Ana lives in Porto.")
    learn(shelf, "Ana is a spy.", status=Status.QUARANTINED)

    assert values(shelf, "forget it ", "what") == ["#3", "#1"]
    assert values(shelf, "forget it PORTO", "what") == ["#3"]
    assert values(shelf, "forget it #1", "what") == ["#1"]
    assert values(shelf, "forget erase beer", "what") == []


def test_a_person_is_shown_the_memories_of_all_their_identities() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana likes tea.")
    learn(shelf, "Ben likes beer.", BEN)

    assert values(shelf, "forget it ", "what", persons=frozenset({BEN})) == ["#2", "#1"]


def test_an_owner_is_shown_what_each_act_can_do_something_with() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana likes tea.")
    learn_of_persona(shelf, "I grew up in Busan.")
    learn(shelf, "Ben is a spy.", BEN, status=Status.QUARANTINED)
    of_owner(shelf, "memory forget #1")

    owner = Right.OWNER
    assert values(shelf, "memory correct ", "which", owner) == ["#2"]
    assert values(shelf, "memory undo ", "which", owner) == ["#1"]
    assert values(shelf, "memory quarantine keep ", "which", owner) == ["#3"]


@pytest.mark.parametrize("right", [Right.STRANGER, Right.FRIEND, Right.MODERATOR])
def test_nobody_else_is_shown_what_owners_see(right: Right) -> None:
    shelf = OneShelf()
    learn(shelf, "Ben likes beer.", BEN)

    assert values(shelf, "memory correct ", "which", right) == []


def test_a_label_is_short_and_has_no_markup() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana said **@everyone** " + "x" * 300)
    call = invocation("forget", Right.FRIEND, "en", "it ")
    (one,) = DISPATCHER.suggest(replace(call, sender=ANA, unseen=True), shelf, "what")

    assert len(one.label) <= 100
    assert "*" not in one.label
    assert "@everyone" not in one.label


def test_of_very_many_the_newest_are_shown() -> None:
    shelf = OneShelf()
    for number in range(40):
        learn(shelf, f"Ana knows the number {number}.")

    assert values(shelf, "forget it ", "what") == [f"#{40 - number}" for number in range(25)]


@pytest.mark.parametrize(
    ("line", "option"),
    [
        pytest.param("nothing x", "what", id="no such command"),
        pytest.param("forget it x", "nothing", id="no such option"),
        pytest.param("status x", "x", id="nothing to suggest"),
    ],
)
def test_where_there_is_nothing_to_suggest_nothing_is(line: str, option: str) -> None:
    assert values(OneShelf(), line, option) == []
