"""The table of what platforms differ in tells nothing that no test shows."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

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
        *("read in rooms", "bots", "as a chat", "meant", "ring", "commands", "proxy", "token"),
    ],
)
def test_the_table_leaves_no_difference_out(word: str) -> None:
    assert any(word in about for about in rows())
