"""The section `[discord]` of the settings."""

import re
from collections.abc import Collection
from datetime import timedelta
from typing import Literal
from urllib.parse import urlsplit

from pydantic import AnyUrl, BaseModel, ConfigDict, Field, SecretStr, field_validator

TOKEN_SHAPE = re.compile(r"[A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]+")
"""Three parts with dots between them, as the Developer Portal hands it out."""

API_URL = "https://discord.com/api/v10"
GATEWAY_URL = "wss://gateway.discord.gg/"
MOST_ACTIVITY = 128
"""Characters of an activity, by Discord."""

Status = Literal["online", "idle", "dnd", "invisible"]


class DiscordConfig(BaseModel):
    """How to reach Discord, and as whom."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    token: SecretStr | None = Field(
        default=None,
        description="The bot's token from the Developer Portal (Bot, Token); none: no Discord.",
        examples=["the.token.from-the-Developer-Portal"],
    )
    content_intent: bool = Field(
        default=True,
        description=(
            "Read messages that don't mention it; needs Message Content Intent in the Developer"
            " Portal (Bot). Off, it hears direct messages, mentions and replies only."
        ),
    )
    status: Status = Field(
        default="online", description="The dot beside its name: online, idle, dnd or invisible."
    )
    activity: str = Field(
        default="",
        max_length=MOST_ACTIVITY,
        description="A line of text under its name; none: no line.",
    )
    api_url: str = Field(
        default=API_URL,
        description="Where the API answers; one for the whole process.",
    )
    gateway_url: str = Field(
        default=GATEWAY_URL,
        description="Where events come from; one for the whole process.",
    )
    request_limit: timedelta = Field(
        default=timedelta(seconds=20),
        gt=timedelta(0),
        le=timedelta(days=1),
        description=(
            "Seconds that one request may take, waiting for a free connection and the library's"
            " own repetitions included."
        ),
    )
    patience: timedelta = Field(
        default=timedelta(seconds=30),
        ge=timedelta(seconds=30),
        le=timedelta(days=1),
        description=(
            "Seconds that a request waits for a rate limit, 30 at least; after a longer wait the"
            " bubble is tried again, and holds up nothing meanwhile."
        ),
    )
    stall_after: timedelta = Field(
        default=timedelta(seconds=140),
        ge=timedelta(seconds=1),
        le=timedelta(days=1),
        description=(
            "Seconds without any event or heartbeat until the connection is built anew; Discord's"
            " heartbeat takes about 41."
        ),
    )
    proxy: str | None = Field(
        default=None,
        repr=False,
        description="Address of an HTTP proxy on the way to Discord; none: straight.",
        examples=["http://127.0.0.1:3128"],
    )

    @field_validator("token", mode="before")
    @classmethod
    def _shaped(cls, value: object) -> object:
        """Strip what copying left around the token, and refuse what can't be one."""
        raw = value.get_secret_value() if isinstance(value, SecretStr) else value
        if not isinstance(raw, str):
            return raw
        bare = raw.strip().strip("\"'").strip().removeprefix("Bot ").strip()
        if not TOKEN_SHAPE.fullmatch(bare):
            raise ValueError(
                "is not a bot token (three parts with dots between them): copy the whole of what"
                " the Developer Portal shows under Bot, Token"
            )
        return SecretStr(bare)

    @field_validator("activity")
    @classmethod
    def _on_one_line(cls, value: str) -> str:
        """Refuse what can't stand on one line."""
        if not value.isprintable():
            raise ValueError("is one line of text")
        return value.strip()

    @field_validator("api_url")
    @classmethod
    def _answering(cls, value: str) -> str:
        """Refuse what no client can ask at."""
        if not _usable(value, ("http", "https")):
            raise ValueError(f"is no full address such as {API_URL}")
        return value.rstrip("/")

    @field_validator("gateway_url")
    @classmethod
    def _speaking(cls, value: str) -> str:
        """Refuse what no client can listen to."""
        if not _usable(value, ("ws", "wss")):
            raise ValueError(f"is no full address such as {GATEWAY_URL}")
        return value

    @field_validator("proxy")
    @classmethod
    def _passable(cls, value: str | None) -> str | None:
        """Refuse a proxy that no client can go through."""
        if value is not None and not _usable(value, ("http", "https")):
            raise ValueError("is no address of an HTTP proxy: http://, the host and :port")
        return value


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
