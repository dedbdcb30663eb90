"""One mouth for each chat: talk and commands never send at the same time."""

import asyncio
from weakref import WeakValueDictionary

from core.conversation.model import Route


class Mouths:
    """Locks by route; one that nobody holds or waits for is forgotten."""

    def __init__(self) -> None:
        self._by_route: WeakValueDictionary[Route, asyncio.Lock] = WeakValueDictionary()

    def of(self, route: Route) -> asyncio.Lock:
        """Return the lock of `route`, the same for everybody who holds or waits for it."""
        return self._by_route.setdefault(route, asyncio.Lock())
