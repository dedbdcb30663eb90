from datetime import timedelta

import httpx
import pytest
from pydantic import BaseModel, SecretStr, ValidationError

from adapters.telegram.config import TelegramConfig

TOKEN = "123456:AAH-secret_part"


def token_of(config: TelegramConfig) -> str:
    assert config.token is not None
    return config.token.get_secret_value()


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(TOKEN, id="as it is"),
        pytest.param(f"  {TOKEN}\r\n", id="a line end of a secret file"),
        pytest.param(f'"{TOKEN}"', id="quotes that Docker leaves"),
        pytest.param(f" '{TOKEN} ' ", id="quotes and spaces"),
        pytest.param(SecretStr(f" {TOKEN}"), id="a secret already"),
    ],
)
def test_what_copying_left_around_a_token_is_taken_off(written: object) -> None:
    assert token_of(TelegramConfig.model_validate({"token": written})) == TOKEN


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("sk-not-a-bot-token", id="a model's key"),
        pytest.param("123456", id="no secret"),
        pytest.param(":AAHsecret", id="no number"),
        pytest.param("", id="empty"),
        pytest.param("123456:AAH secret", id="a space inside"),
    ],
)
def test_what_can_t_be_a_token_is_refused_with_the_cure_and_never_shown(wrong: str) -> None:
    with pytest.raises(ValidationError) as refused:
        TelegramConfig.model_validate({"token": wrong})

    assert "BotFather" in str(refused.value)
    assert not wrong or wrong not in str(refused.value)


def test_a_token_is_in_no_text_form() -> None:
    class Whole(BaseModel):
        telegram: TelegramConfig

    config = TelegramConfig.model_validate({"token": TOKEN})

    assert "secret_part" not in f"{config!r} {config} {Whole(telegram=config)!r}"
    assert "secret_part" not in config.model_dump_json()


def test_a_misspelt_setting_is_refused_without_its_value() -> None:
    with pytest.raises(ValidationError) as refused:
        TelegramConfig.model_validate({"tokn": TOKEN})

    assert "tokn" in str(refused.value)
    assert "secret_part" not in str(refused.value)


def test_a_watchdog_must_outlast_a_quiet_poll() -> None:
    with pytest.raises(ValidationError, match=r"longer than telegram\.poll_timeout"):
        TelegramConfig(poll_timeout=timedelta(seconds=50), stall_after=timedelta(seconds=50))


def test_every_setting_tells_what_it_does() -> None:
    assert [
        name for name, field in TelegramConfig.model_fields.items() if not field.description
    ] == []


@pytest.mark.parametrize("setting", ["api_url", "proxy"])
@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("nonsense", id="a word"),
        pytest.param("nonsense://127.0.0.1:1", id="an unknown scheme"),
        pytest.param("socks4://127.0.0.1:1", id="a proxy that no client knows"),
        pytest.param("https://", id="no host"),
        pytest.param("http://a:abc", id="a port of letters"),
        pytest.param("http://a:99999", id="a port too high"),
        pytest.param("http://a\n", id="a line end"),
        pytest.param("http://a\u200b", id="a character that shows nothing"),
        pytest.param("http://a..b", id="an empty part of the host"),
        pytest.param("http://999.1.1.1", id="no number of a network"),
    ],
)
def test_an_address_that_no_client_can_use_is_refused(wrong: str, setting: str) -> None:
    with pytest.raises(ValidationError, match=rf"{setting}\n.*is no .*address.*http"):
        TelegramConfig.model_validate({setting: wrong})


@pytest.mark.parametrize("scheme", ["http", "https", "socks5", "socks5h"])
def test_a_proxy_is_taken_exactly_if_the_client_can_use_it(scheme: str) -> None:
    proxy = f"{scheme}://me:pass-word@127.0.0.1:3128"
    try:
        httpx.AsyncHTTPTransport(proxy=proxy)
    except ImportError:
        with pytest.raises(ValidationError, match="works here: http, https, then") as refused:
            TelegramConfig(proxy=proxy)
        assert "pass-word" not in str(refused.value)
    else:
        assert TelegramConfig(proxy=proxy).proxy == proxy


def test_the_password_of_a_proxy_is_not_in_its_text_form() -> None:
    assert "pass-word" not in repr(TelegramConfig(proxy="http://me:pass-word@127.0.0.1:3128"))


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("", id="none: polls"),
        pytest.param("https://bot.example.org/telegram", id="public"),
        pytest.param("https://bot.example.org:8443", id="another port"),
        pytest.param("http://127.0.0.1:8080/x", id="this machine"),
        pytest.param("http://localhost:8080/x", id="this machine by name"),
        pytest.param("http://[::1]:8080/x", id="this machine by its newer number"),
    ],
)
def test_a_webhook_may_be_public_or_on_this_machine(url: str) -> None:
    assert TelegramConfig(webhook_url=url).webhook_url == url


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://bot.example.org/telegram", id="for all to read on the way"),
        pytest.param("http://127.0.0.1.example.org/", id="a name that looks like this machine"),
        pytest.param("bot.example.org", id="no scheme"),
        pytest.param("https://", id="no host"),
        pytest.param("https://bot.example.org/#top", id="a place in a page"),
        pytest.param("ftp://127.0.0.1/", id="another scheme"),
    ],
)
def test_a_webhook_that_telegram_could_not_post_to_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match=r"webhook_url\n.*https"):
        TelegramConfig(webhook_url=url)


@pytest.mark.parametrize("listen", ["127.0.0.1:8080", "0.0.0.0:1", "[::1]:65535", "localhost:80"])
def test_a_place_to_listen_at_is_host_and_port(listen: str) -> None:
    assert TelegramConfig(webhook_listen=listen).webhook_listen == listen


@pytest.mark.parametrize(
    "listen",
    ["", "8080", ":8080", "a:", "a:b", "a:0", "a:70000", "::1:80", "http://a:1", "a:1/x", "a b:1"],
)
def test_a_place_that_nobody_can_listen_at_is_refused(listen: str) -> None:
    with pytest.raises(ValidationError, match=r"webhook_listen\n.*host and port"):
        TelegramConfig(webhook_listen=listen)


@pytest.mark.parametrize("secret", ["", "with space", "ümlaut", "x" * 257, "a.b"])
def test_a_secret_that_telegram_would_not_take_is_refused_and_never_shown(secret: str) -> None:
    with pytest.raises(ValidationError, match="letters, digits") as refused:
        TelegramConfig.model_validate({"webhook_secret": secret})

    assert not secret or secret not in str(refused.value)
