"""What changes under a turn while it is under way: counted in memory, so that nobody has to look.

Only the process that holds the database writes it, so what is not counted has not changed.
"""

from collections import Counter

from core.conversation.model import AccountId, Route


class Stirred:
    """How often the places and the words of a chat were changed."""

    def __init__(self) -> None:
        self._places: Counter[tuple[AccountId, str]] = Counter()
        self._words: Counter[tuple[AccountId, str]] = Counter()

    def stir_place(self, account: AccountId, chat: str) -> None:
        """Count that a chat moved, or that the bot was let in or put out."""
        self._places[account, chat] += 1

    def stir_words(self, route: Route) -> None:
        """Count that something said in a chat was edited or deleted."""
        self._words[route.account, route.chat] += 1

    def places(self, route: Route) -> int:
        """Return how often the place of `route` has changed."""
        return self._places[route.account, route.chat]

    def words(self, route: Route) -> int:
        """Return how often words in the chat of `route` were changed."""
        return self._words[route.account, route.chat]
