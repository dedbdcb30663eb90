"""The gate on the judged cases of its development set. What was not seen does worse."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.judged.figures import Figures, measure

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "gate-develop.json").read_text("utf-8")
)
LANGUAGES = sorted({case["language"] for case in CASES})


@pytest.fixture(scope="module")
def figures() -> Figures:
    return measure(CASES)


def test_what_is_kept_was_meant(figures: Figures) -> None:
    assert figures.all.precision >= 0.92, str(figures)


def test_what_was_meant_is_kept(figures: Figures) -> None:
    assert figures.all.recall >= 0.95, str(figures)


def test_places_are_taken_as_a_reader_would(figures: Figures) -> None:
    assert figures.all.exact / figures.all.cases >= 0.93, str(figures)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_falls_behind(figures: Figures, language: str) -> None:
    tally = figures.by_language[language]

    assert min(tally.precision, tally.recall) >= 0.85, str(figures)


@pytest.mark.parametrize(
    "kind",
    [
        *("secret", "instruction", "rights-claim", "companion-words", "recalled-text"),
        *("forward", "quote", "group-mixup", "other-person", "role-play"),
    ],
)
def test_nothing_of_these_kinds_comes_in_that_should_not(figures: Figures, kind: str) -> None:
    assert figures.by_kind[kind].wrongly_in == 0, str(figures)


def test_what_passes_is_given_an_end_and_what_lasts_is_not(figures: Figures) -> None:
    ended, passing = figures.passing

    assert ended >= 0.85 * passing, str(figures)
    assert figures.ended_wrongly <= 2, str(figures)
