"""How a fact is taken away so that it can be brought back as it was."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from core.conversation.model import MessageId
from core.memory.model import OWNER, Audience, Fact, FactId, Scope, Status

BEFORE = "before"
"""The entry of a fact's metadata that tells what it was before it was forgotten or corrected."""
FORGOTTEN, DELETED, EDITED = "forgotten", "deleted", "edited"
"""Reasons of facts that are hidden or quarantined."""


def hidden_now(fact: Fact, now: datetime, asked: Collection[MessageId] = ()) -> Fact:
    """Return `fact` as forgotten at `now`, with what it was.

    It rests on the messages that `asked` for it, too: they name it, and go when it goes.
    """
    return replace(
        fact,
        evidence=tuple(dict.fromkeys((*fact.evidence, *asked))),
        status=Status.HIDDEN,
        closed_at=now,
        reason=FORGOTTEN,
        metadata={**fact.metadata, BEFORE: state_of(fact)},
    )


def state_of(fact: Fact) -> Mapping[str, str | int | list[int] | None]:
    """Return what a fact was, as JSON; no text of people."""
    return {
        "status": fact.status.value,
        "reason": fact.reason,
        "closed_at": fact.closed_at.isoformat() if fact.closed_at else None,
        "valid_until": fact.valid_until.isoformat() if fact.valid_until else None,
        "superseded_by": fact.superseded_by,
        "audience": fact.audience,
        "evidence": list(fact.evidence),
    }


def as_before(fact: Fact) -> Fact:
    """Return a fact as it was before it was forgotten or corrected."""
    before = fact.metadata[BEFORE]
    was = before if isinstance(before, Mapping) else {}
    successor = was.get("superseded_by")
    rested = was.get("evidence")
    return replace(
        fact,
        status=Status(str(was.get("status", Status.ACTIVE.value))),
        reason=_text(was.get("reason")),
        closed_at=_instant(was.get("closed_at")),
        valid_until=_instant(was.get("valid_until")),
        superseded_by=FactId(successor) if isinstance(successor, int) else None,
        evidence=tuple(map(MessageId, rested)) if isinstance(rested, list) else fact.evidence,
        audience=Audience(str(was.get("audience", fact.audience))),
        metadata={name: one for name, one in fact.metadata.items() if name != BEFORE},
    )


def is_meant(scope: Scope, fact: Fact, fact_id: FactId | None) -> bool:
    """Return whether an id means this one to be brought back, or `the latest` may.

    No friend takes back without a name what an owner forgot of the persona.
    """
    if fact_id is None:
        return scope.here == OWNER or fact.subject in scope.persons
    return fact_id in (fact.id, fact.superseded_by if fact.status is Status.PAST else None)


def _text(given: object) -> str | None:
    return given if isinstance(given, str) else None


def _instant(given: object) -> datetime | None:
    return datetime.fromisoformat(given) if isinstance(given, str) else None
