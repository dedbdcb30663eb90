"""What has ended becomes past, and what was forgotten long ago is deleted."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import structlog

from core.memory.model import Fact, Status
from core.memory.ports import MemoryShelf, MemoryWork
from core.persona.model import SpaceId

log = structlog.get_logger(__name__)

UNDONE_WITHIN = timedelta(days=7)
"""So long after a forgetting it can be taken back."""
AT_ONCE = 100
"""Facts of one unit of work."""


async def tidied(work: MemoryWork, space: SpaceId, now: datetime) -> None:
    """Close the facts of `space` that have ended by `now`, and delete those hidden for a week.

    With a deleted fact go the words that it rested on, in every table.
    """

    def look(stores: MemoryShelf) -> tuple[list[Fact], list[Fact]]:
        before = now - UNDONE_WITHIN
        return stores.facts.ended(space, now), stores.facts.hidden_before(space, before)

    ended, forgotten = await work.read(look)
    for some in _pieces(ended):
        await work.write(partial(_close, facts=some, now=now))
    for some in _pieces(forgotten):
        await work.write(partial(_delete, space=space, facts=some))
    if ended or forgotten:
        log.info("memory.tidied", space=space, ended=len(ended), deleted=len(forgotten))


def _close(stores: MemoryShelf, facts: Sequence[Fact], now: datetime) -> None:
    for fact in facts:
        stores.facts.save(replace(fact, status=Status.PAST, closed_at=now))


def _delete(stores: MemoryShelf, space: SpaceId, facts: Sequence[Fact]) -> None:
    messages = {message for fact in facts for message in fact.evidence}
    ids = [fact.id for fact in facts]
    stores.sayings.erase(space, messages, [fact.statement for fact in facts], ids)
    stores.facts.delete(space, ids)


def _pieces(facts: Sequence[Fact]) -> list[Sequence[Fact]]:
    return [facts[first : first + AT_ONCE] for first in range(0, len(facts), AT_ONCE)]
