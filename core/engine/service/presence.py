"""How much a companion is there, shown beside its name where a messenger can."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from core.availability.model import Mode
from core.conversation.model import AccountId
from core.engine.ports import Messenger, Work
from core.engine.service.agenda import Agenda, Days
from core.engine.service.seat import Resident, Seat
from core.engine.service.seats import Seats
from core.engine.service.typing import Spawn
from core.persona.model import SpaceId
from core.phrases import Phrase, bare_language, phrase

log = structlog.get_logger(__name__)

MOST_A_MINUTE = 5
"""Changes that are shown in a minute at most; Discord takes five in twenty seconds."""
LOOK_AGAIN = timedelta(minutes=1)
"""Plans can change from outside, by the command line."""


class Presence:
    """Shows each change once. What can't be shown yet is shown when its minute has passed."""

    def __init__(
        self,
        work: Work,
        seats: Seats,
        agenda: Agenda,
        spawn: Spawn,
        changed: Callable[[], None],
    ) -> None:
        """Take what it works with; `changed` is called when plans or overrides differ."""
        self._work, self._seats, self._agenda = work, seats, agenda
        self._spawn, self._changed = spawn, changed
        self._telling: dict[AccountId, asyncio.Task[None]] = {}
        self._days: dict[SpaceId, Days] = {}
        self._looked_at: datetime | None = None
        self._shown: dict[AccountId, tuple[Mode, str]] = {}
        self._at: dict[AccountId, list[datetime]] = {}
        self._next_look: datetime | None = None
        self._next_due: datetime | None = None

    def changed(self) -> None:
        """Look at the next call, whatever the time."""
        self._next_look = None

    async def show(self, now: datetime) -> datetime | None:
        """Show what has changed; return when something will, None if that is not known.

        It also looks whenever it is called a minute later, for changes that come from outside.
        """
        turned_back = self._looked_at is not None and now < self._looked_at
        if self._next_look is not None and now < self._next_look and not turned_back:
            return self._next_due
        self._looked_at = now
        by_space = await self._work.read(
            lambda stores: {
                space: self._agenda.days(stores, resident, now)
                for space, resident in self._seats.residents().items()
            }
        )
        if any(self._days.get(space, days) is not days for space, days in by_space.items()):
            self._changed()
        self._days = by_space
        looks: list[datetime] = []
        for account, seat in self._seats.homes().items():
            days = by_space.get(seat.persona.space)
            if days is None or not seat.shows:
                continue
            shown = (days.mode_at(now), _line(days, seat, now))
            later = self._present(account, seat, shown, now)
            looks += [at for at in (later, days.next_transition(now)) if at is not None]
        self._next_due = min(looks, default=None)
        self._next_look = min([*looks, now + LOOK_AGAIN])
        return self._next_due

    def misses_a_plan(self, now: datetime) -> bool:
        """Return whether a companion that has days of its own has none now."""
        return any(
            resident.life.is_lived and self._days[space].block_at(now) is None
            for space, resident in self._seats.residents().items()
            if space in self._days
        )

    def stop(self) -> None:
        """Tell nobody any more."""
        for task in self._telling.values():
            task.cancel()

    def _present(
        self, account: AccountId, seat: Seat, shown: tuple[Mode, str], now: datetime
    ) -> datetime | None:
        """Show one change; return when, if a minute has had enough of them."""
        if self._shown.get(account) == shown:
            return None
        lately = [at for at in self._at.get(account, []) if now - at < timedelta(minutes=1)]
        if len(lately) >= MOST_A_MINUTE:
            return lately[0] + timedelta(minutes=1)
        self._at[account] = [*lately, now]
        self._shown[account] = shown
        if account not in self._telling:
            self._telling[account] = self._spawn(self._tell(account, seat.messenger))
        return None

    async def _tell(self, account: AccountId, messenger: Messenger) -> None:
        """Tell the platform, beside the motor, for it may take its time; the latest counts."""
        told = None
        try:
            while (shown := self._shown[account]) != told:
                mode, line = told = shown
                await messenger.present(mode, line)
                log.info("presence.shown", account=account, mode=mode.value)
        finally:
            del self._telling[account]


def _line(days: Days, seat: Resident, now: datetime) -> str:
    """Return the bare activity in the persona's language; never a title: everybody sees it."""
    block = days.block_at(now)
    if block is None:
        return ""
    return phrase(Phrase(f"activity-{block.activity}"), bare_language(seat.persona.language))
