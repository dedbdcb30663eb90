"""`circadia bench recall`: figures over a small file, by the path that a turn uses."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.app import app

SAID = [
    ("t1", "Ana", "I have two giant schnauzers"),
    ("t2", "Mina", "How lovely!"),
    ("t3", "Ana", "Trains were late today"),
    ("t4", "Mina", "I baked bread with rye"),
]


def written(folder: Path, **changed: object) -> Path:
    talk = {
        "id": "one",
        "language": "en",
        "speakers": ["Ana", "Mina"],
        "turns": [
            {
                "id": name,
                "session": 1,
                "speaker": speaker,
                "time": f"2026-05-03T10:0{number}:00Z",
                "text": text,
            }
            for number, (name, speaker, text) in enumerate(SAID)
        ],
        "questions": [
            {"id": "q1", "text": "which schnauzers?", "category": "pets", "evidence": ["t1"]},
            {"id": "q2", "text": "who baked bread?", "category": "food", "evidence": ["t4", "t2"]},
            {"id": "q3", "text": "what else?", "category": "food", "evidence": []},
        ],
        **changed,
    }
    file = folder / "talk.json"
    file.write_text(json.dumps({"conversations": [talk]}), "utf-8")
    return file


def ran(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["bench", "recall", *arguments])
    return result.exit_code, result.output


def test_shares_are_told_per_category_and_for_all(tmp_path: Path) -> None:
    file = written(tmp_path)

    code, told = ran("--data", str(file), "--embedder", "none", "--k", "1,10", "--json")

    figures = json.loads(told.strip().splitlines()[-1])
    assert code == 0
    assert figures["n"] == {"all": 2, "pets": 1, "food": 1}
    assert figures["recall"]["pets"] == {"1": 1.0, "10": 1.0}
    assert figures["recall"]["food"]["1"] == 0.5
    assert figures["hit"]["all"] == {"1": 1.0, "10": 1.0}
    assert figures["mrr"] == 1.0
    assert figures["latency_ms"].keys() == {"p50", "p99"}
    assert figures["index_ms_per_turn"] >= 0
    assert "words_only" not in figures


def test_questions_that_name_a_date_are_told_apart_as_well(tmp_path: Path) -> None:
    asked = {"text": "what about trains on 3 May 2026?", "category": "trains", "evidence": ["t3"]}
    file = written(tmp_path, questions=[{"id": "q1", **asked}])

    _, told = ran("--data", str(file), "--embedder", "none", "--k", "1", "--json")

    figures = json.loads(told.strip().splitlines()[-1])
    assert figures["n"] == {"all": 1, "trains": 1, "named-date": 1}
    assert figures["recall"]["named-date"] == {"1": 1.0}


def test_figures_are_a_table_for_people(tmp_path: Path) -> None:
    code, told = ran(
        "--data", str(written(tmp_path)), "--embedder", "none", "--turns", "8", "--ablations"
    )

    assert code == 0
    assert "recall@k" in told
    assert "8 turns in one scope" in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(("--k", "0"), "--k lists numbers", id="no turn at all"),
        pytest.param(("--k", "a,b"), "--k lists numbers", id="no numbers"),
        pytest.param(("--embedder", "magic"), "--embedder is use", id="unknown embedder"),
    ],
)
def test_what_can_t_be_used_is_named(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    code, told = ran("--data", str(written(tmp_path)), *arguments)

    assert code != 0
    assert says in " ".join(told.split())


def test_a_file_of_another_shape_is_named(tmp_path: Path) -> None:
    code, told = ran("--data", str(written(tmp_path, turns=[])), "--embedder", "none")

    assert code != 0
    assert "has another shape" in " ".join(told.split())
