"""What is owed, done once: plans of days and months, and what is forgotten.

The ledger says what is owed. A duty is begun when its row is due, thinks with nothing locked, and
commits what it brings together with its row: a crash leaves either both or neither. One that
fails is tried again after a growing wait.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import structlog

from core.duty.model import Duty, DutyKind, DutyState
from core.engine.ports import Clock, Stores, Work
from core.engine.service.planning import Planning
from core.engine.service.seat import Resident
from core.engine.service.seats import Seats
from core.engine.service.typing import Spawn
from core.errors import CircadiaError
from core.persona.model import SpaceId

log = structlog.get_logger(__name__)

ORDER = (DutyKind.PLAN_MONTH, DutyKind.PLAN_DAY, DutyKind.PRUNE)
"""Days follow the lines of their month."""
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=6)
AT_ONCE = 4
"""Duties under way; they think, and talk comes first."""
LOOKED_AT = 200
"""Rows of the ledger that one look takes in."""
LOOK_AGAIN = timedelta(minutes=1)


class DutyRunner:
    """Notes what is owed, and does it."""

    def __init__(
        self,
        work: Work,
        clock: Clock,
        seats: Seats,
        planning: Planning,
        spawn: Spawn,
        done: Callable[[], None],
    ) -> None:
        """Take what it works with; `done` is called after each duty."""
        self._work, self._clock, self._seats = work, clock, seats
        self._planning, self._spawn, self._done = planning, spawn, done
        self._running: dict[SpaceId, tuple[asyncio.Task[None], Duty]] = {}
        self._ended: set[SpaceId] = set()
        """Whose duty ended while the ledger was being looked at: what was seen is old there."""
        self._resting: dict[SpaceId, datetime] = {}
        """Until when a companion's duties are left alone: not even a failure could be kept."""
        self._stopped = False
        self._looked_at: datetime | None = None
        self._next_look: datetime | None = None
        self._next_due: datetime | None = None

    async def owe(self) -> None:
        """Note what each companion owes now; what is known already changes nothing."""
        now = self._clock.now()
        for seat in self._by_space().values():
            await self._work.write(partial(self._planning.owe, seat=seat, now=now))
        self._next_look = None

    async def run_due(self, now: datetime) -> datetime | None:
        """Begin what is due; return when something is due next, None for nothing."""
        turned_back = self._looked_at is not None and now < self._looked_at
        early = self._next_look is not None and now < self._next_look and not turned_back
        if self._stopped or early:
            return self._next_due
        self._looked_at = now
        self._ended.clear()
        seats = self._by_space()
        owed = await self._work.read(lambda stores: stores.duties.owed(seats.keys(), LOOKED_AT))
        owed = [duty for duty in owed if duty.space not in self._ended]
        for duty in sorted(owed, key=_turn):
            rests = self._resting.get(duty.space, now) > now
            free = duty.space not in self._running and not rests
            if duty.due_at <= now and free and len(self._running) < AT_ONCE:
                task = self._spawn(self._work_on(seats[duty.space], duty))
                self._running[duty.space] = (task, duty)
        later = [duty.due_at for duty in owed if duty.due_at > now]
        self._next_due = min(later, default=None)
        self._next_look = None if self._ended else min([*later, now + LOOK_AGAIN])
        return self._next_due

    def looks_anew(self) -> None:
        """Look at the ledger at the next call: someone has asked for something."""
        self._next_look = None

    def running(self) -> set[asyncio.Task[None]]:
        """Return the duties under way."""
        return {task for task, _ in self._running.values()}

    def facts(self) -> Mapping[str, str]:
        """Return what `/status` tells of the duties under way."""
        under_way = (duty for _, duty in self._running.values())
        told = sorted(f"{duty.kind} {duty.period} ({duty.space})" for duty in under_way)
        return {"under way": ", ".join(told)} if told else {}

    def stop(self) -> None:
        """Begin nothing more, and end what is under way: it is still owed."""
        self._stopped = True
        for task in self.running():
            task.cancel()

    def _by_space(self) -> dict[SpaceId, Resident]:
        everybody = self._seats.residents().items()
        return {space: resident for space, resident in everybody if resident.life.is_lived}

    async def _work_on(self, seat: Resident, duty: Duty) -> None:
        try:
            await self._do(seat, duty)
        except Exception as error:  # noqa: BLE001  # the outermost loop of every duty
            await self._failed(duty, error)
        finally:
            self._running.pop(duty.space, None)
            self._ended.add(duty.space)
            self._next_look = None
            self._done()

    async def _do(self, seat: Resident, duty: Duty) -> None:
        began = self._clock.now()
        outcome = await self._planning.work(seat, duty, began)
        ended = replace(
            duty,
            state=DutyState.OWED if outcome.again_at else outcome.state,
            reason=outcome.note,
            attempts=duty.attempts + 1 if outcome.again_at else duty.attempts,
            due_at=outcome.again_at or duty.due_at,
            done_at=None if outcome.again_at else self._clock.now(),
        )

        def body(stores: Stores) -> None:
            outcome.effect(stores)
            stores.duties.save(ended)

        await self._work.write(body)
        log.info(
            "duty.done",
            space=duty.space,
            kind=duty.kind.value,
            period=duty.period,
            state=ended.state.value,
            note=outcome.note,
            took_s=(self._clock.now() - began).total_seconds(),
        )

    async def _failed(self, duty: Duty, error: Exception) -> None:
        wait = min(FIRST_WAIT * 2 ** min(duty.attempts, 20), LONGEST_WAIT)
        told = str(error) if isinstance(error, CircadiaError) else type(error).__name__
        later = replace(
            duty, attempts=duty.attempts + 1, due_at=self._clock.now() + wait, reason=told
        )
        log.error(
            "duty.failed",
            space=duty.space,
            kind=duty.kind.value,
            period=duty.period,
            error=type(error).__name__,
            attempts=later.attempts,
            retry_after_s=wait.total_seconds(),
            exc_info=None if isinstance(error, CircadiaError) else error,
        )
        try:
            await self._work.write(lambda stores: stores.duties.save(later))
        except CircadiaError as unkept:  # it is still owed, and rests as long as the process lives
            self._resting[duty.space] = later.due_at
            log.error("duty.unkept", space=duty.space, reason=str(unkept))


def _turn(duty: Duty) -> tuple[int, datetime, str]:
    """Return when it is a duty's turn: one that is tried again stands behind the others."""
    return ORDER.index(duty.kind), duty.due_at, duty.period
