"""A model's answer read as JSON: what surrounds it is passed over, what is cut is not mended."""

import json
import math
import re
from collections.abc import Iterator
from typing import TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)

_THOUGHT = re.compile(
    r"\s*[^{\[\s].*</\s*(?:think|thinking|thought|reason|reasoning)\s*>", re.S | re.I
)
"""Drafts inside reasoning may be valid too; only what follows them is the answer."""

_BEGUN = re.compile(r"""\{\s*(?:["'}]|/[/*]|\w+\s*:)|\[\s*[\[{"'\d\]]""")
"""How JSON begins, as opposed to brackets in prose."""

_SURELY_BEGUN = re.compile(r"""\{\s*["']|\[\s*[\[{"']""")
"""The same where no closing bracket tells."""

MOST_UNCLOSED = 8
"""Brackets in prose; a model that loops writes thousands, and each is followed to the end."""

_CLOSES = {"{": "}", "[": "]"}


class NoAnswer(Exception):
    """The text holds nothing of the shape; `reasons` say why, for the model and for the log."""

    def __init__(self, reasons: tuple[str, ...], *, kinds: tuple[str, ...]) -> None:
        super().__init__(f"no valid answer: {', '.join(kinds)}")
        self.reasons = reasons
        """For the model: may repeat words of its answer."""
        self.kinds = kinds
        """For the log: kinds of errors alone."""


def parse(text: str, shape: type[Shape]) -> Shape:
    """Return the first JSON value in `text` that validates as `shape`.

    Raises:
        NoAnswer: there is none; the reasons are those of the first value.
    """
    wrong: list[NoAnswer] = []
    try:
        for value in values(_after_thoughts(text)):
            try:
                return shape.model_validate(_as_object(value, shape))
            except ValidationError as error:
                wrong.append(_no_answer(error))
    except NoAnswer as cut:
        wrong.append(cut)
    wrong.append(NoAnswer(("it holds no JSON object",), kinds=("no_json",)))
    raise wrong[0] from None


def _after_thoughts(text: str) -> str:
    thoughts = _THOUGHT.match(text)
    return text[thoughts.end() :] if thoughts else text


def values(text: str) -> Iterator[object]:
    """Yield the JSON values in `text` in order.

    Raises:
        NoAnswer: one is cut off; what stands inside it is not the answer.
    """
    start = unclosed = 0
    while (start := _next_bracket(text, start)) >= 0:
        end = _end_of(text, start)
        if end is None:
            unclosed += 1
            if _SURELY_BEGUN.match(text, start) or unclosed > MOST_UNCLOSED:
                raise NoAnswer(("it is cut off: be shorter",), kinds=("cut",))
            start += 1
            continue
        if _BEGUN.match(text, start):
            yield _finite(_read(text[start:end]))
        start = end


def _next_bracket(text: str, start: int) -> int:
    found = [place for opening in _CLOSES if (place := text.find(opening, start)) >= 0]
    return min(found, default=-1)


def _read(text: str) -> object:
    """Return the value of a closed bracket, None where even a mender finds none."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        try:
            value = json_repair.loads(text, skip_json_loads=True)
        except (ValueError, RecursionError):
            value = None
    return value


def _end_of(text: str, start: int) -> int | None:
    """Return where the bracket at `start` is closed, None if it never is."""
    open_brackets: list[str] = []
    at = start
    before = ""
    while at < len(text):
        char = text[at]
        if char == '"' or (char == "'" and before in "{[,:"):
            at = _end_of_string(text, at)
        elif text.startswith(("//", "/*"), at):
            at = _end_of_comment(text, at)
        elif char in _CLOSES:
            open_brackets.append(_CLOSES[char])
        elif char in "}]":
            if open_brackets.pop() != char:
                return None
            if not open_brackets:
                return at + 1
        if not char.isspace():
            before = char
        at += 1
    return None


def _end_of_string(text: str, start: int) -> int:
    """Return where the string that begins at `start` ends, the text's end if it does not."""
    at = start + 1
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == text[start] and (text[start] == '"' or _closes(text, at)):
            return at
        at += 1
    return at


def _closes(text: str, at: int) -> bool:
    """Return whether the single quote at `at` closes a string, and is no apostrophe."""
    following = text[at + 1 :].lstrip()
    return not following or following[0] in ",:]}/"


def _end_of_comment(text: str, start: int) -> int:
    ending = "\n" if text.startswith("//", start) else "*/"
    found = text.find(ending, start + 2)
    return len(text) if found < 0 else found + len(ending) - 1


def _finite(value: object) -> object:
    """Return `value` with null for every NaN and infinity: they are no JSON."""
    match value:
        case float() if not math.isfinite(value):
            return None
        case dict():
            return {key: _finite(inner) for key, inner in value.items()}
        case list():
            return [_finite(inner) for inner in value]
        case _:
            return value


def _as_object(value: object, shape: type[BaseModel]) -> object:
    """Return a bare list as the one field that `shape` needs, and `[x]` as `x`."""
    if not isinstance(value, list):
        return value
    if len(shape.model_fields) == 1:
        return {next(iter(shape.model_fields)): value}
    return value[0] if len(value) == 1 else value


def _no_answer(error: ValidationError) -> NoAnswer:
    found = error.errors(include_url=False, include_input=False, include_context=False)
    reasons = [f"{'.'.join(map(str, one['loc'])) or 'answer'}: {one['msg']}" for one in found]
    return NoAnswer(tuple(reasons[:10]), kinds=tuple(sorted({one["type"] for one in found})))
