"""What the console needs of a screen."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol


class Screen(Protocol):
    """Where the talk is shown and typed: a terminal, or plain lines."""

    @property
    def patient(self) -> bool:
        """Whether each message is answered before the next one is read."""
        ...

    def opened(self) -> AbstractContextManager[None]:
        """Hold what it needs while the talk lasts."""
        ...

    async def read(self) -> str | None:
        """Return the next message, None at the end; ends at once when cancelled."""
        ...

    async def say(self, name: str, text: str, at: datetime, *, past: bool = False) -> None:
        """Show what was said, literally; `OSError` if it can't be."""
        ...

    async def echo(self, name: str, text: str, at: datetime) -> None:
        """Show what the person has just typed."""
        ...

    async def note(self, lines: Sequence[str]) -> None:
        """Show lines that nobody said."""
        ...

    def redraw(self) -> None:
        """Show the status anew."""
        ...
