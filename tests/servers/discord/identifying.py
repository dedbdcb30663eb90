"""How a session starts: what is refused, and what is kept of it."""

from datetime import datetime
from typing import Any

from tests.servers.discord.events import KNOWN, PRIVILEGED
from tests.servers.discord.records import Identify, Json, Presence
from tests.servers.discord.world import World

STATUSES = frozenset({"online", "dnd", "idle", "invisible", "offline"})


class Closed(Exception):
    """The gateway ends the connection with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


def identified(world: World, body: Any) -> Identify:
    """Return what a client asks for with op 2, or close as Discord does."""
    if not isinstance(body, dict):
        raise Closed(4002)
    if body.get("token") != world.token:
        raise Closed(4004)
    shard = body.get("shard", [0, 1])
    match shard:
        case [int(mine), int(count)] if 0 <= mine < count:
            pass
        case _:
            raise Closed(4010)
    intents = body.get("intents")
    if not isinstance(intents, int) or intents & ~KNOWN:
        raise Closed(4013)
    if intents & PRIVILEGED & ~world.portal:
        raise Closed(4014)
    if not isinstance(body.get("properties"), dict):
        raise Closed(4002)
    return Identify(
        shard=(mine, count),
        at=world.now(),
        intents=intents,
        presence=body.get("presence"),
        body={key: value for key, value in body.items() if key != "token"},
    )


def presence_of(body: Any, shard: tuple[int, int], at: datetime) -> Presence:
    """Return what a client shows of the bot with op 3."""
    if not isinstance(body, dict) or body.get("status") not in STATUSES:
        raise Closed(4002)
    activities: list[Json] = body.get("activities") or []
    if any(not isinstance(one.get("name"), str) or "type" not in one for one in activities):
        raise Closed(4002)
    return Presence(
        shard=shard, at=at, status=body["status"], activities=tuple(activities), body=body
    )
