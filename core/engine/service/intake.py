"""What comes in: stored first, then acknowledged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

import structlog

from core.admin.model import Right
from core.admin.rules import parse_command
from core.admin.service import Dispatcher
from core.conversation.model import (
    AccountId,
    ConversationId,
    Edit,
    Inbound,
    Unreadable,
    Update,
)
from core.engine.model import Dials, Lane
from core.engine.ports import Clock, Stores, Work
from core.engine.rules import first_due, silence_for, storable
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
        async with self._work.write() as stores:
            woken: set[tuple[ConversationId, Lane]] = set()
            for update in welcome:
                match update:
                    case Inbound():
                        woken |= await self._hear(stores, update)
                    case Edit():
                        await stores.messages.edit(replace(update, text=storable(update.text)))
                    case Unreadable():
                        await stores.messages.unreadable(update, self._clock.now())
                        log.warning(
                            "update.unreadable", account=update.account, reason=update.reason
                        )
                    case _:
                        assert_never(update)
            for conversation, lane in sorted(woken):
                await self._wake(stores, conversation, lane)
        self._nudge()

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

    async def _hear(self, stores: Stores, inbound: Inbound) -> set[tuple[ConversationId, Lane]]:
        """Store one message and return the lane that it wakes, if any."""
        now = self._clock.now()
        inbound = replace(
            inbound, text=storable(inbound.text), sender_name=storable(inbound.sender_name)
        )
        persona = self._seats[inbound.route.account].persona
        conversation = await stores.conversations.find_or_create(
            persona.space, inbound.route, inbound.chat_kind, now
        )
        lane = Lane.TALK if parse_command(inbound.text) is None else Lane.COMMAND
        silence = silence_for(inbound, persona) if lane is Lane.TALK else None
        known = await stores.messages.add(conversation, inbound, now, lane=lane, silence=silence)
        if known is None:
            return set()
        if conversation.unreachable is not None:
            await stores.conversations.save(replace(conversation, unreachable=None))
        return set() if silence is not None else {(conversation.id, lane)}

    async def _wake(self, stores: Stores, conversation: ConversationId, lane: Lane) -> None:
        """Set when the lane is looked at; an open turn keeps its own time."""
        desk = await stores.conversations.desk(conversation, lane)
        if desk.turn is not None or not desk.waiting:
            return
        due_at = self._clock.now()
        if lane is Lane.TALK:
            due_at, _ = first_due(desk.waiting, self._dials)
        await stores.conversations.due_at(conversation, lane, due_at)
