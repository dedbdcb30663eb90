"""What comes in: stored first, then acknowledged."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import assert_never

import structlog

from core.admin.model import Right
from core.admin.rules import parse_command
from core.admin.service import Dispatcher
from core.conversation.model import (
    ChatKind,
    Deletion,
    Edit,
    Inbound,
    Membership,
    Moved,
    Reaction,
    Route,
    Unreadable,
    Update,
)
from core.conversation.rules.storable import storable
from core.engine.model import Conversation, Dials, Lane
from core.engine.ports import Clock, Stores, Work
from core.engine.rules import is_addressed, is_known_bot, silence_for, silence_for_place
from core.engine.service.refusals import Refusals
from core.engine.service.remembering import teaches
from core.engine.service.seat import Seat
from core.engine.service.seats import Seats
from core.engine.service.stirred import Stirred
from core.engine.service.strangers import Strangers
from core.errors import Misconfigured
from core.memory.rules.gate.secrets import has_secret
from core.memory.service.forgetting import follow

log = structlog.get_logger(__name__)


class Intake:
    """Takes updates from every messenger; returns once they are kept."""

    def __init__(
        self,
        work: Work,
        clock: Clock,
        dials: Callable[[], Dials],
        seats: Seats,
        dispatcher: Dispatcher,
        nudge: Callable[[], None],
        stirred: Stirred,
    ) -> None:
        self._work = work
        self._clock = clock
        self._dials = dials
        self._seats = seats
        self._dispatcher = dispatcher
        self._nudge, self._stirred = nudge, stirred
        self._refusals = Refusals()
        self._strangers = Strangers(dispatcher, dials)

    async def receive(self, updates: Sequence[Update]) -> None:
        """Keep `updates` in one transaction; what was known already changes nothing."""
        self._follow(updates)
        welcome = [update for update in updates if self.is_welcome(update)]
        others = [one for one in map(self._strangers.turned_away, updates) if one is not None]
        if not welcome and not others:
            return
        await self._work.write(lambda stores: self._take(stores, welcome, others))
        self._nudge()

    def _take(self, stores: Stores, welcome: Sequence[Update], others: Sequence[Inbound]) -> None:
        self._keep(stores, welcome)
        for stranger in others:
            if self._strangers.is_told(stores, stranger, self._clock.now()):
                self._hear(stores, stranger)

    def _keep(self, stores: Stores, updates: Sequence[Update]) -> None:
        for update in updates:
            match update:
                case Inbound():
                    heard = self._strangers.let_in(stores, update, self._clock.now())
                    if heard is not None:
                        self._hear(stores, heard)
                case Edit():
                    stores.messages.edit(replace(update, text=storable(update.text)))
                    self._look_again(stores, update.route, [update.message_id])
                case Deletion():
                    stores.messages.delete(update)
                    self._look_again(stores, update.route, update.message_ids)
                case Reaction():
                    name, emoji = storable(update.sender_name), storable(update.emoji)
                    stores.messages.react(replace(update, sender_name=name, emoji=emoji))
                case Membership():
                    self._stand(stores, update)
                case Moved():
                    stores.conversations.move(update, self._clock.now())
                    self._stirred.stir_place(update.account, update.old_chat)
                case Unreadable():
                    stores.messages.unreadable(update, self._clock.now())
                    log.warning("update.unreadable", account=update.account, reason=update.reason)
                case _:
                    assert_never(update)

    def _look_again(self, stores: Stores, route: Route, message_ids: Sequence[str]) -> None:
        """Let a draft under way and what is remembered follow words that changed."""
        self._stirred.stir_words(route)
        known = stores.messages.known(route, message_ids)
        here = stores.conversations.at_chat(route.account, route.chat)
        for space in sorted({conversation.space for conversation in here}):
            seat = self._seats.at(route.account, space)
            if seat is not None and seat.memory is not None:
                follow(stores, space, known, self._clock.now())

    def is_welcome(self, update: Update) -> bool:
        """Return whether it is taken; that a stranger's is not, is noted."""
        if not isinstance(update, Inbound | Reaction) or update.sender is None:
            return True
        route = update.route
        right = self._dispatcher.right_of(update.sender, route.chat, update.server)
        if right is not Right.STRANGER:
            return True
        if isinstance(update, Reaction):
            return False
        if self._strangers.may_pair(update):
            return True
        self._refusals.note(update.sender, route, self._clock.now())
        return False

    def _hear(self, stores: Stores, inbound: Inbound) -> None:
        """Store one message, and let the motor look at its lane in time."""
        if stores.belongings.is_forgotten(inbound.sender, inbound.sent_at):
            return  # read back from a history that its person wanted forgotten
        now = self._clock.now()
        inbound = replace(
            inbound, text=storable(inbound.text), sender_name=storable(inbound.sender_name)
        )
        seat = self._seats.here(stores, inbound.route)
        if seat is None:
            raise Misconfigured(f"nobody speaks on the account {inbound.route.account}")
        conversation = stores.conversations.find_or_create(
            seat.persona.space, inbound.route, inbound.chat_kind, now, server=inbound.server
        )
        is_ours = self._is_command(inbound)
        is_talk = not is_ours and (inbound.from_bot or parse_command(inbound.text) is None)
        lane = Lane.TALK if is_talk else Lane.COMMAND
        addressed = is_addressed(inbound, seat.persona)
        silence = None if is_ours else "a command to somebody else"
        if is_talk:
            silence = self._silence(stores, inbound, conversation, seat, addressed=addressed)
        known = stores.messages.add(
            conversation,
            inbound,
            now,
            lane=lane,
            silence=silence,
            addressed=addressed,
            taught=self._stays_apart(stores, inbound, conversation, seat),
        )
        if known is None:
            return
        if conversation.unreachable is not None:
            stores.conversations.save(replace(conversation, unreachable=None))
        if silence is None:
            # Whatever is due there already comes first; then the lane sees what waits.
            pause = self._dials().debounce_quiet if lane is Lane.TALK else timedelta(0)
            stores.conversations.wake(conversation.id, lane, now + pause)

    def _stays_apart(
        self, stores: Stores, inbound: Inbound, conversation: Conversation, seat: Seat
    ) -> bool:
        """Return whether this is no talk to remember: a lesson of an owner, or a secret."""
        if seat.memory is not None and has_secret(inbound.text, inbound.text):
            return True
        right = self._dispatcher.right_of(inbound.sender, inbound.route.chat, inbound.server)
        if right is not Right.OWNER:
            return False
        return teaches(stores, seat, conversation.id, inbound.sender, self._clock.now())

    def _silence(
        self,
        stores: Stores,
        inbound: Inbound,
        conversation: Conversation,
        seat: Seat,
        *,
        addressed: bool,
    ) -> str | None:
        manners = seat.over(self._dials()).manners
        known_bot = is_known_bot(inbound, manners)
        return silence_for(
            inbound,
            manners,
            addressed=addressed,
            bot_turns=stores.messages.bot_turns(conversation.id) if known_bot else 0,
            may_chime=seat.judgement is not None,
        )

    def _stand(self, stores: Stores, membership: Membership) -> None:
        """Note that nothing can be delivered in a chat, or that it can be again."""
        unreachable = None if membership.present else membership.reason
        self._stirred.stir_place(membership.account, membership.chat)
        for conversation in stores.conversations.at_chat(membership.account, membership.chat):
            stores.conversations.save(replace(conversation, unreachable=unreachable))
        log.info(
            "chat.joined" if membership.present else "chat.left",
            account=membership.account,
            chat=membership.chat,
            reason=membership.reason,
        )

    def _follow(self, updates: Sequence[Update]) -> None:
        """Let chats that moved keep their rights, before anybody speaks in the new ones."""
        for moved in updates:
            if not isinstance(moved, Moved):
                continue
            if self._dispatcher.moved(moved.old_chat, moved.new_chat):
                log.warning(
                    "room.moved",
                    account=moved.account,
                    old_chat=moved.old_chat,
                    new_chat=moved.new_chat,
                    cure="write the new id into access.rooms",
                )

    def _is_answered_here(self, inbound: Inbound) -> bool:
        """Return whether anything is answered in this place; of channels, those of the owner's."""
        return silence_for_place(inbound, self._dials().manners) is None

    def _is_command(self, inbound: Inbound) -> bool:
        """Return whether `inbound` is a command for us; in a room, many bots hear each of them."""
        spoken = parse_command(inbound.text)
        if spoken is None or inbound.from_bot:
            return False
        if inbound.unseen:  # nobody else sees what is answered
            return True
        if not self._is_answered_here(inbound):
            return False
        meant = inbound.chat_kind is ChatKind.DIRECT or inbound.addressed
        return meant or self._dispatcher.knows(spoken.name)
