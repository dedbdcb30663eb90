"""The face itself: what a builder reads runs, and importing it brings nothing heavy."""

import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[3]
README = HOUSE / "core" / "companion" / "README.md"

LOADED = """
import sys
import numpy, pydantic, structlog
pydantic.BaseModel, pydantic.Field  # read when they are first asked for
before = {name.partition(".")[0] for name in sys.modules}
import core
names = {name.partition(".")[0] for name in sys.modules} - before
print(sorted(name for name in names - sys.stdlib_module_names if not name.startswith("_")))
"""


def ran(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def examples() -> list[tuple[str, str]]:
    """Each example of the README with what it says that it prints."""
    parts = README.read_text("utf-8").split("```python\n")[1:]
    return [
        (part.partition("```")[0], part.partition("It prints\n\n")[2].partition("\n\n")[0])
        for part in parts
    ]


@pytest.mark.parametrize(("code", "said"), examples(), ids=["without a chat", "with a chat"])
def test_the_examples_of_the_readme_run_and_print_what_they_say(code: str, said: str) -> None:
    assert ran(code).splitlines() == [line.strip() for line in said.splitlines()]


def test_importing_core_brings_nothing_but_itself_and_what_every_program_of_ours_has() -> None:
    assert ran(LOADED).strip() == "['core']"


def test_importing_adapters_for_their_store_brings_no_database_before_it_is_asked_for() -> None:
    code = (
        "import sys; from adapters import sqlite_memory_store; print('sqlalchemy' in sys.modules)"
    )

    assert ran(code).strip() == "False"
