"""What a worker does in the world, what comes of it, and what it works with."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from core.admin.model import Invocation
from core.admin.ports import Steward
from core.admin.service import Dispatcher
from core.engine.model import (
    Desk,
    Dials,
    Turn,
    TurnRecord,
)
from core.engine.ports import Clock, Pictures, Stores, Work
from core.engine.rules import (
    Rest,
    Settle,
    Speak,
)
from core.engine.service.agenda import Agenda
from core.engine.service.delivery import Sent
from core.engine.service.mouths import Mouths
from core.engine.service.news import News
from core.engine.service.seats import Seats
from core.engine.service.stirred import Stirred
from core.engine.service.thinking import Thinker, Thought, View
from core.engine.service.typing import TypingLights
from core.persona.model import SpaceId


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A command's turn is claimed, and who gave it with what right is read."""

    turn: Turn
    call: Invocation


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """What a command asks of the world is known: run it."""

    turn: Turn
    call: Invocation


@dataclass(frozen=True, slots=True, kw_only=True)
class Ponder:
    """A turn of talk is claimed, and what it is answered from is read."""

    turn: Turn
    view: View


Happened = Thought | Sent | Ordered
Act = Order | Ponder | Speak | Settle | Rest
Round = Callable[[Stores, News], tuple[Desk, Act]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every lane of a process works with."""

    work: Work
    clock: Clock
    turned: Callable[[], Dials]
    """Returns the dials as they are now."""
    seats: Seats
    dispatcher: Dispatcher
    thinker: Thinker
    lights: TypingLights
    mouths: Mouths
    agenda: Agenda
    stirred: Stirred
    about: Callable[[], Mapping[str, str]]
    """What `/status` tells of the process."""
    changed: Callable[[], Awaitable[None]]
    """Called when plans, overrides, rights or personas may differ: after each command."""
    said: Callable[[SpaceId], None]
    """Called after each closed turn: there is something new to remember."""
    steward: Steward | None = None
    """Without one, commands that ask something of the process say that they can't."""
    pictures: Pictures | None = None
    on_turn: Callable[[TurnRecord], Awaitable[None]] | None = None
    """Called after each closed turn; for the debug view."""
