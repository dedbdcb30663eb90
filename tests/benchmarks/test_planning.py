"""The benchmark of planning: every companion gets its day, and a plan takes little room."""

import json
import subprocess
import sys
from pathlib import Path

from bot.bench.town import town

YEAR = 5_000_000
"""Bytes that a companion's year stays under."""


def test_the_figures_come_as_one_json_object_and_a_year_of_plans_stays_small(
    tmp_path: Path,
) -> None:
    command = ["bench", "planning", "--companions", "40", "--json"]

    done = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["companions"] == 40
    assert figures["seconds"] > 0
    assert 0 < figures["p50_ms"] <= figures["p99_ms"]
    assert figures["rows_per_plan"] == 2  # the plan, and its row in the ledger
    assert 0 < figures["bytes_per_plan"] * 366 < YEAR
    assert not list(tmp_path.iterdir())


def test_the_town_lives_in_six_languages_and_no_two_have_the_same_seed() -> None:
    inhabitants = town(60)

    personas = [one.persona for one in inhabitants]
    assert {one.language for one in personas} == {"en", "ko", "ru", "ja", "es", "de"}
    assert len({one.space for one in personas}) == 60
    assert len({(one.persona.zone.key, one.life.routine) for one in inhabitants}) == 40
    assert town(60) == inhabitants
