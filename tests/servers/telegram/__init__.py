"""A Bot API server of our own, strict and faulty on demand."""

from tests.servers.telegram.faults import Fault
from tests.servers.telegram.people import CONTENTS, Person
from tests.servers.telegram.server import BotApiServer
from tests.servers.telegram.world import TOKEN, Call, Chat, Sent, Typing, World

__all__ = [
    "CONTENTS",
    "TOKEN",
    "BotApiServer",
    "Call",
    "Chat",
    "Fault",
    "Person",
    "Sent",
    "Typing",
    "World",
]
