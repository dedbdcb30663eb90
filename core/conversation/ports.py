"""What conversations need from outside: models, and the roles that are played by them."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from core.conversation.model import (
    Answer,
    Attachment,
    Completion,
    Failure,
    Judgement,
    Prompt,
    Purse,
    ReplyRequest,
    RewriteDecision,
    RewriteRequest,
    ToolSpec,
    Usage,
)

Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Structured(Generic[Shape]):
    """A validated answer and what it took, repairs included."""

    value: Shape
    usage: Usage


class ChatModel(Protocol):
    """A language model behind any wire.

    Every method raises only `ModelBusy` (after its own retries and fallbacks), `ModelRefused`,
    `ContextOverflow`, `BrokenAnswer` or `Misconfigured`, and ends within its time limit.
    """

    @property
    def sees(self) -> bool:
        """Whether it can look at images; one that can't is given lines without them."""
        ...

    async def generate(self, prompt: Prompt) -> Completion:
        """Return one completion; its text and its calls may both be empty."""
        ...

    def stream(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        """Yield pieces of text as they come, and last the whole `Completion`.

        A stream that ends without a finish reason ends with `Finish.CUT`, never silently.
        """
        ...

    async def structured(self, prompt: Prompt, shape: type[Shape]) -> Structured[Shape]:
        """Return an answer that validates as `shape`; `BrokenAnswer` after one repair."""
        ...


class ConversationRole(Protocol):
    """Whoever finds the words."""

    @property
    def most_tokens(self) -> int:
        """The most that one reply may take, all its calls together; 0 if it costs nothing."""
        ...

    @property
    def sees(self) -> bool:
        """Whether it can look at images."""
        ...

    async def reply(self, request: ReplyRequest, tools: "Sequence[Tool]" = ()) -> Answer | Failure:
        """Return a draft for `request`, or why there is none; raises nothing of a model's.

        `tools` are at hand for this one reply; a role that calls none passes them over.
        """
        ...


class RewriteRole(Protocol):
    """Decides whether a draft still fits what was said meanwhile."""

    @property
    def most_tokens(self) -> int:
        """The most that one decision may take."""
        ...

    async def decide(self, request: RewriteRequest) -> RewriteDecision:
        """Return the decision; when the model fails, the draft is kept and the reason says so."""
        ...


class JudgementRole(Protocol):
    """Answers a question with a score: cheap, and always within its time limit."""

    @property
    def most_tokens(self) -> int:
        """The most that one judgement may take."""
        ...

    async def judge(self, question: str, material: str, purse: Purse) -> Judgement:
        """Return how far `question` holds for `material`, paid from `purse`.

        The model's errors pass through.
        """
        ...


class Transcriber(Protocol):
    """Writes down what a voice says."""

    async def transcribe(self, attachment: Attachment, sound: bytes, language: str | None) -> str:
        """Return the words, "" if there are none; the model's errors pass through.

        `language`, a bare code such as `en`, is a hint.
        """
        ...


class Tool(Protocol):
    """Something that the model may call during a turn."""

    @property
    def spec(self) -> ToolSpec:
        """How it is offered."""
        ...

    async def call(self, arguments: str) -> str:
        """Return the result as text; bad arguments give a text that says what is wrong."""
        ...
