"""What a companion works with, and what it begins with."""

import asyncio
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import structlog

from core.companion.chat.model import MemoryOptions
from core.companion.clock import WallClock
from core.companion.memory import InMemoryStore
from core.companion.model import Event, EventName, FactDraft, InitialisationRequest
from core.companion.plain import PlainDates, PlainWords
from core.companion.ports import Clock, Hook, MemoryStore, Models
from core.companion.rules import seed_fact
from core.errors import BrokenAnswer
from core.memory.ports import Dates, Embedder, Lexicon

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a builder gave, or what takes its place."""

    store: MemoryStore
    models: Models
    zone: ZoneInfo
    clock: Clock
    on_event: Hook | None
    memory: MemoryOptions
    embedder: Embedder | None
    lexicon: Lexicon
    dates: Dates

    async def tell(
        self, name: EventName, at: datetime, space_id: str, data: Mapping[str, object]
    ) -> None:
        """Let the hook hear of it; that it fails is logged and harms nobody."""
        if self.on_event is None:
            return
        try:
            heard = self.on_event(Event(name=name, at=at, space_id=space_id, data=data))
            if inspect.isawaitable(heard):
                await heard
        except Exception as error:  # noqa: BLE001  # a hook of a builder may raise anything
            log.warning("hook.failed", hook_of=name, space=space_id, error=type(error).__name__)


async def parts_of(
    store: MemoryStore | None,
    models: Models | None,
    zone: str | ZoneInfo,
    clock: Clock | None,
    on_event: Hook | None,
    *,
    memory: MemoryOptions | None,
    embedder: Embedder | None,
    lexicon: Lexicon | None,
    dates: Dates | None,
) -> Parts:
    """Return the parts with what is missing filled in.

    Raises:
        ValueError: there is no zone of this name.
    """
    clock = clock or WallClock()
    return Parts(
        store=InMemoryStore(clock=clock) if store is None else store,
        models=models or Models(),
        # Found in a file, so not in the loop's thread.
        zone=zone if isinstance(zone, ZoneInfo) else await asyncio.to_thread(_zone, zone),
        clock=clock,
        on_event=on_event,
        memory=memory or MemoryOptions(),
        embedder=embedder,
        lexicon=lexicon or PlainWords(),
        dates=dates or PlainDates(),
    )


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"a zone is named as in Europe/Berlin, got {name!r}") from error


async def first_facts(
    models: Models, display_name: str, seed_message: str, now: datetime
) -> tuple[FactDraft, ...]:
    """Return what a persona knows of itself at first; perhaps nothing.

    Raises:
        BrokenAnswer: the role returned something else than facts; its own errors pass through.
    """
    if models.initialisation is None:
        return (seed_fact(display_name, seed_message),) if seed_message.strip() else ()
    request = InitialisationRequest(display_name=display_name, seed_message=seed_message, now=now)
    facts = tuple(await models.initialisation.extract_initial_facts(request))
    for fact in facts:
        if not isinstance(fact, FactDraft):
            raise BrokenAnswer(
                f"extract_initial_facts returns values of FactDraft, got {type(fact).__name__}"
            )
    return facts
