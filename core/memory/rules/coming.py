"""What comes up: what is always in, what is past, and what says the same twice."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from core.conversation.model import MessageId
from core.conversation.rules.context import estimate_tokens
from core.memory.model import Fact, Recalled, Status, When
from core.memory.rules.letters import LETTERS
from core.patterns import Pattern

DEFINING = 0.9
"""Importance from which a fact is always in."""
CORE = frozenset({"name", "age", "birthday", "home", "hometown", "job", "partner", "diet"})
"""Attributes that are always in: who somebody is, and what may harm them; our choice."""
ALIKE = 0.9
"""Share of words in common from which two texts say the same; our guess."""

_WORD = Pattern(LETTERS)
_PAST = Pattern(
    r"\b(?:used to|previously|formerly|before|back then|once|no longer|any ?more"
    r"|früher|damals|ehemals|vorher|nicht mehr|antes|anteriormente|ya no|avant|autrefois|ne plus"
    r"|prima|una volta|раньше|прежде|больше не|eskiden)\b"
    r"|以前|从前|過去|过去|昔|かつて|예전|옛날|이전",
    re.I,
)


def asks_past(text: str, periods: Iterable[When], now: datetime) -> bool:
    """Return whether what no longer holds is asked about: by a word for it, or by a past period."""
    return _PAST.search(text) is not None or any(one.end_at <= now for one in periods)


def is_past(fact: Fact, now: datetime) -> bool:
    """Return whether an active or past fact no longer holds."""
    ended = fact.valid_until is not None and fact.valid_until <= now
    return fact.status is Status.PAST or ended


def no_longer_true(facts: Iterable[Fact]) -> frozenset[MessageId]:
    """Return the messages on which facts rest, but none of them one that nothing took place of.

    What only ended in time was true when it was said, and tells so itself.
    """
    rest: dict[MessageId, list[Fact]] = {}
    for fact in facts:
        if fact.status in (Status.ACTIVE, Status.PAST):
            for message in fact.evidence:
                rest.setdefault(message, []).append(fact)
    return frozenset(
        message
        for message, resting in rest.items()
        if all(fact.superseded_by is not None for fact in resting)
    )


def is_core(fact: Fact) -> bool:
    """Return whether a fact is always in by itself, whatever its topics are."""
    return fact.importance >= DEFINING or fact.attribute in CORE


def mandatory_topics(names: Iterable[str]) -> frozenset[str]:
    """Return the topics that are always in, for a persona of these names; in lower case."""
    return frozenset({"persona", "user", *(name.casefold() for name in names)})


def affordable(facts: Iterable[Fact], tokens: int) -> list[Fact]:
    """Return the facts that fit into `tokens`, the most important first, then the first learned."""
    chosen: list[Fact] = []
    for fact in sorted(facts, key=lambda one: (-one.importance, one.id)):
        cost = estimate_tokens(fact.statement)
        if cost <= tokens:
            tokens -= cost
            chosen.append(fact)
    return chosen


def distinct(items: Iterable[Recalled], known: Sequence[Recalled] = ()) -> Iterator[Recalled]:
    """Yield `items` without those that say what a better one, or a `known` one, says already.

    It looks no further than it is asked to.
    """
    said = [_words(one.text) for one in known]
    for item in items:
        words = _words(item.text)
        if not any(_alike(words, other) for other in said):
            said.append(words)
            yield item


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if not one or not other:
        return one == other
    return len(one & other) >= ALIKE * len(one | other)
