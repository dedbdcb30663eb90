"""Where something happens: the route of a channel or thread, and the names that it knows."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord

from adapters.discord.translate import Place, snowflake
from adapters.discord.wire import Wire
from core.conversation.model import AccountId, ChatKind, Inbound, Route
from core.engine.model import LastHeard

Kept = TypeVar("Kept")

THREADS: Final = frozenset({10, 11, 12})
NEWS: Final = 5
MOST_NAMES: Final = 4096
MOST_FETCHED: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """What is known of a channel or thread."""

    parent: int | None
    """The channel that a thread hangs on; None for a channel."""
    guild: int | None
    news: bool


class Names:
    """The names of one server, from the cache, and of people who were heard."""

    def __init__(
        self, guild: discord.Guild | None, people: Mapping[int, str], me: int | None
    ) -> None:
        self._guild = guild
        self._people = people
        self._me = me

    def person(self, number: int) -> str | None:
        """Return the name under which a person was last heard, here or elsewhere."""
        return self._people.get(number)

    def role(self, number: int) -> str | None:
        """Return the name of a role of this server."""
        role = self._guild.get_role(number) if self._guild else None
        return role.name if role else None

    def channel(self, number: int) -> str | None:
        """Return the name of a channel or thread of this server."""
        found = self._guild.get_channel_or_thread(number) if self._guild else None
        return found.name if found else None

    def is_mine(self, role: int) -> bool:
        """Return whether a role was made for the bot when it came."""
        found = self._guild.get_role(role) if self._guild else None
        return bool(found and found.tags and found.tags.bot_id == self._me)


class Places:
    """Finds where things happen: in the cache, or by asking once."""

    def __init__(self, wire: Wire, account: AccountId) -> None:
        self._wire = wire
        self._account = account
        self._fetched: OrderedDict[int, Spot] = OrderedDict()
        self._people: OrderedDict[int, str] = OrderedDict()

    async def of(self, channel: int, guild: int | None) -> Place:
        """Return the place of an event.

        Args:
            channel: Where it happened, a thread perhaps.
            guild: As the event tells it; None is a direct talk.

        Raises:
            Exception: one of `errors.FAILURES`: it is not in the cache, and asking failed.
        """
        if guild is None:
            return self._place(Route(account=self._account, chat=str(channel)), ChatKind.DIRECT)
        spot = self._cached(channel, guild) or await self._asked(channel)
        if spot.parent is None:
            route = Route(account=self._account, chat=str(channel))
        else:
            route = Route(account=self._account, chat=str(spot.parent), thread=str(channel))
        return self._place(route, ChatKind.CHANNEL if spot.news else ChatKind.GROUP, guild)

    async def known(self, last: LastHeard) -> Place:
        """Return the place of a conversation that is known already; see `of`."""
        if last.chat_kind is ChatKind.DIRECT:
            return self._place(last.route, ChatKind.DIRECT)
        chat = int(last.route.chat)
        spot = self._cached(chat, None) or await self._asked(chat)
        return self._place(last.route, last.chat_kind, spot.guild)

    def shard(self, server: str | None) -> int:
        """Return the shard that tells of a server; direct talks come by the first."""
        count = self._wire.shard_count or 1
        return 0 if server is None else (int(server) >> 22) % count

    def sees(self, channel: int, guild: int) -> bool:
        """Return whether the bot may read what was said there, as far as the cache tells."""
        server = self._wire.get_guild(guild)
        found = None if server is None else server.get_channel_or_thread(channel)
        if server is None or found is None:
            return False
        try:
            rights = found.permissions_for(server.me)
        except discord.ClientException:  # a thread whose channel is hidden
            return False
        return rights.view_channel and rights.read_message_history

    def met(self, inbound: Inbound) -> None:
        """Keep the name of whoever spoke: reactions come without names."""
        number = int(inbound.sender.partition(":")[2])
        _keep(self._people, number, inbound.sender_name, MOST_NAMES)

    def _place(self, route: Route, kind: ChatKind, guild: int | None = None) -> Place:
        found = None if guild is None else self._wire.get_guild(guild)
        me = self._wire.user.id if self._wire.user else None
        return Place(
            route=route,
            chat_kind=kind,
            server=None if guild is None else str(guild),
            names=Names(found, self._people, me),
        )

    def _cached(self, channel: int, guild: int | None) -> Spot | None:
        server = None if guild is None else self._wire.get_guild(guild)
        look = self._wire.get_channel if server is None else server.get_channel_or_thread
        found = look(channel)
        if isinstance(found, discord.Thread):
            return Spot(parent=found.parent_id, guild=found.guild.id, news=False)
        if isinstance(found, discord.abc.GuildChannel):
            news = found.type is discord.ChannelType.news
            return Spot(parent=None, guild=found.guild.id, news=news)
        return self._fetched.get(channel)

    async def _asked(self, channel: int) -> Spot:
        raw = await self._wire.ask("GET", "/channels/{channel_id}", {"channel_id": channel})
        spot = _spot(raw)
        _keep(self._fetched, channel, spot, MOST_FETCHED)
        return spot


def _spot(raw: Mapping[str, Any]) -> Spot:
    threaded = raw["type"] in THREADS
    guild = raw.get("guild_id")
    return Spot(
        parent=int(snowflake(raw["parent_id"])) if threaded else None,
        guild=None if guild is None else int(snowflake(guild)),
        news=raw["type"] == NEWS,
    )


def _keep(kept: OrderedDict[int, Kept], key: int, value: Kept, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
