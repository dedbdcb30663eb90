"""The shape of a table file: which keys it has, and what may stand in them."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from adapters.pocket.lines import (
    CURES,
    Catching,
    ClockLine,
    HeardSheet,
    MemoryLine,
    Part,
    Patterns,
    PlanLine,
    SayLine,
    complete,
    each,
    enough,
    placeholders,
)

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
PLAN_HEAR = frozenset(("busy", "plans", "bedtime", "waking"))
"""What a table recognises of questions for the day."""
PLAN_SAY = {
    "now": 3, "now_alone": 2, "gap": 2, "busy": 2, "free": 2, "today": 2, "tomorrow": 2,
    "yesterday": 2, "far": 2, "open": 2, "bedtime": 2, "waking": 2,
}  # fmt: skip
"""What a table can say of the day, and how many variants it needs at least."""
MEMORY_HEAR = frozenset(("of_person", "of_companion"))
"""What a table recognises of questions for what is known of somebody."""
DEEDS = {
    "remembered": 3, "not_remembered": 2, "forgotten": 3, "nothing_to_forget": 2, "corrected": 3,
    "learned": 3, "which_to_forget": 2, "restored": 2,
}  # fmt: skip
"""What was done with memory; these lines quote nothing, so that nothing forgotten is repeated."""
MEMORY_SAY = {
    **DEEDS, "unkept": 2, "said": 3, "known": 3, "past": 2, "unknown": 3, "self": 2,
    "self_past": 2, "self_unknown": 2,
}  # fmt: skip
"""What a table can say of memory, and how many variants it needs at least."""


class TopicSheet(Part):
    """Something that people talk about."""

    hear: HeardSheet
    feeling: bool = False
    say: Annotated[tuple[SayLine, ...], Field(min_length=2)]
    ask: Annotated[tuple[SayLine, ...], Field(min_length=2)]


class WhenSheet(Part):
    """How the time of an earlier message is told."""

    moment: ClockLine
    today: ClockLine
    yesterday: ClockLine
    day: ClockLine


class HelloSheet(Part):
    """The greeting of each part of the day."""

    morning: str
    day: str
    evening: str
    night: str


class ClockSheet(Part):
    """How times and dates are written."""

    clock: ClockLine
    date: ClockLine
    weekdays: Annotated[tuple[str, ...], Field(min_length=7, max_length=7)]
    """From Monday."""
    months: Annotated[tuple[str, ...], Field(min_length=12, max_length=12)]
    when: WhenSheet
    hello: HelloSheet


class NameSheet(Part):
    """How people tell their name."""

    told: Catching
    introduced: Catching
    """Only where a greeting stands beside it, or the name was asked for."""
    never: tuple[str, ...]
    """Words that are no names."""


class MirrorRule(Part):
    """How a phrase of the person is turned around."""

    find: Annotated[str, AfterValidator(lambda find: each((find,))[0])]
    say: str
    """With {phrase}."""


class MirrorSheet(Part):
    """Phrases that can be given back."""

    rules: tuple[MirrorRule, ...]
    never: tuple[str, ...]


class DaysSheet(Part):
    """Days that people name when they ask for what they said."""

    today: Patterns
    yesterday: Patterns


def _all_heard(hear: dict[str, HeardSheet]) -> dict[str, HeardSheet]:
    complete(HEAR, hear)
    return hear


def _all_topics(topics: dict[str, TopicSheet]) -> dict[str, TopicSheet]:
    complete(TOPICS, topics, open_ended=True)
    return topics


def _all_said(say: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    told = [placeholders(line) & set(CURES) for line in say.get("intro", ())]
    if told and not all(cure in told for cure in (set(), {"connect"}, {"section"})):
        raise ValueError("`intro` needs lines with {connect}, with {section}, and with neither")
    if any("?" in line for key in ("farewell", "night") for line in say.get(key, ())):
        raise ValueError("a `farewell` or `night` lets go: no question mark in it")
    return enough(SAY, say)


def _all_asked(ask: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return enough(ASK, ask)


def _all_plans_heard(hear: dict[str, HeardSheet]) -> dict[str, HeardSheet]:
    complete(PLAN_HEAR, hear)
    return hear


def _all_plans_said(say: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return enough(PLAN_SAY, say)


class PlanSheet(Part):
    """How people ask for the companion's days, and how it tells them."""

    tomorrow: Patterns
    """Days that people name; today and yesterday are in `days`."""
    far: Patterns
    """Days of which nothing is told, as Friday."""
    hear: Annotated[dict[str, HeardSheet], AfterValidator(_all_plans_heard)]
    say: Annotated[dict[str, tuple[PlanLine, ...]], AfterValidator(_all_plans_said)]


def _all_memory_heard(hear: dict[str, HeardSheet]) -> dict[str, HeardSheet]:
    complete(MEMORY_HEAR, hear)
    return hear


def _all_memory_said(say: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for key in DEEDS:
        if any(placeholders(line) for line in say.get(key, ())):
            raise ValueError(f"`{key}` tells what was done and quotes nothing: no braces in it")
    return enough(MEMORY_SAY, say)


class MemorySheet(Part):
    """How people ask for what is known of somebody, and how memory is told."""

    day: ClockLine
    """The day of a memory, bare: `known` and the like say what stands before it."""
    dated: ClockLine
    """The same with its year, for days of other years."""
    asking: Patterns
    """Words of a question that are not what it is about, as `called`."""
    forgetting: Patterns
    """Requests to forget; what holds them is never quoted."""
    hear: Annotated[dict[str, HeardSheet], AfterValidator(_all_memory_heard)]
    say: Annotated[dict[str, tuple[MemoryLine, ...]], AfterValidator(_all_memory_said)]
    what_else: Annotated[tuple[MemoryLine, ...], Field(min_length=2)]
    """Asks an owner who teaches it for more."""


class Sheet(Part):
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
    memory: MemorySheet
    plan: PlanSheet | None = None
    """Without it, questions for the day are heard as any others."""
    topics: Annotated[dict[str, TopicSheet], AfterValidator(_all_topics)]
