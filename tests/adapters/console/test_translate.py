from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adapters.console.commands import leaves, offered, shown_of
from adapters.console.config import ConsoleConfig
from adapters.console.errors import outcome_of
from adapters.console.translate import Numbers, choice_lines, printable
from core.admin.model import Act, Choice, Command, MenuEntry, Option, Right
from core.engine.model import InDoubt, SendOutcome, Unreachable
from tests.adapters.console.talk import HISTORY, NOW

MENU = [
    MenuEntry(name="status", summary={"en": "How I am", "de": "Wie es mir geht"}),
    MenuEntry(name="stop", summary={"en": "Stop"}),
]


def act(name: str, *options: Option) -> Act:
    summary = {"en": "Put right", "de": "Richtigstellen"}
    return Act(name=name, summary=summary, right=Right.FRIEND, run=lambda *_: "", options=options)


def slot(name: str, *, required: bool = False, before: str = "") -> Option:
    return Option(name=name, summary={"en": name}, required=required, before=before)


ACTING = [
    Command(
        name="memory",
        summary={"en": "Memory"},
        acts=(
            act("list", slot("page")),
            act("correct", slot("which", required=True), slot("statement", required=True)),
            act("far off"),
        ),
    ),
    Command(
        name="take_break",
        summary={"en": "Rest"},
        acts=(act("take_break", slot("hours", before="for")),),
    ),
    Command(name="secret", summary={"en": "Psst"}, acts=(act("secret"),), is_hidden=True),
]


@given(
    st.lists(st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2100, 1, 1)))  # noqa: DTZ001 - made aware below
)
def test_ids_only_rise_whatever_the_clock_does(instants: list[datetime]) -> None:
    numbers = Numbers()

    ids = [int(numbers.next(instant.replace(tzinfo=UTC))) for instant in instants]

    assert ids == sorted(set(ids))


def test_a_clock_set_back_repeats_no_id_of_the_history() -> None:
    old = Numbers().next(NOW)
    history = [replace(HISTORY[0], message_id=old), replace(HISTORY[1], message_id=None)]

    new = Numbers(history).next(NOW - timedelta(days=1))

    assert int(new) > int(old)


@given(st.text())
def test_what_is_printed_can_be_written_and_steers_nothing(text: str) -> None:
    clean = printable(text)

    clean.encode("utf-8")
    assert not [ch for ch in clean if ch not in "\n\t" and (ch < " " or "\x7f" <= ch <= "\x9f")]
    assert printable(clean) == clean


def test_a_family_of_joined_characters_stays_one() -> None:
    assert printable("👩‍👩‍👧 e\u0301 مرحبا") == "👩‍👩‍👧 e\u0301 مرحبا"


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        pytest.param("/", ["status", "stop"], id="all"),
        pytest.param("/STA", ["status"], id="in any case"),
        pytest.param("/x", [], id="none"),
        pytest.param("st", [], id="no slash"),
        pytest.param("", [], id="nothing"),
        pytest.param("/stop now", [], id="the name is done"),
        pytest.param("/st\n", [], id="a second line"),
    ],
)
def test_the_menu_offers_what_the_name_may_become(typed: str, names: list[str]) -> None:
    assert [one.line for one in offered(MENU, typed, "en")] == [f"/{name}" for name in names]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        pytest.param("/memory", ["/memory"], id="the command alone"),
        pytest.param(
            "/memory ",
            ["/memory list [page]", "/memory correct <which> <statement>", "/memory far off"],
            id="all acts, each with what it asks for",
        ),
        pytest.param("/memory co", ["/memory correct <which> <statement>"], id="begun"),
        pytest.param("/memory  CO", ["/memory correct <which> <statement>"], id="blanks, case"),
        pytest.param("/memory far o", ["/memory far off"], id="two words"),
        pytest.param("/memory correct ", ["/memory correct <which> <statement>"], id="its hint"),
        pytest.param("/memory correct #2", [], id="the rest is free"),
        pytest.param("/memory x", [], id="no such act"),
        pytest.param("/take-b", ["/take_break [for hours]"], id="a hyphen, and a word before"),
        pytest.param("/take_break ", ["/take_break [for hours]"], id="one act needs no name"),
        pytest.param("/secr", [], id="hidden"),
    ],
)
def test_acts_follow_their_command_with_what_they_ask_for(typed: str, lines: list[str]) -> None:
    assert [one.shown for one in offered(shown_of(ACTING), typed, "de")] == lines


def test_what_stands_there_already_is_not_changed() -> None:
    (one,) = offered(ACTING, "/memory correct ", "de")

    assert (one.line, one.about) == ("/memory correct ", "Richtigstellen")


def test_choices_are_lines_to_type() -> None:
    choices = (Choice(label="Yes", line="/forget #2 yes"), Choice(label="No", line="/forget #2 no"))

    assert choice_lines(choices) == ["1. Yes: /forget #2 yes", "2. No: /forget #2 no"]
    assert choice_lines([Choice(label="/x", line="/x")]) == ["1. /x"]


def test_a_summary_is_told_in_the_persons_language_or_english() -> None:
    assert [entry.summary_in("de") for entry in MENU] == ["Wie es mir geht", "Stop"]


@pytest.mark.parametrize(
    ("text", "leaving"),
    [
        pytest.param("/exit", True, id="the command"),
        pytest.param(" /Exit ", True, id="in any case, with blanks"),
        pytest.param("/exit now", False, id="with more"),
        pytest.param("exit", False, id="a word"),
        pytest.param("/exit\nnow", False, id="a line of several"),
    ],
)
def test_leaving_is_said_alone(text: str, leaving: bool) -> None:
    assert leaves(text) is leaving


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        pytest.param(BrokenPipeError(), Unreachable(reason="BrokenPipeError"), id="nobody reads"),
        pytest.param(OSError(28, "a secret"), InDoubt(reason="OSError"), id="perhaps half written"),
    ],
)
def test_a_failed_write_is_an_outcome(error: OSError, outcome: SendOutcome) -> None:
    assert outcome_of(error) == outcome


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"person": "two\nlines"}, id="a name of two lines"),
        pytest.param({"person": ""}, id="no name"),
        pytest.param({"mode": "web"}, id="an unknown mode"),
        pytest.param({"colour": True}, id="an unknown key"),
    ],
)
def test_nonsense_in_the_settings_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ConsoleConfig.model_validate(settings)
