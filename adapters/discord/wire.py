"""The library's client, as it is used here: it asks, and it tells of raw events."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final, Protocol

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route as Path

from adapters.discord.config import DiscordConfig, Status
from adapters.discord.errors import FAILURES
from adapters.discord.lines import Lines, ended
from adapters.discord.once import noting
from adapters.discord.skew import Skew, measuring
from core.engine.ports import Clock

log = structlog.get_logger()

HEARD: Final = frozenset(
    {
        "INTERACTION_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "MESSAGE_DELETE_BULK",
        "MESSAGE_REACTION_ADD",
        "MESSAGE_REACTION_REMOVE",
        "MESSAGE_REACTION_REMOVE_ALL",
        "MESSAGE_REACTION_REMOVE_EMOJI",
    }
)
"""Events that are ours alone: the library would keep nothing of them, and fall over broken ones."""
TOLD_FIRST: Final = frozenset({"READY", "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE"})
"""Events that we see before the library's cache does."""
BETWEEN_STARTS: Final = timedelta(seconds=5)
DRESSING: Final = timedelta(seconds=15)
"""Between two shows of its presence after breaks; Discord takes five changes in twenty seconds."""
READY_AFTER_S: Final = 1.0
"""Silence after the last server of a new session until the cache counts as whole."""

Ids = Mapping[str, Any]
"""What stands in a path: numbers of channels and messages, and emoji."""


class Listener(Protocol):
    """Whom a wire tells what happens; nothing of it waits."""

    def pulse(self) -> None:
        """Anything came in, be it the answer to a heartbeat."""
        ...

    def told(self, event: str, raw: Any) -> None:
        """An event, as it came."""
        ...

    def cached(self, shard: int) -> None:
        """What a shard's new session knows of its servers has come in."""
        ...

    def connected(self, shard: int, *, again: bool) -> None:
        """A shard's session was taken up `again` after a break, or its connection was lost."""
        ...


class Wire(discord.AutoShardedClient):
    """One connection to Discord; a new one is made for every new start."""

    def __init__(
        self, config: DiscordConfig, listener: Listener, *, clock: Clock, content: bool
    ) -> None:
        """Prepare it; nothing is opened.

        Args:
            config: With a token.
            listener: Whom it tells.
            clock: For the waits between starts.
            content: Whether it asks for what messages say that don't mention it.
        """
        # One of each for the process, by the library's design.
        Path.BASE = config.api_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway_url)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        self._listener = listener
        self._clock = clock
        self.skew = Skew()
        self._line: discord.CustomActivity | None = None
        self._status = discord.Status.online
        self._limit = aiohttp.ClientTimeout(total=config.request_limit.total_seconds())
        self._most_s = (config.request_limit + config.patience).total_seconds()
        super().__init__(
            intents=_intents(content=content),
            proxy=config.proxy,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=False, replied_user=True
            ),
            max_ratelimit_timeout=config.patience.total_seconds(),
            http_trace=_traced(self.skew, clock),
            guild_ready_timeout=READY_AFTER_S,
            enable_debug_events=True,  # they tell of answers to heartbeats
        )
        parsers = self._connection.parsers
        for event in parsers.keys() - {"READY", "RESUMED"}:
            parsers[event] = self._guarded(event, parsers[event])
        parsers["READY"] = self._told_first("READY", parsers["READY"])

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass the library's own events on: they are few, and nothing else listens."""
        if event == "socket_raw_receive":
            self._listener.pulse()
        elif event == "shard_ready":
            self._listener.cached(args[0])
        elif event in {"shard_resumed", "shard_disconnect"}:
            self._listener.connected(args[0], again=event == "shard_resumed")
        if not event.startswith("socket_"):  # what is sent has the token in it
            super().dispatch(event, *args, **kwargs)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Keep the distance that Discord asks for between the starts of two sessions."""
        if not initial:
            await self._clock.sleep(BETWEEN_STARTS)

    async def listen(self, tasks: asyncio.TaskGroup) -> None:
        """Listen until the connection ends for good; whoever cancels this surely ends it.

        Raises:
            CancelledError: as well when `tasks` end over an error of the connection.
        """
        listening = tasks.create_task(self.connect())
        try:
            await asyncio.wait({listening})
        finally:
            await ended(listening)

    async def hang_up(self) -> None:
        """Leave the gateway; what is asked of the API may still go its way."""
        workers = [shard._parent._task for shard in self.shards.values()]
        await self._lines.hang_up(workers)

    def dress(self, status: Status, activity: str) -> None:
        """Let every session that starts from now on show this."""
        self.status = self._status = discord.Status(status)
        self._line = discord.CustomActivity(name=activity) if activity else None
        self.activity = self._line

    async def show(self) -> None:
        """Show it in the sessions that run; see `ask` for what may go wrong."""
        await self.change_presence(activity=self._line, status=self._status)

    async def ask(self, method: str, path: str, ids: Ids, /, **how: Any) -> Any:
        """Return what the API answers; `request_limit` is for one request of it.

        The library repeats some, and waits for rate limits; all of that is bounded, too.

        Raises:
            Exception: one of `errors.FAILURES`.
        """
        async with asyncio.timeout(self._most_s):
            return await self.http.request(Path(method, path, **ids), timeout=self._limit, **how)

    async def history(self, channel: int, **where: int) -> list[Mapping[str, Any]]:
        """Return a page of a channel's messages, newest first; see `ask`."""
        path = "/channels/{channel_id}/messages"
        page = await self.ask("GET", path, {"channel_id": channel}, params=where)
        if not isinstance(page, list):
            raise TypeError(f"a history is a list, got {type(page).__name__}")
        return page

    def _get_state(self, **options: Any) -> Lines:
        self._lines = Lines(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )
        return self._lines

    def _told_first(self, event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        def parsed(raw: Any) -> None:
            if event in HEARD or event in TOLD_FIRST:
                self._listener.told(event, raw)
            if event not in HEARD:
                parse(raw)

        return parsed

    def _guarded(self, event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a parser that a broken event does not end the connection with."""
        told_first = self._told_first(event, parse)

        def parsed(raw: Any) -> None:
            try:
                told_first(raw)
            except FAILURES as error:
                log.warning("discord.event.unreadable", kind=event, reason=type(error).__name__)

        return parsed


def _traced(skew: Skew, clock: Clock) -> aiohttp.TraceConfig:
    trace = measuring(skew, clock)
    trace.on_request_end.append(noting)
    return trace


def _intents(*, content: bool) -> discord.Intents:
    """Return the events that are asked for: no lists of members, no presences."""
    return discord.Intents(
        guilds=True,
        guild_messages=True,
        dm_messages=True,
        guild_reactions=True,
        dm_reactions=True,
        message_content=content,
    )
