"""The shape of a table file: which keys it has, and what may stand in them."""

import re
from collections.abc import Iterable
from string import Formatter
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from adapters.pocket.patterns import compiled, source_of

Script = Literal["latin", "cyrillic", "hangul", "kana", "greek", "arabic", "hebrew", "devanagari"]

HEAR = frozenset((
    "crisis", "instruction", "night", "farewell", "name_asked", "companion_name", "about", "ai",
    "time", "date", "recall", "doing", "help", "task", "how_are_you", "fine", "kind", "insult",
    "thanks", "apology", "confused", "greeting", "timed_greeting", "laughter", "yes", "no",
    "unsure", "question",
))  # fmt: skip
"""What every table recognises."""

SAY = {
    "intro": 3, "opener": 2, "crisis": 1, "instruction": 2, "night": 3, "farewell": 4,
    "name_told": 3, "name_known": 2, "name_unknown": 2, "companion_name": 2, "about": 2,
    "about_seed": 1, "ai": 3, "time": 2, "date": 2, "recall_found": 3, "recall_nothing": 2,
    "recall_withheld": 1, "doing": 2, "help": 2, "task": 3, "how_are_you": 4, "fine": 3,
    "kind": 3, "insult": 2, "thanks": 4, "apology": 3, "confused": 2, "greeting": 4,
    "timed_greeting": 2, "called": 2, "laughter": 3, "emoji": 3, "yes": 3, "no": 3, "unsure": 2,
    "voice": 2, "picture": 2, "sticker": 2, "attachment": 2, "question": 5, "long": 2,
    "empty": 2, "mirror": 4, "answered": 3, "statement": 6,
}  # fmt: skip
"""What every table can say, and how many variants it needs at least."""

ASK = {"greeting": 4, "how_are_you": 2, "name": 1, "statement": 5}
TOPICS = frozenset((
    "sad", "angry", "ill", "tired", "happy", "study", "work", "food", "weather", "sleep", "music",
    "game", "pet", "family",
))  # fmt: skip
"""What every table can talk about, a little; it may have more."""
CURES = ("connect", "section")
"""Placeholders for how a model is brought: at a terminal, and in a bot process."""
PLACEHOLDERS = frozenset((
    "name", "person", *CURES, "clock", "date", "zone", "hello", "phrase", "echo", "quote", "when",
    "seed",
))  # fmt: skip
PLAN_HEAR = frozenset(("busy", "plans", "bedtime", "waking"))
"""What a table recognises of questions for the day."""
PLAN_SAY = {
    "now": 3, "now_alone": 2, "gap": 2, "busy": 2, "free": 2, "today": 2, "tomorrow": 2,
    "yesterday": 2, "far": 2, "open": 2, "bedtime": 2, "waking": 2,
}  # fmt: skip
"""What a table can say of the day, and how many variants it needs at least."""
PLAN_PLACEHOLDERS = frozenset(("doing", "until", "next", "start", "agenda", "at"))
CLOCK_PLACEHOLDERS = frozenset((
    "hour", "hour12", "minute", "weekday", "day", "month", "month_number", "year",
))  # fmt: skip


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


def _clock_line(line: str) -> str:
    return _known(CLOCK_PLACEHOLDERS | {"clock"}, line)


def _fault(pattern: str) -> str | None:
    try:
        empty = re.compile(source_of(pattern, "none")).fullmatch("")
    except re.error as error:
        return f"{pattern!r} is not a regular expression ({error})"
    return f"{pattern!r} matches the empty text" if empty else None


def _each(patterns: tuple[str, ...]) -> tuple[str, ...]:
    for fault in map(_fault, patterns):
        if fault is not None:
            raise ValueError(fault)
    return patterns


def _together(patterns: tuple[str, ...]) -> tuple[str, ...]:
    try:
        joined = compiled(patterns, "none")
    except re.error as error:
        _each(patterns)
        raise ValueError(f"these patterns don't go together ({error})") from error
    return _each(patterns) if joined is not None and joined.fullmatch("") else patterns


