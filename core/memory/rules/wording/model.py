"""What a language brings for reading talk: patterns a reader of it would point at."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.patterns import Pattern

NEVER = Pattern(r"(?!)")
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


def words(text: str) -> Pattern:
    """Return a pattern for whole words or phrases of a script with blanks, in any case."""
    listed = "|".join(alternatives(text))
    return Pattern(rf"(?<![\w'’])(?:{listed})(?![\w])", re.IGNORECASE)


def signs(text: str) -> Pattern:
    """Return a pattern for a script without blanks, or for endings: it matches inside words."""
    return Pattern("|".join(alternatives(text)), re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One language. What is not given matches nothing."""

    code: str
    """As in `en`."""
    spaced: bool = True
    """Whether words stand apart."""
    first: Pattern = NEVER
    """The speaker themself."""
    second: Pattern = NEVER
    """Whom they talk to."""
    third: Pattern = NEVER
    """Somebody else as the doer, at the start of a clause."""
    negation: Pattern = NEVER
    not_negation: Pattern = NEVER
    """Looks like a negation and is none, as `not only`."""
    lacking: Pattern = NEVER
    """Says a negative without a negation, as `hates` or `without`."""
    hypothetical: Pattern = NEVER
    wish: Pattern = NEVER
    """A statement that tells a wish or a condition as such."""
    plan: Pattern = NEVER
    """What is meant to happen, and has not."""
    presupposed: Pattern = NEVER
    """A question that tells, as `did you know that I …`."""
    tag: Pattern = NEVER
    """What makes a question of a statement at its end."""
    asking: Pattern = NEVER
    """A question without a question mark."""
    kidding: Pattern = NEVER
    """The speaker says it was a joke."""
    irony: Pattern = NEVER
    absurd: Pattern = NEVER
    """What nobody means in earnest."""
    scene: Pattern = NEVER
    """A game of roles begins or goes on."""
    scene_end: Pattern = NEVER
    aside: Pattern = NEVER
    """A real remark inside a scene."""
    fiction: Pattern = NEVER
    """Stories, dreams, films, games."""
    reported: Pattern = NEVER
    """Somebody else says it."""
    instruction: Pattern = NEVER
    """Orders to the companion, claims about rights."""
    secret: Pattern = NEVER
    """What a secret is called."""
    small_talk: Pattern = NEVER
    """Words that together say nothing."""
    assent: Pattern = NEVER
    """At the start of a message: a yes."""
    denial: Pattern = NEVER
    """At the start of a message: a no."""
    correction: Pattern = NEVER
    """The speaker takes something back and says it right."""
    meta: Pattern = NEVER
    """Statements about the talk itself, as `says hello`."""
    assistant: Pattern = NEVER
    """The companion, as somebody else would call it."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Words for small numbers."""
