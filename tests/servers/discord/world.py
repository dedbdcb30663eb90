"""What Discord knows: users, guilds, channels, messages, and what the bot did."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.servers.discord.records import Call, Identify, Json, Presence, Sent, Typing
from tests.servers.patience import PATIENCE_S

TOKEN = "NDI0MjQy.server.of-our-own-secret-part-AAAA"
BOT: Mapping[str, Any] = {
    "id": 424242424242424242,
    "username": "mina",
    "global_name": "Mina",
    "bot": True,
}
APPLICATION = 424242424242424242
"""The application's id; as for most bots it is that of its user."""

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The first instant that a snowflake can tell."""

TEXT, DIRECT, NEWS, NEWS_THREAD, PUBLIC_THREAD, FORUM = 0, 1, 5, 10, 11, 15
THREADS = frozenset({NEWS_THREAD, PUBLIC_THREAD})


def instant(snowflake: int) -> datetime:
    """Return when `snowflake` was made."""
    return EPOCH + timedelta(milliseconds=snowflake >> 22)


class ApiError(Exception):
    """Discord says no."""

    def __init__(self, status: int, code: int, message: str, **more: object) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code, **more}
        self.headers: dict[str, str] = {}


def invalid(place: str, code: str, message: str) -> ApiError:
    """Return the refusal of one field of a form; `place` is its name, dots between levels."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(place.split(".")):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)


@dataclass(slots=True)
class Role:
    """A role of a guild."""

    id: int
    name: str
    mentionable: bool = False
    members: set[int] = field(default_factory=set)
    permissions: int = 0


@dataclass(slots=True)
class Guild:
    """A server, as people call it."""

    id: int
    name: str
    owner: int
    members: dict[int, datetime] = field(default_factory=dict)
    """By user, when they joined."""
    nicks: dict[int, str] = field(default_factory=dict)
    """What some are called here, by user."""
    roles: dict[int, Role] = field(default_factory=dict)
    emojis: dict[int, str] = field(default_factory=dict)
    """Names by id."""
    left: bool = False
    """The bot was thrown out."""
    unavailable: bool = False


@dataclass(slots=True)
class Channel:
    """A channel, a thread or a direct talk, and what the bot may do there."""

    id: int
    kind: int
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    """Of a thread."""
    owner: int = 0
    """Who opened a thread, or with whom the bot talks directly."""
    messages: dict[int, Json] = field(default_factory=dict)
    hidden: dict[int, Json] = field(default_factory=dict)
    """Messages that one person alone is shown, whom `shown_to` names."""
    reactions: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    """By message and emoji (`👍` or `name:id`), who reacted, in order."""
    view: bool = True
    send: bool = True
    read: bool = True
    """Whether the bot may read what was written before."""
    react: bool = True
    ping_everyone: bool = True
    attach: bool = True
    slow_s: int = 0
    """The slow mode: seconds between two messages of the bot."""
    gone: bool = False
    archived: bool = False
    locked: bool = False
    barred: tuple[int, str] | None = None
    """Why a direct talk is closed to the bot: code and message of a 403."""

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS

    @property
    def door(self) -> "Channel":
        """The channel whose permissions hold here: a thread has its parent's."""
        return self.parent or self

    @property
    def seen(self) -> bool:
        """Whether the bot gets to know what happens here."""
        if self.gone or self.door.gone:
            return False
        return self.guild is None or (self.door.view and not self.guild.left)


Heard = Callable[[str, Json, Channel | Guild], None]
"""Takes an event for the gateway: its name, its body, and where it happened."""


class World:
    """Everything that outlives a connection."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.url = ""
        self.bot: Json = dict(BOT)
        self.token = TOKEN
        self.users: dict[int, Json] = {int(self.bot["id"]): self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[str, tuple[bytes, str]] = {}
        """By the path of an attachment, its bytes and type."""
        self.portal = 1 << 15
        """The privileged intents that the developer portal grants; message content alone."""
        self.nonces: dict[str, tuple[datetime, Channel, int]] = {}
        self.nonce_window = timedelta(minutes=3)
        self.shards = 1
        """How many shards `get_gateway` asks for."""
        self.commands: dict[int | None, list[Json]] = {}
        """By guild; None: those of all places."""
        self.told_commands: list[tuple[int | None, list[str]]] = []
        """Every time that commands were told: where, and which."""
        self.answered_within = timedelta(seconds=3)
        """How long an interaction waits for its first answer."""
        self.interactions: dict[int, Any] = {}
        """Each a `Pending`, by its id."""
        self.sent: list[Sent] = []
        self.typings: list[Typing] = []
        self.calls: list[Call] = []
        self.identifies: list[Identify] = []
        self.presences: list[Presence] = []
        self.listeners: list[Heard] = []
        self.news = asyncio.Event()
        self._made = 0
        self._newest = 0

    @property
    def me(self) -> int:
        """The bot's user."""
        return int(self.bot["id"])

    def snowflake(self, at: datetime | None = None) -> int:
        """Return a new id; without `at` it is above all that were made before."""
        self._made += 1
        spent = (at or self.now()) - EPOCH
        made = (int(spent / timedelta(milliseconds=1)) << 22) | (self._made & 0x3FFFFF)
        if at is not None:
            return made
        self._newest = max(made, self._newest + 1)
        return self._newest

    def changed(self) -> None:
        """Wake everybody who waits for something to happen."""
        self.news.set()
        self.news = asyncio.Event()

    async def until(self, holds: Callable[[], bool], *, within_s: float = PATIENCE_S) -> None:
        """Return once `holds`; `TimeoutError` if it does not in time."""
        async with asyncio.timeout(within_s):
            while True:
                news = self.news
                if holds():
                    return
                await news.wait()

    def tell(self, event: str, body: Json, where: Channel | Guild) -> None:
        """Let those hear of it who are connected."""
        for listener in self.listeners:
            listener(event, body, where)
        self.changed()

    def channel(self, channel_id: int) -> Channel:
        """Return a channel that the bot may see, or refuse as Discord does."""
        channel = self.channels.get(channel_id)
        if channel is None or channel.gone or channel.door.gone:
            raise ApiError(404, 10003, "Unknown Channel")
        if not channel.seen:
            raise ApiError(403, 50001, "Missing Access")
        return channel

    def guild(self, guild_id: int) -> Guild:
        """Return a guild that the bot is in, or refuse."""
        guild = self.guilds.get(guild_id)
        if guild is None or guild.left:
            raise ApiError(404, 10004, "Unknown Guild")
        return guild

    def direct(self, user_id: int) -> Channel:
        """Return the direct talk with somebody; there is one at most."""
        for channel in self.channels.values():
            if channel.kind == DIRECT and channel.owner == user_id:
                return channel
        channel = Channel(id=self.snowflake(), kind=DIRECT, owner=user_id)
        self.channels[channel.id] = channel
        return channel

    def keep(self, channel: Channel, fields: Json, *, at: datetime | None = None) -> Json:
        """Give a message its id, time and channel, and keep it; `id` may be given."""
        message_id = int(fields.get("id") or self.snowflake(at))
        message: Json = {
            "type": 0,
            "content": "",
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "attachments": [],
            "embeds": [],
            "components": [],
            "edited_timestamp": None,
            "pinned": False,
            "tts": False,
            "flags": 0,
            **fields,
            "id": str(message_id),
            "channel_id": str(channel.id),
            "timestamp": instant(message_id).isoformat(),
        }
        channel.messages[message_id] = message
        return message
