"""The gate on talks that leave no doubt: every one of them has to come out right."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.memory.rules.gate import GateDials
from tests.judged.figures import judged

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "gate-plain.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_plain_case_is_told_apart(case: dict[str, Any]) -> None:
    assert judged(case, GateDials()) == case["expect"]
