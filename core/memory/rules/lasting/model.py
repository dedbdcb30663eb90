"""Kinds of states that pass, and for how long they are believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from core.patterns import Pattern


class Passing(StrEnum):
    """What passes by itself."""

    MOMENT = "moment"
    """In a train, in a queue, on a break."""
    MOOD = "mood"
    """Tired, hungry, sad, in pain; what is so today."""
    ILLNESS = "illness"
    """A cold, a fever."""
    WAITING = "waiting"
    """For a delivery, for new cards."""
    TRIP = "trip"
    """On holiday, with the in-laws."""
    PLAN = "plan"
    """What is to come."""


SPANS: Mapping[Passing, timedelta] = {
    Passing.MOMENT: timedelta(hours=12),
    Passing.MOOD: timedelta(hours=24),
    Passing.ILLNESS: timedelta(days=10),
    Passing.WAITING: timedelta(days=14),
    Passing.TRIP: timedelta(days=14),
}
"""How long each is believed where no period is named; our guesses, rather short than long."""


@dataclass(frozen=True, slots=True)
class States:
    """How one language says what passes."""

    moment: Pattern
    mood: Pattern
    illness: Pattern
    waiting: Pattern
    trip: Pattern
    chronic: Pattern
    """What makes an illness, or a mood, a lasting one."""
