"""What calls the duties at their local times: APScheduler, kept to its small, sound part."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC
from typing import Any

import structlog
from apscheduler.events import (  # type: ignore[import-untyped]  # it ships no types
    EVENT_JOB_ERROR,
    EVENT_JOB_MAX_INSTANCES,
    EVENT_JOB_MISSED,
)
from apscheduler.executors.asyncio import (  # type: ignore[import-untyped]
    AsyncIOExecutor,
)
from apscheduler.jobstores.memory import MemoryJobStore  # type: ignore[import-untyped]
from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]

from adapters.scheduling.trigger import LocalTimeTrigger

log = structlog.get_logger()

LONGEST_WAIT_S = 60.0
"""Then the wall clock is looked at anew: timers stand still while a machine sleeps."""

JOB_DEFAULTS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
"""However late a beat is, it is played; several that were missed are played as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """Something to call at local times."""

    name: str
    """Unique within a metronome; for the log."""
    when: LocalTimeTrigger
    play: Callable[[], Awaitable[None]]
    """Runs in the loop, never beside itself; what it raises is logged and goes no further."""


class Metronome:
    """Plays beats in the caller's loop from `start` to `stop`; stores nothing."""

    def __init__(self) -> None:
        self._scheduler: _Watchful | None = None
        self._playing: set[asyncio.Task[Any]] = set()

    @property
    def names(self) -> tuple[str, ...]:
        """Return which beats are playing, by name; none while it stands still."""
        if self._scheduler is None:
            return ()
        return tuple(sorted(job.id for job in self._scheduler.get_jobs()))

    def start(self, beats: Iterable[Beat]) -> None:
        """Begin; the first time of each beat is the next one from now on.

        Raises:
            RuntimeError: it runs already, or there is no loop.
            ValueError: two beats have one name.
        """
        if self._scheduler is not None:
            raise RuntimeError("the metronome runs already: stop it first")
        beats = tuple(beats)
        names = [beat.name for beat in beats]
        if len(set(names)) < len(names):
            raise ValueError(f"beats have names of their own, got {names!r}")
        asyncio.get_running_loop()
        scheduler = _scheduler()
        for beat in beats:
            scheduler.add_job(
                self._played(beat), beat.when, id=beat.name, name=beat.name, replace_existing=True
            )
        scheduler.start()
        self._scheduler = scheduler

    def add(self, beats: Iterable[Beat]) -> None:
        """Play these, too; one whose name plays already goes on, and nothing while it stands."""
        if self._scheduler is None:
            return
        known = self.names
        for beat in beats:
            if beat.name not in known:
                self._scheduler.add_job(self._played(beat), beat.when, id=beat.name, name=beat.name)

    async def stop(self) -> None:
        """End: nothing is due any more; beats being played are cancelled, and have ended."""
        scheduler, self._scheduler = self._scheduler, None
        if scheduler is None:
            return
        scheduler.shutdown(wait=False)  # is done in the next round of the loop
        down = asyncio.Event()
        asyncio.get_running_loop().call_soon(down.set)
        await down.wait()
        ending = self._playing - {asyncio.current_task()}
        if ending:
            await asyncio.wait(ending)

    def _played(self, beat: Beat) -> Callable[[], Awaitable[None]]:
        """Return a call of `beat` that `stop` can wait for; always a coroutine: no threads."""

        async def played() -> None:
            task = asyncio.current_task()
            if task is not None:
                self._playing.add(task)
                task.add_done_callback(self._playing.discard)
            await beat.play()

        return played


class _Watchful(AsyncIOScheduler):  # type: ignore[misc]  # its base is unknown to mypy
    """Never waits long without a look at the wall clock."""

    def _start_timer(self, wait_seconds: float | None) -> None:
        if wait_seconds is not None:
            wait_seconds = min(wait_seconds, LONGEST_WAIT_S)
        super()._start_timer(wait_seconds)


def _scheduler() -> _Watchful:
    # Zone, store and executor are given: finding out the host's zone would read files in the loop.
    scheduler = _Watchful(
        timezone=UTC,
        jobstores={"default": MemoryJobStore()},
        executors={"default": AsyncIOExecutor()},
        job_defaults=JOB_DEFAULTS,
    )
    scheduler.add_listener(_told, EVENT_JOB_ERROR | EVENT_JOB_MAX_INSTANCES | EVENT_JOB_MISSED)
    # It would tell the same once more in lines of its own.
    logging.getLogger("apscheduler").setLevel(logging.CRITICAL)
    return scheduler


def _told(event: Any) -> None:
    """Log what went wrong with a beat; a beat that `stop` ended did not go wrong."""
    if event.code == EVENT_JOB_MISSED:
        log.warning("beat.missed", beat=event.job_id, due=event.scheduled_run_time.isoformat())
    elif event.code == EVENT_JOB_MAX_INSTANCES:
        log.warning("beat.skipped", beat=event.job_id, why="the last one is still being played")
    elif not isinstance(event.exception, asyncio.CancelledError):
        error = event.exception
        log.error("beat.failed", beat=event.job_id, error=type(error).__name__, exc_info=error)
