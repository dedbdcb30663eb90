"""Discord's markup as people read it: names in place of numbers."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Protocol

from core.conversation.rules.names import one_line
from core.conversation.rules.storable import storable

NOBODY = "someone"

_MARKUP = re.compile(
    r"<@!?(?P<person>\d{1,20})>|<@&(?P<role>\d{1,20})>|<#(?P<channel>\d{1,20})>"
    r"|<a?:(?P<emoji>\w{1,64}):\d{1,20}>|</(?P<command>[^:<>\n]{1,100}):\d{1,20}>"
    r"|<t:(?P<instant>-?\d{1,13})(?::[tTdDfFRsS])?>"
)


class Names(Protocol):
    """What people, roles and channels are called where a message was said."""

    def person(self, number: int) -> str | None:
        """Return the name of a person who was heard; None if unknown."""
        ...

    def role(self, number: int) -> str | None:
        """Return the name of a role of this server; None if unknown."""
        ...

    def channel(self, number: int) -> str | None:
        """Return the name of a channel or thread of this server; None if unknown."""
        ...

    def is_mine(self, role: int) -> bool:
        """Return whether a role is that of the bot itself."""
        ...


def clean(text: object) -> str:
    """Return `text` as every database takes it; anything but a string is refused."""
    if not isinstance(text, str):
        raise TypeError(f"a text is a string, got {type(text).__name__}")
    return storable(text)


def line(text: object) -> str:
    """Return a name or title as one clean line; `someone` for nothing."""
    return one_line(clean(text)) if text else NOBODY


def label(text: object) -> str:
    """Return a name or title as one clean line; "" for nothing."""
    return one_line(clean(text)) if text else ""


def readable(text: str, mentioned: Mapping[int, str], names: Names) -> str:
    """Return `text` with mentions, emoji and times as they are shown.

    Args:
        text: As Discord stores it.
        mentioned: The names of the people whom the message mentions, by number.
        names: For everything else.
    """

    def person(number: str) -> str:
        known = mentioned.get(int(number)) or names.person(int(number))
        return f"@{line(known)}"

    shown: Mapping[str, Callable[[str], str]] = {
        "person": person,
        "role": lambda number: f"@{label(names.role(int(number))) or 'role'}",
        "channel": lambda number: f"#{label(names.channel(int(number))) or 'channel'}",
        "emoji": lambda name: f":{name}:",
        "command": lambda name: f"/{name}",
        "instant": _instant,
    }

    def replaced(found: re.Match[str]) -> str:
        kind = found.lastgroup
        if kind is None:
            return found[0]
        return shown[kind](found[kind])

    return _MARKUP.sub(replaced, text)


def _instant(seconds: str) -> str:
    """Return a time that a client would show in its own zone; the number where it is no time."""
    try:
        when = datetime.fromtimestamp(int(seconds), UTC)
    except (OverflowError, ValueError, OSError):
        return seconds
    return f"{when:%Y-%m-%d %H:%M} UTC"
