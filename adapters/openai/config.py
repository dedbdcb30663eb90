"""The settings of the models: servers, in which order, and by which role."""

from datetime import timedelta
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, AnyHttpUrl, BaseModel, ConfigDict, Field, SecretStr

Role = Literal[
    "conversation",
    "rewrite",
    "extraction",
    "initialisation",
    "schedule",
    "judgement",
    "condensation",
]


def _plain_url(url: str) -> str:
    if not _usable(url):
        raise ValueError("a model server needs a full address such as http://127.0.0.1:11434/v1")
    parts = urlsplit(url)
    if parts.username or parts.password:
        raise ValueError("an address carries no credentials: the key has a setting of its own")
    return url.rstrip("/")


def _usable(url: str) -> bool:
    """Return whether a client can ask at `url`; each parser lets pass what another refuses."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna")
        AnyHttpUrl(url)
    except ValueError:
        return False
    whole = parts.scheme in ("http", "https") and bool(host) and parts.port != 0
    return whole and url.isprintable() and " " not in url  # parsers drop line ends in silence


def _sendable_key(key: SecretStr) -> SecretStr:
    bare = key.get_secret_value().strip()
    if not (bare.isascii() and bare.isprintable()) or " " in bare:
        raise ValueError(
            "is no key: it holds spaces, line ends or letters that no header can carry; "
            "copy it again"
        )
    return SecretStr(bare)


Url = Annotated[str, AfterValidator(_plain_url)]
Key = Annotated[SecretStr, AfterValidator(_sendable_key)]
Temperature = Annotated[float, Field(ge=0.0, le=2.0)]
Tokens = Annotated[int, Field(ge=1)]
Span = Annotated[timedelta, Field(gt=timedelta(0), le=timedelta(days=1))]


class ServerConfig(BaseModel):
    """One model on one OpenAI-compatible server."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    url: Url = Field(
        default="https://api.openai.com/v1",
        description="Base address of the server, usually ending in /v1.",
    )
    key: Key | None = Field(
        default=None, description="API key; none is sent if it is left out, as local servers like."
    )
    name: str = Field(
        default="gpt-5-mini", min_length=1, description="The model, as the server calls it."
    )
    temperature: Temperature | None = Field(
        default=None,
        description="0.0 to 2.0, in place of what each call asks for (0.7 for talk).",
    )
    max_tokens: Tokens | None = Field(
        default=None, description="Tokens of an answer at most, in place of what each call asks."
    )
    context_tokens: int = Field(
        default=8192,
        ge=1024,
        description="Size of the model's window in tokens; prompts are kept within it. "
        "Set the same on a local server: many cut what is longer without a word.",
    )
    replay_reasoning: bool = Field(
        default=False,
        description="Send reasoning back inside a turn that uses tools; some thinking models "
        "demand it. Learned by itself where the server's error names it.",
    )
    sees: bool = Field(default=False, description="Whether the model can look at images.")
    connect: Span = Field(
        default=timedelta(seconds=5), description="Seconds to wait for a connection."
    )
    read: Span = Field(
        default=timedelta(seconds=60),
        description="Seconds without a byte after which an answer is given up.",
    )
    deadline: Span = Field(
        default=timedelta(seconds=90),
        description="Seconds for a whole call with all retries and fallbacks; that of the first "
        "server counts. Servers share it, so that a silent one leaves time for the next.",
    )
    retries: int = Field(
        default=2, ge=0, le=5, description="Further tries when a server is busy, before the next."
    )