SayLine = Annotated[str, AfterValidator(_line)]
PlanLine = Annotated[str, AfterValidator(_plan_line)]
ClockLine = Annotated[str, AfterValidator(_clock_line)]
Patterns = Annotated[tuple[str, ...], AfterValidator(_together)]
Catching = Annotated[tuple[str, ...], AfterValidator(_each)]
"""Patterns that each catch something in a group."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class HeardSheet(_Part):
    """How one thing is recognised."""

    any: Patterns = ()
    whole: Patterns = ()
    unless: Patterns = ()


class TopicSheet(_Part):
    """Something that people talk about."""

    hear: HeardSheet
    feeling: bool = False
    say: Annotated[tuple[SayLine, ...], Field(min_length=2)]
    ask: Annotated[tuple[SayLine, ...], Field(min_length=2)]


class WhenSheet(_Part):
    """How the time of an earlier message is told."""

    moment: ClockLine
    today: ClockLine
    yesterday: ClockLine
    day: ClockLine


class HelloSheet(_Part):
    """The greeting of each part of the day."""

    morning: str
    day: str
    evening: str
    night: str


class ClockSheet(_Part):
    """How times and dates are written."""

    clock: ClockLine
    date: ClockLine
    weekdays: Annotated[tuple[str, ...], Field(min_length=7, max_length=7)]
    """From Monday."""
    months: Annotated[tuple[str, ...], Field(min_length=12, max_length=12)]
    when: WhenSheet
    hello: HelloSheet


class NameSheet(_Part):
    """How people tell their name."""

    told: Catching
    introduced: Catching
    """Only where a greeting stands beside it, or the name was asked for."""
    never: tuple[str, ...]
    """Words that are no names."""


class MirrorRule(_Part):
    """How a phrase of the person is turned around."""

    find: Annotated[str, AfterValidator(lambda find: _each((find,))[0])]
    say: str
    """With {phrase}."""


class MirrorSheet(_Part):
    """Phrases that can be given back."""

    rules: tuple[MirrorRule, ...]
    never: tuple[str, ...]


class DaysSheet(_Part):
    """Days that people name when they ask for what they said."""

    today: Patterns
    yesterday: Patterns


def _complete(needed: Iterable[str], given: Iterable[str], *, open_ended: bool = False) -> None:
    missing = set(needed) - set(given)
    if missing:
        raise ValueError(f"`{min(missing)}` is missing")
    surplus = set() if open_ended else set(given) - set(needed)
    if surplus:
        raise ValueError(f"`{min(surplus)}` is not known")


def _all_heard(hear: dict[str, HeardSheet]) -> dict[str, HeardSheet]:
    _complete(HEAR, hear)
    return hear


def _enough(least: dict[str, int], lines: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    _complete(least, lines)
    for key, number in least.items():
        if len(lines[key]) < number:
            raise ValueError(f"`{key}` has {len(lines[key])} variants and needs {number}")
    return lines


def _all_topics(topics: dict[str, TopicSheet]) -> dict[str, TopicSheet]:
    _complete(TOPICS, topics, open_ended=True)
    return topics


def _all_said(say: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    told = [placeholders(line) & set(CURES) for line in say.get("intro", ())]
    if told and not all(cure in told for cure in (set(), {"connect"}, {"section"})):
        raise ValueError("`intro` needs lines with {connect}, with {section}, and with neither")
    if any("?" in line for key in ("farewell", "night") for line in say.get(key, ())):
        raise ValueError("a `farewell` or `night` lets go: no question mark in it")
    return _enough(SAY, say)


def _all_asked(ask: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return _enough(ASK, ask)


def _all_plans_heard(hear: dict[str, HeardSheet]) -> dict[str, HeardSheet]:
    _complete(PLAN_HEAR, hear)
    return hear


def _all_plans_said(say: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return _enough(PLAN_SAY, say)


class PlanSheet(_Part):
    """How people ask for the companion's days, and how it tells them."""

    tomorrow: Patterns
    """Days that people name; today and yesterday are in `days`."""
    far: Patterns
    """Days of which nothing is told, as Friday."""
    hear: Annotated[dict[str, HeardSheet], AfterValidator(_all_plans_heard)]
    say: Annotated[dict[str, tuple[PlanLine, ...]], AfterValidator(_all_plans_said)]


class Sheet(_Part):
    """One table file."""

    script: Script
    boundaries: Literal["words", "starts", "none"]
    common: tuple[str, ...]
    strong: tuple[str, ...]
    fillers: Patterns
    negation: Patterns
    unquotable: Patterns
    days: DaysSheet
    clock: ClockSheet
    name: NameSheet
    mirror: MirrorSheet
    hear: Annotated[dict[str, HeardSheet], AfterValidator(_all_heard)]
    say: Annotated[dict[str, tuple[SayLine, ...]], AfterValidator(_all_said)]
    ask: Annotated[dict[str, tuple[SayLine, ...]], AfterValidator(_all_asked)]
    plan: PlanSheet | None = None
    """Without it, questions for the day are heard as any others."""
    topics: Annotated[dict[str, TopicSheet], AfterValidator(_all_topics)]
