"""Tools as a model may call them: whatever goes wrong comes back as text."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from core.conversation.model import ToolCall, ToolSpec
from core.conversation.ports import Tool
from core.conversation.rules.context import cut_middle, estimate_tokens
from core.conversation.rules.marks import harmless

LOOPING = "error: you have asked this before; answer with what you have"


class Toolbox:
    """The tools of a conversation role, by name."""

    def __init__(self, tools: Sequence[Tool], *, most_tokens: int) -> None:
        """Offer `tools`; a longer result than `most_tokens` is cut in the middle."""
        self._tools = {tool.spec.name: tool for tool in tools}
        self._most_tokens = most_tokens
        self.specs: tuple[ToolSpec, ...] = tuple(tool.spec for tool in self._tools.values())

    @property
    def tokens(self) -> int:
        """Return about what offering the tools takes."""
        return sum(
            estimate_tokens(spec.name + spec.description + json.dumps(dict(spec.parameters)))
            for spec in self.specs
        )

    def joined_by(self, *tools: Tool) -> "Toolbox":
        """Return a box with further tools."""
        return Toolbox((*self._tools.values(), *tools), most_tokens=self._most_tokens)

    async def call(self, call: ToolCall) -> str:
        """Return the result of `call`, or a text that tells the model what is wrong with it."""
        tool = self._tools.get(call.name)
        if tool is None:
            known = ", ".join(self._tools)
            return f"error: there is no such tool; there are: {known}"
        arguments = call.arguments.strip() or "{}"
        if not _is_object(arguments):
            return "error: the arguments are not a JSON object; call it again with one"
        return cut_middle(harmless(await tool.call(arguments)), self._most_tokens)


def with_own_ids(calls: Sequence[ToolCall], taken: Collection[str]) -> tuple[ToolCall, ...]:
    """Return `calls` with a new id where one is empty or was `taken` in this turn already."""
    seen = set(taken)
    named: list[ToolCall] = []
    for call in calls:
        own, number = call.id, len(seen)
        while not own or own in seen:
            number += 1
            own = f"call{number:05}"
        seen.add(own)
        named.append(replace(call, id=own))
    return tuple(named)


def _is_object(arguments: str) -> bool:
    try:
        return isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        return False
