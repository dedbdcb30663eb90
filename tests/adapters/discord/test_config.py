from datetime import timedelta

import pytest
from pydantic import BaseModel, SecretStr, ValidationError

from adapters.clock.system import SystemClock
from adapters.discord.config import DiscordConfig
from core.errors import Misconfigured
from tests.adapters.discord.conftest import Maker

TOKEN = "MTIzNDU2.secret-part_.AAAA-bbbb"


def token_of(config: DiscordConfig) -> str:
    assert config.token is not None
    return config.token.get_secret_value()


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(TOKEN, id="as it is"),
        pytest.param(f"  {TOKEN}\r\n", id="a line end of a secret file"),
        pytest.param(f'"{TOKEN}"', id="quotes that Docker leaves"),
        pytest.param(f"Bot {TOKEN}", id="as it stands in headers"),
        pytest.param(SecretStr(f" {TOKEN}"), id="a secret already"),
    ],
)
def test_what_copying_left_around_a_token_is_taken_off(written: object) -> None:
    assert token_of(DiscordConfig.model_validate({"token": written})) == TOKEN


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("123456:AAH-secret_part", id="a token of Telegram"),
        pytest.param("abcdef0123456789abcdef0123456789", id="the client secret"),
        pytest.param("", id="empty"),
        pytest.param("MTIz.secret part.AAAA", id="a space inside"),
    ],
)
def test_what_can_t_be_a_token_is_refused_with_the_cure_and_never_shown(wrong: str) -> None:
    with pytest.raises(ValidationError) as refused:
        DiscordConfig.model_validate({"token": wrong})

    assert "Developer Portal" in str(refused.value)
    assert not wrong or wrong not in str(refused.value)


def test_a_token_is_in_no_text_form() -> None:
    class Whole(BaseModel):
        discord: DiscordConfig

    config = DiscordConfig.model_validate({"token": TOKEN})

    assert "secret-part" not in f"{config!r} {config} {Whole(discord=config)!r}"
    assert "secret-part" not in config.model_dump_json()


def test_a_password_of_a_proxy_is_not_shown() -> None:
    config = DiscordConfig.model_validate({"proxy": "http://ann:hush@127.0.0.1:3128"})

    assert "hush" not in repr(config)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"tokn": "x"}, id="a misspelt setting"),
        pytest.param({"api_url": "discord.com"}, id="no scheme"),
        pytest.param({"gateway_url": "https://gateway.discord.gg"}, id="not a websocket"),
        pytest.param({"proxy": "socks5://127.0.0.1:1080"}, id="a proxy that does not work here"),
        pytest.param({"status": "away"}, id="no status of Discord's"),
        pytest.param({"activity": "two\nlines"}, id="two lines"),
        pytest.param({"activity": "x" * 129}, id="longer than Discord shows"),
        pytest.param({"patience": timedelta(seconds=5)}, id="less than the library waits"),
        pytest.param({"stall_after": timedelta(0)}, id="a watchdog that always barks"),
        pytest.param({"request_limit": timedelta(0)}, id="no time at all"),
    ],
)
def test_nonsense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        DiscordConfig.model_validate(wrong)


def test_without_a_token_the_owner_is_told_where_to_get_one(make: Maker) -> None:
    with pytest.raises(Misconfigured, match=r"discord\.token is missing"):
        make(token=None, clock=SystemClock())
