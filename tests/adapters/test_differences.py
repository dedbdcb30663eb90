"""What platforms differ in: the table tells nothing that no test shows, and the commands agree."""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from telegram import BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from adapters.console.commands import OWN, offered, shown_of
from adapters.discord.commands import application_commands, subcommands
from adapters.telegram.commands import for_all, for_owners
from core.admin.entries import COMMANDS
from core.admin.model import Command, Right, Where

TESTS = Path(__file__).parent.parent
TABLE = TESTS.parent / "adapters" / "README.md"
SHOWN = re.compile(r"`([\w/]+\.py)::(\w+)`")
HEADS = "| | Telegram | Discord | the console |"


def rows() -> dict[str, list[str]]:
    """Return the cells of each row, by what it is about."""
    _, _, table = TABLE.read_text("utf-8").partition(HEADS)
    cells = [
        [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        for line in table.splitlines()
        if line.startswith("| **")
    ]
    return {cell[0].strip("*"): cell[1:] for cell in cells}


@cache
def named_in(file: Path) -> frozenset[str]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    body = ast.parse(file.read_text("utf-8")).body
    return frozenset(one.name for one in body if isinstance(one, functions))


@pytest.mark.parametrize("about", rows())
def test_every_row_tells_of_each_platform_and_names_tests_that_are_there(about: str) -> None:
    cells = rows()[about]
    named = [SHOWN.findall(cell) for cell in cells]

    missing = [
        f"{file}::{test}"
        for file, test in (one for found in named for one in found)
        if not (TESTS / file).is_file() or test not in named_in(TESTS / file)
    ]

    assert len(cells) == 3
    assert all(SHOWN.sub("", cell).strip() for cell in cells)
    assert missing == []
    assert named[0], "what Telegram does is shown by no test"


@pytest.mark.parametrize(
    "word",
    [
        *("message holds", "formatting", "acknowledg", "down", "answer", "crash", "edits"),
        *("deletions", "heard", "put", "changing", "pictures", "attachments", "threads"),
        *("channels", "vanished", "blocked", "floods", "typing", "presence", "moves", "webhooks"),
        *("read in rooms", "bots", "as a chat", "meant", "ring", "commands", "every act", "proxy"),
        "token",
    ],
)
def test_the_table_leaves_no_difference_out(word: str) -> None:
    assert any(word in about for about in rows())


# Which commands each of them offers.


TELEGRAM, DISCORD, CONSOLE = "Telegram", "Discord", "the console"
HIDDEN = "Hidden commands (`pair`, `stranger`) stand in no menu"
WITHOUT_ACTS = "Telegram's menus have commands without their acts"
IN_GROUPS = "The menu of Telegram's groups has what friends may do where others listen"
ACTS = frozenset(command.path(act) for command in COMMANDS for act in command.acts)
REASONS: Mapping[str, Mapping[str, str]] = {
    TELEGRAM: {"pair": HIDDEN, "stranger": HIDDEN},
    DISCORD: {"pair": HIDDEN, "stranger": HIDDEN},
    CONSOLE: {"pair": HIDDEN, "stranger": HIDDEN},
}
"""Acts that a platform does not offer, and why, as `adapters/README.md` has it."""


def acts_of(names: set[str]) -> set[str]:
    """Return the acts of the commands of these names."""
    return {one.path(act) for one in COMMANDS if one.name in names for act in one.acts}


def on_telegram() -> set[str]:
    return acts_of({one.command for one in for_owners(COMMANDS)[""]})


def on_discord() -> set[str]:
    known = {command.name: command for command in COMMANDS}
    told = application_commands(COMMANDS)
    return {path for one in told for path in _chosen(one, known[one["name"]])}


def _chosen(told: Mapping[str, object], command: Command) -> set[str]:
    """Return the acts that can be chosen of what Discord is told."""
    paths: set[tuple[str, ...]] = set()
    options = told["options"]
    assert isinstance(options, list)
    for option in options:
        if option["type"] == 1:
            paths.add((option["name"],))
        elif option["type"] == 2:
            paths |= {(option["name"], inner["name"]) for inner in option["options"]}
    acts = subcommands(command)
    return {command.path(acts[path]) for path in paths or {()}}


def on_the_console() -> set[str]:
    menu = shown_of(COMMANDS)
    several = [one for one in menu if isinstance(one, Command) and len(one.acts) > 1]
    lines = [one.line for one in offered(menu, "/", "en")]
    lines += [one.line for command in several for one in offered(menu, f"/{command.name} ", "en")]
    return {line.removeprefix("/") for line in lines} & ACTS


@pytest.mark.parametrize(
    ("platform", "there"),
    [(TELEGRAM, on_telegram()), (DISCORD, on_discord()), (CONSOLE, on_the_console())],
    ids=[TELEGRAM, DISCORD, CONSOLE],
)
def test_every_messenger_offers_every_act_but_for_a_reason(platform: str, there: set[str]) -> None:
    assert ACTS - there == REASONS[platform].keys()
    assert there <= ACTS


def test_in_groups_telegram_offers_what_friends_may_do_there() -> None:
    lists = for_all(COMMANDS)
    alone, among = (
        {one.command for one in lists[scope][""]}
        for scope in (BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats())
    )
    able = {
        command.name
        for command in COMMANDS
        for act in command.acts
        if act.right <= Right.FRIEND and act.where is Where.ANYWHERE and not command.is_hidden
    }

    assert among == able <= alone


@pytest.mark.parametrize("reason", [HIDDEN, WITHOUT_ACTS, IN_GROUPS])
def test_every_reason_stands_where_builders_read_it(reason: str) -> None:
    assert reason in " ".join(TABLE.read_text("utf-8").split())


def test_no_command_has_the_name_of_the_consoles_own() -> None:
    assert OWN.name not in {command.name for command in COMMANDS}
