"""Which servers a role asks, and what the settings refuse."""

import httpx2
import pytest
from pydantic import SecretStr, ValidationError

from adapters.openai.config import ModelConfig, Role, ServerConfig

MAIN = {"url": "https://main.example/v1", "key": "main-key", "name": "big"}


def test_a_role_without_settings_asks_the_main_server_then_the_fallbacks() -> None:
    config = ModelConfig.model_validate(
        {**MAIN, "fallbacks": [{"url": "http://127.0.0.1:1/v1", "name": "small"}]}
    )

    servers = config.servers("conversation")

    assert [(one.url, one.name) for one in servers] == [
        ("https://main.example/v1", "big"),
        ("http://127.0.0.1:1/v1", "small"),
    ]
    assert servers[0].key == SecretStr("main-key")
    assert servers[1].key is None


def test_a_role_changes_what_it_names_and_inherits_the_rest() -> None:
    config = ModelConfig.model_validate(
        {
            **MAIN,
            "fallbacks": [{"name": "spare"}],
            "roles": {"judgement": {"name": "tiny", "max_tokens": 50, "temperature": 0.0}},
        }
    )

    main, spare = config.servers("judgement")

    assert (main.name, main.max_tokens, main.temperature) == ("tiny", 50, 0.0)
    assert (main.url, main.key) == (config.url, config.key)
    assert (spare.name, spare.max_tokens, spare.temperature) == ("spare", 50, 0.0)
    assert config.servers("conversation")[0].name == "big"


@pytest.mark.parametrize(
    ("role", "key"),
    [
        pytest.param({"url": "https://main.example/other"}, "main-key", id="the same place"),
        pytest.param({"url": "https://elsewhere.example/v1"}, None, id="another place"),
        pytest.param(
            {"url": "https://elsewhere.example/v1", "key": "own"}, "own", id="with its own key"
        ),
    ],
)
def test_the_main_key_never_travels_to_another_place(role: dict[str, str], key: str | None) -> None:
    config = ModelConfig.model_validate({**MAIN, "roles": {"condensation": role}})

    found = config.servers("condensation")[0].key

    assert (found.get_secret_value() if found else None) == key


@pytest.mark.parametrize(
    ("given", "configured"),
    [
        pytest.param({}, False, id="nothing"),
        pytest.param({"temperature": 0.2, "fallbacks": [{}]}, False, id="no server of its own"),
        pytest.param({"key": ""}, False, id="an empty key, as an unset variable gives"),
        pytest.param({"key": "k"}, True, id="a key"),
        pytest.param({"url": "http://127.0.0.1:11434/v1"}, True, id="a local server"),
        pytest.param({"name": "gpt-5-mini"}, True, id="a model, though it is the default"),
    ],
)
def test_a_model_is_configured_once_an_owner_names_it(
    given: dict[str, object], configured: bool
) -> None:
    assert ModelConfig.model_validate(given).configured is configured


def test_the_window_of_a_role_is_the_smallest_that_it_may_meet() -> None:
    config = ModelConfig.model_validate(
        {"context_tokens": 32_000, "fallbacks": [{"context_tokens": 4_096}]}
    )

    assert config.window("conversation") == 4_096


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"url": "main.example/v1"}, id="no scheme"),
        pytest.param({"url": "https://me:secret-word@main.example/v1"}, id="credentials inside"),
        pytest.param({"urk": "https://main.example/v1"}, id="a misspelt name"),
        pytest.param({"temperature": 3}, id="too hot"),
        pytest.param({"connect": 0}, id="no time at all"),
        pytest.param({"roles": {"poet": {}}}, id="an unknown role"),
    ],
)
def test_nonsense_is_refused_without_showing_what_was_given(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as refused:
        ModelConfig.model_validate(wrong)

    assert "secret-word" not in str(refused.value)


@pytest.mark.parametrize("model", [ServerConfig, ModelConfig])
def test_every_setting_says_what_it_does(model: type[ServerConfig]) -> None:
    assert all(field.description for field in model.model_fields.values())


def test_every_role_resolves() -> None:
    roles: tuple[Role, ...] = Role.__args__  # type: ignore[attr-defined]

    assert all(ModelConfig().servers(role) for role in roles)


@pytest.mark.parametrize("place", ["main", "role", "fallback"])
@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://a:abc/v1", id="a port of letters"),
        pytest.param("http://a:99999/v1", id="a port too high"),
        pytest.param("http://a:0/v1", id="port 0"),
        pytest.param("http://a/v1\n", id="a line end"),
        pytest.param("http://a\t.example/v1", id="a tab"),
        pytest.param("http://a\u200b.example/v1", id="a character that shows nothing"),
        pytest.param("http://a b/v1", id="a space"),
        pytest.param("http:///v1", id="an empty host"),
        pytest.param("http://:80/v1", id="a port alone"),
        pytest.param("http://a..b/v1", id="an empty part of the host"),
        pytest.param(f"http://{'a' * 64}.example/v1", id="a part of the host too long"),
        pytest.param("http://999.1.1.1/v1", id="no number of a network"),
        pytest.param("http://[::1/v1", id="an open bracket"),
    ],
)
def test_an_address_that_no_client_can_use_is_refused_with_an_example(url: str, place: str) -> None:
    with pytest.raises(ValidationError, match=r"a full address such as http://"):
        ModelConfig.model_validate(_placed(place, {"url": url}))


@pytest.mark.parametrize(
    "url", ["http://[::1]:8080/v1", "https://münchen.example/v1", "http://model_box:1/v1"]
)
def test_unusual_addresses_that_work_are_taken(url: str) -> None:
    assert httpx2.URL(ServerConfig(url=url).url).host


@pytest.mark.parametrize("place", ["main", "role", "fallback"])
@pytest.mark.parametrize(
    "key",
    [
        pytest.param("sk-ключ", id="letters of another script"),
        pytest.param("sk-se cret", id="a space inside"),
        pytest.param("sk-se\ncret", id="a line end inside"),
        pytest.param("sk-se\x00cret", id="a control character"),
        pytest.param("sk-secret\u200b", id="a character that shows nothing"),
    ],
)
def test_a_key_that_no_header_can_carry_is_refused_and_never_shown(key: str, place: str) -> None:
    with pytest.raises(ValidationError, match="is no key") as refused:
        ModelConfig.model_validate(_placed(place, {"key": key}))

    assert key not in str(refused.value)
    assert "sk-" not in str(refused.value)


@pytest.mark.parametrize("key", [" sk-secret\r\n", SecretStr("sk-secret\n")])
def test_what_copying_left_around_a_key_is_taken_off(key: object) -> None:
    config = ModelConfig.model_validate(
        {"key": key, "roles": {"rewrite": {"key": key}}, "fallbacks": [{"key": key}]}
    )

    keys = (config.key, config.roles.rewrite.key, config.fallbacks[0].key)

    assert keys == (SecretStr("sk-secret"),) * 3


def _placed(place: str, given: dict[str, object]) -> dict[str, object]:
    placed: dict[str, dict[str, object]] = {
        "main": given,
        "role": {"roles": {"rewrite": given}},
        "fallback": {"fallbacks": [given]},
    }
    return placed[place]
