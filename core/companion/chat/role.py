"""A builder's conversation role as the language model that answers are made with."""

from collections.abc import AsyncIterator

from pydantic import ValidationError

from core.companion.chat.model import ToolExecution
from core.companion.ports import ChatRole
from core.conversation.model import Completion, Failure, Prompt, ToolCall
from core.conversation.ports import Shape, Structured
from core.errors import BrokenAnswer, CircadiaError, ModelRefused


class Heard:
    """The port ChatModel over a role, for one answer; keeps what went over it."""

    sees = False

    def __init__(self, role: ChatRole) -> None:
        self._role = role
        self._last: Prompt | None = None
        self._error: CircadiaError | None = None
        self.steps = 0
        """How often it was called."""

    async def generate(self, prompt: Prompt) -> Completion:
        """Return the role's completion."""
        self._last = prompt
        self.steps += 1
        try:
            completion = await self._role.generate(prompt)
            if not isinstance(completion, Completion):
                raise BrokenAnswer(
                    f"generate returns a Completion, got {type(completion).__name__}"
                )
        except CircadiaError as error:
            self._error = error
            raise
        return completion

    async def stream(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        """Yield the whole completion; a role has no pieces."""
        yield await self.generate(prompt)

    async def structured(self, prompt: Prompt, shape: type[Shape]) -> Structured[Shape]:
        """Return the completion's text as `shape`."""
        completion = await self.generate(prompt)
        try:
            value = shape.model_validate_json(completion.text)
        except ValidationError as error:
            raise BrokenAnswer(f"the answer is no {shape.__name__}") from error
        return Structured(value=value, usage=completion.usage)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Return every tool that was asked for while it was offered, in order."""
        lines = self._last.lines if self._last else ()
        return tuple(call for line in lines for call in line.calls)

    @property
    def executions(self) -> tuple[ToolExecution, ...]:
        """Return what came of each call, as the model was told."""
        lines = self._last.lines if self._last else ()
        results = {line.answers: line.text for line in lines if line.role == "tool"}
        return tuple(
            ToolExecution(name=call.name, arguments=call.arguments, result=results[call.id])
            for call in self.calls
            if call.id in results
        )

    def error_of(self, failure: Failure) -> CircadiaError:
        """Return what to raise for an answer that failed: what the role raised, if it did."""
        if self._error is not None:
            return self._error
        kind = ModelRefused if failure.reason == "refused" else BrokenAnswer
        return kind(f"there is no answer: {failure.detail}")
