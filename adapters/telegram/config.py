"""The section `[telegram]` of the settings."""

import re
from collections.abc import Collection
from datetime import timedelta
from importlib.util import find_spec
from ipaddress import ip_address
from urllib.parse import urlsplit

from pydantic import (
    AnyUrl,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationInfo,
    field_validator,
)

TOKEN_SHAPE = re.compile(r"\d+:[A-Za-z0-9_-]+")
"""Digits, a colon and the secret, as BotFather hands it out."""

SECRET_SHAPE = re.compile(r"[A-Za-z0-9_-]{1,256}")
"""What Telegram takes as a webhook's secret."""

PROXIES = ("http", "https", *(("socks5", "socks5h") if find_spec("socksio") else ()))
"""The kinds of proxies that work here."""


class TelegramConfig(BaseModel):
    """How to reach Telegram, and as whom."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    token: SecretStr | None = Field(
        default=None,
        description="The bot's token from @BotFather; none: no Telegram.",
        examples=["123456789:the-secret-from-BotFather"],
    )
    api_url: str = Field(
        default="https://api.telegram.org",
        description="Where the Bot API answers; another address for a server of your own.",
    )
    poll_timeout: timedelta = Field(
        default=timedelta(seconds=50),
        ge=timedelta(seconds=1),
        le=timedelta(seconds=50),
        description="Seconds that Telegram holds a poll open while nothing is new; 1 to 50.",
    )
    connect_limit: timedelta = Field(
        default=timedelta(seconds=10),
        gt=timedelta(0),
        le=timedelta(days=1),
        description="Seconds that opening a connection may take; a bubble is then surely unsent.",
    )
    read_limit: timedelta = Field(
        default=timedelta(seconds=20),
        gt=timedelta(0),
        le=timedelta(days=1),
        description=(
            "Seconds that an answer may take, on top of poll_timeout for a poll; a bubble without"
            " an answer is in doubt and is not sent again."
        ),
    )
    stall_after: timedelta = Field(
        default=timedelta(seconds=140),
        gt=timedelta(0),
        le=timedelta(days=1),
        description=(
            "Seconds without any answer to a poll until the connection is built anew;"
            " more than poll_timeout."
        ),
    )
    proxy: str | None = Field(
        default=None,
        repr=False,
        description="Address of a proxy on the way to Telegram; none: straight.",
        examples=["http://127.0.0.1:3128"],
    )

    webhook_url: str = Field(
        default="",
        description=(
            "The public https address that Telegram posts updates to, led to webhook_listen by a"
            " reverse proxy; empty: they are polled for, which needs no address."
        ),
        examples=["https://bot.example.org/telegram"],
    )
    webhook_listen: str = Field(
        default="127.0.0.1:8080",
        description="Host and port of this machine where the posts of webhook_url arrive.",
    )
    webhook_secret: SecretStr | None = Field(
        default=None,
        description=(
            "What Telegram shows with every post, 1 to 256 letters, digits, _ and -;"
            " none: derived from the token."
        ),
        examples=["a-long-random-word"],
    )

    @field_validator("token", mode="before")
    @classmethod
    def _shaped(cls, value: object) -> object:
        """Strip what copying left around the token, and refuse what can't be one."""
        raw = value.get_secret_value() if isinstance(value, SecretStr) else value
        if not isinstance(raw, str):
            return raw
        bare = raw.strip().strip("\"'").strip()
        if not TOKEN_SHAPE.fullmatch(bare):
            raise ValueError(
                "is not a bot token (digits, a colon, a secret): copy the whole of what"
                " @BotFather shows for your bot"
            )
        return SecretStr(bare)

    @field_validator("api_url")
    @classmethod
    def _answering(cls, value: str) -> str:
        """Refuse what no client can ask at."""
        if not _usable(value, ("http", "https")):
            raise ValueError("is no full address such as https://api.telegram.org")
        return value

    @field_validator("proxy")
    @classmethod
    def _passable(cls, value: str | None) -> str | None:
        """Refuse a proxy that no client can go through."""
        if value is not None and not _usable(value, PROXIES):
            raise ValueError(
                f"is no address of a proxy that works here: {', '.join(PROXIES)}, then ://, the"
                " host and :port"
            )
        return value

    @field_validator("webhook_url")
    @classmethod
    def _public(cls, value: str) -> str:
        """Refuse where Telegram can't or should not post to."""
        if not value:
            return value
        schemes = ("http", "https") if _is_loopback(value) else ("https",)
        if not _usable(value, schemes) or "#" in value:
            raise ValueError(
                "is no full https address such as https://bot.example.org/telegram; http is for"
                " addresses of this machine alone"
            )
        return value

    @field_validator("webhook_listen")
    @classmethod
    def _listening(cls, value: str) -> str:
        """Refuse what is no host and port."""
        host, port = host_port(value)
        if not host or not 1 <= port <= 65535:
            raise ValueError("is no host and port such as 127.0.0.1:8080")
        return value

    @field_validator("webhook_secret")
    @classmethod
    def _sayable(cls, value: SecretStr | None) -> SecretStr | None:
        """Refuse a secret that Telegram would not take."""
        if value is not None and not SECRET_SHAPE.fullmatch(value.get_secret_value()):
            raise ValueError("must be 1 to 256 letters, digits, _ and -")
        return value

    @field_validator("stall_after")
    @classmethod
    def _outlasts_a_poll(cls, value: timedelta, info: ValidationInfo) -> timedelta:
        """Refuse a watchdog that would end every quiet poll."""
        poll_timeout = info.data.get("poll_timeout")
        if poll_timeout is not None and value <= poll_timeout:
            raise ValueError("must be longer than telegram.poll_timeout")
        return value


def host_port(listen: str) -> tuple[str, int]:
    """Return both parts of `127.0.0.1:8080` or `[::1]:8080`; ("", 0) for what is none."""
    try:
        parts = urlsplit(f"//{listen}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return "", 0
    bare = parts.netloc == listen and "@" not in listen and not re.search(r"\s", listen)
    return (host, port) if bare and host and port else ("", 0)


def _is_loopback(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _usable(url: str, schemes: Collection[str]) -> bool:
    """Return whether a client can go to `url`; each parser lets pass what another refuses."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna")
        AnyUrl(url)
    except ValueError:
        return False
    whole = parts.scheme in schemes and bool(host) and parts.port != 0
    return whole and url.isprintable() and " " not in url  # parsers drop line ends in silence
