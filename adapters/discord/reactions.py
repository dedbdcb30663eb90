"""Which reactions stand where, as far as they were heard: a clearing names none of them."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.conversation.model import Reaction, Route

MOST_MESSAGES: Final = 1024


class Reactions:
    """What was put on the messages that got a reaction lately."""

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
