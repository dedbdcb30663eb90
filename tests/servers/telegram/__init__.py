"""A Bot API server of our own, strict and faulty on demand."""

from tests.servers.telegram.contents import CONTENTS
from tests.servers.telegram.faults import Fault
from tests.servers.telegram.people import Person
from tests.servers.telegram.records import Amended, Call, Reacted, Sent, Typing
from tests.servers.telegram.server import BotApiServer
from tests.servers.telegram.world import TOKEN, Chat, World

__all__ = [
    "CONTENTS",
    "TOKEN",
    "Amended",
    "BotApiServer",
    "Call",
    "Chat",
    "Fault",
    "Person",
    "Reacted",
    "Sent",
    "Typing",
    "World",
]
