"""Counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.persona.model import SpaceId


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What `/status` shows of one space."""

    messages: int
    conversations: int
    waiting: int
    in_doubt: int
    failed: int
    unreachable: int
    unreadable: int
    tokens_today: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What `/stats` shows of one space, from an instant on."""

    heard: int
    """Messages of people."""
    said: int
    """Messages of the companion."""
    people: int
    """Who wrote."""
    conversations: int
    """Where somebody wrote."""
    answered: int
    """Turns with an answer."""
    silent: int
    """Turns in which it chose to say nothing."""
    failed: int
    """Turns in which it could not."""
    seconds: float | None
    """From opening a turn of talk to the end of its thought, on the average."""


class Figures(Protocol):
    """Counts."""

    def tally(self, space: SpaceId, day: str) -> Tally:
        """Return the figures of `/status`; `day` is the persona's local day."""
        ...

    def totals(self, space: SpaceId, since: datetime) -> Totals:
        """Return what was said and done from `since` on."""
        ...

    def tokens(self, space: SpaceId, since_day: str) -> Mapping[str, int]:
        """Return the tokens by kind from a local day on; what is put aside is no kind."""
        ...
