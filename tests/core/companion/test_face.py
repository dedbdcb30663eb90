"""The face itself: what a builder reads runs, and importing it brings nothing heavy."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[3]
README = HOUSE / "core" / "companion" / "README.md"

LOADED = """
import sys
import pydantic, structlog
before = set(sys.modules)
import core
names = {name.partition(".")[0] for name in set(sys.modules) - before}
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


def test_the_example_of_the_readme_runs_and_prints_what_it_says() -> None:
    text = README.read_text("utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    said = text.partition("It prints\n\n")[2].partition("\n\n")[0]

    assert ran(code).splitlines() == [line.strip() for line in said.splitlines()]


def test_importing_core_brings_nothing_but_itself() -> None:
    assert ran(LOADED).strip() == "['core']"


def test_importing_adapters_for_their_store_brings_no_database_before_it_is_asked_for() -> None:
    code = (
        "import sys; from adapters import sqlite_memory_store; print('sqlalchemy' in sys.modules)"
    )

    assert ran(code).strip() == "False"
