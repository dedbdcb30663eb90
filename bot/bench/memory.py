"""How fast memory is, how much room it takes, and how that grows with what is known."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from adapters.storage.database import Database
from bot.bench.figures import in_ms, percentile
from bot.bench.lore import (
    APART,
    START,
    Filler,
    drafts,
    know,
    sentence,
    stored_bytes,
    talk,
)
from bot.remembering import Remembering
from core.conversation.model import AccountId, ChatKind, IdentityId, Inbound, Route
from core.engine.model import Lane
from core.engine.ports import Stores
from core.memory.model import FactDraft, Scope, direct
from core.memory.service.recall import Recall, RecallSettings
from core.persona.model import SpaceId

CROWDED = IdentityId("bench:crowded")
"""The person who is known best."""
MOST_OF_ONE = 10_000
"""Facts of that person at most; they are four in ten before."""
OF_OTHERS = 50
"""Facts of each other person."""
SINGLE = 200
"""Facts that are written one by one."""
ASKED = 200
COLD = 3
UTC = ZoneInfo("UTC")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What was measured over one space."""

    facts: int
    in_scope: int
    """Facts and messages that the one person's direct talk hears."""
    bulk_ms: float
    """For each fact with its vector, many in one transaction."""
    insert_p50_ms: float
    """For one fact in a unit of work of its own."""
    insert_p99_ms: float
    bytes_per_fact: int
    """In the database, with its vector and its place in indexes."""
    cold_p50_ms: float
    """The first question of a process in the scope, which reads and indexes all of it."""
    cold_most_ms: float
    warm_p50_ms: float
    """Each of the others, after one more message; what the question means is embedded in it."""
    warm_p99_ms: float
    memory_mb: float | None
    """What the process grew by with the first index; None where nothing tells."""


class Bench:
    """Fills one space after the other, and asks."""

    def __init__(
        self, database: Database, shared: Remembering, progress: Callable[[str], None]
    ) -> None:
        self._database, self._shared, self._progress = database, shared, progress
        self._said = 0

    async def measured(self, sizes: Sequence[int]) -> list[Mapping[str, object]]:
        """Return the figures for each number of facts, in a space of its own."""
        return [asdict(await self._space(size)) for size in sizes]

    async def _space(self, size: int) -> Remembered:
        space = SpaceId(f"bench-{size}")
        filler = Filler(space=space, model=self._shared.model)
        own = min(MOST_OF_ONE, size * 4 // 10)
        others = [IdentityId(f"bench:{one}") for one in range(max(1, (size - own) // OF_OTHERS))]
        self._progress(f"Writing {size:,} facts")
        before, began_s = await self._database.administer(stored_bytes), time.perf_counter()
        await know(self._database, filler, [CROWDED], own)
        await know(self._database, filler, others, size - own)
        bulk_s = (time.perf_counter() - began_s) / size
        grown = await self._database.administer(stored_bytes) - before
        await talk(self._database, filler, CROWDED, own // 2)
        singles = drafts(space, others, SINGLE, Random(SINGLE))  # noqa: S311  # a filler
        inserted = [await self._inserted(draft) for draft in singles]
        self._progress(f"Asking among {size:,} facts")
        before_b, (recall, first_s) = resident_bytes(), await self._first(space)
        after_b = resident_bytes()
        cold = [first_s, *[(await self._first(space))[1] for _ in range(COLD - 1)]]
        rng = Random(size)  # noqa: S311  # the same questions each time
        warm = [await self._asked(recall, space, sentence(rng, "they")) for _ in range(ASKED)]
        return Remembered(
            facts=size,
            in_scope=own + own // 2,
            bulk_ms=in_ms(bulk_s),
            insert_p50_ms=in_ms(percentile(inserted, 0.50)),
            insert_p99_ms=in_ms(percentile(inserted, 0.99)),
            bytes_per_fact=round(grown / size),
            cold_p50_ms=in_ms(percentile(cold, 0.50)),
            cold_most_ms=in_ms(max(cold)),
            warm_p50_ms=in_ms(percentile(warm, 0.50)),
            warm_p99_ms=in_ms(percentile(warm, 0.99)),
            memory_mb=None
            if before_b is None or after_b is None
            else round((after_b - before_b) / 1e6, 1),
        )

    async def _inserted(self, draft: FactDraft) -> float:
        began_s = time.perf_counter()
        await self._database.write(lambda stores: stores.facts.add(draft, START))
        return time.perf_counter() - began_s

    async def _first(self, space: SpaceId) -> tuple[Recall, float]:
        """Return a recall that knows nothing yet, and what its first question took."""
        shared = self._shared
        embedder, lexicon, dates = shared.embedder, shared.lexicon, shared.dates
        recall = Recall(self._database, embedder, lexicon, dates, UTC, RecallSettings())
        return recall, await self._asked(recall, space, "What was lost on the way?")

    async def _asked(self, recall: Recall, space: SpaceId, question: str) -> float:
        """Return what recall takes for a question that was just said."""
        self._said += 1
        at = START + timedelta(days=400) + self._said * APART
        inbound = Inbound(
            route=Route(account=AccountId("bench"), chat=f"{space}-now"),
            chat_kind=ChatKind.DIRECT,
            message_id=str(self._said),
            sender=CROWDED,
            sender_name="Somebody",
            text=question,
            sent_at=at,
            addressed=True,
        )

        def hear(stores: Stores) -> str:
            here = stores.conversations.find_or_create(space, inbound.route, ChatKind.DIRECT, at)
            number = stores.messages.add(here, inbound, at, lane=Lane.TALK, silence="bench")
            return f"msg:{number}"

        ref = await self._database.write(hear)
        began_s = time.perf_counter()
        await recall.passive(
            Scope(space=space, here=direct(CROWDED), persons=frozenset({CROWDED})),
            question,
            now=at,
            language="en",
            speaker="Somebody",
            seen=(ref,),
            names=("Mina",),
        )
        return time.perf_counter() - began_s


def resident_bytes() -> int | None:
    """Return how much memory the process holds; None where no file tells."""
    if sys.platform != "linux":
        return None
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()
