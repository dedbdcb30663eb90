"""What goes over to a language model, and what it costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one or more model calls."""

    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0

    @property
    def tokens(self) -> int:
        """Return both ways together."""
        return self.tokens_in + self.tokens_out

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            calls=self.calls + other.calls,
        )


class Purse:
    """The tokens that one turn may spend; every model call of the turn pays from it.

    The one changing value of a turn: it is still right when a call fails half-way.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.usage = Usage()

    @property
    def left(self) -> int:
        """Return how many tokens may still be spent, 0 or more."""
        return max(0, self.limit - self.usage.tokens)

    def pay(self, usage: Usage) -> None:
        """Count what a call took."""
        self.usage += usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the model asks for."""

    id: str
    name: str
    arguments: str
    """JSON as the model wrote it; may be broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as it is offered to a model."""

    name: str
    description: str
    parameters: Mapping[str, object]
    """A JSON schema of type object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture for a model that sees."""

    content: bytes = field(repr=False)
    mime: str
    """As in `image/png`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry of the sequence that is sent to a model."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    """Only with role `assistant`."""
    answers: str | None = None
    """The id of the call that a `tool` line answers."""
    reasoning: str | None = None
    """Kept inside one tool turn for servers that want it back."""
    images: tuple[Image, ...] = ()
    """Only with role `user`, behind the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One call of a model."""

    lines: tuple[Line, ...]
    tools: tuple[ToolSpec, ...] = ()
    temperature: float | None = None
    """0.0 to 2.0; None leaves it to the server."""
    max_tokens: int | None = None
    """Of the answer."""


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    TOOLS = "tools"
    CUT = "cut"
    """By length, or the connection ended without a reason."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What one call brought back."""

    text: str
    finish: Finish
    calls: tuple[ToolCall, ...] = ()
    reasoning: str | None = None
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    """Which model on which server answered, for the trace."""
