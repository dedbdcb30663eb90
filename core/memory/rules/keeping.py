"""How a fact is kept: what every store makes of a draft."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime

from core.conversation.rules.storable import storable
from core.memory.model import Fact, FactDraft, FactId, Status


def as_fact(
    draft: FactDraft,
    fact: FactId,
    now: datetime,
    *,
    status: Status = Status.ACTIVE,
    reason: str | None = None,
) -> Fact:
    """Return `draft` as a fact that was learned at `now`."""
    given = {one.name: getattr(draft, one.name) for one in fields(FactDraft)}
    made = Fact(
        **given,
        id=fact,
        status=status,
        valid_from=now if draft.when is None else draft.when.start_at,
        created_at=now,
        reason=reason,
    )
    return storable_fact(made)


def storable_fact(fact: Fact) -> Fact:
    """Return `fact` as every database gives it back: of texts what they carry, of JSON no tuples.

    Raises:
        TypeError: the metadata are no JSON.
    """
    when = fact.when
    return replace(
        fact,
        statement=storable(fact.statement),
        source=storable(fact.source),
        topics=tuple(map(storable, fact.topics)),
        evidence=tuple(dict.fromkeys(fact.evidence)),
        attribute=None if fact.attribute is None else storable(fact.attribute),
        reason=None if fact.reason is None else storable(fact.reason),
        when=when and replace(when, said=storable(when.said)),
        metadata={storable(name): _plain(value) for name, value in fact.metadata.items()},
    )


def _plain(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {storable(str(name)): _plain(one) for name, one in value.items()}
    raise TypeError(f"metadata are JSON, got a {type(value).__name__}")
