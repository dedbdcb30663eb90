"""Who seems to speak in a model's text: name prefixes, and lines of the other side."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.conversation.rules.fences import Prose

_OWN_ROLES = ("assistant", "persona")
_OTHER_ROLES = ("user", "human")

_STAMP = r"@\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?"
_STAMPED = re.compile(_STAMP)
_BEHIND = r"(?=\s|\Z|[\"'“«„「『*_~(]|[^\W\d_A-Za-z]|[A-Za-z]{3})[^\S\n]*\n?"
"""What follows a prefix: no smile such as `:)` or `:D`."""
_LISTING = re.compile(r"[^\S\n]*(?:[-*+•]|\d{1,3}[.)])\s|[^\s:][^:\n]{0,30}:\s|.*[:：][*_]*\s*\Z")
"""A line after which `user: …` is more likely one more entry than a change of speaker."""

_LOOK_BACK = 400
"""How much of the line before is looked at, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A text without the signs of who speaks."""

    text: str
    led: bool
    """Whether it began with the companion's own prefix."""
    unnamed: bool
    """Whether a prefix was taken off."""
    cut: bool
    """Whether it went on for somebody else and was cut there."""


def _any_of(names: Sequence[str]) -> str:
    words = (r"[^\S\n]+".join(map(re.escape, name.split())) for name in names)
    return "|".join(sorted(words, key=len, reverse=True)) or r"(?!)"


@lru_cache(maxsize=256)
def _prefix(names: tuple[str, ...], where: str) -> re.Pattern[str]:
    name = rf"(?:{_any_of(names)})(?:{_STAMP})?"
    plain = rf"(?:\[{name}\]|{name})"
    return re.compile(
        rf"{where}[^\S\n]*(?:(?P<mark>\*{{1,3}}|_{{1,3}}){plain}"
        rf"(?:(?P=mark)[:：]|[:：](?P=mark))|{plain}[:：]){_BEHIND}",
        re.IGNORECASE,
    )


def speak_alone(text: str, names: Sequence[str], others: Sequence[str], *, led: bool) -> Spoken:
    """Return `text` without the companion's own prefixes and cut where another one speaks.

    Own prefixes go at the start and at the start of paragraphs; at the start of every line
    when the text was `led` by one. A line of the other side ends the text, unless it stands
    first or looks like an entry of a list in a text that was not led; with a time stamp it
    always does.
    """
    own = tuple(name.strip() for name in names if name.strip())
    known = {name.casefold() for name in (*own, *_OWN_ROLES)}
    foreign = tuple(
        name.strip()
        for name in (*others, *_OTHER_ROLES)
        if name.strip() and name.strip().casefold() not in known
    )
    rest = _behind_prefixes(text, _prefix((*own, *_OWN_ROLES), r"\s*"))
    unnamed = rest != text
    led = led or unnamed
    kept = _before_another(rest, _prefix(foreign, r"(?<=\n)"), led=led)
    behind = r"(?<=\n)" if led else r"(?:(?<=\n\n)|(?<=\n[ \t]\n))"
    bare = Prose(kept).without(_prefix(own, behind)) if own else kept
    return Spoken(
        text=bare,
        led=led,
        unnamed=unnamed or bare != kept,
        cut=kept != rest,
    )


def _behind_prefixes(text: str, prefix: re.Pattern[str]) -> str:
    """Return `text` without any of the prefixes in a row that it begins with."""
    at = 0
    while (found := prefix.match(text, at)) is not None:
        at = found.end()
    return text[at:]


def _before_another(text: str, prefix: re.Pattern[str], *, led: bool) -> str:
    prose = Prose(text)
    first = len(text) - len(text.lstrip())
    at = 0
    while (found := prose.find(prefix, at)) is not None:
        start = found.start()
        line = text[max(0, start - _LOOK_BACK) : start].rstrip().rpartition("\n")[2]
        sure = led or _STAMPED.search(found[0]) or not _LISTING.match(line)
        if first < start and sure:
            return text[:start].rstrip()
        at = found.end()
    return text
