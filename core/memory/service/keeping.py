"""What memory does in the background: it embeds what is new, and lets go of what has ended.

All of it is derived from rows: what is missing is what has no row yet. A crash loses the batch that
was being embedded, and nothing else.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from datetime import datetime, timedelta
from typing import Any

import structlog

from core.errors import CircadiaError
from core.memory.ports import Clock, Embedder, MemoryWork
from core.memory.service.backlog import Backlog, Step
from core.memory.service.scrubbing import Scrub, scrubbed
from core.memory.service.tidying import tidied
from core.persona.model import SpaceId

log = structlog.get_logger(__name__)

Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
"""Starts background work in the one task group of the process."""

BATCHES = 20
"""Of one space, before the others have their turn and what has ended is looked for again."""
LOOK_AGAIN = timedelta(minutes=1)
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=6)


class Keeper:
    """Keeps the memory of all spaces up to date, in one task at a time."""

    def __init__(
        self,
        work: MemoryWork,
        clock: Clock,
        embedder: Embedder | None,
        spaces: Callable[[], Collection[SpaceId]],
        spawn: Spawn,
        done: Callable[[], None],
        scrub: Scrub | None = None,
    ) -> None:
        """Take what it works with; None embeds nothing; `done` is called after each task.

        `scrub` empties the files of what was erased, and returns whether it could; where nothing
        lies in files there is none.
        """
        self._work, self._clock, self._spaces = work, clock, spaces
        self._spawn, self._done, self._scrub = spawn, done, scrub
        self._backlog = None if embedder is None else Backlog(work, embedder)
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._looked_at: datetime | None = None
        self._next_look: datetime | None = None
        self._written: set[SpaceId] = set()
        """Where something was said or learned since it looked, or where there is more to do."""
        self._rests_until: datetime | None = None
        """Nothing is embedded before: the embedder failed."""
        self._failures = 0

    async def run_due(self, now: datetime) -> datetime | None:
        """Begin what there is to do; return when to call again, None for whenever else.

        All spaces are looked at once a minute at most, those that were written in at once.
        """
        if self._stopped or self._task:
            return None
        turned_back = self._looked_at is not None and now < self._looked_at
        early = self._next_look is not None and now < self._next_look and not turned_back
        spaces = set(self._spaces())
        if early:
            spaces &= self._written
        else:
            self._looked_at, self._next_look = now, now + LOOK_AGAIN
            self._look_through(spaces)
        if spaces:
            self._written -= spaces
            self._task = self._spawn(self._round(sorted(spaces), now))
            return None
        return self._rests_until if self._rests_until and self._rests_until > now else None

    def _look_through(self, spaces: Collection[SpaceId]) -> None:
        """Take nothing for embedded that is not: another process may have written meanwhile."""
        if self._backlog is not None:
            for space in spaces:
                self._backlog.looks_through(space)

    def looks_anew(self, space: SpaceId) -> None:
        """Look at a space with the next call: something was said there, or learned."""
        self._written.add(space)

    def running(self) -> set[asyncio.Task[None]]:
        """Return the task under way, if there is one."""
        return {self._task} if self._task else set()

    def facts(self) -> Mapping[str, str]:
        """Return what `/status` tells of it; nothing while all is as it should be."""
        told: dict[str, str] = {}
        if self._backlog and (progress := self._backlog.progress()):
            told["re-embedding"] = f"{progress[0]} of {progress[1]}"
        if self._failures:
            told["embeddings"] = f"failing, {self._failures} times in a row: words alone serve"
        return told

    def stop(self) -> None:
        """Begin nothing more, and end what is under way: the rows still tell what is missing."""
        self._stopped = True
        if self._task:
            self._task.cancel()

    async def _round(self, spaces: Collection[SpaceId], now: datetime) -> None:
        try:
            for space in spaces:
                await tidied(self._work, space, now)
                if await self._embedded(space):
                    self._written.add(space)
            await self._scrubbed()
        except Exception as error:  # the outermost loop of this task
            known = isinstance(error, CircadiaError)
            told = str(error) if known else type(error).__name__
            log.error("memory.unkept", reason=told, exc_info=None if known else error)
        finally:
            self._task = None
            self._done()

    async def _scrubbed(self) -> None:
        match None if self._scrub is None else await scrubbed(self._work, self._scrub):
            case True:
                log.info("memory.scrubbed")
            case False:
                cure = "end the backup or reader that holds the journal"
                log.warning("memory.unscrubbed", cure=cure)

    async def _embedded(self, space: SpaceId) -> bool:
        """Embed what a space is missing; return whether there is more to do at once."""
        if self._backlog is None:
            return False
        for _ in range(BATCHES):
            if self._rests_until is not None and self._clock.now() < self._rests_until:
                return False
            match await self._backlog.step(space):
                case Step.NOTHING:
                    self._rests_until, self._failures = None, 0
                    return False
                case Step.DONE:
                    self._rests_until, self._failures = None, 0
                case CircadiaError() as error:
                    self._rest(error)
        return True

    def _rest(self, error: CircadiaError) -> None:
        wait = FIRST_WAIT * 2 ** min(self._failures, 20)
        wait = min(max(wait, getattr(error, "retry_after", wait)), LONGEST_WAIT)
        self._failures += 1
        self._rests_until = self._clock.now() + wait
        log.warning(
            "embeddings.failed",
            error=type(error).__name__,
            reason=str(error),
            failures=self._failures,
            retry_after_s=wait.total_seconds(),
        )
