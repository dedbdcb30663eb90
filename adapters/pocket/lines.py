"""Lines and patterns of a table file: what may stand in them."""

import re
from collections.abc import Iterable, Mapping
from string import Formatter
from types import MappingProxyType
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo

from adapters.pocket.patterns import compiled, source_of
from core.patterns import Pattern

CURES = ("connect", "section")
"""Placeholders for how a model is brought: at a terminal, and in a bot process."""
SHIPPED: Mapping[str, object] = MappingProxyType({})
"""The context of a table of the package: the tests have looked at its patterns already."""
PLACEHOLDERS = frozenset((
    "name", "person", *CURES, "clock", "date", "zone", "theirs", "hello", "phrase", "echo",
    "quote", "when", "seed",
))  # fmt: skip
PLAN_PLACEHOLDERS = frozenset(("doing", "until", "next", "start", "agenda", "at"))
CLOCK_PLACEHOLDERS = frozenset((
    "hour", "hour12", "minute", "weekday", "day", "month", "month_number", "year",
))  # fmt: skip
MEMORY_PLACEHOLDERS = frozenset(("quote", "day"))


def placeholders(line: str) -> set[str]:
    """Return the names in braces; ValueError if the braces are broken."""
    return {name for _, name, _, _ in Formatter().parse(line) if name is not None}


def _known(names: frozenset[str], line: str) -> str:
    unknown = placeholders(line) - names
    if unknown:
        raise ValueError(f"unknown placeholder {{{min(unknown)}}}, known are {sorted(names)}")
    if not line.strip():
        raise ValueError("a line can't be blank")
    return line


def _line(line: str) -> str:
    return _known(PLACEHOLDERS, line)


def _plan_line(line: str) -> str:
    return _known(PLAN_PLACEHOLDERS, line)


def _memory_line(line: str) -> str:
    return _known(MEMORY_PLACEHOLDERS, line)


def _clock_line(line: str) -> str:
    return _known(CLOCK_PLACEHOLDERS | {"clock"}, line)


def _fault(pattern: str) -> str | None:
    try:
        empty = Pattern(source_of(pattern, "none")).fullmatch("")
    except re.error as error:
        return f"{pattern!r} is not a regular expression ({error})"
    return f"{pattern!r} matches the empty text" if empty else None


def each(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Return `patterns`; ValueError if one of them is broken or matches nothing at all."""
    for fault in map(_fault, patterns):
        if fault is not None:
            raise ValueError(fault)
    return patterns


def _together(patterns: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    if info.context is SHIPPED:
        return patterns
    joined = compiled(patterns, "none")
    try:
        empty = joined is not None and joined.fullmatch("")
    except re.error as error:
        each(patterns)
        raise ValueError(f"these patterns don't go together ({error})") from error
    return each(patterns) if empty else patterns


SayLine = Annotated[str, AfterValidator(_line)]
PlanLine = Annotated[str, AfterValidator(_plan_line)]
MemoryLine = Annotated[str, AfterValidator(_memory_line)]
ClockLine = Annotated[str, AfterValidator(_clock_line)]
Patterns = Annotated[tuple[str, ...], AfterValidator(_together)]
Catching = Annotated[tuple[str, ...], AfterValidator(each)]
"""Patterns that each catch something in a group."""


class Part(BaseModel):
    """A part of a table file; what it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class HeardSheet(Part):
    """How one thing is recognised."""

    any: Patterns = ()
    whole: Patterns = ()
    unless: Patterns = ()


def complete(needed: Iterable[str], given: Iterable[str], *, open_ended: bool = False) -> None:
    """Raise ValueError unless `given` has all of `needed`, and nothing else."""
    missing = set(needed) - set(given)
    if missing:
        raise ValueError(f"`{min(missing)}` is missing")
    surplus = set() if open_ended else set(given) - set(needed)
    if surplus:
        raise ValueError(f"`{min(surplus)}` is not known")


def enough(least: dict[str, int], lines: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return `lines`; ValueError unless each key of `least` has that many variants."""
    complete(least, lines)
    for key, number in least.items():
        if len(lines[key]) < number:
            raise ValueError(f"`{key}` has {len(lines[key])} variants and needs {number}")
    return lines
