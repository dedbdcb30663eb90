"""The section `[console]` of the settings."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class ConsoleConfig(BaseModel):
    """How the console behaves."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    person: str = Field(
        default="you",
        pattern=r"^[^\x00-\x1f\x7f]{1,64}$",
        description="What the person at the keyboard is called; one line.",
    )
    language: str | None = Field(
        default=None,
        description="The person's language, as in de or pt-BR; none: the persona's is spoken.",
    )
    mode: Literal["auto", "terminal", "lines"] = Field(
        default="auto",
        description="terminal draws, lines reads and writes plain lines; auto: as standard"
        " input and output are.",
    )
