"""The sections `[[companions]]` and `[[accounts]]`: who else there is, and where it speaks."""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_core.core_schema import ValidationInfo

from adapters.discord.config import DiscordConfig
from adapters.telegram.config import TelegramConfig
from bot.settings.companion import SPACE, CompanionSection
from bot.settings.section import Section

MessengerConfig = TelegramConfig | DiscordConfig

MESSENGERS: Final[Mapping[str, type[MessengerConfig]]] = {
    "telegram": TelegramConfig,
    "discord": DiscordConfig,
}
"""What the connection of each messenger is made of; each has a section of that name."""
RESERVED: Final = (*MESSENGERS, "console")
"""The names of the first accounts, and of the terminal."""


class FurtherCompanionSection(CompanionSection):
    """Further companions, as in [companion]; space, name and seed are required here."""

    space: str = Field(
        pattern=SPACE,
        description=CompanionSection.model_fields["space"].description,
        examples=["luna"],
    )
    name: str = Field(
        description=CompanionSection.model_fields["name"].description, examples=["Luna"]
    )
    seed: str = Field(
        description=CompanionSection.model_fields["seed"].description,
        examples=["Luna keeps bees on a roof."],
    )


class AccountSection(Section):
    """Further bot accounts beside telegram.token and discord.token, each for one companion."""

    model_config = ConfigDict(hide_input_in_errors=True)

    name: str = Field(
        pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$",
        description="What you call it, for good: its talks are kept under this name. Small "
        "letters, digits, - and _.",
        examples=["luna"],
    )
    messenger: Literal["telegram", "discord"] = Field(
        description="Where it is: telegram or discord. How to get there stands in the section of "
        "that name.",
        examples=["telegram"],
    )
    token: SecretStr | None = Field(
        default=None,
        description="Its token, as in the section of the messenger; also from the environment, "
        "CIRCADIA__ACCOUNTS__LUNA__TOKEN, or from a file secrets/accounts__luna__token.",
        examples=["987654321:another-secret-from-BotFather"],
    )
    token_file: str | None = Field(
        default=None,
        description="A file elsewhere that holds the token and nothing else, relative to the "
        "folder of the settings; a token that is given wins over it.",
        examples=["luna.token"],
    )
    companion: str | None = Field(
        default=None,
        description="The space of the companion that speaks there; none: that of [companion].",
        examples=["luna"],
    )

    webhook_url: str | None = Field(
        default=None,
        description="Telegram: the address of its own that updates are posted to, as in "
        "telegram.webhook_url; none: they are polled for.",
        examples=["https://bot.example.org/luna"],
    )
    webhook_listen: str | None = Field(
        default=None,
        description="Telegram: where the posts of its webhook_url arrive; needed with it.",
        examples=["127.0.0.1:8081"],
    )

    @field_validator("name")
    @classmethod
    def _free(cls, name: str) -> str:
        if name in RESERVED:
            raise ValueError("is the name of an account that there is anyway; take another")
        if "__" in name:
            raise ValueError("has two _ in a row, which part the names of variables")
        return name

    @field_validator("token", "webhook_url", "webhook_listen", mode="before")
    @classmethod
    def _as_there(cls, value: object, info: ValidationInfo) -> object:
        """Take what the section of the messenger would take, as it would take it."""
        kind = MESSENGERS.get(str(info.data.get("messenger")))
        name = str(info.field_name)
        if kind is None or value is None:
            return value
        if name not in kind.model_fields:
            raise ValueError(f"is nothing that {info.data['messenger']} needs; take it away")
        try:
            return getattr(kind.model_validate({name: value}), name)
        except ValidationError as error:
            raise ValueError(error.errors()[0]["msg"].removeprefix("Value error, ")) from None
