"""What Telegram knows: chats, messages, updates that wait, and what the bot did."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Json = dict[str, Any]

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


def units(text: str) -> int:
    """Return the length in UTF-16 code units, as the Bot API counts."""
    return len(text.encode("utf-16-le")) // 2


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
    topics: dict[int, Json] = field(default_factory=dict)
    """By thread, the service message that opened it."""
    messages: dict[int, Json] = field(default_factory=dict)
    last_sent_at: datetime | None = None

    def shape(self) -> Json:
        """Return it as the Bot API shows it."""
        named = "first_name" if self.kind == "private" else "title"
        shape: Json = {"id": self.id, "type": self.kind, named: self.title}
        if self.username:
            shape["username"] = self.username
        if self.forum:
            shape["is_forum"] = True
        return shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One message of the bot, as it arrived."""

    chat: int
    message_id: int
    text: str
    at: datetime
    thread: int | None
    reply_to: int | None
    entities: tuple[Json, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """One chat action that was shown."""

    chat: int
    action: str
    at: datetime
    thread: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request that came in, answered or not."""

    method: str
    at: datetime
    parameters: Json


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
        self.calls: list[Call] = []
        self.commands: dict[str, list[Json]] = {}
        self.files: dict[str, int] = {}
        """Sizes in bytes, by file id."""
        self.webhook = ""
        self.allowed: list[str] = []
        """Kinds that the last getUpdates asked for; none: all."""
        self.least_gap_s: float | None = None
        """The built-in rate limit: seconds between two messages of one chat."""
        self.news = asyncio.Event()
        self._next_update = 1000
        self._next_message = 0

    def changed(self) -> None:
        """Wake everybody who waits for something to happen."""
        self.news.set()
        self.news = asyncio.Event()

    async def until(self, holds: Callable[[], bool], *, within_s: float = 5.0) -> None:
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
        message: Json = {
            "message_id": max(chat.messages, default=0) + 1,
            "date": int((at or self.now()).timestamp()),
            "chat": chat.shape(),
            **fields,
        }
        chat.messages[message["message_id"]] = message
        return message

    def push(self, kind: str, body: object) -> int:
        """Queue an update and return its number; kinds not asked for are dropped, as there."""
        self._next_update += 1
        if not self.allowed or kind in self.allowed:
            self.updates.append({"update_id": self._next_update, kind: body})
            self.changed()
        return self._next_update

    def confirm(self, offset: int) -> None:
        """Forget the updates below `offset`; a negative one keeps that many of the last."""
        if offset < 0:
            self.updates = self.updates[offset:]
        else:
            self.updates = [u for u in self.updates if u["update_id"] >= offset]
