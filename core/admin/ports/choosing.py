"""Who speaks where, and what was chosen in place of settings: two places to keep it."""

from datetime import datetime
from typing import Protocol

from core.conversation.model import AccountId, Route
from core.persona.model import SpaceId


class Hosts(Protocol):
    """Who speaks in a conversation, where that is not who speaks for the account."""

    def at(self, route: Route) -> SpaceId | None:
        """Return who was asked to speak at `route`; None if nobody was."""
        ...

    def put(self, route: Route, space: SpaceId | None, now: datetime) -> None:
        """Let another speak there from now on; None: whoever speaks for the account.

        It holds for that chat and thread alone, and follows a chat that moves.
        """
        ...

    def of(self, account: AccountId) -> list[tuple[Route, SpaceId]]:
        """Return the places of an account where somebody was asked in, by chat and thread."""
        ...


class Choices(Protocol):
    """What owners chose by commands in place of settings."""

    def all(self) -> dict[str, str]:
        """Return every choice by its name, as `model.conversation`."""
        ...

    def put(self, name: str, value: str, since: datetime) -> None:
        """Choose, in place of what was chosen before."""
        ...

    def drop(self, name: str) -> None:
        """Let the setting count again; nothing happens where nothing was chosen."""
        ...
