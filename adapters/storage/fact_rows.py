"""From rows to facts, and back."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from adapters.storage import memory_tables as t
from adapters.storage import steering_tables as st
from adapters.storage.broken import raw, to_instant, understood
from adapters.storage.rows import Row
from adapters.storage.types import UtcDateTime
from core.conversation.model import IdentityId, MessageId
from core.memory.model import Audience, Fact, FactId, Precision, Status, Subject, When
from core.persona.model import SpaceId

COLUMNS = tuple(
    raw(column, column.name) if isinstance(column.type, UtcDateTime) else column
    for column in t.facts.c
)
"""Instants as the driver gives them: they may be broken."""
_SHARED = (
    select(func.aggregate_strings(st.shares.c.audience, " "))
    .where(st.shares.c.fact == t.facts.c.id)
    .correlate(t.facts)
    .scalar_subquery()
    .label("shared")
)
FACTS = select(*COLUMNS, _SHARED)


def to_facts(rows: Iterable[Row]) -> list[Fact]:
    """Return the facts of the rows that can be understood; the others are logged by their id."""
    return understood(_to_fact, rows, "fact.broken", key=("space", "id"))


def from_fact(fact: Fact) -> dict[str, Any]:
    """Return the row of a fact, without its id; the fact is storable."""
    when = fact.when
    return {
        "space": fact.space,
        "subject": fact.subject,
        "statement": fact.statement,
        "audience": fact.audience,
        "source": fact.source,
        "speaker": fact.speaker,
        "evidence": json.dumps(fact.evidence),
        "topics": json.dumps(fact.topics),
        "metadata": json.dumps(dict(fact.metadata)),
        "attribute": fact.attribute,
        "importance": fact.importance,
        "confidence": fact.confidence,
        "when_start": when and when.start_at,
        "when_end": when and when.end_at,
        "when_precision": when and when.precision.value,
        "when_said": when and when.said,
        "valid_from": fact.valid_from,
        "valid_until": fact.valid_until,
        "status": fact.status.value,
        "created_at": fact.created_at,
        "closed_at": fact.closed_at,
        "superseded_by": fact.superseded_by,
        "mentions": fact.mentions,
        "last_accessed": fact.last_accessed,
        "reason": fact.reason,
    }


def _to_fact(row: Row) -> Fact:
    return Fact(
        id=FactId(row["id"]),
        space=SpaceId(row["space"]),
        subject=Subject(IdentityId(row["subject"])),
        statement=row["statement"],
        audience=Audience(row["audience"]),
        source=row["source"],
        speaker=None if row["speaker"] is None else IdentityId(row["speaker"]),
        evidence=tuple(MessageId(int(one)) for one in _list(row["evidence"])),
        topics=tuple(str(one) for one in _list(row["topics"])),
        metadata=_metadata(row["metadata"]),
        attribute=row["attribute"],
        importance=row["importance"],
        confidence=row["confidence"],
        when=_when(row),
        valid_from=to_instant(row["valid_from"]),
        valid_until=_instant(row["valid_until"]),
        status=Status(row["status"]),
        created_at=to_instant(row["created_at"]),
        closed_at=_instant(row["closed_at"]),
        superseded_by=None if row["superseded_by"] is None else FactId(row["superseded_by"]),
        mentions=row["mentions"],
        last_accessed=_instant(row["last_accessed"]),
        reason=row["reason"],
        shared=frozenset(map(Audience, (row["shared"] or "").split())),
    )


def _when(row: Row) -> When | None:
    if row["when_start"] is None:
        return None
    return When(
        start_at=to_instant(row["when_start"]),
        end_at=to_instant(row["when_end"]),
        precision=Precision(row["when_precision"]),
        said=row["when_said"] or "",
    )


def _instant(stored: object) -> datetime | None:
    return None if stored is None else to_instant(stored)


def _list(stored: str) -> list[Any]:
    if stored == "[]":
        return []
    found = json.loads(stored)
    if not isinstance(found, list):
        raise TypeError(f"a list was expected, got a {type(found).__name__}")
    return found


def _metadata(stored: str) -> dict[str, object]:
    if stored == "{}":
        return {}
    found = json.loads(stored)
    if not isinstance(found, dict):
        raise TypeError(f"an object was expected, got a {type(found).__name__}")
    return found
