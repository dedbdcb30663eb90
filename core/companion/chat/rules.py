"""What a chat decides: no await, no clock, no dice, no log."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from core.companion.chat.model import ChatMessage, PassiveRecall
from core.companion.model import Fact, Sender
from core.companion.rules import topic_keys
from core.conversation.model import (
    ChatKind,
    ConversationId,
    IdentityId,
    MessageId,
    Recalled,
    Said,
)
from core.instants import to_datetime, to_iso
from core.memory import model as memory
from core.memory.rules.coming import DEFINING

USER_TOPIC, PERSONA_TOPIC = "user", "persona"
DEFAULT_PERSON = "user"
"""Whose memories are those that name nobody."""
PLAIN_IMPORTANCE = 0.5
"""That of a fact which tells none."""


# Whose facts.


def person_of(fact: Fact) -> str | None:
    """Return whom a fact tells of; None for those of the persona and for those of neither.

    What has both topics is a person's: it is heard by fewer.
    """
    person = fact.metadata.get("person")
    if isinstance(person, str):
        return person
    return DEFAULT_PERSON if USER_TOPIC in topic_keys(fact.topics) else None


def is_of_persona(fact: Fact, display_name: str) -> bool:
    """Return whether a fact tells of the persona."""
    own = topic_keys((PERSONA_TOPIC, display_name))
    return person_of(fact) is None and bool(own & topic_keys(fact.topics))


def persona_facts(facts: Iterable[Fact], display_name: str) -> list[Fact]:
    """Return the facts of the persona, in their order."""
    return [fact for fact in facts if is_of_persona(fact, display_name)]


def memories(facts: Iterable[Fact], person: str | None = None) -> list[Fact]:
    """Return the memories of `person`, of everybody if it is None, in their order."""
    return [fact for fact in facts if (of := person_of(fact)) is not None and person in (None, of)]


def holds(fact: Fact, now: datetime) -> bool:
    """Return whether a fact holds at `now`: nothing took its place, and it hasn't passed."""
    until = _instant(fact, "valid_until")
    return fact.metadata.get("status") != "past" and (until is None or now < until)


def may_be_told(fact: Fact, now: datetime) -> bool:
    """Return whether a fact holds and is of nobody else than the user of an unnamed talk."""
    return person_of(fact) in (None, DEFAULT_PERSON) and holds(fact, now)


def importance_of(fact: Fact) -> float:
    """Return how much a fact counts, 0.0 to 1.0."""
    given = fact.metadata.get("importance")
    if not isinstance(given, int | float) or isinstance(given, bool):
        return PLAIN_IMPORTANCE
    return min(1.0, max(0.0, float(given)))


def said_at(fact: Fact) -> datetime:
    """Return when a fact was said; when it was stored, if it doesn't tell."""
    return _instant(fact, "said_at") or fact.created_at


def _instant(fact: Fact, name: str) -> datetime | None:
    given = fact.metadata.get(name)
    try:
        return to_datetime(given) if isinstance(given, str) else None
    except ValueError:  # metadata may be a builder's own
        return None


# What comes up.


def always_in(facts: Sequence[Fact], found: Collection[str], room: int) -> list[Fact]:
    """Return at most `room` facts that count much and aren't `found` already, most first."""
    defining = [fact for fact in facts if fact.id not in found and importance_of(fact) >= DEFINING]
    return sorted(defining, key=lambda fact: -importance_of(fact))[: max(0, room)]


def shown(fact: Fact, score: float | None) -> PassiveRecall:
    """Return a fact as the builder sees that it came up."""
    return PassiveRecall(
        id=fact.id,
        content=fact.statement,
        score=score,
        importance=importance_of(fact),
        created_at=fact.created_at,
        last_accessed=_instant(fact, "last_accessed"),
    )


def recalled(fact: Fact, score: float | None, now: datetime) -> Recalled:
    """Return a fact as it is put before the model."""
    person = person_of(fact)
    return Recalled(
        ref=fact.id,
        text=fact.statement,
        at=said_at(fact),
        speaker=person or "",
        kind="persona" if person is None else "person",
        score=score,
        past=not holds(fact, now),
    )


def touched(fact: Fact, now: datetime) -> Fact:
    """Return a fact that came up at `now`."""
    return replace(fact, metadata={**fact.metadata, "last_accessed": to_iso(now)})


# The history.


def as_said(number: int, message: ChatMessage) -> Said:
    """Return a message as the rules of conversations know it, under a number of its own."""
    mine = message.sender is Sender.PERSONA
    return Said(
        id=MessageId(number),
        by_companion=mine,
        sender=None if mine else identity(message.person),
        sender_name="" if mine else message.person,
        text=message.content,
        sent_at=message.time,
    )


def as_saying(said: Said, person: str) -> memory.Saying:
    """Return a message as memory looks at it."""
    return memory.Saying(
        id=said.id,
        conversation=ConversationId(1),
        by_companion=said.by_companion,
        sender=said.sender,
        sender_name=said.sender_name,
        text=said.text,
        sent_at=said.sent_at,
        audience=memory.audience_of(ChatKind.DIRECT, ConversationId(1), identity(person)),
    )


def identity(person: str) -> IdentityId:
    """Return who `person` is; nobody can be the persona itself by their name."""
    return IdentityId(f"person:{person}")
