"""The messengers that speak over sockets, each beside a server of its own."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any, Literal, Self

from adapters.discord.client import Discord
from adapters.discord.config import DiscordConfig
from adapters.telegram.client import Telegram
from adapters.telegram.config import TelegramConfig
from bot.supervisor import supervise
from core.conversation.model import AccountId, Inbound, Route
from tests.adapters.discord.conftest import Ear, HastyClock
from tests.servers.discord import DiscordServer
from tests.servers.discord.world import Channel
from tests.servers.telegram import BotApiServer, Chat

ACCOUNT = AccountId("mina")
Act = Literal["send", "typing", "fetch"]
SOON = timedelta(seconds=1)
"""What an answer may take here; a server that hangs is given up after it."""


class _Served(ABC):
    """A client that serves meanwhile; another one can take its place."""

    def __init__(self) -> None:
        self.ear = Ear()
        self._tasks = asyncio.TaskGroup()
        self._serving: asyncio.Task[bool] | None = None
        self._clock = HastyClock()
        self.messenger: Telegram | Discord = self._made()

    def now(self) -> datetime:
        return self._clock.now()

    @abstractmethod
    def _made(self) -> Telegram | Discord:
        """Return a new client."""

    @abstractmethod
    async def _up(self) -> None:
        """Return once it hears."""

    async def _starts(self) -> None:
        keeping = supervise("mina", self.messenger.serve, self._clock, Random(7))
        self._serving = self._tasks.create_task(keeping)
        await self._up()

    async def leaves(self) -> None:
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait([self._serving])
        await self.messenger.close()

    async def starts_anew(self) -> None:
        await self.leaves()
        self.messenger = self._made()
        await self._starts()

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[Self]:
        async with self._tasks:
            await self._starts()
            try:
                yield self
            finally:
                await self.leaves()

    async def _next(self, before: int) -> Inbound:
        await self.ear.hears(before + 1)
        newest = self.ear.updates[-1]
        assert isinstance(newest, Inbound)
        return newest


class TelegramStand(_Served):
    """Telegram, with a direct talk and a forum."""

    waits_itself = timedelta(0)
    _CALLS = {"send": "sendMessage", "typing": "sendChatAction", "fetch": "getFile"}

    def __init__(self, server: BotApiServer) -> None:
        self.server = server
        self._ann = server.person(7, "Ann")
        self._ann.says(self._ann.direct, "hello")
        self._forum = server.group(-1001234, forum=True)
        topic = server.topic(self._forum)
        self.direct = Route(account=ACCOUNT, chat="7")
        self.group = Route(account=ACCOUNT, chat=str(self._forum.id))
        self.thread = Route(account=ACCOUNT, chat=str(self._forum.id), thread=str(topic))
        super().__init__()

    @classmethod
    @asynccontextmanager
    async def up(cls) -> AsyncIterator["TelegramStand"]:
        async with BotApiServer() as server, cls(server)._held() as stand:
            await stand.ear.hears(1)
            yield stand

    def _made(self) -> Telegram:
        return Telegram(
            TelegramConfig.model_validate(
                {
                    "token": self.server.token,
                    "api_url": self.server.url,
                    "poll_timeout": SOON,
                    "connect_limit": SOON,
                    "read_limit": SOON,
                }
            ),
            account=ACCOUNT,
            clock=self._clock,
            rng=Random(7),
            receive=self.ear.receive,
            menu=(),
        )

    async def _up(self) -> None:
        polls = len(self.server.calls("getUpdates"))
        await self.server.world.until(lambda: len(self.server.calls("getUpdates")) > polls)

    def _chat(self, route: Route) -> Chat | None:
        return self.server.world.chats.get(int(route.chat))

    def shown(self, route: Route) -> list[str]:
        chat = self._chat(route)
        thread = None if route.thread is None else int(route.thread)
        return [
            str(message.get("text", message.get("caption", "")))
            for number, message in (chat.messages.items() if chat else ())
            if chat and number in chat.own and message.get("message_thread_id") == thread
        ]

    async def said(self) -> str:
        return str(self._ann.says(self._ann.direct, "what about tea?"))

    async def hears(self, text: str, route: Route) -> Inbound:
        before, chat = len(self.ear.updates), self._chat(route)
        assert chat is not None
        self._ann.says(chat, text, thread=None if route.thread is None else int(route.thread))
        return await self._next(before)

    async def brings(self, content: bytes) -> Inbound:
        before = len(self.ear.updates)
        self._ann.sends(self._ann.direct, "document", content=[content])
        return await self._next(before)

    def loses_files(self) -> None:
        self.server.world.files.clear()

    def reactions(self, message_id: str) -> list[str]:
        put = self._ann.direct.reactions.get((int(message_id), self.server.world.bot["id"]), [])
        return [str(one["emoji"]) for one in put]

    def pictures(self, route: Route) -> list[bytes]:
        where = (int(route.chat), None if route.thread is None else int(route.thread))
        here = [sent for sent in self.server.sent if (sent.chat, sent.thread) == where]
        return [sent.photo for sent in here if sent.photo is not None]

    def blocks(self) -> None:
        self._ann.blocks()

    def vanishes(self, route: Route) -> None:
        if route.thread is None:
            del self.server.world.chats[int(route.chat)]
        else:
            self._ann.deletes_topic(self._forum, int(route.thread))

    def closes(self, route: Route) -> None:
        self._ann.closes_topic(self._forum, int(route.thread or 0))

    def floods(self, seconds: float) -> None:
        self.fails("send", "flood", retry_after=seconds)

    def fails(self, act: Act, kind: str, **how: Any) -> None:
        how |= {"code": 502} if kind == "status" else {}
        self.server.fail(self._CALLS[act], kind, **how)

    def called(self, act: Act) -> int:
        return len(self.server.calls(self._CALLS[act]))

    async def until_called(self, act: Act) -> None:
        before = self.called(act)
        await self.server.world.until(lambda: self.called(act) > before)

    async def unplugs(self) -> None:
        await self.server.unplug()

    async def plugs(self) -> None:
        await self.server.plug()

    def pinged(self) -> bool:
        marks = [mark["type"] for sent in self.server.sent for mark in sent.entities]
        return "text_mention" in marks


class DiscordStand(_Served):
    """Discord, with a direct talk, a channel and a thread in it; its waits take no time."""

    waits_itself = timedelta(seconds=30)
    _CALLS = {"send": "send_message", "typing": "trigger_typing", "fetch": "attachment"}

    def __init__(self, server: DiscordServer) -> None:
        self.server = server
        self._ann = server.person(7, "Ann")
        room = server.channel(server.guild(900))
        thread = self._ann.opens(room, "holidays")
        self.direct = Route(account=ACCOUNT, chat=str(self._ann.direct.id))
        self.group = Route(account=ACCOUNT, chat=str(room.id))
        self.thread = Route(account=ACCOUNT, chat=str(room.id), thread=str(thread.id))
        super().__init__()

    @classmethod
    @asynccontextmanager
    async def up(cls) -> AsyncIterator["DiscordStand"]:
        async with DiscordServer() as server, cls(server)._held() as stand:
            yield stand

    def _made(self) -> Discord:
        return Discord(
            DiscordConfig.model_validate(
                {
                    "token": self.server.token,
                    "api_url": self.server.url,
                    "gateway_url": self.server.gateway_url,
                    "request_limit": SOON,
                    "patience": self.waits_itself,
                }
            ),
            account=ACCOUNT,
            clock=self._clock,
            rng=Random(7),
            receive=self.ear.receive,
            heard=self.ear.heard,
            is_open=lambda chat, server: True,
            backlog_window=timedelta(hours=12),
            menu=(),
            suggest=self.ear.suggest,
            is_welcome=self.ear.is_welcome,
        )

    async def _up(self) -> None:
        before = len(self.server.identifies)
        await self.server.world.until(lambda: len(self.server.identifies) > before)
        await self.server.until_ready()

    def _channel(self, route: Route) -> Channel:
        return self.server.world.channels[int(route.thread or route.chat)]

    def shown(self, route: Route) -> list[str]:
        channel, me = self._channel(route), str(self.server.world.me)
        if channel.gone or channel.door.gone:
            return []
        return [str(m["content"]) for m in channel.messages.values() if m["author"]["id"] == me]

    async def said(self) -> str:
        return str(self._ann.says(self._ann.direct, "what about tea?"))

    async def hears(self, text: str, route: Route) -> Inbound:
        before = len(self.ear.updates)
        self._ann.says(self._channel(route), text)
        return await self._next(before)

    async def brings(self, content: bytes) -> Inbound:
        before = len(self.ear.updates)
        self._ann.says(self._ann.direct, "look", attachments=[("report.pdf", content)])
        return await self._next(before)

    def loses_files(self) -> None:
        self.server.world.files.clear()

    def reactions(self, message_id: str) -> list[str]:
        put = self._ann.direct.reactions.get(int(message_id), {})
        return [emoji for emoji, who in put.items() for one in who if one == self.server.world.me]

    def pictures(self, route: Route) -> list[bytes]:
        me, there = str(self.server.world.me), self._channel(route).messages.values()
        files = [one for m in there if m["author"]["id"] == me for one in m["attachments"]]
        return [self.server.world.files[one["url"]][0] for one in files]

    def blocks(self) -> None:
        self.server.bar(self._ann.direct)

    def vanishes(self, route: Route) -> None:
        self.server.remove(self._channel(route))

    def closes(self, route: Route) -> None:
        self.server.archive(self._channel(route), locked=True)

    def floods(self, seconds: float) -> None:
        self.fails("send", "flood", retry_after=seconds)

    def fails(self, act: Act, kind: str, **how: Any) -> None:
        how |= {"status": 502} if kind == "status" else {}
        self.server.fail(self._CALLS[act], kind, **how)

    def called(self, act: Act) -> int:
        return len(self.server.calls(self._CALLS[act]))

    async def until_called(self, act: Act) -> None:
        before = self.called(act)
        await self.server.world.until(lambda: self.called(act) > before)

    async def unplugs(self) -> None:
        await self.server.unplug()

    async def plugs(self) -> None:
        await self.server.plug()

    def pinged(self) -> bool:
        return any(
            one.pinged_everyone or one.pinged_roles or one.pinged_users for one in self.server.sent
        )
