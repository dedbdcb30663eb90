"""Ways to hold units of work up, so that others overlap with them."""

import asyncio

from sqlalchemy.util import await_only

from adapters.storage import DatabaseConfig
from core.engine.ports import Stores
from tests.contracts.stores import DAY, MINA, hear, inbound


class Gate:
    """Holds bodies up, in a thread or a greenlet, while others go on."""

    def __init__(self, config: DatabaseConfig) -> None:
        self._loop = asyncio.get_running_loop()
        self._in_thread = config.file is not None
        self._open = asyncio.Event()
        self.reached = asyncio.Event()

    def wait(self) -> None:
        """Return when the gate is open; to be called in a body."""
        self._loop.call_soon_threadsafe(self.reached.set)
        if self._in_thread:
            asyncio.run_coroutine_threadsafe(self._open.wait(), self._loop).result(timeout=10)
        else:
            await_only(self._open.wait())

    def open(self) -> None:
        """Let everybody through."""
        self._open.set()


def hear_and_spend(stores: Stores, tokens: int = 1) -> None:
    """Store a message that is known by the number of tokens it costs."""
    hear(stores, inbound(str(tokens)))
    stores.spending.add(MINA, DAY, "conversation", tokens)


def total(stores: Stores) -> int:
    """Return how many tokens there are."""
    return stores.spending.total(MINA, DAY)


def seen(stores: Stores) -> tuple[int, int]:
    """Return how many messages and tokens there are."""
    tally = stores.figures.tally(MINA, DAY)
    return tally.messages, tally.tokens_today
