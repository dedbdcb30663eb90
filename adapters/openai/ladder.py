"""Structured answers: JSON schema, JSON mode, a tool call, and last by words alone."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import IntEnum
from typing import Generic

import openai

from adapters.openai.errors import BadRequest, Busy
from adapters.openai.habits import Habits
from adapters.openai.parsing import NoAnswer, Shape, parse
from adapters.openai.translate import Ask
from core.conversation.model import Completion, Finish, Line, Prompt, ToolSpec
from core.errors import BrokenAnswer, ModelRefused

Call = Callable[[Ask, bool], Awaitable[Completion]]
"""Asks one server; the flag says whether a plain 500 is tried again."""

TOOL = "answer"

DEMAND = (
    "Answer with one JSON object and nothing else: no prose, no code fence. "
    "It follows this JSON schema:\n{schema}"
)
REPAIR = (
    "That is not a valid answer:\n{reasons}\n"
    "Answer again, with the whole corrected JSON object and nothing else."
)

NOT_KEPT = frozenset({"missing", "extra_forbidden"})
"""What no answer lacks that was held to a schema."""


class Rung(IntEnum):
    """Ways to ask for a form, the strictest first."""

    SCHEMA = 0
    JSON = 1
    TOOL = 2
    WORDS = 3


class Ladder(Generic[Shape]):
    """Climbs down until a server answers in the form, and remembers where it stood."""

    def __init__(self, call: Call, habits: Callable[[], Habits], shape: type[Shape]) -> None:
        self._call = call
        self._habits = habits
        self._shape = shape
        function = openai.pydantic_function_tool(shape)["function"]
        self._strict = dict(function.get("parameters", {}))

    async def answer(self, prompt: Prompt) -> Shape:
        """Return the answer; the rung that brought it is where the next call begins.

        Raises:
            BrokenAnswer: neither the answer nor its repair validates.
        """
        patient = False
        for rung in list(Rung)[self._habits().rung :]:
            ask = self._ask(prompt, rung)
            last = rung is Rung.WORDS
            try:
                completion = await self._take(ask, patient=patient or last)
                value = await self._read(ask, rung, completion)
            except BadRequest:
                if last:
                    raise
            except Busy as busy:
                if not busy.fault or patient or last:
                    raise
                patient = True  # one 500 may mean the form; a second one means the server
            else:
                if value is not None:
                    self._habits().rung = rung
                    return value
        raise BrokenAnswer("the model did not answer in any form that was asked for")

    async def _take(self, ask: Ask, *, patient: bool) -> Completion:
        completion = await self._call(ask, patient)
        if completion.finish is Finish.REFUSED:
            raise ModelRefused(f"{completion.model} refused a structured answer")
        return completion

    async def _read(self, ask: Ask, rung: Rung, completion: Completion) -> Shape | None:
        """Return the answer after one repair at most, None where the rung does not hold."""
        try:
            return self._parse(completion)
        except NoAnswer as wrong:
            if completion.finish is not Finish.CUT and _passed_over(rung, wrong):
                return None
            completion = await self._take(_repair(ask, completion, wrong), patient=True)
        try:
            return self._parse(completion)
        except NoAnswer as wrong:
            raise BrokenAnswer(
                f"{completion.model} gave no valid {self._shape.__name__} after one repair: "
                f"{', '.join(wrong.kinds)}"
            ) from None  # the reasons hold words of the answer

    def _parse(self, completion: Completion) -> Shape:
        if completion.finish is Finish.CUT:
            raise NoAnswer(("it was cut off: be shorter",), kinds=("cut",))
        return parse(_said(completion), self._shape)

    def _ask(self, prompt: Prompt, rung: Rung) -> Ask:
        match rung:
            case Rung.SCHEMA:
                named = {"name": self._shape.__name__, "schema": self._strict, "strict": True}
                return Ask(
                    prompt=prompt,
                    response_format={"type": "json_schema", "json_schema": named},
                )
            case Rung.JSON:
                return Ask(prompt=self._told(prompt), response_format={"type": "json_object"})
            case Rung.TOOL:
                tool = ToolSpec(name=TOOL, description="Give the answer.", parameters=self._strict)
                return Ask(
                    prompt=replace(prompt, tools=(tool,)),
                    tool_choice={"type": "function", "function": {"name": TOOL}},
                )
            case Rung.WORDS:
                return Ask(prompt=self._told(prompt))

    def _told(self, prompt: Prompt) -> Prompt:
        """Return `prompt` with the form in words, in its first line: some templates know one."""
        schema = json.dumps(self._shape.model_json_schema(), ensure_ascii=False)
        demand = DEMAND.replace("{schema}", schema)
        if prompt.lines and prompt.lines[0].role == "system":
            first = replace(prompt.lines[0], text=f"{prompt.lines[0].text}\n\n{demand}")
            return replace(prompt, lines=(first, *prompt.lines[1:]))
        return replace(prompt, lines=(Line(role="system", text=demand), *prompt.lines))


def _said(completion: Completion) -> str:
    """Return the text that holds the answer: what the tool was given, or what was said."""
    return completion.calls[0].arguments if completion.calls else completion.text


def _passed_over(rung: Rung, wrong: NoAnswer) -> bool:
    """Return whether the server took the wish for a form, and did nothing about it."""
    if rung is Rung.WORDS:
        return False
    return "no_json" in wrong.kinds or (
        rung is Rung.SCHEMA and not NOT_KEPT.isdisjoint(wrong.kinds)
    )


def _repair(ask: Ask, completion: Completion, wrong: NoAnswer) -> Ask:
    """Return the request that names the errors of `completion`."""
    reasons = "\n".join(f"- {reason}" for reason in wrong.reasons)
    lines = (
        *ask.prompt.lines,
        Line(role="assistant", text=_said(completion)),
        Line(role="user", text=REPAIR.replace("{reasons}", reasons)),
    )
    return ask.with_prompt(replace(ask.prompt, lines=lines))
