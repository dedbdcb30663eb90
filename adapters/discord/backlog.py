"""Reading back what was said while nobody listened."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from discord.utils import time_snowflake

from adapters.discord.errors import FAILURES, outcome, passing, reason
from adapters.discord.hearing import Heard, Hearing
from adapters.discord.places import Places
from adapters.discord.translate import Me, Place, edited, snowflake, spoken
from adapters.discord.wire import Wire
from core.conversation.model import AccountId, Update
from core.engine.model import LastHeard, Unreachable
from core.engine.ports import Clock
from core.errors import Retryable

log = structlog.get_logger()

KnownConversations = Callable[[], Awaitable[Sequence[LastHeard]]]
"""Gives the conversations of an account, and how far each has been kept."""

OVERLAP: Final = timedelta(minutes=1)
"""Read again before the last message that was kept: what was said at the same moment, and edits."""
MOST_MESSAGES: Final = 300
"""Of one conversation, the newest; who was away for so long catches up on no more."""
MOST_UNHEARD: Final = 50
"""Of a place that is no conversation yet."""
PAGE: Final = 100
AT_ONCE: Final = 4
LIMIT_S: Final = 60.0
"""Seconds that one conversation may take; what comes in there meanwhile waits."""
TRIES: Final = 3


class Backlog:
    """Reads known conversations from where they were left, a few at a time."""

    def __init__(
        self,
        wire: Wire,
        places: Places,
        hearing: Hearing,
        *,
        account: AccountId,
        clock: Clock,
        window: timedelta,
    ) -> None:
        self._wire = wire
        self._places = places
        self._hearing = hearing
        self._account = account
        self._clock = clock
        self._window = window
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def read(
        self, last: LastHeard, me: Me, *, shards: set[int] | None = None, after: int | None = None
    ) -> None:
        """Hand over what was said in a conversation since it was last heard.

        One that can't be read is logged and passed.

        Args:
            last: Where it was left.
            me: Who reads.
            shards: Those with a new session; a conversation of another one missed nothing.
            after: Of a place that is no conversation yet, the number after which it is read.
        """
        async with self._turn:
            try:
                async with asyncio.timeout(LIMIT_S):
                    updates = await self._missed(last, me, shards, after)
            except FAILURES as error:
                closed = isinstance(outcome(error), Unreachable)  # that is known, and no fault
                log.log(
                    logging.DEBUG if closed else logging.WARNING,
                    "discord.backlog.failed",
                    account=self._account,
                    chat=last.route.thread or last.route.chat,
                    reason=reason(error),
                )
                return
        if updates:
            await self._hearing.keep(updates)
            log.info("discord.backlog.read", account=self._account, updates=len(updates))

    async def _missed(
        self, last: LastHeard, me: Me, shards: set[int] | None, after: int | None
    ) -> Sequence[Update]:
        tried, most = 0, MOST_MESSAGES if after is None else MOST_UNHEARD
        while True:
            try:
                place = await self._places.known(last)
                if shards is not None and self._places.shard(place.server) not in shards:
                    return []
                start = self._start(last) if after is None else after
                raws = await self._since(last, start, most)
            except FAILURES as error:
                tried += 1
                if tried == TRIES or not passing(error):
                    raise
                await self._clock.sleep(timedelta(seconds=2**tried))
            else:
                return [update for raw in raws for update in self._updates(raw, last, place, me)]

    def _start(self, last: LastHeard) -> int:
        """Return the snowflake after which it is read."""
        earliest = _snowflake_at(self._clock.now() - self._window)
        if last.message_id is None or not last.message_id.isdecimal():
            return earliest
        overlap = int(OVERLAP.total_seconds() * 1000) << 22
        return max(earliest, int(last.message_id) - overlap, 0)

    async def _since(self, last: LastHeard, after: int, most: int) -> Sequence[Mapping[str, Any]]:
        """Return the messages after `after`, oldest first; of too many, the newest."""
        channel, size = int(last.route.thread or last.route.chat), min(PAGE, most)
        found: list[Mapping[str, Any]] = []
        where: dict[str, int] = {}
        while len(found) < most:
            page = await self._wire.history(channel, limit=size, **where)
            fresh = [raw for raw in page if int(snowflake(raw["id"])) > after]
            found.extend(fresh)
            if len(page) < size or len(fresh) < len(page):
                return found[::-1]
            where = {"before": min(int(snowflake(raw["id"])) for raw in page)}
        log.warning("discord.backlog.cut", account=self._account, chat=str(channel), most=most)
        return found[:most][::-1]

    def _updates(
        self, raw: Mapping[str, Any], last: LastHeard, place: Place, me: Me
    ) -> Sequence[Update]:
        """Return the message, and what was changed in it if it may have been kept before."""
        try:
            inbound = spoken(raw, place, me)
            if inbound is None:
                return []
            self._places.met(inbound)
            kept = last.message_id is not None and int(inbound.message_id) <= int(last.message_id)
            edit = edited(raw, place, me) if kept else None
        except FAILURES as error:
            return [self._hearing.unreadable(Heard(event="history", raw=raw), error)]
        return [inbound] if edit is None else [inbound, edit]


def _snowflake_at(when: datetime) -> int:
    """Return the least number of a message at that time; 0 before there was Discord."""
    return max(time_snowflake(when), 0)


async def known_to(
    known: KnownConversations, account: AccountId, clock: Clock
) -> Sequence[LastHeard]:
    """Return the conversations of `account` on Discord; a store that fails is asked again."""
    while True:
        try:
            found = await known()
        except Retryable as error:
            await clock.sleep(error.retry_after)
        else:
            return [last for last in found if _is_ours(last, account)]


def _is_ours(last: LastHeard, account: AccountId) -> bool:
    chat = last.route.thread or last.route.chat
    return last.route.account == account and chat.isdecimal() and last.route.chat.isdecimal()
