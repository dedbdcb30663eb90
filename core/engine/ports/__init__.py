"""What the engine needs from outside: a clock, messengers, and a place to keep rows."""

from core.admin.ports import Figures, People
from core.engine.ports.stores import Conversations, Messages, Spaces, Spending, Turns
from core.engine.ports.work import Stores, T, Work
from core.engine.ports.world import Clock, Messenger

__all__ = [
    "Clock",
    "Conversations",
    "Figures",
    "Messages",
    "Messenger",
    "People",
    "Spaces",
    "Spending",
    "Stores",
    "T",
    "Turns",
    "Work",
]
