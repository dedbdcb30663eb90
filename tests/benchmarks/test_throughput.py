"""The benchmark itself: it measures what it says, and the engine keeps to its transactions."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.bench.figures import percentile

MOST_TRANSACTIONS = 4 + 2
"""Four for a turn, and two for its one bubble."""


def test_the_figures_come_as_one_json_object_and_no_answer_takes_too_many_transactions(
    tmp_path: Path,
) -> None:
    command = ["bench", "throughput", "--seconds", "1", "--rows", "500"]
    crowds = ["--crowd", "1", "--crowd", "5", "--json"]

    done = subprocess.run(
        [sys.executable, "-m", "bot", *command, *crowds],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    figures = json.loads(done.stdout.splitlines()[-1])
    loads = [figures["open_loop"], *figures["saturation"]]
    assert [load["conversations"] for load in loads] == [50, 1, 5]
    assert all(load["messages"] > 0 and load["p50_ms"] <= load["p99_ms"] for load in loads)
    assert all(load["transactions_per_message"] <= MOST_TRANSACTIONS for load in loads)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        pytest.param([], 0.5, 0.0, id="nothing was measured"),
        pytest.param([3.0], 0.99, 3.0, id="one value"),
        pytest.param([4.0, 1.0, 3.0, 2.0], 0.5, 2.0, id="the lower of two in the middle"),
        pytest.param(list(range(1, 101)), 0.99, 99, id="nearest rank"),
    ],
)
def test_a_percentile_is_a_value_that_was_measured(
    values: list[float], share: float, expected: float
) -> None:
    assert percentile(values, share) == expected
