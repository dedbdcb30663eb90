"""What is to be kept, as the gate weighs it and as a store keeps it: pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from core.companion.chat.rules import (
    DEFAULT_PERSON,
    PERSONA_TOPIC,
    USER_TOPIC,
    identity,
    importance_of,
    said_at,
)
from core.companion.model import Fact, FactDraft
from core.instants import to_iso
from core.memory import model as memory
from core.memory.rules.attributes import attribute_of
from core.memory.service.turn import CHAT, TEACH
from core.periods import When
from core.persona.model import SpaceId

_THE_PERSON = "user person Nutzer Benutzer usuario utilisateur пользователь собеседник"
"""What a model calls somebody whose name it wasn't told."""


def called(person: str, said: Iterable[str]) -> str:
    """Return by which words a statement may name `person`, in one line.

    `person` may be no name at all; they may have told one in what they `said`.
    """
    told = (attribute_of(text) for text in said)
    names = [one.value for one in told if one is not None and one.name == "name"]
    return " ".join(dict.fromkeys([person, *names, _THE_PERSON]))


def draft_of(
    statement: str, importance: float, saying: memory.Saying, *, space: str, taught: bool
) -> memory.FactDraft:
    """Return a draft that rests on one message."""
    speaker = saying.sender or identity(DEFAULT_PERSON)
    return memory.FactDraft(
        space=SpaceId(space),
        subject=memory.PERSONA if taught else memory.Subject(speaker),
        statement=statement,
        audience=memory.EVERYONE if taught else saying.audience,
        source=TEACH if taught else CHAT,
        speaker=speaker,
        evidence=(saying.id,),
        importance=importance,
    )


def as_known(facts: Sequence[Fact], draft: memory.FactDraft) -> list[memory.Fact]:
    """Return facts of the draft's subject as the gate compares them; ids are their positions."""
    return [
        memory.Fact(
            id=memory.FactId(position),
            space=draft.space,
            subject=draft.subject,
            statement=fact.statement,
            audience=draft.audience,
            source=fact.source or "",
            attribute=_attribute(fact),
            importance=importance_of(fact),
            valid_from=said_at(fact),
            created_at=fact.created_at,
        )
        for position, fact in enumerate(facts)
    ]


def _attribute(fact: Fact) -> str | None:
    given = fact.metadata.get("attribute")
    return given if isinstance(given, str) else None


def kept_draft(
    draft: memory.FactDraft, *, person: str, evidence: Sequence[str], now: datetime
) -> FactDraft:
    """Return what the gate let in as the store keeps it; `person` said it."""
    told: dict[str, object] = {
        "speaker": person,
        "evidence": list(evidence),
        "importance": draft.importance,
        "said_at": to_iso(now),
    }
    if not draft.is_of_persona:
        told["person"] = person
    if draft.attribute is not None:
        told["attribute"] = draft.attribute
    if draft.valid_until is not None:
        told["valid_until"] = to_iso(draft.valid_until)
    if draft.when is not None:
        told["when"] = _period(draft.when)
    whose = (PERSONA_TOPIC,) if draft.is_of_persona else (USER_TOPIC, person)
    return FactDraft(
        statement=draft.statement,
        topics=tuple(dict.fromkeys((*whose, *draft.topics))),
        confidence=draft.confidence,
        source=draft.source,
        metadata=told,
    )


def _period(when: When) -> Mapping[str, str]:
    return {
        "start_at": to_iso(when.start_at),
        "end_at": to_iso(when.end_at),
        "precision": when.precision.value,
    }


def mentioned(fact: Fact, draft: FactDraft) -> Fact:
    """Return a known fact that was said once more."""
    before, now = fact.metadata, draft.metadata
    evidence = [*_texts(before.get("evidence")), *_texts(now.get("evidence"))]
    mentions = before.get("mentions")
    counted = mentions if isinstance(mentions, int) else 1
    told = {
        "evidence": list(dict.fromkeys(evidence)),
        "importance": max(importance_of(fact), float(str(now["importance"]))),
        "mentions": counted + 1,
    }
    return replace(fact, metadata={**before, **told})


def closed(fact: Fact, by: Fact, now: datetime) -> Fact:
    """Return a fact that is past since `by` took its place."""
    told = {"status": "past", "superseded_by": by.id, "closed_at": to_iso(now)}
    return replace(fact, metadata={**fact.metadata, **told})


def _texts(given: object) -> list[str]:
    return [str(one) for one in given] if isinstance(given, list | tuple) else []
