"""What `circadia check` and the settings tell of embeddings."""

import json
from pathlib import Path

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from bot.cli.app import app
from bot.config import Settings, load


@pytest.mark.parametrize(
    ("section", "told"),
    [
        pytest.param("", "use", id="the default"),
        pytest.param('model = "none"', "none: words alone are searched", id="none"),
        pytest.param(
            'model = "endpoint"\nurl = "http://127.0.0.1:1/v1"\nkey = "sk-1"\nname = "tiny"',
            "tiny at http://127.0.0.1:1/v1; not asked",
            id="a server",
        ),
    ],
)
def test_check_tells_what_finds_memories(tmp_path: Path, section: str, told: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[log]\nlevel = "error"\n[embeddings]\n{section}\n', "utf-8")

    result = CliRunner().invoke(app, ["check", "--json", "--config", str(file)])

    checks = json.loads(result.stdout.splitlines()[-1])["checks"]
    assert [one["detail"] for one in checks if one["part"] == "embeddings"] == [told]
    assert "sk-1" not in result.stdout


def test_the_key_may_come_from_the_environment_and_is_not_that_of_the_model(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[model]\nkey = "sk-model"\n[embeddings]\nmodel = "endpoint"\n', "utf-8")

    without = load(file, {})
    given = load(file, {"CIRCADIA__EMBEDDINGS__KEY": "sk-own"})

    assert isinstance(without, Settings)
    assert without.embeddings.key is None
    assert isinstance(given, Settings)
    assert given.embeddings.key == SecretStr("sk-own")
