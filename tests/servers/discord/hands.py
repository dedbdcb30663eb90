"""What people do with a bot's commands: they choose, press, and fill in."""

from collections.abc import Mapping
from typing import Any

from tests.servers.discord.interactions import (
    COMMAND,
    COMPLETION,
    EPHEMERAL,
    PRESS,
    SUBMIT,
    Pending,
)
from tests.servers.discord.layout import BUTTON, LABEL, LINK, TEXT
from tests.servers.discord.records import Json
from tests.servers.discord.shapes import (
    EVERYTHING,
    channel_shape,
    member_shape,
    message_shape,
    user_shape,
)
from tests.servers.discord.world import APPLICATION, Channel, World

SUBCOMMAND, GROUP, STRING = 1, 2, 3


class Hands:
    """The hands of somebody."""

    _world: World
    user: Json

    def uses(
        self,
        channel: Channel,
        line: str,
        options: Mapping[str, str] | None = None,
        *,
        locale: str = "en-US",
        known: bool = True,
    ) -> int:
        """Give a command: `/memory correct` and the values of its options.

        As a client does, it takes only what the bot has told of; `known=False` sends anything.
        """
        command = self._command(line, options or {}) if known else _anything(line, options or {})
        return self._acts(channel, COMMAND, command, locale=locale)

    def types(
        self, channel: Channel, line: str, option: str, text: str, *, locale: str = "en-US"
    ) -> int:
        """Write the value of an option that the bot completes."""
        told = {"type": STRING, "name": option, "value": text, "focused": True}
        data = _nested(line, [told])
        return self._acts(channel, COMPLETION, data, locale=locale)

    def presses(self, channel: Channel, label: str, *, message_id: int | None = None) -> int:
        """Press a button that they see, of the newest message that has it."""
        seen = self.sees(channel)
        for message in reversed(seen):
            if message_id not in (None, int(message["id"])):
                continue
            for row in message["components"]:
                for button in row["components"]:
                    if button["label"] == label and button["style"] != LINK:
                        data = {"component_type": BUTTON, "custom_id": button["custom_id"], "id": 2}
                        return self._acts(channel, PRESS, data, message=message)
        raise LookupError(f"no button {label!r}")

    def fills(self, channel: Channel, interaction: int, values: Mapping[str, str]) -> int:
        """Fill in the window that an interaction opened, and send it."""
        pending = self._world.interactions[interaction]
        window = pending.window
        parts: list[Json] = []
        for part in window["components"]:
            field = part["component"]
            value = values.get(field["custom_id"], field.get("value", ""))
            if len(value) > field.get("max_length", 4000) or (field.get("required") and not value):
                raise ValueError(f"the client would not take {field['custom_id']!r}")
            told = {"type": TEXT, "custom_id": field["custom_id"], "value": value, "id": 3}
            parts.append({"type": LABEL, "id": 2, "component": told})
        data = {"custom_id": window["custom_id"], "components": parts}
        return self._acts(channel, SUBMIT, data, message=pending.message)

    def sees(self, channel: Channel) -> list[Json]:
        """Return the bot's messages as this person sees them, oldest first."""
        mine = int(self.user["id"])
        there = {**channel.messages}
        there |= {id: one for id, one in channel.hidden.items() if one["shown_to"] == mine}
        me = str(self._world.me)
        return [there[id] for id in sorted(there) if there[id]["author"]["id"] == me]

    def reads(self, channel: Channel) -> list[str]:
        """Return what those messages say."""
        return [str(message["content"]) for message in self.sees(channel)]

    def _acts(
        self,
        channel: Channel,
        kind: int,
        data: Json,
        *,
        locale: str = "en-US",
        message: Json | None = None,
    ) -> int:
        world = self._world
        id = world.snowflake()
        token = f"aW50ZXJhY3Rpb246{id}secretpartofthetoken"
        pending = Pending(
            id=id,
            token=token,
            at=world.now(),
            kind=kind,
            channel=channel,
            user=int(self.user["id"]),
            message=message,
        )
        world.interactions[id] = pending
        world.tell("INTERACTION_CREATE", self._shape(pending, data, locale), channel)
        return id

    def _shape(self, pending: Pending, data: Json, locale: str) -> Json:
        world, channel, guild = self._world, pending.channel, pending.channel.guild
        body: Json = {
            "id": str(pending.id),
            "application_id": str(APPLICATION),
            "type": pending.kind,
            "token": pending.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": {**channel_shape(world, channel), "permissions": str(EVERYTHING)},
            "locale": locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
            "context": 1 if guild is None else 0,
            "app_permissions": str(EVERYTHING),
            "attachment_size_limit": 10 * 1024 * 1024,
            "data": data,
        }
        if pending.message is not None:
            shown = {k: v for k, v in pending.message.items() if k != "shown_to"}
            body["message"] = message_shape(world, channel, shown)
        if guild is None:
            return body | {"user": user_shape(self.user)}
        guild.members.setdefault(pending.user, world.now())
        member = member_shape(world, guild, pending.user) | {"permissions": str(EVERYTHING)}
        return body | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": member,
        }

    def _command(self, line: str, options: Mapping[str, str]) -> Json:
        """Return what a client sends for a command that the bot has told of."""
        name, *path = line.removeprefix("/").split()
        told = next(
            (one for one in self._world.commands.get(None, []) if one["name"] == name), None
        )
        if told is None:
            raise LookupError(f"no command {name!r}")
        fields: list[Json] = told.get("options") or []
        for word in path:
            part = next(one for one in fields if one["name"] == word and one["type"] <= GROUP)
            fields = part.get("options") or []
        if any(field["type"] <= GROUP for field in fields):
            raise LookupError(f"{line!r} is not whole")
        for field in fields:
            value = options.get(field["name"])
            if value is None and field.get("required"):
                raise LookupError(f"{field['name']!r} is required")
            if value is not None and len(value) > field.get("max_length", 6000):
                raise ValueError(f"{field['name']!r} is too long")
            chosen = [choice["value"] for choice in field.get("choices") or []]
            if value is not None and chosen and value not in chosen:
                raise ValueError(f"{field['name']!r} is one of {chosen}")
        unknown = options.keys() - {field["name"] for field in fields}
        if unknown:
            raise LookupError(f"no options {sorted(unknown)}")
        return _anything(line, options) | {"id": told["id"]}


def _anything(line: str, options: Mapping[str, str]) -> Json:
    values = [{"type": STRING, "name": name, "value": value} for name, value in options.items()]
    return _nested(line, values)


def _nested(line: str, options: list[dict[str, Any]]) -> Json:
    name, *path = line.removeprefix("/").split()
    inner: list[Json] = options
    for depth, word in enumerate(reversed(path)):
        inner = [{"type": SUBCOMMAND if depth == 0 else GROUP, "name": word, "options": inner}]
    return {"id": "1", "name": name, "type": 1, "options": inner}


__all__ = ["EPHEMERAL", "Hands"]
