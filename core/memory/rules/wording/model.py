"""What a language brings for reading talk: patterns a reader of it would point at."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

NEVER = re.compile(r"(?!)")
"""Matches nothing: what a language does not bring."""


COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
"""The English numbers from 1 on."""


def alternatives(text: str) -> tuple[str, ...]:
    """Return the patterns that a table lists, parted by a bar between blanks.

    A line may end anywhere: behind a bar inside a pattern it goes on at once, else with a blank.
    """
    joined = re.sub(r"(?<=\S)\|\n\s*", "|", text.strip())
    return tuple(re.split(r" \| ", re.sub(r"\s*\n\s*", " ", joined)))


def words(text: str) -> re.Pattern[str]:
    """Return a pattern for whole words or phrases of a script with blanks, in any case."""
    listed = "|".join(alternatives(text))
    return re.compile(rf"(?<![\w'’])(?:{listed})(?![\w])", re.IGNORECASE)


def signs(text: str) -> re.Pattern[str]:
    """Return a pattern for a script without blanks, or for endings: it matches inside words."""
    return re.compile("|".join(alternatives(text)), re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One language. What is not given matches nothing."""

    code: str
    """As in `en`."""
    spaced: bool = True
    """Whether words stand apart."""
    first: re.Pattern[str] = NEVER
    """The speaker themself."""
    second: re.Pattern[str] = NEVER
    """Whom they talk to."""
    third: re.Pattern[str] = NEVER
    """Somebody else as the doer, at the start of a clause."""
    negation: re.Pattern[str] = NEVER
    not_negation: re.Pattern[str] = NEVER
    """Looks like a negation and is none, as `not only`."""
    lacking: re.Pattern[str] = NEVER
    """Says a negative without a negation, as `hates` or `without`."""
    hypothetical: re.Pattern[str] = NEVER
    wish: re.Pattern[str] = NEVER
    """A statement that tells a wish or a condition as such."""
    plan: re.Pattern[str] = NEVER
    """What is meant to happen, and has not."""
    presupposed: re.Pattern[str] = NEVER
    """A question that tells, as `did you know that I …`."""
    tag: re.Pattern[str] = NEVER
    """What makes a question of a statement at its end."""
    asking: re.Pattern[str] = NEVER
    """A question without a question mark."""
    kidding: re.Pattern[str] = NEVER
    """The speaker says it was a joke."""
    irony: re.Pattern[str] = NEVER
    absurd: re.Pattern[str] = NEVER
    """What nobody means in earnest."""
    scene: re.Pattern[str] = NEVER
    """A game of roles begins or goes on."""
    scene_end: re.Pattern[str] = NEVER
    aside: re.Pattern[str] = NEVER
    """A real remark inside a scene."""
    fiction: re.Pattern[str] = NEVER
    """Stories, dreams, films, games."""
    reported: re.Pattern[str] = NEVER
    """Somebody else says it."""
    instruction: re.Pattern[str] = NEVER
    """Orders to the companion, claims about rights."""
    secret: re.Pattern[str] = NEVER
    """What a secret is called."""
    small_talk: re.Pattern[str] = NEVER
    """Words that together say nothing."""
    assent: re.Pattern[str] = NEVER
    """At the start of a message: a yes."""
    denial: re.Pattern[str] = NEVER
    """At the start of a message: a no."""
    correction: re.Pattern[str] = NEVER
    """The speaker takes something back and says it right."""
    meta: re.Pattern[str] = NEVER
    """Statements about the talk itself, as `says hello`."""
    assistant: re.Pattern[str] = NEVER
    """The companion, as somebody else would call it."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Words for small numbers."""
