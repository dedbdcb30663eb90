"""Events as Discord's gateway words them, and what is heard of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from adapters.discord.translate import Me, Place, translate
from core.conversation.model import ChatKind, Inbound, Route, Update
from tests.adapters.discord.conftest import ACCOUNT

ME = Me(id=424242, reads=True)
WHEN = datetime(2026, 1, 10, 22, 0, tzinfo=UTC)
ANN: Mapping[str, Any] = {
    "id": "7",
    "username": "ann",
    "global_name": "Ann",
    "discriminator": "0",
    "avatar": None,
}
BOT: Mapping[str, Any] = {"id": "424242", "username": "mina", "global_name": "Mina", "bot": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNames:
    """Names that a test has put down."""

    people: Mapping[int, str] = field(default_factory=dict)
    roles: Mapping[int, str] = field(default_factory=dict)
    channels: Mapping[int, str] = field(default_factory=dict)
    mine: int = 0

    def person(self, number: int) -> str | None:
        return self.people.get(number)

    def role(self, number: int) -> str | None:
        return self.roles.get(number)

    def channel(self, number: int) -> str | None:
        return self.channels.get(number)

    def is_mine(self, role: int) -> bool:
        return role == self.mine


NAMES = KnownNames(roles={31: "Team", 32: "Mina"}, channels={901: "general"}, mine=32)
DIRECT = Place(
    route=Route(account=ACCOUNT, chat="11"), chat_kind=ChatKind.DIRECT, server=None, names=NAMES
)
ROOM = Place(
    route=Route(account=ACCOUNT, chat="901"), chat_kind=ChatKind.GROUP, server="900", names=NAMES
)


def message(**fields: Any) -> dict[str, Any]:
    return {
        "id": "5",
        "channel_id": "901",
        "guild_id": "900",
        "type": 0,
        "author": ANN,
        "content": "",
        "timestamp": WHEN.isoformat(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "flags": 0,
        **fields,
    }


def file(name: str, kind: str | None, **more: Any) -> dict[str, Any]:
    described = {} if kind is None else {"content_type": kind}
    url = f"https://cdn.discordapp.com/attachments/901/6/{name}?ex=1"
    return {"id": "6", "filename": name, "size": 1000, "url": url, **described, **more}


def updates(event: str, raw: Mapping[str, Any], place: Place = ROOM, me: Me = ME) -> list[Update]:
    return list(translate(event, raw, place=place, me=me, now=WHEN))


def heard(place: Place = ROOM, **fields: Any) -> Inbound:
    (inbound,) = updates("MESSAGE_CREATE", message(**fields), place)
    assert isinstance(inbound, Inbound)
    return inbound
