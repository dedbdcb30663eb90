"""Between what is typed or shown and the words of the core; pure."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from core.admin.model import Choice
from core.conversation.model import AccountId, ChatKind, IdentityId, Inbound, Route, Said

CHAT = "console"
"""The one place that there is."""
SENDER = IdentityId("console:you")
"""The one person that there is."""


class Numbers:
    """Makes message ids: microseconds of the clock, never one twice, not across restarts either."""

    def __init__(self, history: Iterable[Said] = ()) -> None:
        """Start above the ids of `history`, so that a clock set back repeats none of them."""
        ids = (said.message_id for said in history if said.message_id is not None)
        self._last = max((int(id_) for id_ in ids if id_.isdecimal()), default=0)

    def next(self, now: datetime) -> str:
        """Return an id above every one before."""
        self._last = max(int(now.timestamp() * 1_000_000), self._last + 1)
        return str(self._last)


def route_of(account: AccountId) -> Route:
    """Return the console's only route."""
    return Route(account=account, chat=CHAT)


def to_inbound(
    text: str, *, route: Route, message_id: str, name: str, language: str | None, now: datetime
) -> Inbound:
    """Return what was typed as a message in a direct talk."""
    return Inbound(
        route=route,
        chat_kind=ChatKind.DIRECT,
        message_id=message_id,
        sender=SENDER,
        sender_name=name,
        text=printable(text).strip(),
        sent_at=now,
        addressed=True,
        language=language,
    )


def choice_lines(choices: Iterable[Choice]) -> list[str]:
    """Return what can be typed in answer, each with what it says on a button, if that is more."""
    told = (
        choice.line if choice.label == choice.line else f"{choice.label}: {choice.line}"
        for choice in choices
    )
    return [f"{number}. {line}" for number, line in enumerate(told, 1)]


def printable(text: str) -> str:
    """Return `text` without what would steer a terminal; line breaks and tabs stay.

    Half characters, which no file can hold, become the replacement character.
    """
    return "".join(_shown(ch) for ch in text.replace("\r\n", "\n").replace("\r", "\n"))


def _shown(ch: str) -> str:
    match unicodedata.category(ch):
        case "Cc":
            return ch if ch in "\n\t" else ""
        case "Cs":
            return "\ufffd"
        case _:
            return ch