class RoleConfig(BaseModel):
    """What one role does differently; what is not given is inherited from the main server."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    url: Url | None = Field(default=None, description="Another server for this role.")
    key: Key | None = Field(
        default=None,
        description="Its key. Left out, the main key is used, but never at another address.",
    )
    name: str | None = Field(default=None, min_length=1, description="Another model.")
    temperature: Temperature | None = Field(default=None, description="0.0 to 2.0, for this role.")
    max_tokens: Tokens | None = Field(
        default=None, description="Tokens of an answer at most, for this role."
    )

    def over(self, main: ServerConfig) -> ServerConfig:
        """Return `main` with what this role sets; a key never travels to another address."""
        given = {
            field: value
            for field in ("url", "key", "name", "temperature", "max_tokens")
            if (value := getattr(self, field)) is not None
        }
        if self.key is None and self.url is not None and origin(self.url) != origin(main.url):
            given["key"] = None
        return main.model_copy(update=given)

    def limits_over(self, fallback: ServerConfig) -> ServerConfig:
        """Return `fallback` with the temperature and length of this role alone."""
        given = {"temperature": self.temperature, "max_tokens": self.max_tokens}
        return fallback.model_copy(
            update={field: value for field, value in given.items() if value is not None}
        )


class RolesConfig(BaseModel):
    """The seven roles that a model plays."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    conversation: RoleConfig = Field(default=RoleConfig(), description="Finds the words.")
    rewrite: RoleConfig = Field(
        default=RoleConfig(), description="Decides whether a draft still fits what is new."
    )
    extraction: RoleConfig = Field(
        default=RoleConfig(), description="Finds what to remember. Nothing asks it yet."
    )
    initialisation: RoleConfig = Field(
        default=RoleConfig(),
        description="Draws up a persona from its owner's words, at /persona create.",
    )
    schedule: RoleConfig = Field(default=RoleConfig(), description="Plans months and days.")
    judgement: RoleConfig = Field(
        default=RoleConfig(),
        description=(
            "Says with a score whether to join in unasked (rooms.chime_in); a cheap model serves."
        ),
    )
    condensation: RoleConfig = Field(
        default=RoleConfig(),
        description="Shortens memory, without tools, on the main key. Nothing asks it yet.",
    )


class ModelConfig(ServerConfig):
    """The language model; while none of this is set, the built-in voice speaks."""

    fallbacks: tuple[ServerConfig, ...] = Field(
        default=(), description="Servers to ask when the ones before fail, in this order."
    )
    roles: RolesConfig = Field(
        default=RolesConfig(), description="Settings of single roles, as in [model.roles.rewrite]."
    )

    @property
    def configured(self) -> bool:
        """Return whether an owner named a model; otherwise the built-in voice speaks."""
        has_key = self.key is not None and bool(self.key.get_secret_value())
        return has_key or bool({"url", "name"} & self.model_fields_set)

    def servers(self, role: Role) -> tuple[ServerConfig, ...]:
        """Return whom to ask in `role`, the main server first."""
        config: RoleConfig = getattr(self.roles, role)
        own = {field: getattr(self, field) for field in ServerConfig.model_fields}
        main = ServerConfig.model_validate(own)
        return (config.over(main), *(config.limits_over(one) for one in self.fallbacks))

    def window(self, role: Role) -> int:
        """Return the size in tokens of the smallest window that `role` may meet."""
        return min(server.context_tokens for server in self.servers(role))


class TranscriptionConfig(BaseModel):
    """Who writes down what voices say; while none of this is set, a voice is only mentioned."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    url: Url = Field(
        default="https://api.openai.com/v1",
        description="Base address of an OpenAI-compatible server that transcribes.",
    )
    key: Key | None = Field(
        default=None, description="API key; none is sent if it is left out. Never that of [model]."
    )
    model: str = Field(
        default="whisper-1", min_length=1, description="The model, as the server calls it."
    )
    deadline: Span = Field(
        default=timedelta(seconds=60),
        description="Seconds for one voice, with all retries; without its words after that.",
    )

    @property
    def configured(self) -> bool:
        """Return whether an owner named a model; otherwise nobody listens to voices."""
        has_key = self.key is not None and bool(self.key.get_secret_value())
        return has_key or bool({"url", "model"} & self.model_fields_set)


def origin(url: str) -> str:
    """Return the place that `url` leads to, as in `127.0.0.1:11434`; safe to log."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"
