"""Sayings as entries: what stands beside what, and what of it is searched."""

from datetime import datetime, timedelta

from core.conversation.model import ConversationId
from core.memory.model import Ref, Saying

STRETCH = timedelta(hours=3)
"""A longer silence ends a stretch of talk: what was said before it is no neighbour. Our guess."""
SHOWN = 200
"""Characters of a message by which its neighbours are found; measured: 150 to 300 do alike."""
SEARCHED = 4000
"""Characters of one text that are searched for words; our guess."""


class Stretches:
    """Tells which message each one follows, as they come."""

    def __init__(self) -> None:
        """Begin before the first message."""
        self._last: dict[ConversationId, tuple[Ref, datetime]] = {}

    def follow(self, saying: Saying) -> Ref | None:
        """Return what `saying` follows in its conversation, and be ready for the next.

        None where a stretch of talk begins.
        """
        last = self._last.get(saying.conversation)
        self._last[saying.conversation] = (saying.ref, saying.sent_at)
        if last is None or saying.sent_at - last[1] > STRETCH:
            return None
        return last[0]


def shown(text: str) -> str:
    """Return the beginning by which neighbours are found."""
    return text[:SHOWN]


def searched(text: str) -> str:
    """Return what is searched for words."""
    return text[:SEARCHED]
