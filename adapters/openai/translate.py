"""Prompts as the wire wants them, and answers of the wire as completions. Pure."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adapters.openai.config import ServerConfig
from adapters.openai.habits import Habits, Wire
from core.conversation.model import (
    Completion,
    Finish,
    Image,
    Line,
    Prompt,
    ToolCall,
    ToolSpec,
    Usage,
)
from core.errors import BrokenAnswer

FINISHES: Mapping[str, Finish] = {
    "stop": Finish.STOP,
    "tool_calls": Finish.TOOLS,
    "function_call": Finish.TOOLS,
    "length": Finish.CUT,
    "max_tokens": Finish.CUT,
    "model_length": Finish.CUT,
    "content_filter": Finish.REFUSED,
    "refusal": Finish.REFUSED,
    "safety": Finish.REFUSED,
}
"""Any other reason counts as `stop`: the server did end its answer."""

MOST_COUNTED = 10**9
"""Tokens of one call; a larger count is nonsense, and no database would keep it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A prompt, and in which form the answer is wanted."""

    prompt: Prompt
    response_format: Mapping[str, object] | None = None
    tool_choice: Mapping[str, object] | None = None

    def with_prompt(self, prompt: Prompt) -> "Ask":
        """Return the same wish for another prompt."""
        return replace(self, prompt=prompt)


def to_wire(ask: Ask, config: ServerConfig, habits: Habits, *, stream: bool = False) -> Wire:
    """Return the body of the request; what is unset or refused is left out."""
    prompt = ask.prompt
    tokens = prompt.max_tokens if config.max_tokens is None else config.max_tokens
    temperature = prompt.temperature if config.temperature is None else config.temperature
    wire: Wire = {
        "model": config.name,
        "messages": [line_to_wire(line, habits) for line in prompt.lines],
        "temperature": temperature,
        "tools": [tool_to_wire(tool) for tool in prompt.tools] or None,
        "tool_choice": ask.tool_choice,
        "response_format": ask.response_format,
    }
    if habits.tokens_name:
        wire[habits.tokens_name] = tokens
    if stream:
        wire["stream_options"] = {"include_usage": True}
    return {
        name: value
        for name, value in wire.items()
        if value is not None and name not in habits.dropped
    }


def line_to_wire(line: Line, habits: Habits) -> Wire:
    """Return one message; reasoning only where a call of tools wants it back.

    Images of a person's line go along where the server looks at them.
    """
    wire: Wire = {"role": line.role, "content": line.text}
    if line.role == "user" and line.images and habits.sees and not habits.looks_away:
        words = [{"type": "text", "text": line.text}] if line.text else []
        wire["content"] = [*words, *(image_to_wire(image) for image in line.images)]
    if line.answers is not None:
        wire["tool_call_id"] = line.answers
    if line.calls:
        wire["content"] = line.text or None
        wire["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _sound(call.arguments)},
            }
            for call in line.calls
        ]
        if habits.replay_reasoning and line.reasoning is not None:
            wire["reasoning_content"] = line.reasoning
    return wire


def image_to_wire(image: Image) -> Wire:
    """Return the part of a message that holds `image`, so that no server has to fetch it."""
    content = base64.b64encode(image.content).decode("ascii")
    url = f"data:{image.mime};base64,{content}"
    return {"type": "image_url", "image_url": {"url": url, "detail": "auto"}}


def _sound(arguments: str) -> str:
    """Return arguments that a server can read: some answer 500 to their own broken ones."""
    try:
        json.loads(arguments)
    except (ValueError, RecursionError):
        return "{}"
    return arguments


def tool_to_wire(tool: ToolSpec) -> Wire:
    """Return the offer of one tool."""
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
        },
    }


def from_wire(body: object, label: str) -> Completion:
    """Return the completion in `body`; `BrokenAnswer` where there is none."""
    choice = first(at(body, "choices"))
    if choice is None:
        raise BrokenAnswer(f"{label} answered without a choice: check that it is a chat model")
    message = at(choice, "message")
    text, thought = content_of(at(message, "content"))
    calls = calls_from_wire(at(message, "tool_calls"))
    refusal = at(message, "refusal")
    return Completion(
        text=text,
        finish=Finish.REFUSED if refusal else finish_of(at(choice, "finish_reason"), calls),
        calls=calls,
        reasoning=reasoning_of(message) or thought or None,
        usage=usage_of(body),
        model=label,
    )


def finish_of(reason: object, calls: Sequence[ToolCall]) -> Finish:
    """Return why a whole answer ended."""
    finish = FINISHES.get(reason, Finish.STOP) if isinstance(reason, str) else Finish.STOP
    return Finish.TOOLS if calls and finish is Finish.STOP else finish


def calls_from_wire(calls: object) -> tuple[ToolCall, ...]:
    """Return the calls that have a name; a missing id is made up, always the same."""
    found: list[ToolCall] = []
    for place, call in enumerate(calls if isinstance(calls, list) else ()):
        function = at(call, "function")
        name, arguments = at(function, "name"), at(function, "arguments")
        if not isinstance(name, str) or not name:
            continue
        if not isinstance(arguments, str):
            arguments = "{}" if arguments is None else json.dumps(arguments)
        made_up = f"call_{place}_{zlib.crc32(f'{name} {arguments}'.encode()):08x}"
        found.append(
            ToolCall(id=text_of(at(call, "id")) or made_up, name=name, arguments=arguments)
        )
    return tuple(found)


def usage_of(body: object) -> Usage:
    """Return what the server counted, 0 where it counts nothing."""
    usage = at(body, "usage")
    return Usage(
        tokens_in=_count(at(usage, "prompt_tokens")),
        tokens_out=_count(at(usage, "completion_tokens")),
        calls=1,
    )


def reasoning_of(message: object) -> str:
    """Return what stands in the fields that servers keep reasoning in."""
    return text_of(at(message, "reasoning_content")) or text_of(at(message, "reasoning"))


def content_of(content: object) -> tuple[str, str]:
    """Return text and reasoning of `content`, which is a string, nothing, or a list of parts."""
    if not isinstance(content, list):
        return text_of(content), ""
    text = "".join(text_of(at(part, "text")) for part in content)
    thought = [at(part, "thinking") for part in content]
    return text, "".join(content_of(part)[0] for part in thought if part)


def least_tokens(prompt: Prompt) -> int:
    """Return about how many tokens `prompt` has, rather too few than too many."""
    return sum(len(line.text) for line in prompt.lines) // 6


def at(value: object, key: str) -> object:
    """Return the member `key` of a JSON object, None where there is none."""
    return value.get(key) if isinstance(value, Mapping) else None


def first(value: object) -> object:
    """Return the first of a JSON array, None where there is none."""
    return value[0] if isinstance(value, list) and value else None


def text_of(value: object) -> str:
    """Return `value` if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def _count(value: object) -> int:
    return min(value, MOST_COUNTED) if isinstance(value, int) and value > 0 else 0
