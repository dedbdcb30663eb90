"""A language model that says what a script says: for tests, demos and replays."""

import json
import re
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from core.conversation.model import Completion, Finish, Prompt, Usage
from core.conversation.ports import Structured
from core.errors import BrokenAnswer, ModelRefused

Shape = TypeVar("Shape", bound=BaseModel)

Reply = str | Completion | Exception | Callable[[Prompt], str | Completion]
"""What to say, what to raise, or who decides it from the prompt."""


class ScriptRanOut(LookupError):
    """More was asked than the script holds; no error of a model, so that nobody hides it."""


class ScriptedChat:
    """The port ChatModel by a script, one reply a call."""

    def __init__(self, replies: Iterable[Reply], *, loop: bool = False, sees: bool = False) -> None:
        self.sees = sees
        """Whether it can look at images."""
        self._replies = list(replies)
        self._loop = loop
        """Whether the last reply is repeated for ever."""
        self._next = 0
        self.prompts: list[Prompt] = []
        """All that was asked, oldest first."""

    @property
    def left(self) -> int:
        """Return how many replies were not asked for yet."""
        return max(0, len(self._replies) - self._next)

    async def generate(self, prompt: Prompt) -> Completion:
        """Return the next reply, or raise it."""
        self.prompts.append(prompt)
        return _completion(self._take(), prompt)

    async def stream(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        """Yield the next reply word by word, and last the whole completion."""
        completion = await self.generate(prompt)
        for piece in re.findall(r"\s*\S+\s*|\s+", completion.text):
            yield piece
        yield completion

    async def structured(self, prompt: Prompt, shape: type[Shape]) -> Structured[Shape]:
        """Return the next reply as JSON of `shape`; a wrong one is repaired by the one after."""
        first = await self.generate(prompt)
        value, usage = _validated(first, shape), first.usage
        if value is None and (self.left or self._loop):
            second = await self.generate(prompt)
            value, usage = _validated(second, shape), usage + second.usage
        if value is None:
            raise BrokenAnswer(f"the script holds no valid {shape.__name__} here")
        return Structured(value=value, usage=usage)

    def _take(self) -> Reply:
        if self._next >= len(self._replies) and not (self._loop and self._replies):
            raise ScriptRanOut(f"the script holds {len(self._replies)} replies, asked for one more")
        reply = self._replies[min(self._next, len(self._replies) - 1)]
        self._next += 1
        return reply


def _completion(reply: Reply, prompt: Prompt) -> Completion:
    if isinstance(reply, Exception):
        raise reply
    said = reply if isinstance(reply, str | Completion) else reply(prompt)
    if isinstance(said, Completion):
        return said
    usage = Usage(
        tokens_in=sum(len(line.text) for line in prompt.lines) // 4 + 1,
        tokens_out=len(said) // 4 + 1,
        calls=1,
    )
    return Completion(text=said, finish=Finish.STOP, usage=usage, model="scripted")


def _validated(completion: Completion, shape: type[Shape]) -> Shape | None:
    if completion.finish is Finish.REFUSED:
        raise ModelRefused("the script refuses here")
    if completion.finish is Finish.CUT:
        return None
    try:
        return shape.model_validate(json.loads(completion.text))
    except (ValueError, ValidationError):
        return None
