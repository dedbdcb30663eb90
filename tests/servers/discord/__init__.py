"""A Discord of our own, strict and faulty on demand."""

from tests.servers.discord.faults import Fault
from tests.servers.discord.people import CONTENTS, Person, Webhook
from tests.servers.discord.records import Call, Identify, Presence, Sent, Typing
from tests.servers.discord.server import CLOSED, DiscordServer
from tests.servers.discord.world import (
    DIRECT,
    FORUM,
    NEWS,
    TEXT,
    TOKEN,
    Channel,
    Guild,
    Role,
    World,
)

__all__ = [
    "CLOSED",
    "CONTENTS",
    "DIRECT",
    "FORUM",
    "NEWS",
    "TEXT",
    "TOKEN",
    "Call",
    "Channel",
    "DiscordServer",
    "Fault",
    "Guild",
    "Identify",
    "Person",
    "Presence",
    "Role",
    "Sent",
    "Typing",
    "Webhook",
    "World",
]
