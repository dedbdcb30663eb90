"""What Telegram knows: chats, messages, updates that wait, and what the bot did."""

import asyncio
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.servers.patience import PATIENCE_S
from tests.servers.telegram.records import Amended, Call, Callback, Json, Reacted, Sent, Typing

Menu = tuple[str, str]
"""A scope, and a language or ""."""

TOKEN = "424242:server-of-our-own-secret-part-AAAA"
BOT: Mapping[str, Any] = {
    "id": 424242,
    "is_bot": True,
    "first_name": "Mina",
    "username": "mina_bot",
    "can_join_groups": True,
    "can_read_all_group_messages": True,
    "supports_inline_queries": False,
}

OPT_IN = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds of update that come only to those who ask for them by name."""
GENERAL = 1
"""The thread of a forum's General topic; messages there carry none."""


def units(text: str) -> int:
    """Return the length in UTF-16 code units, as the Bot API counts."""
    return len(text.encode("utf-16-le")) // 2


def quoted(message: Json) -> Json:
    """Return it as a reply shows its target: without what the target itself replies to."""
    return {key: value for key, value in message.items() if key != "reply_to_message"}


class ApiError(Exception):
    """The Bot API says no."""

    def __init__(self, code: int, description: str, **parameters: object) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


@dataclass(slots=True)
class Chat:
    """One chat, its own message numbers, and whether the bot may write there."""

    id: int
    kind: str
    title: str
    username: str | None = None
    forum: bool = False
    opened: bool = False
    """A person wrote first, or the bot is in the group."""
    barred: str | None = None
    """Why the bot may not write any more: the description of a 403."""
    moved_to: int | None = None
    """The supergroup that it became."""
    membership: str = "member"
    """What the bot is there: `left`, `kicked`, `member` or `administrator`."""
    signed: bool = False
    """A channel whose posts name their author."""
    linked: "Chat | None" = None
    """The discussion group of a channel, or the channel of a discussion group."""
    topics: dict[int, Json] = field(default_factory=dict)
    """By thread, the service message that opened it."""
    closed: set[int] = field(default_factory=set)
    """Threads where only administrators may write."""
    messages: dict[int, Json] = field(default_factory=dict)
    own: set[int] = field(default_factory=set)
    """The messages of the bot."""
    reactions: dict[tuple[int, int], list[Json]] = field(default_factory=dict)
    """By message and by who reacted."""
    allowed_reactions: frozenset[str] | None = None
    """Emoji, or ids of custom emoji, that may be used; None: all the usual ones."""
    ranks: dict[int, str] = field(default_factory=dict)
    """What people are here, by number: `creator`, `administrator`, `left`; else members."""
    last_sent_at: datetime | None = None
    last_id: int = 0
    """The number of the newest message; those of deleted ones never come again."""

    def shape(self) -> Json:
        """Return it as the Bot API shows it."""
        named = "first_name" if self.kind == "private" else "title"
        shape: Json = {"id": self.id, "type": self.kind, named: self.title}
        if self.username:
            shape["username"] = self.username
        if self.forum:
            shape["is_forum"] = True
        return shape

    def forget(self, message_id: int) -> None:
        """Delete a message and what hangs on it."""
        self.messages.pop(message_id, None)
        self.own.discard(message_id)
        self.reactions = {k: v for k, v in self.reactions.items() if k[0] != message_id}


@dataclass(slots=True, kw_only=True)
class Webhook:
    """Where updates are posted to, and what went wrong there last."""

    url: str = ""
    """Empty: nowhere, they are polled for."""
    secret: str = ""
    most: int = 40
    """What `max_connections` said; the server posts one by one all the same."""
    failed_at: datetime | None = None
    failure: str = ""


@dataclass(slots=True, kw_only=True)
class File:
    """Something that can be downloaded."""

    content: bytes
    size: int
    """As declared; a file that is too big need not have so many bytes."""
    folder: str
    name: str
    path: str | None = None
    """Where it can be downloaded now, once `getFile` was asked."""
    times: int = 0
    """How many paths it had."""


class World:
    """Everything that outlives a connection."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.bot: Json = dict(BOT)
        self.token = TOKEN
        self.chats: dict[int, Chat] = {}
        self.users: dict[int, Json] = {}
        self.updates: list[Json] = []
        self.sent: list[Sent] = []
        self.typings: list[Typing] = []
        self.reactions: list[Reacted] = []
        self.amended: list[Amended] = []
        self.calls: list[Call] = []
        self.commands: dict[Menu, list[Json]] = {}
        self.callbacks: dict[str, Callback] = {}
        """By the id of the press."""
        self.presses = 0
        self.files: dict[str, File] = {}
        """By file id."""
        self.hook = Webhook()
        self.allowed: list[str] = []
        """Kinds that were asked for last; none: all but those of `OPT_IN`."""
        self.retry_first_s = 1.0
        """The pause after the first post to a webhook that failed; it doubles each time."""
        self.retry_most_s = 60.0
        self.least_gap_s: float | None = None
        """The built-in rate limit: seconds between two messages of one chat."""
        self.news = asyncio.Event()
        self._next_update = 1000
        self._next_file = 0

    @property
    def webhook(self) -> str:
        """Return the address that updates are posted to, or ''."""
        return self.hook.url

    @webhook.setter
    def webhook(self, url: str) -> None:
        self.hook = Webhook(url=url)
        self.changed()

    def changed(self) -> None:
        """Wake everybody who waits for something to happen."""
        self.news.set()
        self.news = asyncio.Event()

    async def until(
        self, holds: Callable[[], bool], *, within_s: float | None = PATIENCE_S
    ) -> None:
        """Return once `holds`; `TimeoutError` if it does not in time."""
        async with asyncio.timeout(within_s):
            while True:
                news = self.news
                if holds():
                    return
                await news.wait()

    def chat(self, chat_id: int) -> Chat:
        """Return a known chat, or refuse as the Bot API does."""
        if chat_id not in self.chats:
            raise ApiError(400, "Bad Request: chat not found")
        return self.chats[chat_id]

    def keep(self, chat: Chat, fields: Json, *, at: datetime | None = None) -> Json:
        """Give a message its number, date and chat, and keep it."""
        chat.last_id += 1
        message: Json = {
            "message_id": chat.last_id,
            "date": int((at or self.now()).timestamp()),
            "chat": chat.shape(),
            **fields,
        }
        chat.messages[message["message_id"]] = message
        return message

    def push(self, kind: str, body: object) -> int:
        """Queue an update and return its number; kinds not asked for are dropped, as there."""
        self._next_update += 1
        if kind in self.allowed if self.allowed else kind not in OPT_IN:
            self.updates.append({"update_id": self._next_update, kind: deepcopy(body)})
            self.changed()
        return self._next_update

    def confirm(self, offset: int) -> None:
        """Forget the updates below `offset`; a negative one keeps that many of the last."""
        if offset < 0:
            self.updates = self.updates[offset:]
        else:
            self.updates = [u for u in self.updates if u["update_id"] >= offset]

    def store(self, content: bytes, *, folder: str, name: str, size: int | None = None) -> str:
        """Keep a file and return its id; `size` declares another than it has."""
        self._next_file += 1
        file_id = f"file-{self._next_file}"
        self.files[file_id] = File(
            content=content, size=len(content) if size is None else size, folder=folder, name=name
        )
        return file_id
