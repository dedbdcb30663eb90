"""Places that nobody has talked in yet, and where something was said while nobody listened."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import structlog
from discord.utils import time_snowflake

from adapters.discord.places import NEWS
from adapters.discord.servers import Room, joined, rooms
from adapters.discord.translate import snowflake
from core.conversation.model import AccountId, ChatKind, Route
from core.engine.model import LastHeard

log = structlog.get_logger()

IsOpen = Callable[[str, str | None], bool]
"""Tells of a chat and its server whether everybody may talk there."""

MOST_PLACES: Final = 100
MARGIN: Final = timedelta(minutes=2)
"""Looked at again before a connection was lost: that is noticed after a minute at most."""
LONG_AGO: Final = datetime(2015, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something may have been missed."""

    last: LastHeard
    server: int
    newest: int
    """Its newest message."""
    after: int
    """The number after which it is read."""


class Unheard:
    """What waits to be looked at; it outlives the sessions.

    Of each shard it knows since when it has heard nothing. That ends when all its servers have
    come in: an absence that a short session interrupts goes on.
    """

    def __init__(self, account: AccountId, is_open: IsOpen, window: timedelta) -> None:
        self._account = account
        self._is_open = is_open
        self._window = window
        self._listening: set[int] = set()
        self._lost_at: dict[int, datetime] = {}
        self._outages: dict[int, datetime] = {}
        """By server, since when Discord has kept it away."""
        self._waiting: dict[int, Place] = {}
        self._is_sifted = True

    def lost(self, shard: int, at: datetime) -> None:
        """Note when a shard was last heard, unless it was away already."""
        if shard in self._listening:
            self._listening.remove(shard)
            self._lost_at[shard] = at

    def left(self, at: datetime) -> None:
        """Note that no shard is heard any more."""
        for shard in set(self._listening):
            self.lost(shard, at)

    def back(self, shard: int) -> None:
        """Note that nothing of a shard is missed from now on."""
        self._listening.add(shard)

    def away(self, server: int, at: datetime) -> None:
        """Note that Discord keeps a server away."""
        self._outages.setdefault(server, at)

    def came(self, raw: Mapping[str, Any], shard: int, now: datetime) -> Collection[int]:
        """Return the places of a server, which has come in, that are to be looked at."""
        server = int(snowflake(raw["id"]))
        lost_at = self._outages.pop(server, None) or self._lost_at.get(shard, LONG_AGO)
        since = max(lost_at - MARGIN, now - self._window, joined(raw) or LONG_AGO)
        after = max(time_snowflake(since), 0)
        found = [
            place
            for room in rooms(raw)
            if room.newest > after and self._is_open(str(room.parent or room.id), str(server))
            for place in [self._place(room, server, after)]
        ]
        for place in found:
            self._waiting[_number(place)] = place
        self._is_sifted = self._is_sifted and not found
        return [_number(place) for place in found]

    def waiting(self) -> Collection[int]:
        """Return what is still to be looked at."""
        return list(self._waiting)

    def take(
        self, chat: int, known: Collection[int], sees: Callable[[int, int], bool]
    ) -> Place | None:
        """Return a place that is to be read; None if it is not.

        Args:
            chat: Its number.
            known: Those that are read anyway.
            sees: Tells of a channel or thread and its server whether the bot may read there.
        """
        if not self._is_sifted:
            self._is_sifted = True
            self._sift(known, sees)
        return self._waiting.get(chat)

    def done(self, chat: int) -> None:
        """Forget a place that was looked at."""
        self._waiting.pop(chat, None)

    def _sift(self, known: Collection[int], sees: Callable[[int, int], bool]) -> None:
        """Keep the places where something was said last; of a server's many, most may be closed."""
        others = [one for chat, one in self._waiting.items() if chat not in known]
        seen = [one for one in others if sees(_number(one), one.server)]
        seen.sort(key=lambda place: place.newest, reverse=True)
        if len(seen) > MOST_PLACES:
            log.warning(
                "discord.backlog.places.cut",
                account=self._account,
                places=len(seen),
                most=MOST_PLACES,
            )
        self._waiting = {_number(one): one for one in seen[:MOST_PLACES]}

    def _place(self, room: Room, server: int, after: int) -> Place:
        chat = str(room.parent or room.id)
        thread = None if room.parent is None else str(room.id)
        kind = ChatKind.CHANNEL if room.kind == NEWS else ChatKind.GROUP
        route = Route(account=self._account, chat=chat, thread=thread)
        last = LastHeard(route=route, chat_kind=kind, message_id=None)
        return Place(last=last, server=server, newest=room.newest, after=after)


def _number(place: Place) -> int:
    return int(place.last.route.thread or place.last.route.chat)
