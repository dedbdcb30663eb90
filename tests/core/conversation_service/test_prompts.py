import pytest

from core.errors import Misconfigured
from core.prompts.templates import PLACES, Prompts


def texts() -> dict[str, str]:
    return {
        name: " ".join(f"{{{{{place}}}}}" for place in sorted(places)) or name
        for name, places in PLACES.items()
    }


def test_the_shipped_prompts_load() -> None:
    assert "blank line" in Prompts.load().fill("conversation", NAME="Mina", SEED="s", VOICE="v")


@pytest.mark.parametrize(
    "value", ["{{NAME}}", "{{OTHER}} $1 ${x} {0} %s", r"\1 \g<0> \n", "<b>&amp;</b>", "{{", "}}"]
)
def test_values_go_in_as_they_are(value: str) -> None:
    filled = Prompts(texts()).fill("judgement", QUESTION=value, MATERIAL="{{QUESTION}}")

    assert filled == "{{QUESTION}} " + value


def test_a_prompt_with_a_foreign_placeholder_is_refused_when_loaded() -> None:
    with pytest.raises(Misconfigured, match="CITY"):
        Prompts({**texts(), "opener": "in {{CITY}}"})


def test_a_prompt_that_lost_a_placeholder_is_refused_when_loaded() -> None:
    with pytest.raises(Misconfigured, match="VOICE"):
        Prompts({**texts(), "conversation": "{{NAME}} {{SEED}}"})


def test_a_missing_prompt_is_refused_when_loaded() -> None:
    given = texts()
    del given["now"]

    with pytest.raises(Misconfigured, match="now"):
        Prompts(given)


@pytest.mark.parametrize(
    "values", [{"QUESTION": "q"}, {"QUESTION": "q", "MATERIAL": "m", "X": "x"}]
)
def test_missing_and_unknown_values_are_errors(values: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="judgement"):
        Prompts(texts()).fill("judgement", **values)
