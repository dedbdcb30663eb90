"""People who are not let in, and guests: strangers who may talk because everybody may."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from core.admin.model import Right
from core.admin.rules import parse_command
from core.admin.service import Dispatcher
from core.conversation.model import ChatKind, Inbound, Update
from core.engine.model import Dials
from core.engine.ports import Stores

TURNED_AWAY: Final = "/stranger"
"""What a stranger's first message becomes: a command, and nothing of the words."""
ENOUGH: Final = f"{TURNED_AWAY} enough"
"""The same, for a guest who has said enough for a day."""
A_DAY: Final = timedelta(days=1)


class Strangers:
    """Tells who is turned away, and what stands for their words."""

    def __init__(self, dispatcher: Dispatcher, dials: Callable[[], Dials]) -> None:
        self._dispatcher, self._dials = dispatcher, dials

    def may_pair(self, update: Update) -> bool:
        """Return whether a stranger gives the command that makes the first owner."""
        return (
            isinstance(update, Inbound)
            and _is_alone(update)
            and self._dispatcher.welcomes(update.text)
        )

    def turned_away(self, update: Update) -> Inbound | None:
        """Return what stands for a stranger's message where they hear a line; None elsewhere."""
        if not isinstance(update, Inbound) or not _is_alone(update):
            return None
        route = update.route
        right = self._dispatcher.right_of(update.sender, route.chat, update.server)
        tells = self._dials().manners.tells_strangers
        return _wordless(update, TURNED_AWAY) if tells and right is Right.STRANGER else None

    def is_told(self, stores: Stores, stranger: Inbound, now: datetime) -> bool:
        """Return whether this stranger hears the line now, for the only time, and note it."""
        person = stores.people.get(stranger.sender)
        if person.refused_at is None:
            stores.people.save(stranger.sender, replace(person, refused_at=now))
        return person.refused_at is None

    def let_in(self, stores: Stores, inbound: Inbound, now: datetime) -> Inbound | None:
        """Return what is heard of a message; of a guest who said enough for a day, no word.

        In a direct talk they are told once a day; elsewhere nothing stands for it.
        """
        route = inbound.route
        guest = self._dispatcher.is_guest(inbound.sender, route.chat, inbound.server)
        if not guest or parse_command(inbound.text) is not None:
            return inbound
        most = self._dials().manners.guest_messages
        if stores.messages.said_by(inbound.sender, now - A_DAY) < most:
            return inbound
        person = stores.people.get(inbound.sender)
        lately = person.refused_at is not None and now - person.refused_at < A_DAY
        if lately or not _is_alone(inbound):
            return None
        stores.people.save(inbound.sender, replace(person, refused_at=now))
        return _wordless(inbound, ENOUGH)


def _is_alone(inbound: Inbound) -> bool:
    return inbound.chat_kind is ChatKind.DIRECT and not inbound.from_bot


def _wordless(inbound: Inbound, text: str) -> Inbound:
    return replace(inbound, text=text, sender_name="", attachments=(), reply_to=None)
