"""The stores in memory: for builders, tests and simulations; nothing outlives the process.

A unit of work changes a copy and puts it in place of the whole on a clean exit, so readers
always see one state, and a failed unit leaves nothing behind.
"""

import asyncio
from collections.abc import Callable

from core.engine.memory.belongings import Belongings
from core.engine.memory.conversations import Conversations
from core.engine.memory.exchanges import Exchanges, Pauses
from core.engine.memory.facts import Facts
from core.engine.memory.life import Duties, Overrides, Plans
from core.engine.memory.links import Links
from core.engine.memory.messages import Messages
from core.engine.memory.rights import Audits, Owners, Questions
from core.engine.memory.sayings import Sayings
from core.engine.memory.shares import Shares
from core.engine.memory.state import State
from core.engine.memory.steering import Choices, Hosts, Personas
from core.engine.memory.teaching import Teaching
from core.engine.memory.turns import Figures, People, Spaces, Spending, Turns
from core.engine.memory.vectors import Vectors
from core.engine.ports import Stores, T


class InMemoryWork:
    """The port Work without a database."""

    def __init__(self) -> None:
        self._state = State()
        self._writing = asyncio.Lock()

    async def write(self, body: Callable[[Stores], T]) -> T:
        """Run `body` on a copy and keep it."""
        async with self._writing:
            draft = self._state.copy()
            result = body(InMemoryStores(draft))
            self._state = draft
            return result

    async def read(self, body: Callable[[Stores], T]) -> T:
        """Run `body` on what is kept; whatever it writes raises a TypeError."""
        return body(InMemoryStores(self._state.frozen()))


class InMemoryStores:
    """All stores over one state."""

    def __init__(self, state: State) -> None:
        self.conversations = Conversations(state)
        self.messages = Messages(state)
        self.turns = Turns(state)
        self.spending = Spending(state)
        self.people = People(state)
        self.figures = Figures(state)
        self.owners = Owners(state)
        self.audits = Audits(state)
        self.questions = Questions(state)
        self.hosts = Hosts(state)
        self.personas = Personas(state)
        self.choices = Choices(state)
        self.links = Links(state)
        self.belongings = Belongings(state)
        self.pauses = Pauses(state)
        self.exchanges = Exchanges(state)
        self.spaces = Spaces(state)
        self.plans = Plans(state)
        self.overrides = Overrides(state)
        self.duties = Duties(state)
        self.facts = Facts(state)
        self.sayings = Sayings(state)
        self.shares = Shares(state)
        self.vectors = Vectors(state)
        self.teaching = Teaching(state)
