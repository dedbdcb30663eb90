"""What comes in: stored first, then acknowledged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import assert_never

import structlog

from core.admin.model import Right
from core.admin.rules import parse_command
from core.admin.service import Dispatcher
from core.conversation.model import (
    AccountId,
    ChatKind,
    Edit,
    Inbound,
    Unreadable,
    Update,
)
from core.engine.model import Dials, Lane
from core.engine.ports import Clock, Stores, Work
from core.engine.rules import silence_for, storable
from core.engine.service.seat import Seat

log = structlog.get_logger(__name__)


class Intake:
    """Takes updates from every messenger; returns once they are kept."""

    def __init__(
        self,
        work: Work,
        clock: Clock,
        dials: Dials,
        seats: Mapping[AccountId, Seat],
        dispatcher: Dispatcher,
        nudge: Callable[[], None],
    ) -> None:
        self._work = work
        self._clock = clock
        self._dials = dials
        self._seats = seats
        self._dispatcher = dispatcher
        self._nudge = nudge

    async def receive(self, updates: Sequence[Update]) -> None:
        """Keep `updates` in one transaction; what was known already changes nothing."""
        welcome = [update for update in updates if self._is_welcome(update)]
        if not welcome:
            return
        await self._work.write(lambda stores: self._keep(stores, welcome))
        self._nudge()

    def _keep(self, stores: Stores, updates: Sequence[Update]) -> None:
        for update in updates:
            match update:
                case Inbound():
                    self._hear(stores, update)
                case Edit():
                    stores.messages.edit(replace(update, text=storable(update.text)))
                case Unreadable():
                    stores.messages.unreadable(update, self._clock.now())
                    log.warning("update.unreadable", account=update.account, reason=update.reason)
                case _:
                    assert_never(update)

    def _is_welcome(self, update: Update) -> bool:
        if not isinstance(update, Inbound):
            return True
        right = self._dispatcher.right_of(update.sender, update.route.chat)
        if right is not Right.STRANGER:
            return True
        log.info(
            "access.refused",
            sender=update.sender,
            account=update.route.account,
            chat=update.route.chat,
            cure="add the sender to access.friends or access.owners",
        )
        return False

    def _hear(self, stores: Stores, inbound: Inbound) -> None:
        """Store one message, and let the motor look at its lane in time."""
        now = self._clock.now()
        inbound = replace(
            inbound, text=storable(inbound.text), sender_name=storable(inbound.sender_name)
        )
        persona = self._seats[inbound.route.account].persona
        conversation = stores.conversations.find_or_create(
            persona.space, inbound.route, inbound.chat_kind, now
        )
        lane = Lane.COMMAND if self._is_command(inbound) else Lane.TALK
        silence = silence_for(inbound, persona) if lane is Lane.TALK else None
        known = stores.messages.add(conversation, inbound, now, lane=lane, silence=silence)
        if known is None:
            return
        if conversation.unreachable is not None:
            stores.conversations.save(replace(conversation, unreachable=None))
        if silence is None:
            # Whatever is due there already comes first; then the lane sees what waits.
            pause = self._dials.debounce_quiet if lane is Lane.TALK else timedelta(0)
            stores.conversations.wake(conversation.id, lane, now + pause)

    def _is_command(self, inbound: Inbound) -> bool:
        """Return whether `inbound` is a command for us; in a room, many bots hear each of them."""
        spoken = parse_command(inbound.text)
        if spoken is None:
            return False
        meant = inbound.chat_kind is ChatKind.DIRECT or inbound.addressed
        return meant or self._dispatcher.knows(spoken.name)
