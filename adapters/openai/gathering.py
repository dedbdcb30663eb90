"""The chunks of a stream, put together."""

from adapters.openai.translate import (
    at,
    calls_from_wire,
    content_of,
    finish_of,
    first,
    reasoning_of,
    text_of,
    usage_of,
)
from core.conversation.model import Completion, Finish, Usage


class Gathering:
    """Collects the chunks of a stream into a `Completion`."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._pieces: list[str] = []
        self._thoughts: list[str] = []
        self._calls: dict[int, dict[str, str]] = {}
        self._reason: str | None = None
        self._refused = False
        self._usage = Usage(calls=1)

    @property
    def begun(self) -> bool:
        """Return whether anything of an answer has come."""
        return bool(self._pieces or self._thoughts or self._calls or self._reason)

    @property
    def ended(self) -> bool:
        """Return whether a finish reason has come."""
        return self._reason is not None

    def add(self, chunk: object) -> str:
        """Take one chunk in and return its piece of text, maybe empty."""
        if at(chunk, "usage") is not None:
            self._usage = usage_of(chunk)
        choice = first(at(chunk, "choices"))
        delta = at(choice, "delta")
        piece, thought = content_of(at(delta, "content"))
        if piece:
            self._pieces.append(piece)
        if thought := reasoning_of(delta) or thought:
            self._thoughts.append(thought)
        self._refused = self._refused or bool(at(delta, "refusal"))
        fragments = at(delta, "tool_calls")
        for fragment in fragments if isinstance(fragments, list) else ():
            self._add_call(fragment)
        self._reason = text_of(at(choice, "finish_reason")) or self._reason
        return piece

    def _add_call(self, fragment: object) -> None:
        index, call_id = at(fragment, "index"), text_of(at(fragment, "id"))
        if not isinstance(index, int):  # some servers number nothing: an id begins a new call
            index = len(self._calls) if call_id or not self._calls else max(self._calls)
        call = self._calls.setdefault(index, {"id": "", "name": "", "arguments": ""})
        function = at(fragment, "function")
        call["id"] = call["id"] or call_id
        call["name"] = call["name"] or text_of(at(function, "name"))
        call["arguments"] += text_of(at(function, "arguments"))

    def whole(self) -> Completion:
        """Return what came; without a finish reason it counts as cut."""
        calls = calls_from_wire(
            [
                {"id": call["id"], "function": {**call, "arguments": call["arguments"] or "{}"}}
                for _, call in sorted(self._calls.items())
            ]
        )
        finish = finish_of(self._reason, calls) if self.ended else Finish.CUT
        return Completion(
            text="".join(self._pieces),
            finish=Finish.REFUSED if self._refused else finish,
            calls=calls,
            reasoning="".join(self._thoughts) or None,
            usage=self._usage,
            model=self._label,
        )
