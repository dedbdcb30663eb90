"""What was heard lately, where an event alone does not tell enough."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from core.conversation.model import Edit, Reaction, Route

MOST_MESSAGES: Final = 1024


class Edits:
    """The last change of the messages that were edited lately.

    Discord tells of an edited message again, whole, when it shows a card of an address in it.
    """

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[Route, str], datetime] = OrderedDict()

    def is_new(self, edit: Edit) -> bool:
        """Return whether this change was not told before, and keep it."""
        key = (edit.route, edit.message_id)
        known = self._last.pop(key, None)
        self._last[key] = edit.edited_at
        if len(self._last) > MOST_MESSAGES:
            self._last.popitem(last=False)
        return known != edit.edited_at


class Reactions:
    """What was put on the messages that got a reaction lately: a clearing names nobody."""

    def __init__(self) -> None:
        self._standing: OrderedDict[tuple[Route, str], list[Reaction]] = OrderedDict()

    def note(self, reaction: Reaction) -> None:
        """Keep one that was put, forget one that was taken away."""
        key = (reaction.route, reaction.message_id)
        standing = [one for one in self._standing.pop(key, ()) if not _same(one, reaction)]
        if not reaction.removed:
            standing.append(reaction)
        if standing:
            self._standing[key] = standing
        if len(self._standing) > MOST_MESSAGES:
            self._standing.popitem(last=False)

    def cleared(self, route: Route, message_id: str, emoji: str | None) -> Sequence[Reaction]:
        """Return those that are gone now: all on a message, or those of one emoji."""
        standing = self._standing.pop((route, message_id), [])
        kept = [one for one in standing if emoji not in (None, one.emoji)]
        if kept:
            self._standing[(route, message_id)] = kept
        return [replace(one, removed=True) for one in standing if one not in kept]


def _same(one: Reaction, other: Reaction) -> bool:
    return (one.sender, one.emoji) == (other.sender, other.emoji)
