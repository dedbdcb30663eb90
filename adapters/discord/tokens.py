"""By what interactions are answered: known for some minutes, in memory alone, and never logged."""

import logging
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from core.engine.ports import Clock

KNOWN_FOR: Final = timedelta(minutes=14, seconds=30)
"""Discord takes them for fifteen minutes."""
MOST: Final = 1000
"""Beyond, the oldest is forgotten."""
_IN_LINES: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/|\b\d+\+)[^/?\s'\"]+")
"""In the library's lines: in addresses, and where it names a limit by what it holds for."""


@dataclass(slots=True)
class Token:
    """What answers one interaction."""

    value: str = field(repr=False)
    until: datetime
    first: str | None = None
    """The key of the bubble that takes the place of what Discord shows meanwhile."""

    def is_first(self, key: str) -> bool:
        """Return whether the bubble of that key is the first; whoever asks first is."""
        self.first = self.first or key
        return self.first == key


class Tokens:
    """The tokens of the last minutes, by the interaction's id."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[str, Token] = OrderedDict()
        logging.getLogger("discord.http").addFilter(without_tokens)

    def keep(self, interaction: str, value: str) -> None:
        """Remember a token that came in just now."""
        self._known[interaction] = Token(value=value, until=self._clock.now() + KNOWN_FOR)
        if len(self._known) > MOST:
            self._known.popitem(last=False)

    def of(self, interaction: str) -> Token | None:
        """Return the token of an interaction; None if it is unknown, or too old."""
        now = self._clock.now()
        while self._known and next(iter(self._known.values())).until <= now:
            self._known.popitem(last=False)
        return self._known.get(interaction)

    def drop(self, interaction: str) -> None:
        """Forget a token that Discord does not take any more."""
        self._known.pop(interaction, None)


def without_tokens(record: logging.LogRecord) -> bool:
    """Take tokens out of the addresses in a line of the library, and let it pass."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            _IN_LINES.sub(r"\1***", arg) if isinstance(arg, str) else arg for arg in record.args
        )
    return True
