"""People, bots and webhooks that write to the bot, and what they can send."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from tests.servers.discord.hands import Hands
from tests.servers.discord.mentions import pinged
from tests.servers.discord.methods import removed
from tests.servers.discord.reactions import reacted, unreacted
from tests.servers.discord.records import Json
from tests.servers.discord.sending import attach, reference_to
from tests.servers.discord.shapes import channel_shape, heard_message, member_shape, user_shape
from tests.servers.discord.world import FORUM, PUBLIC_THREAD, Channel, Guild, World

VOICE = 1 << 13
FORWARD = 1 << 14
IS_THREADED = 1 << 5

CONTENTS: Mapping[str, Callable[..., Json]] = {
    "sticker": lambda name="Wave": {
        "sticker_items": [{"id": "749054660769218631", "name": name, "format_type": 1}]
    },
    "poll": lambda question="Tea?", answers=("yes", "no"): {
        "poll": {
            "question": {"text": question},
            "answers": [
                {"answer_id": number, "poll_media": {"text": text}}
                for number, text in enumerate(answers, 1)
            ],
            "expiry": "2099-01-01T00:00:00+00:00",
            "allow_multiselect": False,
            "layout_type": 1,
            "results": {"is_finalized": False, "answer_counts": []},
        }
    },
    "embed": lambda title="A page", description="What it says": {
        "embeds": [{"type": "rich", "title": title, "description": description}]
    },
    "unheard_of": lambda: {"type": 255, "hologram": {"depth": 3}},
}
"""What a message can hold instead of text, by kind; files are `attachments` of `says`."""


class Person(Hands):
    """Somebody with an account; what they do reaches the bot as an event."""

    def __init__(self, world: World, user: Json) -> None:
        self._world = world
        self.user = user

    @property
    def id(self) -> int:
        return int(self.user["id"])

    @property
    def direct(self) -> Channel:
        """The direct talk with the bot."""
        return self._world.direct(self.id)

    def says(self, channel: Channel, text: str, **how: Any) -> int:
        """Write `text` and return its message id; `how` is that of `post`."""
        return self.post(channel, {"content": text}, **how)

    def sends(
        self,
        channel: Channel,
        kind: str,
        *,
        text: str = "",
        how: Json | None = None,
        **details: Any,
    ) -> int:
        """Send something that is no text, by its name in `CONTENTS`."""
        return self.post(channel, {"content": text, **CONTENTS[kind](**details)}, **(how or {}))

    def sends_voice(self, channel: Channel, seconds: float = 12.0, **how: Any) -> int:
        """Send a voice message."""
        file = attach(self._world, channel, "voice-message.ogg", b"OggS" * 64, "audio/ogg")
        file |= {"duration_secs": seconds, "waveform": "AAAAAAAAAAAA"}
        return self.post(channel, {"flags": VOICE, "attachments": [file]}, **how)

    def forwards(
        self,
        channel: Channel,
        text: str,
        *,
        attachments: Sequence[tuple[str, bytes]] = (),
        **how: Any,
    ) -> int:
        """Pass on what somebody wrote where the bot is not; the text is in the snapshot."""
        snapshot: Json = {
            "type": 0,
            "content": text,
            "embeds": [],
            "attachments": _files(self._world, channel, attachments),
            "timestamp": self._world.now().isoformat(),
            "edited_timestamp": None,
            "flags": 0,
            "mentions": [],
            "mention_roles": [],
            "components": [],
        }
        source = self._world.snowflake(self._world.now())
        return self.post(
            channel,
            {
                "flags": FORWARD,
                "message_reference": {"type": 1, "channel_id": "990001", "message_id": str(source)},
                "message_snapshots": [{"message": snapshot}],
            },
            **how,
        )

    def edits(self, channel: Channel, message_id: int, text: str | None = None) -> int:
        """Change a message; without a text it only gets a preview, as Discord does by itself."""
        message = channel.messages[message_id]
        if text is None:
            message["embeds"] = [{"type": "link", "url": "https://example.org", "title": "A page"}]
        else:
            pings = pinged(self._world, channel, text)
            message |= {"content": text, **pings.fields(self._world)}
            message["edited_timestamp"] = self._world.now().isoformat()
        shape = heard_message(self._world, channel, message)
        self._world.tell("MESSAGE_UPDATE", shape, channel)
        return message_id

    def deletes(self, channel: Channel, *message_ids: int) -> None:
        """Delete messages; several at once are one event."""
        removed(self._world, channel, list(message_ids))

    def reacts(self, channel: Channel, message_id: int, emoji: str) -> None:
        """React with `👍` or `name:id`."""
        reacted(self._world, channel, channel.messages[message_id], emoji, self.id)

    def unreacts(self, channel: Channel, message_id: int, emoji: str) -> None:
        unreacted(self._world, channel, channel.messages[message_id], emoji, self.id)

    def joins(self, guild: Guild, welcome: Channel | None = None) -> int | None:
        """Become a member; `welcome` is the channel that tells of it."""
        guild.members.setdefault(self.id, self._world.now())
        body = {**member_shape(self._world, guild, self.id), "guild_id": str(guild.id)}
        self._world.tell("GUILD_MEMBER_ADD", body, guild)
        return None if welcome is None else self.post(welcome, {"type": 7})

    def leaves(self, guild: Guild) -> None:
        """Be a member no more."""
        del guild.members[self.id]
        body = {"guild_id": str(guild.id), "user": user_shape(self.user)}
        self._world.tell("GUILD_MEMBER_REMOVE", body, guild)

    def pins(self, channel: Channel, message_id: int) -> int:
        """Pin a message; the channel tells of it."""
        target = channel.messages[message_id]
        target["pinned"] = True
        return self.post(channel, {"type": 6, "message_reference": reference_to(channel, target)})

    def opens(
        self, parent: Channel, name: str, text: str = "", *, on: int | None = None, **how: Any
    ) -> Channel:
        """Open a thread, on a message or on its own, or a post of a forum with its text."""
        world = self._world
        thread_id = on if on is not None else world.snowflake()
        thread = Channel(
            id=thread_id,
            kind=PUBLIC_THREAD,
            name=name,
            guild=parent.guild,
            parent=parent,
            owner=self.id,
        )
        world.channels[thread.id] = thread
        world.tell("THREAD_CREATE", {**channel_shape(world, thread), "newly_created": True}, thread)
        if parent.kind == FORUM:
            self.says(thread, text, extra={"id": str(thread_id)}, **how)
            return thread
        if on is not None:
            first = {"type": 21, "message_reference": reference_to(parent, parent.messages[on])}
            self.post(thread, first)
            parent.messages[on]["flags"] |= IS_THREADED
            shape = heard_message(world, parent, parent.messages[on])
            world.tell("MESSAGE_UPDATE", shape, parent)
        else:
            opened = {
                "channel_id": str(thread.id),
                "guild_id": str(thread.guild and thread.guild.id),
            }
            self.post(parent, {"type": 18, "content": name, "message_reference": opened})
        if text:
            self.says(thread, text, **how)
        return thread

    def post(
        self,
        channel: Channel,
        fields: Json,
        *,
        reply_to: int | None = None,
        ping: bool = True,
        attachments: Sequence[tuple[str, bytes]] = (),
        at: datetime | None = None,
        extra: Json | None = None,
    ) -> int:
        """Put a message into `channel` and return its id; the bot hears of it if it may.

        `ping`: whether a reply notifies its author; `attachments`: names and contents; `at`: when
        it was written, if that was before.
        """
        world = self._world
        message: Json = {"author": user_shape(self.user)}
        pings = pinged(world, channel, fields.get("content", ""))
        message |= pings.fields(world) | fields
        if attachments:
            message["attachments"] = _files(world, channel, attachments)
        if channel.guild is None:
            channel.barred = None
        elif "webhook_id" not in (extra or {}):
            channel.guild.members.setdefault(self.id, world.now())
        if reply_to is not None:
            target = channel.messages[reply_to]
            message |= {"type": 19, "message_reference": reference_to(channel, target)}
            if ping and target["author"] not in message["mentions"]:
                message["mentions"] = [*message["mentions"], target["author"]]
        kept = world.keep(channel, {**message, **(extra or {})}, at=at)
        world.tell("MESSAGE_CREATE", heard_message(world, channel, kept), channel)
        return int(kept["id"])


class Webhook(Person):
    """A speaker without an account; each message may bear another name."""

    def __init__(self, world: World, user: Json, *, application: int | None = None) -> None:
        super().__init__(world, user)
        self._application = application

    def post(self, channel: Channel, fields: Json, *, name: str | None = None, **how: Any) -> int:
        """Put a message into `channel`, under `name` if it is given."""
        user = {**self.user, "username": name or self.user["username"]}
        extra: Json = {
            "webhook_id": str(self.id),
            "author": {"id": str(self.id), **{k: user[k] for k in ("username",)}, "bot": True}
            | {"discriminator": "0000", "avatar": None},
        }
        if self._application is not None:
            extra["application_id"] = str(self._application)
        return super().post(channel, fields, **{**how, "extra": extra | (how.get("extra") or {})})


def _files(world: World, channel: Channel, files: Sequence[tuple[str, bytes]]) -> list[Json]:
    kinds = {"png": "image/png", "jpg": "image/jpeg", "pdf": "application/pdf", "mp4": "video/mp4"}
    return [
        attach(world, channel, name, content, kinds.get(name.rpartition(".")[2], "text/plain"))
        for name, content in files
    ]
