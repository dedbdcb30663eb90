"""A day in a terminal and in a pipe."""

import io

from rich.console import Console

from adapters.pictures.model import Labels, Shift
from adapters.pictures.terminal import draw_day
from core.availability.model import Mode
from core.schedule.model import Activity
from tests.adapters.pictures.days import USUAL, span


def pipe(width: int = 80) -> Console:
    return Console(file=io.StringIO(), width=width)


def terminal(width: int = 80, *, no_color: bool = False) -> Console:
    return Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        color_system="truecolor",
        no_color=no_color,
        legacy_windows=False,
    )


def test_a_pipe_gets_plain_lines_that_say_all_in_words() -> None:
    told = draw_day("Mina, Monday", USUAL, 600, Labels(), pipe())

    assert told.splitlines() == [
        "Mina, Monday",
        "00:00-07:00  Asleep (Sleep), Offline",
        "07:00-08:00  Breakfast (Meal), Online",
        "08:00-17:00  The spring catalogue (Work), Do not disturb  < now 10:00",
        "17:00-23:00  Reading (Free time), Online",
        "23:00-24:00  Asleep (Sleep), Offline",
    ]


def test_a_terminal_gets_colours_and_a_bar_that_is_as_wide_as_it() -> None:
    told = draw_day("Mina", USUAL, 600, Labels(), terminal(72))

    lines = told.splitlines()
    assert "\x1b[" in told
    assert sum(line.count("▀") for line in lines) == 72
    assert lines[1].count("▼") == 1
    assert "00       03       06" in lines[3]


def test_without_colours_there_is_no_bar() -> None:
    assert "▀" not in draw_day("Mina", USUAL, 600, Labels(), terminal(no_color=True))


def test_a_very_narrow_terminal_gets_the_lines_alone() -> None:
    told = draw_day("Mina", USUAL, None, Labels(), terminal(20))

    assert "▀" not in told
    assert len(told.splitlines()) == 6


def test_an_empty_day_says_so() -> None:
    assert draw_day("Mina", [], 600, Labels(empty="없음"), pipe()) == "Mina\n없음\n"


def test_words_come_in_the_language_that_is_given() -> None:
    labels = Labels(activities={Activity.MEAL: "Essen"}, modes={Mode.ONLINE: "da"}, now="jetzt")

    told = draw_day("Mina", [span(720, 780, Activity.MEAL, "")], 725, labels, pipe())

    assert told == "Mina\n12:00-13:00  Essen, da  < jetzt 12:05\n"


def test_a_title_can_neither_steer_the_terminal_nor_break_its_line() -> None:
    wild = "[bold]a[/bold]\x1b[2J\nb\r\x07\u202e" + "x" * 200

    told = draw_day(wild, [span(0, 60, Activity.REST, wild)], None, Labels(), pipe(40))

    assert "\x1b" not in told
    assert len(told.splitlines()) == 2
    assert told.startswith("[bold]a[/bold][2J b")


def test_days_of_23_and_25_hours_show_what_the_clocks_show() -> None:
    short = draw_day(
        "Mina", [span(60, 180, Activity.REST)], None, Labels(), pipe(), shift=Shift(at=120, by=60)
    )
    long = draw_day(
        "Mina", [span(0, 1500, Activity.REST)], 200, Labels(), pipe(), shift=Shift(at=180, by=-60)
    )

    assert "01:00-04:00" in short
    assert "00:00-24:00  Rest, Online  < now 02:20" in long
