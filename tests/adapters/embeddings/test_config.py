"""What the settings of embeddings refuse."""

import pytest
from pydantic import SecretStr, ValidationError

from adapters.embeddings.config import EmbeddingsConfig


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
        EmbeddingsConfig.model_validate(wrong)

    assert "sk-" not in str(raised.value)


def test_the_key_is_never_shown_and_its_line_end_dropped() -> None:
    config = EmbeddingsConfig(key=SecretStr("sk-1234\n"))

    assert config.key is not None
    assert config.key.get_secret_value() == "sk-1234"
    assert "sk-1234" not in f"{config!r}"
