"""What the engine needs from outside: a clock, messengers, and a place to keep rows."""

from core.admin.ports import Figures, People
from core.availability.ports import Overrides
from core.duty.ports import Duties
from core.engine.ports.pictures import Pictures
from core.engine.ports.stores import Conversations, Messages, Spaces, Spending, Turns
from core.engine.ports.work import Stores, T, Work
from core.engine.ports.world import Clock, Messenger
from core.schedule.ports import Plans

__all__ = [
    "Clock",
    "Conversations",
    "Duties",
    "Figures",
    "Messages",
    "Messenger",
    "Overrides",
    "People",
    "Pictures",
    "Plans",
    "Spaces",
    "Spending",
    "Stores",
    "T",
    "Turns",
    "Work",
]
