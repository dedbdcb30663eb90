"""How often a fact was said, and on what it rests by then."""

from dataclasses import replace

from core.memory.model import Fact, FactDraft


def mentioned(known: Fact, draft: FactDraft) -> Fact:
    """Return a fact with the draft's words counted; words that it rests on already count once."""
    new = [one for one in draft.evidence if one not in known.evidence]
    if not new:
        return known
    until = known.valid_until
    if until is not None:
        until = None if draft.valid_until is None else max(until, draft.valid_until)
    return replace(
        known,
        mentions=known.mentions + 1,
        evidence=(*known.evidence, *new),
        importance=max(known.importance, draft.importance),
        confidence=max(known.confidence, draft.confidence),
        valid_until=until,
    )
