"""Units of work over all stores."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from core.admin.ports import Shelf
from core.engine.ports.stores import Conversations, Messages, Spaces, Spending, Turns

T = TypeVar("T")


class Stores(Shelf, Protocol):
    """All stores of one unit of work; nothing is kept unless it ends well."""

    @property
    def conversations(self) -> Conversations:
        """Conversations and their lanes."""
        ...

    @property
    def messages(self) -> Messages:
        """What was said."""
        ...

    @property
    def turns(self) -> Turns:
        """Turns and their bubbles."""
        ...

    @property
    def spending(self) -> Spending:
        """Tokens by day."""
        ...

    @property
    def spaces(self) -> Spaces:
        """Personas."""
        ...


class Work(Protocol):
    """Runs units of work; every implementation passes tests/contracts.

    A body is a plain function: it can't wait for anything while it holds the stores, least of
    all for a model. It may run in another thread and is not to keep the stores. Writers see each
    other's work only whole and one after the other. A body that raises leaves nothing behind. A
    cancelled unit that has not begun is not done; one that has begun is carried to its end, and
    the cancellation is raised afterwards. No body opens another unit.
    """

    async def write(self, body: Callable[[Stores], T]) -> T:
        """Run `body`, keep all that it wrote, and return what it returned."""
        ...

    async def read(self, body: Callable[[Stores], T]) -> T:
        """Run `body` on one consistent state; whatever it writes raises."""
        ...
