"""One stay on Discord: from the login to the end of the connection."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from adapters.discord.backlog import Backlog, KnownConversations, known_to
from adapters.discord.config import DiscordConfig, Status
from adapters.discord.errors import FAILURES, SOON, reason
from adapters.discord.hearing import Heard, Hearing, Read, queue_of
from adapters.discord.menu import Menu
from adapters.discord.places import Places
from adapters.discord.pulse import Pulse
from adapters.discord.reception import Reception
from adapters.discord.remembered import Edits, Reactions
from adapters.discord.servers import CATEGORY, membership, moved
from adapters.discord.translate import Me, emoji, snowflake, translate
from adapters.discord.unheard import Unheard
from adapters.discord.wire import DRESSING, Wire
from core.conversation.model import AccountId, ChatKind, Edit, Inbound, Reaction, Update
from core.engine.model import LastHeard
from core.engine.ports import Clock
from core.errors import Retryable

log = structlog.get_logger()

CLEARINGS: Final = frozenset({"MESSAGE_REACTION_REMOVE_ALL", "MESSAGE_REACTION_REMOVE_EMOJI"})
CLOSING_S: Final = 3.0


class Session:
    """Logs in, listens, and reads back what was missed; used once."""

    def __init__(
        self,
        config: DiscordConfig,
        *,
        account: AccountId,
        clock: Clock,
        hearing: Hearing,
        known: KnownConversations,
        unheard: Unheard,
        window: timedelta,
        content: bool,
        reception: Reception,
        menu: Menu,
    ) -> None:
        self._config = config
        self._account = account
        self._clock = clock
        self._hearing = hearing
        self._known = known
        self._unheard = unheard
        self._greeted: set[int] = set()
        """Shards that have had a session."""
        self._told_connected = False
        self._content = content
        self._reception, self._menu = reception, menu
        self._tasks: asyncio.TaskGroup | None = None
        self._reactions = Reactions()
        self._edits = Edits()
        self._cached = asyncio.Event()
        self._loading: set[int] = set()
        """Shards whose servers are still coming in."""
        self._resumed = asyncio.Event()
        self._fresh: set[int] = set()
        """Shards with a new session whose conversations are still to be looked up."""
        self._missed: dict[int, tuple[LastHeard, set[int]]] = {}
        self._reading: set[int] = set()
        """Known conversations that are being read back."""
        self._new = asyncio.Event()
        self._me = Me(id=0, reads=content)
        self._pulse = Pulse(clock, config.stall_after)
        self.is_connected = False
        self.logged_in = False
        self.wire = Wire(config, self, clock=clock, content=content)
        self._places = Places(self.wire, account)
        self._backlog = Backlog(
            self.wire, self._places, hearing, account=account, clock=clock, window=window
        )

    async def run(self, token: str, up: Callable[[], None]) -> None:
        """Listen until the connection ends for good.

        Args:
            token: Kept by the library, in no log.
            up: Called when messages can be sent.

        Raises:
            Exception: one of `errors.FAILURES`, or `Retryable` after a silence.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                self._tasks = tasks
                tasks.create_task(self._pulse.watch())
                tasks.create_task(self._look_up())
                tasks.create_task(self._dress_again())
                try:
                    self._hearing.start(self, tasks)
                    await self._log_in(token)
                    up()
                    tasks.create_task(self._menu.tell(self.wire, self._cached.wait))
                    await self.wire.listen(tasks)
                finally:
                    self._tasks = None
                    self._hearing.stop()  # before the group, which takes no more tasks then
                raise Retryable("discord: the connection was closed", retry_after=SOON)
        except BaseExceptionGroup as ended:
            task = asyncio.current_task()
            if task is not None and task.cancelling():  # both at once, and this must end it
                raise asyncio.CancelledError from None
            raise ended.exceptions[0] from None
        finally:
            self.is_connected = False
            self._unheard.left(self._pulse.last())

    async def hang_up(self) -> None:
        """Leave the gateway; what is being sent may still go its way."""
        with suppress(*FAILURES):
            async with asyncio.timeout(CLOSING_S):
                await self.wire.hang_up()

    async def close(self) -> None:
        """Let go of all connections."""
        try:
            async with asyncio.timeout(CLOSING_S):
                await self.wire.close()
        except FAILURES:
            await self.wire.http.close()

    async def show(self, status: Status, activity: str) -> None:
        """Show this now, and after every new start; what fails is shown later."""
        self.wire.dress(status, activity)
        await self._shown()

    async def _shown(self) -> None:
        try:
            async with asyncio.timeout(CLOSING_S):  # `wait_for` may lose the end of the stay
                await self.wire.show()
        except FAILURES as error:
            log.info("discord.presence.waits", account=self._account, reason=reason(error))

    @property
    def last_heard_at(self) -> datetime | None:
        """When anything came in last."""
        return self._pulse.last_at

    # What the wire tells.

    def pulse(self) -> None:
        """Note that Discord is there."""
        self._pulse.beat()

    def cached(self, shard: int) -> None:
        """Note that a shard's servers are known."""
        self._loading.discard(shard)
        self._unheard.back(shard)
        if not self._loading:
            self._cached.set()

    def connected(self, shard: int, *, again: bool) -> None:
        """Note how the connection is; a resumed session shows what it showed before the break."""
        self.is_connected = again
        if again:
            self._resumed.set()
            if shard not in self._loading:
                self._unheard.back(shard)
        else:
            self._unheard.lost(shard, self._pulse.last())

    def told(self, event: str, raw: Any) -> None:
        """Queue an event, or begin a new session's work."""
        if event == "READY":
            self._hearing.hold()
            shard, shards = raw.get("shard", (0, 1))
            self._cached.clear()
            self._loading.add(shard)
            self._fresh.add(shard)
            self._new.set()
            self.is_connected = True
            self._greeted.add(shard)
            if len(self._greeted) == shards and not self._told_connected:
                self._told_connected = True
                log.info("discord.connected", account=self._account, id=self._me.id)
        elif event in {"GUILD_CREATE", "GUILD_DELETE"}:
            self._moved(event, raw)
        elif event == "CHANNEL_DELETE":
            if raw.get("type") != CATEGORY:
                chat = snowflake(raw["id"])
                gone = membership(self._account, chat, "deleted", present=False)
                self._hearing.put(int(gone.chat), Read(updates=[gone]))
        elif event != "INTERACTION_CREATE":
            self._hearing.put(queue_of(raw), Heard(event=event, raw=raw))
        elif self._tasks is not None:
            self._tasks.create_task(self._take(raw))

    # What the queues ask.

    async def read(self, heard: Heard) -> Sequence[Update]:
        """Return what an event says; see `Reader`."""
        raw = heard.raw
        channel, guild = int(snowflake(raw["channel_id"])), raw.get("guild_id")
        place = await self._places.of(channel, None if guild is None else int(snowflake(guild)))
        if heard.event in CLEARINGS:
            one = emoji(raw["emoji"]) if raw.get("emoji") else None
            return self._reactions.cleared(place.route, snowflake(raw["message_id"]), one)
        now = self._clock.now()
        updates = translate(heard.event, raw, place=place, me=self._me, now=now)
        for update in updates:
            if isinstance(update, Inbound):
                self._places.met(update)
            elif isinstance(update, Reaction):
                self._reactions.note(update)
            elif isinstance(update, Edit) and not self._edits.is_new(update):
                return []
        return updates

    async def read_back(self, chat: int) -> None:
        """Hand over what was missed in a chat."""
        last, shards = self._missed.pop(chat, (None, set()))
        if last is not None:
            self._reading.add(chat)
        if last is None or last.chat_kind is not ChatKind.DIRECT:
            await self._cached.wait()
        if last is not None:
            await self._backlog.read(last, self._me, shards=shards)
        elif found := self._unheard.take(
            chat, self._missed.keys() | self._reading, self._places.sees
        ):
            await self._backlog.read(found.last, self._me, after=found.after)
        self._unheard.done(chat)
        self._reading.discard(chat)

    # What goes on beside.

    async def _log_in(self, token: str) -> None:
        await self.wire.login(token)
        self.pulse()
        if self.wire.user is None:
            raise LookupError("a login without a user")
        self._me = Me(id=self.wire.user.id, reads=self._content)
        limits = await self.wire.fetch_session_start_limits()
        if limits.remaining == 0:  # one start more, and Discord resets the token
            wait = timedelta(milliseconds=limits.reset_after)
            raise Retryable("discord: too many starts for a day", retry_after=max(wait, SOON))
        self.logged_in = True

    async def _take(self, raw: Any) -> None:
        """Answer an interaction at once, and queue what it says."""
        heard: Update | None
        try:
            heard = await self._reception.take(raw, self.wire)
        except FAILURES as error:
            heard = self._hearing.unreadable(Heard(event="INTERACTION_CREATE", raw=raw), error)
        if heard is not None:
            self._hearing.put(queue_of(raw), Read(updates=[heard]))

    async def _dress_again(self) -> None:
        """After breaks, show what may have changed meanwhile; not after each of many."""
        while True:
            await self._resumed.wait()
            self._resumed.clear()
            await self._shown()
            await self._clock.sleep(DRESSING)

    async def _look_up(self) -> None:
        """After each new session, find what is to be read back; everything waits so long."""
        while True:
            await self._new.wait()
            self._new.clear()
            shards, known = (
                set(self._fresh),
                await known_to(self._known, self._account, self._clock),
            )
            self._fresh -= shards
            for last in known:
                chat = int(last.route.thread or last.route.chat)
                _, before = self._missed.get(chat, (None, set()))
                self._missed[chat] = (last, shards | before)
            if not self._new.is_set():
                self._hearing.release({*self._missed, *self._unheard.waiting()})

    def _moved(self, event: str, raw: Mapping[str, Any]) -> None:
        """Note what came or went with a server."""
        server, now = snowflake(raw["id"]), self._clock.now()
        updates = moved(event, raw, self.wire.get_guild(int(server)), self._account)
        if updates:
            self._hearing.put(int(server), Read(updates=updates))
        if event == "GUILD_CREATE":
            self._hearing.miss(self._unheard.came(raw, self._places.shard(server), now))
        elif raw.get("unavailable"):
            self._unheard.away(int(server), now)
