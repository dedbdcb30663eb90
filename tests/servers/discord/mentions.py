"""Whom a message notifies: what its text names, and what `allowed_mentions` leaves of it."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from tests.servers.discord.records import Json
from tests.servers.discord.shapes import user_shape
from tests.servers.discord.world import Channel, World, invalid

USER = re.compile(r"<@!?(\d{15,20})>")
ROLE = re.compile(r"<@&(\d{15,20})>")
"""Ids as long as Discord's: in text, clients take shorter ones for no mention."""
EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pings:
    """Whom a message notifies."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False

    def fields(self, world: World) -> Json:
        return {
            "mentions": [user_shape(world.users[id]) for id in self.users],
            "mention_roles": [str(id) for id in self.roles],
            "mention_everyone": self.everyone,
        }


def number(value: object, place: str) -> int:
    """Return a snowflake, or refuse as Discord does."""
    if isinstance(value, bool) or not str(value).isdecimal():
        what = f'Value "{value}" is not snowflake.'
        raise invalid(place, "NUMBER_TYPE_COERCE", what)
    return int(str(value))


def pinged(world: World, channel: Channel, text: str) -> Pings:
    """Return whom `text` would notify if nothing forbade it."""
    found = dict.fromkeys(int(id) for id in USER.findall(text))
    roles = channel.guild.roles if channel.guild is not None else {}
    marked = dict.fromkeys(int(id) for id in ROLE.findall(text))
    return Pings(
        users=tuple(id for id in found if id in world.users),
        roles=tuple(id for id in marked if id in roles),
        everyone=channel.guild is not None and EVERYONE.search(text) is not None,
    )


def allowed(channel: Channel, pings: Pings, rule: Json | None, author: int | None) -> Pings:
    """Return what `allowed_mentions` leaves of `pings`; `author` is of what it replies to."""
    roles = channel.guild.roles if channel.guild is not None else {}
    may = channel.door.ping_everyone
    notable = tuple(id for id in pings.roles if may or roles[id].mentionable)
    everyone = pings.everyone and may
    reply = (author,) if author is not None else ()
    if rule is None:
        users = tuple(dict.fromkeys((*pings.users, *reply)))
        return Pings(users=users, roles=notable, everyone=everyone)
    kinds = checked_rule(rule)
    named = _named(rule, "users")
    granted = tuple(id for id in pings.users if "users" in kinds or id in named)
    if rule.get("replied_user"):
        granted = tuple(dict.fromkeys((*granted, *reply)))
    listed = _named(rule, "roles")
    return Pings(
        users=granted,
        roles=tuple(id for id in notable if "roles" in kinds or id in listed),
        everyone=everyone and "everyone" in kinds,
    )


def checked_rule(rule: Json) -> Collection[str]:
    """Return the kinds that `allowed_mentions` names; one both named and listed is refused."""
    kinds: list[str] = rule.get("parse") or []
    for kind in kinds:
        if kind not in ("users", "roles", "everyone"):
            what = "Value must be one of {'roles', 'everyone', 'users'}."
            raise invalid("allowed_mentions.parse.0", "BASE_TYPE_CHOICES", what)
    for kind in ("users", "roles"):
        if kind in kinds and rule.get(kind):
            code, what = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{kind}"] and {kind}'
            raise invalid("allowed_mentions", code, f"{what}: [ids...] are mutually exclusive.")
        if len(rule.get(kind) or []) > 100:
            what = "Must be 100 or fewer in length."
            raise invalid(f"allowed_mentions.{kind}", "BASE_TYPE_MAX_LENGTH", what)
    return kinds


def _named(rule: Json, kind: str) -> set[int]:
    return {number(id, f"allowed_mentions.{kind}") for id in rule.get(kind) or []}
