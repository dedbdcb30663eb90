"""The section of config.toml that is about what is remembered."""

from datetime import timedelta
from typing import Literal, Self

from pydantic import Field, model_validator

from bot.settings.section import Section


class MemorySection(Section):
    """What it remembers, and how sure it has to be."""

    start_mode: Literal["normal", "education"] = Field(
        default="normal",
        description="How circadia chat begins: normal, or education, in which you tell it who it "
        "is. On messengers owners begin with /teach.",
    )
    top_k: int = Field(
        default=3,
        ge=1,
        le=20,
        description="Facts about itself, memories of the person, and earlier words: so many of "
        "each come up with a message.",
    )
    education_top_k: int = Field(
        default=5, ge=1, le=20, description="Facts about itself that come up while it is taught."
    )
    education_ends: timedelta = Field(
        default=timedelta(minutes=15),
        gt=timedelta(0),
        le=timedelta(days=1),
        description="Span. After so long a silence, what an owner says is talk again.",
    )
    tokens: int = Field(
        default=900, ge=100, le=100_000, description="Tokens that memories take of a prompt."
    )
    keep: float = Field(
        default=0.6,
        ge=0,
        le=1,
        description="0.0 to 1.0: a statement as sure as that is kept. Higher forgets more of what "
        "was true, lower keeps more of what was a joke.",
    )
    quarantine: float = Field(
        default=0.35,
        ge=0,
        le=1,
        description="0.0 to 1.0: what is less sure than keep, but as sure as that, is set aside "
        "for an owner to look at; the rest is dropped.",
    )
    judge: bool = Field(
        default=True,
        description="Whether the judgement role is asked about what is set aside by the rules; it "
        "takes tokens.",
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.quarantine > self.keep:
            raise ValueError("memory.quarantine is over memory.keep, below which it begins")
        return self
