"""What comes in, in the order of each chat, until it is kept."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Protocol

import structlog

from core.conversation.model import AccountId, Unreadable, Update
from core.engine.ports import Clock
from core.errors import Retryable

log = structlog.get_logger()

Receive = Callable[[Sequence[Update]], Awaitable[None]]
"""Stores what it is given; what it returns from is committed."""

BATCH: Final = 100
LONGEST_NUMBER: Final = 20
"""Digits of a number of 64 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An event, as it came."""

    event: str
    raw: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What an event says, where that is known already."""

    updates: Sequence[Update]


class Reader(Protocol):
    """What turns events into updates while a session runs."""

    async def read(self, heard: Heard) -> Sequence[Update]:
        """Return what an event says.

        Raises:
            Exception: one of `errors.FAILURES`.
        """
        ...

    async def read_back(self, chat: int) -> None:
        """Hand over what was missed in a chat, if anything may have been; raises nothing."""
        ...


class Hearing:
    """Queues by chat; it outlives the sessions, so that what came in is not lost with one.

    Each chat has a task of its own while anything waits there: chats never wait for each other.
    """

    def __init__(
        self,
        *,
        account: AccountId,
        clock: Clock,
        receive: Receive,
        failures: tuple[type[Exception], ...],
    ) -> None:
        self._account = account
        self._clock = clock
        self._receive = receive
        self._failures = failures
        self._waiting: dict[int, deque[Heard | Read]] = {}
        self._missed: set[int] = set()
        """Chats whose history is to be read before anything else is handed over."""
        self._working: set[int] = set()
        self._reader: Reader | None = None
        self._tasks: asyncio.TaskGroup | None = None
        self._held = True

    def start(self, reader: Reader, tasks: asyncio.TaskGroup) -> None:
        """Let a session read what comes in; it is held until `release`."""
        self._reader, self._tasks, self._held = reader, tasks, True
        self._working.clear()  # a task that was cancelled before it began has not said so

    def stop(self) -> None:
        """Let everything wait for the next session."""
        self._reader, self._tasks, self._held = None, None, True

    def hold(self) -> None:
        """Hand nothing over for a moment: what came before is about to be looked up."""
        self._held = True

    def release(self, missed: Collection[int]) -> None:
        """Go on, after the history of the `missed` chats in each of them."""
        self._held = False
        self._missed.update(missed)
        for chat in [*self._missed, *self._waiting]:
            self._wake(chat)

    def miss(self, chats: Collection[int]) -> None:
        """Let the history of these be read before what comes in there."""
        self._missed.update(chats)
        for chat in chats:
            self._wake(chat)

    def put(self, chat: int, item: Heard | Read) -> None:
        """Hand something over when its turn comes."""
        self._waiting.setdefault(chat, deque()).append(item)
        self._wake(chat)

    async def keep(self, updates: Sequence[Update]) -> None:
        """Return when `updates` are kept; a store that fails for now is tried again."""
        while updates:
            try:
                await self._receive(updates)
            except Retryable as error:
                wait = error.retry_after
                log.warning(
                    "discord.receive.waits", account=self._account, wait_s=wait.total_seconds()
                )
                await self._clock.sleep(wait)
            else:
                return

    def _wake(self, chat: int) -> None:
        if self._held or self._reader is None or self._tasks is None or chat in self._working:
            return
        self._working.add(chat)
        self._tasks.create_task(self._work(chat, self._reader))

    async def _work(self, chat: int, reader: Reader) -> None:
        try:
            while not self._held:
                if chat in self._missed:
                    self._missed.discard(chat)
                    await reader.read_back(chat)
                elif chat in self._waiting:
                    await self._hand_over(chat, self._waiting[chat], reader)
                else:
                    break
        finally:
            self._working.discard(chat)

    async def _hand_over(self, chat: int, waiting: deque[Heard | Read], reader: Reader) -> None:
        """Give what waits, and let go of it only when it is kept."""
        batch = list(islice(waiting, BATCH))
        updates = [update for item in batch for update in await self._read(item, reader)]
        await self.keep(updates)
        for _ in batch:
            waiting.popleft()
        if not waiting:
            self._waiting.pop(chat, None)

    async def _read(self, item: Heard | Read, reader: Reader) -> Sequence[Update]:
        if isinstance(item, Read):
            return item.updates
        try:
            return await reader.read(item)
        except self._failures as error:
            return [self.unreadable(item, error)]

    def unreadable(self, heard: Heard, error: Exception) -> Unreadable:
        """Return the note of an event that can't be read."""
        kind = type(error).__name__
        told = heard.raw.get("id") if isinstance(heard.raw, Mapping) else None
        number = str(told) if isinstance(told, int | str) and str(told).isdecimal() else "?"
        log.warning(
            "discord.update.unreadable",
            account=self._account,
            kind=heard.event,
            update=number[:32],
            reason=kind,
        )
        return Unreadable(account=self._account, update_id=number[:32], reason=kind)


def queue_of(raw: object) -> int:
    """Return the queue of an event; what names no channel has one for itself."""
    number = raw.get("channel_id") if isinstance(raw, Mapping) else None
    named = isinstance(number, str) and number.isdecimal() and len(number) <= LONGEST_NUMBER
    return int(str(number)) if named else 0
