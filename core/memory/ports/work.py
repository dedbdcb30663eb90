"""Units of work, as far as memory sees them."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from core.memory.ports.shares import Shares
from core.memory.ports.stores import Facts, Sayings, Vectors
from core.memory.ports.teaching import Teaching

T = TypeVar("T")


class MemoryShelf(Protocol):
    """The stores of one unit of work, as far as memory sees them."""

    @property
    def facts(self) -> Facts:
        """What is remembered."""
        ...

    @property
    def sayings(self) -> Sayings:
        """What was said."""
        ...

    @property
    def vectors(self) -> Vectors:
        """What it means."""
        ...

    @property
    def shares(self) -> Shares:
        """What rooms hear of direct talks."""
        ...

    @property
    def teaching(self) -> Teaching:
        """Where a persona is taught."""
        ...


class MemoryWork(Protocol):
    """Runs units of work, as `core.engine.ports.Work` does."""

    async def write(self, body: Callable[[MemoryShelf], T]) -> T:
        """Run `body`, keep all that it wrote, and return what it returned."""
        ...

    async def read(self, body: Callable[[MemoryShelf], T]) -> T:
        """Run `body` on one consistent state; whatever it writes raises."""
        ...
