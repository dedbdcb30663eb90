"""What is meant by the arguments of commands that look into memory: `#12`, `m12`, pages, whom."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from core.admin.model import STABLE_ID
from core.conversation.model import IdentityId, MessageId
from core.memory.model import PERSONA, Fact, FactId, Subject
from core.memory.rules.topics import is_about

T = TypeVar("T")

PAGE = 10
"""Memories on one page."""
MOST_PICKS = 20
"""Ids that one command takes."""

_FACT = re.compile(r"#?(\d{1,18})", re.ASCII)
_MESSAGE = re.compile(r"m(\d{1,18})", re.ASCII)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """What was named by its number."""

    facts: tuple[FactId, ...] = ()
    messages: tuple[MessageId, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """Return the numbers as they are shown, facts first."""
        return (*map(fact_ref, self.facts), *map(message_ref, self.messages))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One page of a list."""

    number: int
    """From 1."""
    count: int
    """Pages in all, at least 1."""

    def of(self, rows: Sequence[T]) -> Sequence[T]:
        """Return the rows of this page."""
        return rows[(self.number - 1) * PAGE : self.number * PAGE]


def fact_ref(fact: FactId) -> str:
    """Return a fact's number as people see it."""
    return f"#{fact}"


def message_ref(message: MessageId) -> str:
    """Return a message's number as people see it."""
    return f"m{message}"


def read_picks(text: str) -> Picked | None:
    """Return what `#12`, `12`, `m7` or several of them, commas between or not, name; else None.

    More than `MOST_PICKS` are none: nobody means them one by one.
    """
    words = unicodedata.normalize("NFKC", text).casefold().replace(",", " ").split()
    if not words or len(words) > MOST_PICKS:
        return None
    facts, messages = [], []
    for word in words:
        if found := _FACT.fullmatch(word):
            facts.append(FactId(int(found[1])))
        elif found := _MESSAGE.fullmatch(word):
            messages.append(MessageId(int(found[1])))
        else:
            return None
    return Picked(facts=tuple(dict.fromkeys(facts)), messages=tuple(dict.fromkeys(messages)))


def read_fact(word: str) -> FactId | None:
    """Return the one fact that a word names, as `#12` or `12`."""
    found = read_picks(word)
    return found.facts[0] if found and len(found.facts) == 1 and not found.messages else None


def read_page(word: str) -> int | None:
    """Return the number of a page; None for any other word."""
    plain = unicodedata.normalize("NFKC", word).strip()
    return int(plain) if _NUMBER.fullmatch(plain) else None


def last_page(rows: int) -> int:
    """Return the number of the last page of a list of `rows`; an empty one has one page."""
    return max(1, -(-rows // PAGE))


def leaf_of(number: int, rows: int) -> Leaf | None:
    """Return the page of that number of a list of `rows`; None if there is none."""
    count = last_page(rows)
    return Leaf(number=number, count=count) if 1 <= number <= count else None


def of_topic(topic: str | None, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that are about a canonical `topic`, the last first; [] without one."""
    if topic is None:
        return []
    return [one for one in facts if is_about(one.topics, one.statement, topic)][::-1]


def read_subject(word: str) -> Subject | None:
    """Return whom `persona` or `telegram:42` names; None for any other word."""
    if word.casefold() == PERSONA:
        return PERSONA
    is_id = STABLE_ID.fullmatch(word) is not None and "`" not in word
    return Subject(IdentityId(word)) if is_id else None
