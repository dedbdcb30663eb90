"""A Discord of our own, strict and faulty on demand."""

from tests.servers.discord.faults import Fault
from tests.servers.discord.people import CONTENTS, Person, Webhook
from tests.servers.discord.server import CLOSED, DiscordServer
from tests.servers.discord.world import (
    DIRECT,
    FORUM,
    NEWS,
    TEXT,
    TOKEN,
    Call,
    Channel,
    Guild,
    Identify,
    Presence,
    Role,
    Sent,
    Typing,
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
