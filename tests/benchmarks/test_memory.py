"""The benchmark of memory: it measures what it says, over facts of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_the_figures_of_each_space_come_as_one_json_object(tmp_path: Path) -> None:
    command = ["bench", "memory", "--facts", "20", "--facts", "40", "--json"]

    done = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )

    spaces = json.loads(done.stdout.splitlines()[-1])["spaces"]
    assert [(space["facts"], space["in_scope"]) for space in spaces] == [(20, 12), (40, 24)]
    for space in spaces:
        assert 0 < space["insert_p50_ms"] <= space["insert_p99_ms"]
        assert 0 < space["warm_p50_ms"] <= space["warm_p99_ms"]
        assert 0 < space["cold_p50_ms"] <= space["cold_most_ms"]
        assert space["bytes_per_fact"] > 0
    assert not list(tmp_path.iterdir())
