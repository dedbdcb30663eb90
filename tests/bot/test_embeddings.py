"""What `circadia check` and the settings tell of embeddings."""

import json
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError
from typer.testing import CliRunner

from adapters.clock.system import SystemClock
from adapters.embeddings.local import LocalEmbedder
from adapters.openai.embeddings import OpenAIEmbedder
from bot.cli.app import app
from bot.config import Settings, load
from bot.remembering import embedder
from bot.settings.embeddings import EmbeddingsSection


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
    given = load(file, {"CIRCADIA__EMBEDDINGS__KEY": "sk-own\n"})

    assert isinstance(without, Settings)
    assert without.embeddings.key is None
    assert isinstance(given, Settings)
    assert given.embeddings.key == SecretStr("sk-own")
    assert "sk-own" not in f"{given!r}"


def test_the_settings_choose_the_model() -> None:
    by_default = embedder(EmbeddingsSection(), SystemClock())
    asking = embedder(EmbeddingsSection(model="endpoint"), SystemClock())

    assert isinstance(by_default, LocalEmbedder)
    assert (by_default.model, by_default.size) == ("use-multilingual-v3/1", 512)
    assert isinstance(asking, OpenAIEmbedder)
    assert embedder(EmbeddingsSection(model="none"), SystemClock()) is None


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"model": "gpt-5"}, id="no such kind"),
        pytest.param({"url": "api.openai.com"}, id="half an address"),
        pytest.param({"url": "https://me:sk-1@models.example/v1"}, id="credentials in it"),
        pytest.param({"key": "sk-two words"}, id="a key with blanks"),
        pytest.param({"name": "two words"}, id="a name with blanks"),
        pytest.param({"name": ""}, id="no name"),
        pytest.param({"threads": 0}, id="no thread"),
        pytest.param({"deadline": 0}, id="no time"),
        pytest.param({"size": 3}, id="an unknown setting"),
    ],
)
def test_nonsense_is_refused_without_being_repeated(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as raised:
        EmbeddingsSection.model_validate(wrong)

    assert "sk-" not in str(raised.value)
