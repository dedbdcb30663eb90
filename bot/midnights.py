"""When each companion's day ends: its next days are planned then."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import time

from adapters.scheduling.metronome import Beat
from adapters.scheduling.trigger import LocalTimeTrigger
from core.persona.model import Persona

MIDNIGHT = time(0, 0)
"""Of each companion, when its next day is planned."""


def midnights(personas: Iterable[Persona], owe: Callable[[], Awaitable[None]]) -> tuple[Beat, ...]:
    """Return a beat for every zone that a companion lives in: a new day owes new plans."""
    zones = sorted({who.zone for who in personas}, key=str)
    return tuple(
        Beat(name=f"plans of {zone}", when=LocalTimeTrigger(zone=zone, at=MIDNIGHT), play=owe)
        for zone in zones
    )
