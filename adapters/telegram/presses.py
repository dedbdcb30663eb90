"""Which button was pressed where, for as long as the process runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from adapters.telegram.buttons import is_press
from core.conversation.model import IdentityId, Inbound, Update
from core.engine.model import Delivered, Outbound

MOST: Final = 1000
"""Of each kind; beyond, the oldest is forgotten, and its answer is a message of its own."""
TAP: Final = timedelta(seconds=2)
"""Within which the same press by the same person is one; our guess of a nervous finger."""
UNANSWERED: Final = timedelta(minutes=1)
"""The same, as long as the first press got no answer."""

Place = tuple[str, str]
"""A chat and a message in it, by Telegram's numbers."""
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Press:
    place: Place
    """The message with the button."""
    line: str
    by: IdentityId
    at: datetime
    key: str | None = None
    """Of the bubble that answers it first."""

    def repeats(self, first: "_Press") -> bool:
        """Return whether the finger of `first` trembled."""
        same = (self.place, self.line, self.by) == (first.place, first.line, first.by)
        span = TAP if first.key is not None else UNANSWERED
        return same and abs(self.at - first.at) < span


class Presses:
    """Remembers presses, and whom the messages with buttons answer."""

    def __init__(self) -> None:
        """Begin without any."""
        self._presses: dict[str, _Press] = {}
        self._gave: dict[Place, IdentityId] = {}
        """Who gave the command that a message is."""
        self._answered: dict[Place, IdentityId] = {}
        """Whom a message with buttons answers."""

    def heard(self, updates: Sequence[Update]) -> list[Update]:
        """Return the updates without presses that only repeat another one.

        The same updates may come again, if they could not be stored.
        """
        return [one for one in updates if not isinstance(one, Inbound) or self._is_new(one)]

    def place_of(self, outbound: Outbound) -> str | None:
        """Return the message whose place an answer takes; None for none.

        Only the first bubble takes it, and in a group only that of whom the message answers.
        """
        press = self._presses.get(outbound.answers or "")
        if press is None or press.place[0] != outbound.route.chat:
            return None
        if press.key is None:
            press = self._presses[outbound.answers or ""] = replace(press, key=outbound.key)
        if press.key != outbound.key:
            return None
        chat, message_id = press.place
        theirs = is_direct(chat) or self._answered.get(press.place) == press.by
        return message_id if theirs else None

    def told(self, outbound: Outbound, delivered: Delivered) -> None:
        """Note whom a message with buttons answers."""
        if not outbound.choices or outbound.answers is None:
            return
        chat = outbound.route.chat
        press = self._presses.get(outbound.answers)
        asked = press.by if press is not None else self._gave.get((chat, outbound.answers))
        if asked is not None:
            _keep(self._answered, (chat, delivered.message_id), asked)

    def _is_new(self, said: Inbound) -> bool:
        chat = said.route.chat
        if not is_press(said.message_id):
            if said.text.startswith("/"):
                _keep(self._gave, (chat, said.message_id), said.sender)
            return True
        if said.message_id in self._presses:
            return True
        place = (chat, said.reply_to or "")
        press = _Press(place=place, line=said.text, by=said.sender, at=said.sent_at)
        if any(press.repeats(first) for first in self._presses.values()):
            return False
        _keep(self._presses, said.message_id, press)
        return True


def is_direct(chat: str) -> bool:
    """Return whether a chat is a talk with one person, by its number."""
    return chat.isdecimal()


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    kept[key] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]
