"""The section `[telegram]` of the settings."""

import re
from datetime import timedelta

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationInfo,
    field_validator,
)

TOKEN_SHAPE = re.compile(r"\d+:[A-Za-z0-9_-]+")
"""Digits, a colon and the secret, as BotFather hands it out."""


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
        pattern=r"^https?://",
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
        description="Seconds that opening a connection may take; a bubble is then surely unsent.",
    )
    read_limit: timedelta = Field(
        default=timedelta(seconds=20),
        gt=timedelta(0),
        description=(
            "Seconds that an answer may take, on top of poll_timeout for a poll; a bubble without"
            " an answer is in doubt and is not sent again."
        ),
    )
    stall_after: timedelta = Field(
        default=timedelta(seconds=140),
        gt=timedelta(0),
        description=(
            "Seconds without any answer to a poll until the connection is built anew;"
            " more than poll_timeout."
        ),
    )
    proxy: str | None = Field(
        default=None,
        description="Address of a proxy on the way to Telegram; none: straight.",
        examples=["http://127.0.0.1:3128"],
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

    @field_validator("stall_after")
    @classmethod
    def _outlasts_a_poll(cls, value: timedelta, info: ValidationInfo) -> timedelta:
        """Refuse a watchdog that would end every quiet poll."""
        poll_timeout = info.data.get("poll_timeout")
        if poll_timeout is not None and value <= poll_timeout:
            raise ValueError("must be longer than telegram.poll_timeout")
        return value
