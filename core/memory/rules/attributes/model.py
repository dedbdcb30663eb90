"""What a statement says of its subject, as a name and a value."""

import re
from dataclasses import dataclass

from core.memory.rules.wording import alternatives
from core.patterns import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One property of somebody, such as `home`."""

    name: str
    """As `home`, `pet` or `favourite-colour`; the same in all languages."""
    value: str
    """Its words of weight, sorted; to be compared, never to be shown."""
    single: bool
    """Whether a new value takes the old one's place; pets stand beside each other."""
    ends: bool = False
    """Whether the statement tells that it is over."""


@dataclass(frozen=True, slots=True)
class Trait:
    """How a language says one attribute."""

    name: str
    pattern: Pattern
    """The group `v` is the value, `k` the kind of a favourite."""
    single: bool = True


def told(name: str, text: str, *, single: bool = True) -> Trait:
    """Return a trait; each alternative holds a group `v`, of which the first found counts.

    `{REST}` is a value up to the next mark.
    """
    filled = (one.replace("{REST}", REST) for one in alternatives(text))
    numbered = (one.replace("?P<v>", f"?P<v{at}>") for at, one in enumerate(filled))
    listed = "|".join(f"(?:{one})" for one in numbered)
    return Trait(name, Pattern(listed, re.IGNORECASE), single)


REST = r"(?P<v>[^,.;!?()]+)"
